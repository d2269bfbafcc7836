/** Weight of a page until something is visible, and in total: over the wire, for a browser that knows none of it. */
import type { Browser } from 'playwright';

export interface FirstPaint {
  /** Milliseconds from the request to the first contents. */
  readonly ms: number;
  /** Bytes over the wire of what had arrived by then. */
  readonly bytes: number;
  /** Bytes over the wire once the network is idle. */
  readonly allBytes: number;
}

export async function firstPaint(browser: Browser, url: string): Promise<FirstPaint> {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(url, { waitUntil: 'networkidle' });
    return await page.evaluate(
      () =>
        new Promise<FirstPaint>((resolve) => {
          new PerformanceObserver((list) => {
            const paint = list.getEntriesByName('first-contentful-paint')[0];
            if (paint === undefined) return;
            const parts = [
              ...performance.getEntriesByType('navigation'),
              ...performance.getEntriesByType('resource'),
            ] as PerformanceResourceTiming[];
            const sum = (some: readonly PerformanceResourceTiming[]) =>
              some.reduce((total, { transferSize }) => total + transferSize, 0);
            const before = parts.filter(({ responseEnd }) => responseEnd <= paint.startTime);
            resolve({ ms: paint.startTime, bytes: sum(before), allBytes: sum(parts) });
          }).observe({ type: 'paint', buffered: true });
        }),
    );
  } finally {
    await context.close();
  }
}
