/** Errors shown outside the conversation: in the user's language, and fully visible. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say as answer, call } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { answers, messageBox, say } from './kit/chat.ts';

test('shows an error in config.jsonc over the chat, and a welcome screen that stays usable', async ({ app, page }) => {
  await test.step('shows the error until it is fixed', async () => {
    const file = path.join(app.home, 'config.jsonc');
    const told = page.getByText('A settings file has an error');
    await expect(messageBox(page)).toBeFocused();
    await expect(told).toHaveCount(0);
    writeFileSync(file, '{\n  "maxContext": "much",\n  "welcomed": true\n}\n');
    await expect(told).toBeVisible();
    await expect(page.getByText(`${file}:2:`)).toBeVisible();
    writeFileSync(file, '{\n  "maxContext": 64000,\n  "welcomed": true\n}\n');
    await expect(told).toHaveCount(0);
  });

  await test.step('keeps the welcome screen usable beside the message box, in narrow windows and with large text', async () => {
    const devtools = await page.context().newCDPSession(page);
    const chat = page.getByRole('region', { name: 'Conversation' });
    const sizes = [1, 2].flatMap((scale) => [
      { width: 1200, height: 850, scale },
      { width: 900, height: 700, scale },
    ]);
    for (const { width, height, scale } of sizes) {
      await page.setViewportSize({ width, height });
      // Lengths in `rem` follow the browser's text size, and so do the breakpoints where columns fold away.
      await devtools.send('Page.setFontSizes', { fontSizes: { standard: 16 * scale, fixed: 13 * scale } });
      await page.reload();
      await expect(messageBox(page)).toBeFocused();
      const size = `${width} × ${height}, text at ${scale * 100} %`;
      const box = await chat.getByRole('button', { name: 'Send' }).boundingBox();
      const first = await chat.getByRole('combobox').first().boundingBox();
      // Visible without scrolling, so that a user sees something to try.
      expect.soft((first?.y ?? 0) + 40, size).toBeLessThan(box?.y ?? 0);
      for (const name of [/^Book/, /^Compare/, /^Ask/, /Connect/]) {
        const button = chat.getByRole('button', { name });
        await button.focus();
        const at = await button.boundingBox();
        expect.soft((at?.y ?? 0) + (at?.height ?? 0), `${name}, ${size}`).toBeLessThanOrEqual(box?.y ?? 0);
      }
    }
  });
});

function writeBigSkill(home: string): void {
  const folder = path.join(home, 'skills', 'big');
  mkdirSync(folder, { recursive: true });
  const body = 'Go on step by step. '.repeat(3_000);
  writeFileSync(path.join(folder, 'SKILL.md'), `---\nname: big\ndescription: Too big to load.\n---\n\n${body}\n`);
}

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test.use({ modelKind: 'scripted' });

  test('explains a refused load with figures and a fix, the core’s and the model’s message a click away', async ({
    app,
    page,
    model,
  }) => {
    writeBigSkill(app.home);
    await page.reload();
    await page.getByRole('button', { name: '加载技能 big' }).click();
    const toast = page.getByRole('listitem').filter({ hasText: '超出技能预算' });
    await expect(toast).toContainText(/它需要 1\d,\d{3} 词元，而预算是 8,000 词元。请缩短它/);
    await expect(toast.getByText('was not loaded')).toBeHidden();
    await toast.getByText('详细信息').click();
    await expect(toast.getByText(/^Skill 'big' was not loaded: it takes 1\d+ tokens/)).toBeVisible();

    // The model's own load is refused in its step.
    model.add(call('load_skill', { name: 'big' }), answer('太大了。'));
    await say(page, '加载 big');
    await expect(answers(page).last()).toContainText('太大了。');
    await page.getByRole('log').getByRole('button', { name: /big/ }).click();
    await expect(page.getByRole('log')).toContainText('超出技能预算');
    await expect(page.getByRole('log')).toContainText(/而预算是 8,000 词元。请缩短它/);
    await expect(page.getByRole('log')).toContainText("Skill 'big' was not loaded");
  });
});

test.describe('an answer from nowhere', () => {
  test.use({ modelKind: 'scripted' });

  test('has a line with what no source holds, on a reload too', async ({ page, model }) => {
    model.add(answer('Your flight BA902 is booked. Reference: **KXQPLM**.'), answer('I see, BA902.'));
    await say(page, 'Book me a flight');
    const mark = page.getByText('Nothing was booked. Not from any source here: BA902, KXQPLM');
    await expect(mark).toBeVisible();
    await page.reload();
    await expect(mark).toBeVisible();
    await say(page, 'I had BA902 in mind');
    await expect(answers(page).last()).toContainText('I see, BA902.');
    await expect(page.getByText('Not from any source here')).toHaveCount(1);
  });
});
