/** Reasoning: one line while it streams, folded above its answer, stored, and exported only if chosen. */
import { readFileSync } from 'node:fs';
import { hold, say } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { answers, idle, messageBox, sendButton } from './kit/chat.ts';

test.use({ modelKind: 'scripted' });

const FIRST = 'The person asks for the **cheapest** fare.\n\n';
const SECOND = 'Compare the 7.35 train with the night bus ![x](https://tracker.example/x.png).';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const USAGE = { prompt: 900, completion: 400, reasoning: 320 };

test('streams on one line, opens to its text, folds under the answer and survives a restart', async ({
  page,
  model,
  app,
}) => {
  const [thinking, answering] = [hold(), hold()];
  model.add(
    say(['The night bus ', answering, 'is the cheapest.'], { reasoning: [FIRST, thinking, SECOND], usage: USAGE }),
  );
  await messageBox(page).fill('How do I get there cheaply?');
  await sendButton(page).click();
  await thinking.reached;
  const line = page.getByRole('region', { name: 'Reasoning' }).getByRole('button', { expanded: false });
  await expect(line).toContainText('Thinking…');
  await expect(line).toContainText('The person asks for the cheapest fare.');

  await line.focus();
  await page.keyboard.press('Enter');
  const thought = page.getByRole('region', { name: 'Reasoning' });
  await expect(thought.getByText('cheapest', { exact: true })).toBeVisible();
  thinking.release();
  await answering.reached;
  // Opened while it streamed, it stays open; nothing of it is fetched.
  await expect(thought).toContainText('Compare the 7.35 train');
  await expect(thought.getByRole('button', { expanded: true })).toHaveText(/^Thought for [\d.]+ s$/);
  await expect(thought.locator('img')).toHaveCount(0);
  answering.release();
  await idle(page);
  await expect(answers(page).last()).toContainText('The night bus is the cheapest.');
  await expect(thought).toContainText('320 tokens, reported by the provider');

  await app.restart();
  const folded = page.getByRole('region', { name: 'Reasoning' });
  await folded.getByRole('button', { expanded: true }).click();
  await expect(folded.getByRole('button', { expanded: false })).toHaveText(/^Thought for [\d.]+ s$/);
  await expect(folded).not.toContainText('Compare the 7.35 train');
});

test('stays in past moments, counts in the costs, and is exported only on request', async ({ page, model }) => {
  model.add(say('The night bus.', { reasoning: SECOND, usage: USAGE }));
  await page.locator('input[type=file]').setInputFiles([
    { name: 'map.png', mimeType: 'image/png', buffer: PNG },
    { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('no picture') },
  ]);
  await messageBox(page).fill('How do I get there cheaply?');
  await sendButton(page).click();
  await idle(page);
  const files = page.getByRole('list', { name: 'Attached files' });
  await expect(files.locator('img')).toHaveCount(1);
  await expect(files.locator('img')).toHaveJSProperty('complete', true);
  const header = page.getByRole('banner');
  await expect(header.getByRole('button', { name: 'scripted-model' })).toBeVisible();

  await page.getByRole('button', { name: 'Look back' }).click();
  await page.getByRole('slider').press('End');
  await expect(page.getByRole('region', { name: 'Reasoning' })).toContainText(/Thought for/);
  await page.getByRole('button', { name: 'Back to now' }).first().click();

  await page.getByRole('button', { name: 'Open the context map' }).click();
  await page.getByRole('tab', { name: 'Exact request' }).click();
  await expect(page.getByText('Chat Completions')).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'All conversations' }).click();
  // The library's header does not mention the conversation behind it.
  await expect(header.getByRole('heading', { level: 1 })).toHaveText('All conversations');
  await expect(header.getByRole('button', { name: 'Look back' })).toHaveCount(0);
  const title = 'How do I get there cheaply?';
  const row = page.locator('[data-row]').filter({ hasText: title });
  await row.getByRole('button', { name: `More actions for “${title}”` }).click();
  await page.getByRole('menuitem', { name: 'Cost breakdown' }).click();
  await expect(page.getByText('of which reasoning')).toBeVisible();
  await page.setViewportSize({ width: 900, height: 800 });
  await page.goBack();
  await row.getByRole('button', { name: `More actions for “${title}”` }).click();
  await page.getByRole('menuitem', { name: 'Export…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('switch', { name: /Include the reasoning/ }).click();
  const coming = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Save file' }).click();
  expect(readFileSync(await (await coming).path(), 'utf8')).toMatch(
    /\*Thought for [\d.]+ s\*.*\n\n> Compare the 7\.35 train/,
  );
});
