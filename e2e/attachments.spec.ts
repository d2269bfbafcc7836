/** Files with a message: chosen, dropped, taken away again, sent, and there after a restart. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { say as answer } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { answers, idle, messageBox, questions, sendButton } from './kit/chat.ts';

test.use({ modelKind: 'scripted' });

const CSV = 'day,city\n1,Oslo\n';

test('sends chosen and dropped files with the message, and tells the model their paths', async ({
  page,
  model,
  app,
}) => {
  model.add(answer('I see two files.'));
  const waiting = page.getByRole('list', { name: 'Files for the next message' });
  await page.locator('input[type=file]').setInputFiles([
    { name: '行程.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) },
    { name: 'not this.png', mimeType: 'image/png', buffer: Buffer.from('x') },
  ]);
  await expect(waiting.getByRole('listitem')).toHaveCount(2);
  const unseen = page.getByText('The model can’t see images');
  await expect(unseen).toBeVisible();
  await waiting.getByRole('button', { name: 'Remove not this.png' }).click();
  await expect(unseen).toBeHidden();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['second'], 'notes.md', { type: 'text/markdown' }));
    window.dispatchEvent(new DragEvent('dragover', { dataTransfer, cancelable: true }));
  });
  await expect(page.getByText('Drop the files or folders to attach them')).toBeVisible();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['second'], 'notes.md', { type: 'text/markdown' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer, cancelable: true }));
  });
  await expect(waiting.getByRole('listitem')).toHaveText([/行程\.csv/, /notes\.md/]);
  await messageBox(page).fill('What is in these?');
  await sendButton(page).click();
  await expect(answers(page).last()).toContainText('I see two files.');
  await idle(page);
  await expect(waiting).toBeHidden();
  const said = model.requests[0]?.body.messages.findLast(({ role }) => role === 'user')?.content;
  expect(said).toBe(
    `What is in these?\n\nAttached files, in the workspace:\n- inputs/行程.csv (text/csv, ${CSV.length} bytes)\n- inputs/notes.md (text/markdown, 6 bytes)`,
  );
  const [session] = new URL(page.url()).hash.match(/[0-9A-Za-z-]{10,}/) ?? [];
  expect(readFileSync(path.join(app.home, 'workspaces', session ?? '', 'work/inputs/行程.csv'), 'utf8')).toBe(CSV);

  await app.restart();
  const file = questions(page)
    .last()
    .getByRole('button', { name: /行程\.csv/ });
  await expect(file).toBeVisible();
  await file.click();
  await expect(page.getByRole('dialog')).toContainText('Oslo');
});
