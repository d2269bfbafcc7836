/** The whole walk of one who reads what happened, with no network and no key. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { say as answer, call } from '../src/main/model/test-kit/scripted-model.ts';
import { expect as patient, test } from './fixtures.ts';
import { answers, card, chatLog, idle, say } from './kit/chat.ts';
import { openSession, skilldeck } from './kit/events.ts';
import { startApp } from './kit/served-app.ts';

/** Milliseconds that a step may take beside other work. */
const expect = patient.configure({ timeout: 30_000 });

test.use({ modelKind: 'scripted', viewport: { width: 1440, height: 900 }, actionTimeout: 60_000 });

/** Milliseconds: two conversations and every view of them. */
const WHOLE_STORY = 300_000;

test('a reviewer finds 机票, steps back, verifies, notes, compares and exports, redacted and whole', async ({
  app,
  page,
  model,
  host,
}) => {
  test.setTimeout(WHOLE_STORY);
  let session = '';

  await test.step('prepares two conversations, one with a terminal', async () => {
    model.add(
      call('run_command', { command: "printf 'begin\\n'; sleep 0.3; printf 'end\\n'" }),
      answer('机票已经查到了。'),
    );
    await say(page, '我想订一张明天去东京的机票，邮箱是 zhang.san@example.org');
    await card(page, 'Run this command?').getByRole('button', { name: 'Allow once' }).click();
    await expect(answers(page).last()).toContainText('机票已经查到了。');
    await idle(page);
    session = await openSession(page);
    model.add(answer('By train it takes two days.'));
    await page.getByRole('button', { name: 'New conversation' }).first().click();
    await say(page, 'How long does the train take?');
    await expect(answers(page).last()).toContainText('two days');
    await idle(page);
    // From here on there is no model at this address.
    await model.close();
  });

  const library = page.getByRole('main', { name: 'All conversations' });
  await test.step('shows that the library is local, and finds words in either language', async () => {
    await page.getByRole('button', { name: 'All conversations' }).click();
    await expect(library.getByText('Everything here is on this computer', { exact: false })).toBeVisible();
    await expect(library.locator('[data-row]')).toHaveCount(2);
    await app.shot('journey-reviewer-1-library');
    await library
      .getByRole('searchbox')
      .or(library.getByRole('combobox', { name: /^Search/ }))
      .first()
      .fill('机票');
    await expect(library.locator('[data-row]')).toHaveCount(1);
    await expect(library.locator('mark').first()).toHaveText('机票');
    await app.shot('journey-reviewer-2-search');
    await library.getByRole('searchbox').first().fill('');
    await expect(library.locator('[data-row]')).toHaveCount(2);
  });

  await test.step('compares two of them side by side', async () => {
    for (const box of await library.getByRole('checkbox', { name: /^Select “/ }).all()) await box.click();
    await library.getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(page.getByText('Compare conversations').first()).toBeVisible();
    await app.shot('journey-reviewer-3-compare');
  });

  await test.step('goes back in time: it verifies, the terminal plays, a note stays', async () => {
    await page.goto(page.url().replace(/#.*/, `#/s/${session}`));
    await expect(answers(page).last()).toContainText('机票已经查到了。');
    await page.keyboard.press('Alt+r');
    await expect(page.getByText('All 2 requests verified')).toBeVisible();
    await app.shot('journey-reviewer-4-verified');
    await chatLog(page)
      .getByRole('button', { name: /^Ran a command/ })
      .click();
    await chatLog(page).getByRole('button', { name: 'Play this terminal' }).click();
    await expect(chatLog(page).locator('.xterm-rows')).toContainText('end');
    await page.getByRole('slider', { name: 'Moment of the conversation' }).focus();
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Note' }).fill('Here the price was found.');
    await page.keyboard.press('Control+Enter');
    await expect(chatLog(page).getByText('Here the price was found.')).toBeVisible();
    await app.shot('journey-reviewer-5-note');
    await page.keyboard.press('Alt+r');
  });

  await test.step('previews the redaction on screen, and moves it whole to another machine, where it verifies', async () => {
    await page.getByRole('button', { name: 'All conversations' }).click();
    await library.getByRole('checkbox', { name: /机票/ }).click();
    await library.getByRole('button', { name: 'Export…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Export/ });
    await expect(dialog).toContainText('E-mail addresses');
    await app.shot('journey-reviewer-6-redaction');
    await page.keyboard.press('Escape');
    const elsewhere = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-elsewhere-'));
    try {
      const file = path.join(elsewhere, 'given.jsonl');
      const whole = await skilldeck(app.home, 'sessions', 'export', session);
      writeFileSync(file, whole);
      const home = path.join(elsewhere, 'home');
      await skilldeck(home, 'sessions', 'import', file);
      expect(JSON.parse(await skilldeck(home, 'sessions', 'verify', session, '--json'))).toMatchObject({
        ok: true,
        requests: { checked: 2, differ: [] },
        chain: { ok: true },
      });
      expect(await skilldeck(home, 'sessions', 'export', session)).toBe(whole);
      if (host !== 'browser') return;

      // The same on another's screen, with another data folder.
      await page.getByRole('button', { name: 'Export…' }).click();
      await dialog.getByRole('radio', { name: /JSON Lines/ }).check();
      await dialog.getByRole('switch', { name: 'Redact personal data and keys' }).click();
      const coming = page.waitForEvent('download');
      await dialog.getByRole('button', { name: 'Save file' }).click();
      const saved = await (await coming).path();
      expect(readFileSync(saved, 'utf8')).toBe(whole);
      const theirs = path.join(elsewhere, 'theirs');
      mkdirSync(theirs);
      writeFileSync(path.join(theirs, 'config.jsonc'), '{ "welcomed": true }');
      const other = await startApp({ home: theirs, userHome: elsewhere });
      const screen = await page.context().newPage();
      try {
        await screen.goto(other.url);
        await screen.getByRole('button', { name: 'All conversations' }).click();
        const list = screen.getByRole('main', { name: 'All conversations' });
        await list.locator('input[type=file]').setInputFiles(saved);
        await expect(list).toContainText('All 2 requests match what was sent.');
        await expect(list.locator('[data-row]')).toHaveCount(1);
      } finally {
        await screen.close();
        await other.close();
      }
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });
});
