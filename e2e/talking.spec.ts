/** Conversations in use: listed, found, given files, read while text streams, looked into, and stopped. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { say as answer, hold } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { answers, chatLog, idle, messageBox, questions, say, sendButton, stopButton } from './kit/chat.ts';
import { eventsOf, isWhole, ofType, openSession } from './kit/events.ts';

test.use({ modelKind: 'scripted' });

/** Milliseconds: one app for all of it. */
const WHOLE_STORY = 300_000;

const CSV = 'day,city\n1,Oslo\n';
const FIRST = 'The person asks for the **cheapest** fare.\n\n';
const SECOND = 'Compare the 7.35 train with the night bus ![x](https://tracker.example/x.png).';
const USAGE = { prompt: 900, completion: 400, reasoning: 320 };

const paragraphs = (count: number): string =>
  Array.from({ length: count }, (_, index) => `Paragraph ${index} has words enough to take a line or two.`).join(
    '\n\n',
  );

/** Pixels between what is in view and the end of the conversation. */
const toTheEnd = (page: Page) =>
  chatLog(page).evaluate(({ scrollHeight, clientHeight, scrollTop }) =>
    Math.round(Math.abs(scrollHeight - clientHeight - scrollTop)),
  );
const staysAtTheEnd = (page: Page) => expect.poll(() => toTheEnd(page)).toBeLessThanOrEqual(1);

test('renames, finds, deletes and restores conversations; attaches files, reads, looks at thoughts, and stops', async ({
  app,
  page,
  model,
}) => {
  test.setTimeout(WHOLE_STORY);
  await test.step('renames conversations, finds them by title, deletes and restores them', async () => {
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

  await test.step('sends chosen and dropped files with the message, and tells the model their paths', async () => {
    await page.keyboard.press('Alt+n');
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
    const said = model.requests.at(-1)?.body.messages.findLast(({ role }) => role === 'user')?.content;
    expect(said).toBe(
      `What is in these?\n\nAttached files, in the workspace:\n- inputs/行程.csv (text/csv, ${CSV.length} bytes)\n- inputs/notes.md (text/markdown, 6 bytes)`,
    );
    expect(
      readFileSync(path.join(app.home, 'workspaces', await openSession(page), 'work/inputs/行程.csv'), 'utf8'),
    ).toBe(CSV);

    await app.restart();
    const file = questions(page)
      .last()
      .getByRole('button', { name: /行程\.csv/ });
    await expect(file).toBeVisible();
    await file.click();
    await expect(page.getByRole('dialog')).toContainText('Oslo');
    await page.keyboard.press('Escape');
  });

  await test.step('keeps a reader at the end there while text streams or the window resizes', async () => {
    await page.keyboard.press('Alt+n');
    const gate = hold();
    model.add(answer([paragraphs(30), gate, `\n\n${paragraphs(30)}`]));
    await say(page, 'Tell me something long');
    await gate.reached;
    await expect(answers(page)).toContainText('Paragraph 29');
    await staysAtTheEnd(page);
    gate.release();
    await idle(page);
    await staysAtTheEnd(page);
    for (const size of [
      { width: 900, height: 700 },
      { width: 1440, height: 500 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await staysAtTheEnd(page);
    }
    await messageBox(page).fill('line\n'.repeat(10));
    await staysAtTheEnd(page);
  });

  await test.step('leaves a reader further up alone, and brings one back with one press', async () => {
    await page.keyboard.press('Alt+n');
    const gate = hold();
    model.add(answer([paragraphs(40), gate, `\n\n${paragraphs(40)}`]));
    await say(page, 'Tell me something long');
    await gate.reached;
    await expect(answers(page)).toContainText('Paragraph 39');
    await chatLog(page).hover();
    await page.mouse.wheel(0, -600);
    await expect.poll(() => toTheEnd(page)).toBeGreaterThan(300);
    const jump = page.getByRole('button', { name: 'Jump to latest' });
    await expect(jump).toBeVisible();
    const place = await chatLog(page).evaluate(({ scrollTop }) => scrollTop);
    gate.release();
    await idle(page);
    expect(Math.abs((await chatLog(page).evaluate(({ scrollTop }) => scrollTop)) - place)).toBeLessThanOrEqual(1);
    await jump.click();
    await staysAtTheEnd(page);
  });

  await test.step('streams thoughts on one line, opens to their text, folds under the answer, through a restart', async () => {
    await page.keyboard.press('Alt+n');
    const [thinking, answering] = [hold(), hold()];
    model.add(
      answer(['The night bus ', answering, 'is the cheapest.'], { reasoning: [FIRST, thinking, SECOND], usage: USAGE }),
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

  await test.step('reports a stop in mid-stream, and keeps the shown text after a reload', async () => {
    await page.reload();
    await expect(answers(page)).toContainText('The night bus');
    await page.keyboard.press('Alt+n');
    const gate = hold();
    model.add(answer(['The first half. ', gate, 'The second half.']));

    await say(page, 'Tell me something long');
    await expect(answers(page)).toContainText('The first half.');
    await gate.reached;
    await expect(stopButton(page)).toBeVisible();
    await page.keyboard.press('Escape');

    await expect(page.getByText('You stopped this answer')).toBeVisible();
    await idle(page);
    gate.release();
    await page.reload();
    await expect(answers(page)).toContainText('The first half.');
    await expect(page.getByText('You stopped this answer')).toBeVisible();
    await expect(page.getByText('The second half.')).toHaveCount(0);

    const events = eventsOf(app.home, await openSession(page));
    expect(isWhole(events)).toBe(true);
    expect(ofType(events, 'model-responded')).toMatchObject([{ text: 'The first half. ', finishReason: 'stopped' }]);
    expect(ofType(events, 'run-finished')).toMatchObject([{ state: 'stopped' }]);

    model.add(answer('Here I am again.'));
    await say(page, 'Go on');
    await expect(answers(page).last()).toContainText('Here I am again.');
    await idle(page);
  });

  await test.step('killed in mid-run, it restarts with the whole session, which can continue', async () => {
    await page.keyboard.press('Alt+n');
    const gate = hold();
    model.add(answer(['What I know so far. ', gate, 'Never said.']));

    await say(page, 'Think aloud');
    await expect(answers(page)).toContainText('What I know so far.');
    await app.kill();
    await expect(page.getByText('Lost the connection to Skilldeck')).toBeVisible();
    await expect(answers(page)).toContainText('What I know so far.');
    await messageBox(page).fill('A draft written while it was away');
    await expect(sendButton(page).or(stopButton(page))).toBeVisible();

    await app.restart();
    await expect(page.getByText('Interrupted: Skilldeck closed while it was working.')).toBeVisible();
    await expect(page.getByText('Lost the connection to Skilldeck')).toHaveCount(0);
    await expect(answers(page)).toHaveCount(1);
    await expect(answers(page)).toContainText('What I know so far.');
    await expect(page.getByText('Interrupted: Skilldeck closed before the answer finished')).toBeVisible();
    await expect(messageBox(page)).toHaveValue('A draft written while it was away');

    const session = await openSession(page);
    expect(ofType(eventsOf(app.home, session), 'run-finished')).toMatchObject([
      { state: 'stopped', code: 'interrupted' },
    ]);

    model.add(answer('Where was I? Here.'));
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(answers(page).last()).toContainText('Where was I? Here.');
    await idle(page);
    const events = eventsOf(app.home, session);
    expect(isWhole(events)).toBe(true);
    expect(ofType(events, 'model-responded').map(({ finishReason }) => finishReason)).toEqual(['interrupted', 'stop']);
  });
});
