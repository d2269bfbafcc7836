/** Every screen, dialog and state: no rule of WCAG broken, nothing over the edge, and in Chinese no English left. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';
import { everyScreen } from './kit/every-screen.ts';
import { latinWords, SAME_EVERYWHERE, visibleWords } from './kit/visible-words.ts';

/** Milliseconds: one app, some forty states, each judged twice. */
const WHOLE_WALK = 300_000;

/** Milliseconds: what cannot be pressed is told by its name, and not by the whole walk's end. */
test.use({ actionTimeout: 30_000 });

test('no screen breaks a rule of WCAG 2.1 AA, in light or in dark', async ({ app, page }) => {
  test.setTimeout(WHOLE_WALK);
  await everyScreen({ page, language: 'en', kill: app.kill, visit: (state) => expectAccessible(page, state) });
});

/** What is cut off although it is not said to be: a control or a text that is wider than the box that hides the rest. */
const cutOff = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, [role="tab"], h1, h2, h3, label, dt')]
      .filter((element) => {
        const { overflowX, textOverflow } = getComputedStyle(element);
        const { width, right, left } = element.getBoundingClientRect();
        if (width <= 1 || !element.checkVisibility()) return false;
        const outside = right > innerWidth + 1 || left < -1;
        const scrolled = element.closest('[role="tablist"], [role="toolbar"], .overflow-x-auto') !== null;
        return (
          (outside && !scrolled) ||
          (overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1)
        );
      })
      .map((element) => (element.getAttribute('aria-label') ?? element.textContent ?? '').trim()),
  );

test.describe('in a window of 900 pixels with text of twice the size', () => {
  test.use({ viewport: { width: 900, height: 800 } });

  test('nothing runs over the edge and no control is cut off', async ({ page, app }) => {
    test.setTimeout(WHOLE_WALK);
    // The browser's own setting: a page's style would leave its breakpoints as they are.
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
    await expect(page.locator('html')).toHaveCSS('font-size', '32px');
    let shots = 0;
    const visit = async (state: string) => {
      expect.soft(await overflow(page), state).toBe(0);
      expect.soft(await cutOff(page), state).toEqual([]);
      shots += 1;
      await app.shot(`large-text-${String(shots).padStart(2, '0')}`);
    };
    await everyScreen({ page, language: 'en', visit });
  });
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });

  test('走遍每个界面，没有一个词是英文', async ({ page, app }) => {
    test.setTimeout(WHOLE_WALK);
    let shots = 0;
    const visit = async (state: string) => {
      expect.soft(latinWords(await visibleWords(page), SAME_EVERYWHERE), state).toEqual([]);
      shots += 1;
      await app.shot(`every-zh-${String(shots).padStart(2, '0')}`);
    };
    await everyScreen({ page, language: 'zh', kill: app.kill, visit });
  });
});
