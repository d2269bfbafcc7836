/** `npm run screenshots`: takes the pictures of README and docs. No test: `npm run e2e` leaves it out. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { test } from './fixtures.ts';
import { PICTURES, pictureFile } from './kit/pictures.ts';
import { beside, lookingBack } from './kit/walk/beside.ts';
import { booking } from './kit/walk/booking.ts';
import { firstSteps } from './kit/walk/first-steps.ts';
import type { Walk } from './kit/walk/walk.ts';

const IMAGES = path.join(import.meta.dirname, '..', 'docs', 'images');
/** Milliseconds: a walk with its pictures. */
const WHOLE_WALK = 300_000;

const WALKS = {
  first: { walk: firstSteps, view: 'simple', welcomed: false },
  booker: { walk: booking, view: 'simple', welcomed: true },
  full: {
    walk: async (walk: Walk) => {
      await booking(walk);
      await beside(walk);
      await lookingBack(walk);
    },
    view: 'full',
    welcomed: true,
  },
} as const;

for (const language of ['en', 'zh'] as const) {
  test.describe(language, () => {
    test.use({
      locale: language === 'en' ? 'en-GB' : 'zh-CN',
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      actionTimeout: 30_000,
    });
    for (const [name, { walk, view, welcomed }] of Object.entries(WALKS)) {
      test.describe(() => {
        test.use({ view, welcomed });

        test(name, async ({ page, app, model }) => {
          test.setTimeout(WHOLE_WALK);
          const visit: Walk['visit'] = async (state) => {
            for (const picture of PICTURES.filter((one) => one.walk === name && one.state === state)) {
              const file = path.join(IMAGES, pictureFile(picture.name, language));
              mkdirSync(path.dirname(file), { recursive: true });
              await page.screenshot({ path: file, animations: 'disabled' });
            }
          };
          await walk({ page, app, model, language, visit });
        });
      });
    }
  });
}
