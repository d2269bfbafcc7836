/** Every screen, dialog and state: no rule of WCAG broken, no English in Chinese, and all of it in a narrow window. */
import { userInfo } from 'node:os';
import { expect, test } from './fixtures.ts';
import { faultsOf } from './kit/accessible.ts';
import { brokenEdges } from './kit/edges.ts';
import { authorsAndReviewersScreens, bookersScreens, firstSteps } from './kit/every-screen.ts';
import { bothShots } from './kit/screens.ts';
import { latinWords, literal, SAME_EVERYWHERE, visibleWords } from './kit/visible-words.ts';
import { COMMAND } from './kit/walk/asking.ts';
import type { Walk } from './kit/walk/walk.ts';

/** Milliseconds: one app, some seventy states, on a machine that does other things too. */
const WHOLE_WALK = 420_000;

/** Milliseconds. A stuck click fails by its own name, not by the timeout of the whole walk. */
test.use({ actionTimeout: 30_000 });

/** Names, what the walk itself said, and an example that is to be in both languages. */
const KNOWN = [
  new RegExp(literal(COMMAND), 'g'),
  // A traveller's name as in the passport, and the reviewer's.
  /Zhang San/g,
  new RegExp(literal(userInfo().username), 'g'),
  // Quotes from a script and from the model's server.
  /no printer|The script has no step for request \d+\./g,
  ...SAME_EVERYWHERE,
];

/** Each walk has its own app. */
const WALKS = [
  { name: 'the first steps', walk: firstSteps, modelKind: 'demo', welcomed: false },
  { name: 'what a booker meets', walk: bookersScreens, modelKind: 'demo', welcomed: true },
  { name: 'what authors and reviewers meet', walk: authorsAndReviewersScreens, modelKind: 'scripted', welcomed: true },
] as const;

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN', viewport: { width: 1440, height: 900 } });

  for (const { name, walk, modelKind, welcomed } of WALKS) {
    test.describe(() => {
      test.use({ modelKind, welcomed });

      test(`${name}: no English, and no violation of WCAG 2.1 AA in light or dark`, async ({ page, app, model }) => {
        test.setTimeout(WHOLE_WALK);
        const visit: Walk['visit'] = async (state) => {
          expect.soft(latinWords(await visibleWords(page), KNOWN), state).toEqual([]);
          expect.soft(await faultsOf(page), state).toEqual({ light: [], dark: [] });
          await bothShots({ app, page }, `zh ${state}`);
        };
        await walk({ page, app, model, language: 'zh', visit });
      });
    });
  }
});

test.describe('in a 900-pixel window with text at twice the size', () => {
  test.use({ viewport: { width: 900, height: 800 } });

  for (const { name, walk, modelKind, welcomed } of WALKS) {
    test.describe(() => {
      test.use({ modelKind, welcomed });

      test(`${name}: nothing overflows, is cut off or out of reach`, async ({ page, app, model }) => {
        test.setTimeout(WHOLE_WALK);
        // The browser's own setting: a page's style would leave its breakpoints as they are.
        const devtools = await page.context().newCDPSession(page);
        await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
        await expect(page.locator('html')).toHaveCSS('font-size', '32px');
        const visit: Walk['visit'] = async (state) => {
          expect.soft(await brokenEdges(page), state).toEqual([]);
          await bothShots({ app, page }, `en-900 ${state}`);
        };
        await walk({ page, app, model, language: 'en', visit });
      });
    });
  }
});
