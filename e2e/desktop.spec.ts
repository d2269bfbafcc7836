/** The desktop app alone: its menus, links, files, second starts, tray, notices and printing, through its real page. */
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { chatLog, idle, messageBox, say } from './kit/chat.ts';

test('obeys links, second starts, its window, its tray and its menus, also after the language changed', async ({
  page,
  desktop,
}) => {
  await test.step('puts the words of a link into the message box, and sends nothing', async () => {
    await desktop.openUrl(`skilldeck://new?prompt=${encodeURIComponent('Fly me to Oslo')}`);
    await expect(messageBox(page)).toHaveValue('Fly me to Oslo');
    await expect(chatLog(page).getByRole('article')).toHaveCount(0);
    await desktop.secondInstance(['--flag', `skilldeck://new?prompt=${encodeURIComponent('And to Rome')}`], '/');
    // The text in the box stays.
    await expect(messageBox(page)).toHaveValue('Fly me to Oslo\n\nAnd to Rome');
  });
  await test.step('comes to the front for a second start, and stays in the tray if the person wants it', async () => {
    await say(page, 'Hello');
    await idle(page);
    const { fronted } = await desktop.window();
    await desktop.secondInstance([], '/');
    expect(await desktop.window()).toMatchObject({ shown: true, fronted: fronted + 1 });
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('tab', { name: 'Notifications' }).click();
    await page.getByRole('switch', { name: 'Keep running when the window is closed' }).click();
    await page.getByRole('radio', { name: 'Alt+Shift+Space' }).click();
    // Both are known to the window by then.
    await expect(async () => desktop.key('Alt+Shift+Space')).toPass();
    await page.keyboard.press('Escape');
    await desktop.closeWindow();
    expect(await desktop.window()).toMatchObject({ open: true, shown: false });
    await desktop.key('Alt+Shift+Space');
    expect(await desktop.window()).toMatchObject({ open: true, shown: true });
    await desktop.closeWindow();
    await desktop.tray('New Conversation');
    expect(await desktop.window()).toMatchObject({ open: true, shown: true });
    await expect(chatLog(page).getByText('Hello')).toHaveCount(0);
  });
  await say(page, 'Hello');
  await idle(page);
  await desktop.menu('File', 'New Conversation');
  await expect(chatLog(page).getByText('Hello')).toHaveCount(0);
  await desktop.menu('Help', 'Keyboard Shortcuts');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await desktop.menu('File', 'Print…');
  expect(await desktop.calls('webContents.print')).toHaveLength(1);
  await page.getByRole('button', { name: 'Theme and language' }).click();
  await page.getByRole('menuitemradio', { name: '简体中文' }).click();
  await page.keyboard.press('Escape');
  await expect(async () => desktop.menu('文件', '设置…')).toPass();
  await expect(page.getByRole('dialog', { name: '设置' })).toBeVisible();
});

async function exported(page: Page, format: RegExp): Promise<string> {
  await page.getByRole('button', { name: 'All conversations' }).click();
  const library = page.getByRole('main', { name: 'All conversations' });
  await library.getByRole('checkbox', { name: /flight to remember/ }).check();
  await library.getByRole('button', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog', { name: /^Export/ });
  await dialog.getByRole('radio', { name: format }).check();
  await dialog.getByRole('switch', { name: 'Redact personal data and keys' }).click();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  return (await coming).path();
}

test('exports to a file and to PDF in a hidden window, and opens what the system gives it', async ({
  page,
  desktop,
  folders,
}) => {
  await say(page, 'A flight to remember');
  await expect(chatLog(page)).toContainText('Which city');
  await idle(page);
  expect(readFileSync(await exported(page, /PDF/), 'latin1')).toMatch(/^%PDF-/);
  expect(await desktop.calls('webContents.printToPDF')).toHaveLength(1);
  copyFileSync(await exported(page, /JSON Lines/), path.join(folders.userHome, 'talk.jsonl'));
  await desktop.secondInstance(['talk.jsonl'], folders.userHome);
  await expect(page.getByText(/talk\.jsonl was already imported/)).toBeVisible();
  const skill = path.join(folders.userHome, 'broken.skill');
  writeFileSync(skill, 'not an archive');
  await desktop.openFile(skill);
  await expect(page.getByRole('dialog', { name: /skill/i })).toContainText("This isn't an archive of a skill");
});

test('runs a skill in its core, notifies of the answer behind another window, and comes to the front', async ({
  app,
  page,
  desktop,
}) => {
  await page.evaluate(() => {
    const told: { title: string; body: string | undefined; onclick?: () => void; close(): void }[] = [];
    class Notice {
      static readonly permission = 'granted';
      onclick: (() => void) | undefined;
      readonly title: string;
      readonly body: string | undefined;
      constructor(title: string, options?: NotificationOptions) {
        this.title = title;
        this.body = options?.body;
        told.push(this as never);
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Notice, told });
    document.hasFocus = () => false;
  });
  await say(page, 'How much baggage can I take?');
  await expect(chatLog(page)).toContainText('kg');
  await idle(page);
  const told = () =>
    page.evaluate(() => (globalThis as never as { told: { body: string }[] }).told.map(({ body }) => body));
  await expect.poll(told).toEqual(['Your answer is ready.']);
  const { fronted } = await desktop.window();
  await page.evaluate(() => (globalThis as never as { told: { onclick(): void }[] }).told[0]?.onclick());
  await expect.poll(async () => (await desktop.window()).fronted).toBe(fronted + 1);
  expect(await desktop.window()).toMatchObject({ open: true, shown: true });
  expect(existsSync(path.join(app.home, 'skilldeck.db'))).toBe(true);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await expect(page.getByText('desktop app', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Problem reports' })).toBeVisible();
});

test.describe('with a newer version on the server', () => {
  test.use({ release: { version: '9.1.0', notes: '- Finds cheaper flights\n- Starts faster' } });

  test('asks, tells what is new, downloads and installs when it quits', async ({ page, installed, desktop }) => {
    await expect(page.getByText('Should Skilldeck check for new versions?')).toBeVisible();
    await expectAccessible(page, 'the question about updates');
    await page.getByRole('button', { name: 'Notify me' }).click();
    await expect(page.getByText('Skilldeck 9.1.0 is available')).toBeVisible();
    await page.getByRole('button', { name: 'What’s new' }).click();
    await expect(page.getByText('Finds cheaper flights')).toBeVisible();
    await expectAccessible(page, 'a new version');
    await page.getByRole('button', { name: 'Download' }).click();
    await expect(page.getByText('Skilldeck 9.1.0 is ready. It installs when you quit.')).toBeVisible();
    await page.setViewportSize({ width: 900, height: 700 });
    await desktop.menu('File', 'Settings…');
    await page.getByRole('tab', { name: 'Data' }).click();
    await expect(page.getByRole('radio', { name: /^Notify me about new versions/ })).toBeChecked();
    await page.getByRole('button', { name: 'Check now' }).scrollIntoViewIfNeeded();
    await expectAccessible(page, 'settings of updates');
    await page.keyboard.press('Escape');
    const { image = '' } = installed ?? {};
    await page.getByRole('button', { name: 'Restart now' }).click();
    await expect.poll(() => (existsSync(image) ? readFileSync(image, 'utf8') : '')).toBe(installed?.program);
  });
});
