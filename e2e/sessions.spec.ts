/** The list of conversations, and a message box for those who write with an input method. */
import { say as answer } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { answers, idle, say } from './kit/chat.ts';

test.use({ modelKind: 'scripted' });

test('renames conversations, finds them by title, deletes and restores them', async ({ page, model }) => {
  const list = page.getByRole('list', { name: 'Conversations' });
  await expect(page.getByText('No conversations yet')).toBeVisible();
  for (const text of ['Plan a holiday', 'Write a letter', 'Learn to sail']) {
    model.add(answer(`About: ${text}`));
    await page.getByRole('button', { name: 'New conversation' }).click();
    await say(page, text);
    await expect(answers(page)).toContainText(`About: ${text}`);
    await idle(page);
  }
  const open = (title: string) => list.getByRole('button', { name: title, exact: true });
  await expect(list.getByRole('listitem')).toHaveText([/Today/, /Learn to sail/, /Write a letter/, /Plan a holiday/]);

  await open('Write a letter').hover();
  await list.getByRole('button', { name: 'More actions for “Write a letter”' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByRole('textbox', { name: 'Title of the conversation' }).fill('给奶奶的信');
  await page.keyboard.press('Enter');
  await expect(open('给奶奶的信')).toBeVisible();
  await open('给奶奶的信').click();
  await expect(page.getByRole('heading', { level: 1, name: '给奶奶的信' })).toBeVisible();
  await expect(answers(page)).toContainText('About: Write a letter');

  const search = page.getByRole('searchbox', { name: 'Search conversations' });
  await search.fill('奶奶');
  await expect(list.getByRole('button', { name: /^(?!More)/ })).toHaveCount(1);
  await search.fill('SAIL');
  await expect(open('Learn to sail')).toBeVisible();
  await expect(open('给奶奶的信')).toHaveCount(0);
  await search.fill('nowhere');
  await expect(page.getByText('No title contains “nowhere”.')).toBeVisible();
  await page.keyboard.press('Escape');

  await open('给奶奶的信').hover();
  await list.getByRole('button', { name: 'More actions for “给奶奶的信”' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(open('给奶奶的信')).toHaveCount(0);
  await expect(page.getByText('Deleted “给奶奶的信”')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(open('给奶奶的信')).toBeVisible();
  await expect(answers(page)).toContainText('About: Write a letter');

  await page.reload();
  await expect(open('给奶奶的信')).toBeVisible();
});
