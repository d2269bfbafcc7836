/** A reviewer's story: which conversation was it, what did it cost, how does it differ, and how do I give it on? */
import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { say as answer, call } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';
import { answers, card, chatLog, idle, messageBox, say } from './kit/chat.ts';

test.use({ modelKind: 'scripted' });

/** Milliseconds: three conversations are held before the story begins. */
const WHOLE_STORY = 360_000;

const library = (page: Page): Locator => page.getByRole('main', { name: 'All conversations' });
const rows = (page: Page): Locator => library(page).locator('[data-row]');
const row = (page: Page, title: string): Locator => rows(page).filter({ hasText: title });
const search = (page: Page): Locator => library(page).getByRole('searchbox');
const menu = async (page: Page, title: string, item: string): Promise<void> => {
  await row(page, title)
    .getByRole('button', { name: `More actions for “${title}”` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a reviewer finds a conversation by its words, keeps it, prices it, compares and exports it', async ({
  page,
  model,
}) => {
  test.setTimeout(WHOLE_STORY);
  model.add(
    call('load_skill', { name: 'book-flight' }),
    call('run_command', { command: "printf 'gate K17\\n'" }),
    answer('你的机票已经查好。'),
    answer('Nothing to book here.'),
    answer('Nothing to book here either.'),
  );
  await say(page, 'Write to li.wei@example.com');
  await card(page, 'Run this command?').getByRole('button', { name: 'Allow once' }).click();
  await expect(answers(page).last()).toContainText('机票');
  await idle(page);
  for (const text of ['Hello there', 'Hello again']) {
    await page.keyboard.press('Alt+n');
    await say(page, text);
    await expect(answers(page).last()).toContainText('Nothing to book here');
    await idle(page);
  }
  const asked = model.requests.length;
  // No network from here on: everything below reads only this computer.
  await model.close();

  await page.keyboard.press('Alt+l');
  await expect(rows(page)).toHaveCount(3);

  // Filters by skill and by outcome; a filter can be removed again.
  await library(page).getByRole('button', { name: 'Skill', exact: true }).click();
  await page.getByRole('checkbox', { name: /book-flight/ }).check();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  await library(page).getByRole('button', { name: 'Outcome', exact: true }).click();
  await page.getByRole('checkbox', { name: /Completed/ }).check();
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(1);
  await search(page).fill('Hello');
  await expect(library(page)).toContainText('No results');
  await library(page).getByRole('button', { name: 'Clear all filters' }).click();
  await expect(rows(page)).toHaveCount(3);

  // Hits in an answer and in a script's output; each opens in its place.
  await search(page).fill('机票');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).locator('[data-hit] mark').first()).toHaveText(/机|票/);
  await search(page).fill('K17');
  const terminalHit = rows(page).locator('[data-hit]').filter({ hasText: 'Terminal' });
  await expect(terminalHit).toContainText('gate K17');
  await terminalHit.click();
  await expect(library(page)).toBeHidden();
  await expect(chatLog(page)).toContainText('K17');

  // Back is the list as it was left, and so is a link to it.
  await page.goBack();
  await expect(search(page)).toHaveValue('K17');
  await expect(page).toHaveURL(/#\/library\?q=K17$/);
  await search(page).press('Escape');
  await expect(rows(page)).toHaveCount(3);

  // Pinned, tagged, archived and deleted by the keyboard, each with its way back.
  await row(page, 'Hello again').locator('[data-session]').focus();
  await page.keyboard.press('p');
  await expect(row(page, 'Hello again')).toContainText('Pinned');
  await page.keyboard.press('t');
  await page.getByRole('textbox', { name: 'Add a tag' }).fill('to check');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(row(page, 'Hello again')).toContainText('to check');
  await row(page, 'Hello there').locator('[data-session]').focus();
  await page.keyboard.press('a');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(3);
  await row(page, 'Hello there').locator('[data-session]').focus();
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).first().click();
  await expect(rows(page)).toHaveCount(3);

  // A deleted conversation can still be read; a restored one continues.
  await row(page, 'Hello there').locator('[data-session]').focus();
  await page.keyboard.press('Delete');
  await expect(rows(page)).toHaveCount(2);
  await page.goto(page.url().replace(/#.*/, '#/library?deleted=only'));
  await expect(rows(page)).toHaveCount(1);
  await row(page, 'Hello there').locator('[data-session]').click();
  await expect(page.getByText('This conversation is deleted')).toBeVisible();
  await expect(answers(page).last()).toContainText('Nothing to book here');
  await expect(messageBox(page)).toBeHidden();
  await expectAccessible(page, 'a deleted conversation');
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(messageBox(page)).toBeVisible();
  await expect(page.getByText('This conversation is deleted')).toBeHidden();
  await page.keyboard.press('Alt+l');
  await library(page).getByRole('button', { name: 'Clear all', exact: true }).click();
  await expect(rows(page)).toHaveCount(3);

  // Its cost, and the place where it arose.
  await menu(page, 'Write to li.wei@example.com', 'Cost breakdown');
  await expect(library(page).getByRole('table')).toContainText('Write to li.wei@example.com');
  await library(page).getByRole('tab', { name: /Tools/ }).click();
  await expect(library(page).getByRole('table')).toContainText('run_command');
  await page.reload();
  await expect(library(page).getByRole('table')).toContainText('run_command');
  await library(page).getByRole('tab', { name: 'Waterfall' }).click();
  await expect(library(page).getByRole('treeitem', { name: /^Waited for approval/ })).toBeVisible();
  await expectAccessible(page, 'what cost most');
  await page.keyboard.press('Escape');

  // Two of them side by side.
  await row(page, 'Hello again').getByRole('checkbox').check();
  await row(page, 'Hello there').getByRole('checkbox').check();
  await library(page).getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(library(page)).toContainText('Compare conversations');
  await expect(library(page).getByRole('columnheader', { name: 'Hello again' })).toBeVisible();
  // Their requests, part by part.
  await library(page).getByRole('button', { name: 'Compare their requests' }).first().click();
  await expect(library(page).getByRole('heading', { name: 'Compare requests' })).toBeVisible();
  await expect(library(page).getByRole('list', { name: /[Cc]hange/ })).toContainText('Your message');
  await expectAccessible(page, 'two requests');
  await page.goBack();
  await expect(library(page)).toContainText('Compare conversations');
  await page.setViewportSize({ width: 900, height: 800 });
  expect(await overflow(page)).toBe(0);
  await page.keyboard.press('Escape');
  await expect(rows(page)).toHaveCount(3);
  expect(await overflow(page)).toBe(0);
  await page.setViewportSize({ width: 1440, height: 900 });

  // Export: the address is redacted unless kept, and the dialog says so.
  await menu(page, 'Write to li.wei@example.com', 'Export…');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /JSON Lines/ }).check();
  const address = dialog.getByRole('listitem').filter({ hasText: 'redacted:email' });
  await expect(address.first()).toBeVisible();
  const saving = async (): Promise<string> => {
    const coming = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Save file' }).click();
    return readFileSync(await (await coming).path(), 'utf8');
  };
  expect(await saving()).not.toContain('li.wei@example.com');
  await expect(page.getByText(/places? (was|were) replaced/)).toBeVisible();
  await menu(page, 'Write to li.wei@example.com', 'Export…');
  await dialog.getByRole('radio', { name: /JSON Lines/ }).check();
  await dialog.getByRole('switch', { name: 'Redact personal data and keys' }).click();
  const whole = await saving();
  expect(whole).toContain('li.wei@example.com');

  // Import: a duplicate is reported, a bad file with its line, and another program's log can be read.
  const file = library(page).locator('input[type=file]');
  await file.setInputFiles({ name: 'same.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(whole) });
  await expect(library(page)).toContainText('same.jsonl was already imported');
  await expect(library(page)).toContainText('All 3 requests verified');
  await file.setInputFiles({ name: 'bad.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from('{"v":1}\nno') });
  await expect(library(page)).toContainText('bad.jsonl wasn’t imported');
  const foreign = [
    { role: 'user', content: 'Foreign question' },
    { role: 'assistant', content: 'Foreign answer' },
  ];
  await file.setInputFiles({
    name: 'other.json',
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(foreign)),
  });
  await expect(library(page)).toContainText('other.json imported');
  await expect(rows(page)).toHaveCount(4);
  expect(model.requests.length).toBe(asked);
});

/** A transcript of Claude Code: a call that starts an agent, and the agent's own lines, one of whose calls fails. */
function withAgent(): string {
  const lines: object[] = [];
  const add = (type: string, content: unknown, agentId?: string): void => {
    const isSidechain = agentId !== undefined;
    const seconds = String(lines.length).padStart(2, '0');
    const message = { role: type, content, ...(type === 'assistant' ? { model: 'claude-opus-5-5' } : {}) };
    const place = { uuid: `u${lines.length}`, parentUuid: lines.length === 0 ? null : `u${lines.length - 1}`, agentId };
    lines.push({ type, message, ...place, isSidechain, sessionId: 's', timestamp: `2026-01-02T03:04:${seconds}.000Z` });
  };
  const task = { type: 'tool_use', id: 'c1', name: 'Task', input: { prompt: 'Look at the tests' } };
  add('user', 'Fix the build');
  add('assistant', [task]);
  add('user', 'Look at the tests', 'a');
  add('assistant', [{ type: 'tool_use', id: 'd1', name: 'Read', input: { file_path: 'src/date.ts' } }], 'a');
  add('user', [{ type: 'tool_result', tool_use_id: 'd1', content: 'No such file', is_error: true }], 'a');
  add('assistant', [{ type: 'text', text: 'They assume UTC.' }], 'a');
  add('user', [{ type: 'tool_result', tool_use_id: 'c1', content: 'They assume UTC.' }]);
  add('assistant', [{ type: 'text', text: 'Fixed.' }]);
  return lines.map((line) => JSON.stringify(line)).join('\n');
}

test('a reviewer finds the failure of an agent below the call that started it, and goes there and back', async ({
  page,
}) => {
  await page.keyboard.press('Alt+l');
  const file = library(page).locator('input[type=file]');
  await file.setInputFiles({ name: 's.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from(withAgent()) });
  await expect(rows(page)).toHaveCount(2);
  await menu(page, 'Fix the build', 'Cost breakdown');
  await page.getByRole('tab', { name: 'Waterfall' }).click();
  const step = (name: RegExp): Locator => page.getByRole('treeitem', { name });
  await expect(step(/^Agent, Look at the tests/)).toBeVisible();
  await expectAccessible(page, 'the waterfall');
  await step(/^Turn, Fix the build/).focus();
  await page.keyboard.press('f');
  await expect(step(/^Call, Read, failed/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(step(/^Call, Read/)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/s\/foreign-[0-9a-f]+-agent-1\/at\/\d+$/);
  await page.getByRole('button', { name: 'Open the conversation that started it' }).click();
  await expect(page).toHaveURL(/#\/s\/foreign-[0-9a-f]+(\/at\/\d+)?$/);
  await expect(chatLog(page)).toContainText('Fixed.');
});
