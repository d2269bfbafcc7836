/** The browser that the screen is measured in, and what is read off its page. */
import { setTimeout } from 'node:timers/promises';
import { type Browser, chromium, type Locator, type Page } from 'playwright';
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

/**
 * Moves what `selector` names by `step` pixels a frame for `frames` frames, up and down again, and watches the frames.
 * @param above pixels from the end at which it begins.
 */
export function scrolling(
  page: Page,
  how: { readonly selector: string; readonly frames: number; readonly step: number; readonly above: number },
): Promise<Frames> {
  return page.evaluate(
    ({ selector, frames, step, above }) =>
      new Promise<Frames>((resolve) => {
        const scroller = document.querySelector(selector);
        if (scroller === null) throw new Error(`${selector} is not on the page`);
        scroller.scrollTop = scroller.scrollHeight - scroller.clientHeight - above;
        let start = 0;
        let last = 0;
        let longest = 0;
        let count = 0;
        const next = (now: number) => {
          longest = Math.max(longest, now - last);
          last = now;
          count += 1;
          scroller.scrollTop += count < frames / 2 ? -step : step;
          if (count < frames) requestAnimationFrame(next);
          else resolve({ count, longest, spent: now - start });
        };
        // The place is drawn before the first frame counts.
        requestAnimationFrame(() =>
          requestAnimationFrame((now) => {
            start = now;
            last = now;
            requestAnimationFrame(next);
          }),
        );
      }),
    how,
  );
}

/** Milliseconds after which what was opened will not be shown any more. */
const SHOWN_WITHIN = 120_000;

/** Presses `button`, and answers how long it took until a frame showed `text` in an element that `selector` names. */
export function opening(button: Locator, selector: string, text: string): Promise<number> {
  return button.evaluate(
    (element, { selector, text, within }) =>
      new Promise<number>((resolve, reject) => {
        const start = performance.now();
        const look = () => {
          const spent = performance.now() - start;
          if (spent > within) return reject(new Error(`“${text}” was not shown in ${selector}`));
          const isShown = [...document.querySelectorAll(selector)].some((one) => one.textContent.includes(text));
          requestAnimationFrame(isShown ? () => resolve(performance.now() - start) : look);
        };
        (element as HTMLElement).click();
        look();
      }),
    { selector, text, within: SHOWN_WITHIN },
  );
}

/** Waits until the contents of what `selector` names are higher than so many pixels. */
export async function grown(page: Page, selector: string, pixels: number): Promise<void> {
  await page.waitForFunction(([one, height]) => (document.querySelector(one)?.scrollHeight ?? 0) > height, [
    selector,
    pixels,
  ] as const);
}

/**
 * Types `keys` letters into the focused field, and answers for each how long it took until a frame showed it.
 * @param betweenMs milliseconds from one key to the next; 0: as fast as they are taken.
 */
export const typing = (page: Page, keys: number, betweenMs = 0): Promise<number[]> =>
  pressing(page, keys, 'KeyA', betweenMs);

/** Steps back `keys` times with what `selector` names. */
export async function scrubbing(page: Page, selector: string, keys: number): Promise<number[]> {
  await page.locator(selector).focus();
  return pressing(page, keys, 'ArrowLeft', 0);
}

async function pressing(page: Page, keys: number, which: string, betweenMs: number): Promise<number[]> {
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
  const start = performance.now();
  for (let key = 0; key < keys; key += 1) {
    await setTimeout(start + key * betweenMs - performance.now());
    await page.keyboard.press(which);
  }
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
