import { hold, say } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { answers, idle, messageBox, sendButton } from './kit/chat.ts';

test.use({ modelKind: 'scripted' });

const FIRST = 'The person asks for the **cheapest** fare.\n\n';
const SECOND = 'Compare the 7.35 train with the night bus ![x](https://tracker.example/x.png).';
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
