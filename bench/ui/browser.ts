/** The browser that the screen is measured in, and what is read off its page. */
import { type Browser, chromium, type Page } from 'playwright';
import { findChromium } from '../../scripts/lib/chromium.mjs';

export async function openBrowser(): Promise<Browser> {
  const executablePath = findChromium();
  return chromium.launch({
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
    ...(executablePath === undefined ? {} : { executablePath }),
  });
}

export interface Frames {
  readonly count: number;
  /** Milliseconds. */
  readonly longest: number;
  readonly spent: number;
}

/** Moves what `selector` names by `step` pixels a frame for `frames` frames, up and down again, and watches the frames. */
export function scrolling(page: Page, selector: string, frames: number, step: number): Promise<Frames> {
  return page.evaluate(
    ({ selector, frames, step }) =>
      new Promise<Frames>((resolve) => {
        const scroller = document.querySelector(selector);
        if (scroller === null) throw new Error(`${selector} is not on the page`);
        const start = performance.now();
        let last = start;
        let longest = 0;
        let count = 0;
        const next = (now: number) => {
          longest = Math.max(longest, now - last);
          last = now;
          count += 1;
          scroller.scrollTop += count < frames / 2 ? -step : step;
          if (count < frames) requestAnimationFrame(next);
          else resolve({ count, longest, spent: performance.now() - start });
        };
        requestAnimationFrame(next);
      }),
    { selector, frames, step },
  );
}

/** Types `keys` letters into the focused field, and answers for each how long it took until a frame showed it. */
export const typing = (page: Page, keys: number): Promise<number[]> => pressing(page, keys, 'KeyA');

/** Steps back `keys` times with what `selector` names. */
export async function scrubbing(page: Page, selector: string, keys: number): Promise<number[]> {
  await page.locator(selector).focus();
  return pressing(page, keys, 'ArrowLeft');
}

async function pressing(page: Page, keys: number, which: string): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keyTimes: times });
    document.addEventListener(
      'keydown',
      (event) => {
        // Counts from the key event itself, not from its handler; the second frame shows the first's work.
        const pressed = event.timeStamp;
        requestAnimationFrame(() => requestAnimationFrame(() => times.push(performance.now() - pressed)));
      },
      { capture: true },
    );
  });
  for (let key = 0; key < keys; key += 1) await page.keyboard.press(which);
  const done = await page.waitForFunction(
    (wanted) => {
      const times: unknown = Reflect.get(window, 'keyTimes');
      return Array.isArray(times) && times.length >= wanted ? times : null;
    },
    keys,
    { timeout: 60_000 },
  );
  return (await done.jsonValue()) ?? [];
}
