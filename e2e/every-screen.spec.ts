/** Every screen, dialog and state: in Chinese no English is left. */
import { expect, test } from './fixtures.ts';
import { everyScreen } from './kit/every-screen.ts';
import { latinWords, SAME_EVERYWHERE, visibleWords } from './kit/visible-words.ts';

/** Milliseconds: one app, some forty states. */
const WHOLE_WALK = 300_000;

/** Milliseconds: what cannot be pressed is told by its name, and not by the whole walk's end. */
test.use({ actionTimeout: 30_000 });

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
