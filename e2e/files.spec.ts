/** Files of a booking: viewed beside the conversation, deleted and restored, and their size on disk. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { answers, idle, say } from './kit/chat.ts';
import { eventsOf, ofType, openSession } from './kit/events.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a booking’s files: opened by keyboard, shown as a card, deleted, restored and cleaned up', async ({
  app,
  page,
}) => {
  const files = page.getByRole('tab', { name: /^Files/ });
  await files.click();
  await expect(page.getByText('Files that a skill makes appear here')).toBeVisible();

  await say(page, 'Find me a flight from Beijing to Tokyo tomorrow');
  await idle(page);
  await page.getByRole('button', { name: /^Choose option 1:/ }).click();
  await expect(answers(page).last()).toContainText("passenger's name");
  await idle(page);
  await say(page, 'Ada Lovelace');
  await page.getByRole('button', { name: 'Confirm and book' }).click();
  await expect(page.getByRole('heading', { name: 'Booking reference' })).toBeVisible();
  await idle(page);

  // The tab counts what there is, and its list is one stop of the Tab key.
  await expect(files).toHaveText('Files (2)');
  const rows = page.getByRole('tabpanel', { name: /^Files/ }).getByRole('button', { name: /^Preview / });
  await expect(rows).toHaveCount(2);
  await rows.first().focus();
  await page.keyboard.press('End');
  await expect(rows.last()).toBeFocused();
  await page.getByRole('button', { name: /^Preview .*\.ics/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('listitem').first()).toContainText('Passengers: Ada Lovelace');
  await expect(dialog).toContainText('Calendar ·');
  await expectAccessible(page, 'a calendar');
  await dialog.getByRole('button', { name: 'Raw' }).click();
  await expect(dialog).toContainText('BEGIN:VCALENDAR');

  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save a copy' }).click();
  expect(readFileSync(await (await saving).path(), 'utf8')).toMatch(/^BEGIN:VCALENDAR\r\n/);

  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(dialog).toBeHidden();
  await expect(files).toHaveText('Files (1)');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(files).toHaveText('Files (2)');
  const events = eventsOf(app.home, await openSession(page));
  expect([ofType(events, 'artifact-deleted').length, ofType(events, 'artifact-restored').length]).toEqual([1, 1]);

  // The space they take, how long they are kept, and cleaning up.
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await expect(page.getByText(/ in one conversation$/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Keep for' }).click();
  await page.getByRole('option', { name: '30 days' }).click();
  const config = path.join(app.home, 'config.jsonc');
  await expect.poll(() => existsSync(config) && readFileSync(config, 'utf8')).toContain('"keepDays": 30');
  await page.getByRole('button', { name: 'Clean now' }).click();
  await page.getByRole('combobox', { name: 'Not used for' }).click();
  await page.getByRole('option', { name: 'All not in use' }).click();
  // The conversation on the screen is in use.
  await expect(page.getByText('In use, kept')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Remove the files' })).toBeDisabled();
  await expectAccessible(page, 'cleaning');
});
