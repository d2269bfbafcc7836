/** A reviewer's story: what did the model see, what did it do, and is this really what was sent? */
import type { Locator, Page } from '@playwright/test';
import { say as answer, call } from '../src/main/models/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { answers, card, chatLog, idle, messageBox, questions, say } from './kit/chat.ts';

test.use({ modelKind: 'scripted' });

const bar = (page: Page): Locator => page.getByRole('region', { name: 'Looking back' });
const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Moment of the conversation' });
const shownEvent = async (page: Page): Promise<number> => Number(await slider(page).getAttribute('aria-valuenow'));

/** Tokens of the request, as the gauge has them. */
const gauge = async (page: Page): Promise<number> => {
  const text =
    (await page.getByRole('region', { name: 'Context', exact: true }).locator('.text-xl').first().textContent()) ?? '';
  return Number(text.replaceAll(/\D/g, ''));
};

/** Steps forward until an event has these words. */
async function stepTo(page: Page, words: RegExp): Promise<void> {
  await page.keyboard.press('Home');
  await expect(slider(page)).toHaveAttribute('aria-valuenow', '1');
  const last = Number(await slider(page).getAttribute('aria-valuemax'));
  for (
    let event = 1;
    event < last && !words.test((await slider(page).getAttribute('aria-valuetext')) ?? '');
    event += 1
  ) {
    await page.keyboard.press('ArrowRight');
    await expect(slider(page)).toHaveAttribute('aria-valuenow', String(event + 1));
  }
  await expect(slider(page)).toHaveAttribute('aria-valuetext', words);
}

/** Milliseconds: the whole log is stepped through several times. */
const WHOLE_STORY = 240_000;

test('a reviewer looks back at a conversation, and finds words in any', async ({ app, page, model }) => {
  await test.step('goes back before a load, plays, verifies and annotates it, and branches off', async () => {
    test.setTimeout(WHOLE_STORY);
    const ticking = "printf 'begin\\n'; sleep 0.6; printf 'middle\\n'; sleep 0.6; printf 'end\\n'";
    model.add(
      call('load_skill', { name: 'book-flight' }),
      call('run_command', { command: ticking }),
      answer('All of it was printed.'),
    );
    await say(page, 'Print in three steps');
    await card(page, 'Run this command?').getByRole('button', { name: 'Allow once' }).click();
    await expect(answers(page).last()).toContainText('All of it was printed.');
    await idle(page);
    const asked = model.requests.length;

    // Everything is verified without a question to any model, and nothing can be changed.
    await page.keyboard.press('Alt+r');
    await expect(bar(page)).toContainText(/Looking at \d\d:\d\d:\d\d, event (\d+) of \1/);
    await expect(page.getByText('All 3 requests verified')).toBeVisible();
    await expect(messageBox(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Unload book-flight' })).toBeDisabled();

    await expect.poll(() => gauge(page)).toBeGreaterThan(0);
    const atTheEnd = await gauge(page);
    await stepTo(page, /: Message: Print in three steps/);
    await expect(answers(page)).toHaveCount(0);
    // The gauge follows once the core has counted the moment.
    await expect.poll(() => gauge(page)).toBeLessThan(atTheEnd - 1_000);
    await expect(page.getByText('0 of 4 loaded')).toBeVisible();
    const before = await gauge(page);
    await stepTo(page, /: book-flight loaded/);
    await expect.poll(() => gauge(page)).toBeGreaterThan(before + 1_000);
    await expect(page.getByText('1 of 4 loaded')).toBeVisible();

    // By playback.
    const from = await shownEvent(page);
    await slider(page).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => shownEvent(page)).toBeGreaterThan(from + 1);
    await page.keyboard.press('Space');
    await expect(bar(page).getByRole('button', { name: 'Play', exact: true })).toBeVisible();

    // The terminal shows its output so far, and follows the playing.
    await stepTo(page, /: Script started/);
    await chatLog(page)
      .getByRole('button', { name: /^Running a command/ })
      .click();
    await expect(chatLog(page).getByText('No output yet.')).toBeVisible();
    await bar(page).getByRole('button', { name: 'Play', exact: true }).click();
    await expect(
      chatLog(page)
        .locator('pre')
        .filter({ hasText: /begin[\s\S]*end/ }),
    ).toBeVisible();

    // The exact request, as it was sent.
    await bar(page).getByRole('button', { name: '3 requests' }).click();
    await page.getByRole('button', { name: 'Show the exact request 2' }).click();
    const request = page.getByRole('region', { name: 'What was sent' });
    await expect(request).toContainText('"messages"');
    await expect(page.getByText('This is what was sent')).toBeVisible();
    await page.getByRole('button', { name: 'Close the map' }).click();
    await expect(request).toBeHidden();

    // A note stays where it was written, through a restart; so does the moment.
    await stepTo(page, /: book-flight loaded/);
    const noted = await shownEvent(page);
    await page.keyboard.press('n');
    await page.getByRole('textbox', { name: 'Note' }).fill('Here it chose the skill by itself.');
    await page.keyboard.press('Control+Enter');
    await expect(chatLog(page).getByText('Here it chose the skill by itself.')).toBeVisible();
    await expect(bar(page).getByRole('button', { name: '1 note' })).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`/at/${noted}$`));
    await app.restart();
    await page.reload();
    await expect(slider(page)).toHaveAttribute('aria-valuenow', String(noted));
    await expect(chatLog(page).getByText('Here it chose the skill by itself.')).toBeVisible();

    // Gone and back again.
    await chatLog(page).getByRole('button', { name: 'Remove the note' }).click();
    await expect(chatLog(page).getByText('Here it chose the skill by itself.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(chatLog(page).getByText('Here it chose the skill by itself.')).toBeVisible();

    const looked = page.url();
    await bar(page).getByRole('button', { name: 'Branch from here' }).click();
    await expect(messageBox(page)).toBeVisible();
    expect(page.url()).not.toBe(looked);
    await expect(questions(page)).toHaveText([/Print in three steps/]);
    await expect(answers(page)).toHaveCount(0);
    await expect(page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(3);
    expect(model.requests).toHaveLength(asked);
  });

  await test.step('finds words in any conversation, and marks them in place', async () => {
    await page.keyboard.press('Alt+n');
    model.add(
      call('run_command', { command: 'echo a hidden zebra stands here' }),
      answer('It **printed** something about a *zebra*.'),
    );
    await say(page, 'Print it');
    await card(page, 'Run this command?').getByRole('button', { name: 'Allow once' }).click();
    await idle(page);
    model.add(answer('Something else.'));
    await page.getByRole('button', { name: 'New conversation' }).click();
    await say(page, 'Another matter');
    await expect(answers(page)).toContainText('Something else.');
    await idle(page);

    const library = page.getByRole('main', { name: 'All conversations' });
    const found = (text: RegExp) => library.locator('[data-hit]').filter({ hasText: text });
    const search = async (words: string) => {
      await page.keyboard.press('Alt+l');
      await library.getByRole('searchbox').fill(words);
    };
    await search('hidden zebra');
    await found(/hidden zebra stands here/)
      .first()
      .click();
    await expect(page.getByText('Found: hidden zebra')).toBeVisible();
    // Its step is unfolded, and the words are marked in it.
    await expect(chatLog(page).getByRole('heading', { name: 'Output' })).toBeVisible();
    const marked = () =>
      page.evaluate(() => [...(CSS.highlights.get('found') ?? [])].map((range) => String(range).toLowerCase()));
    await expect.poll(marked).toContain('zebra');

    await search('something zebra');
    await found(/printed/)
      .first()
      .click();
    // Through what Markdown made of it.
    await expect.poll(marked).toEqual(['something', 'zebra']);
    await page.getByRole('button', { name: 'Clear highlights' }).click();
    await expect.poll(marked).toEqual([]);

    // Within the open conversation: in the call, its result, what the terminal has, and the answer.
    await page.keyboard.press('Control+f');
    const find = page.getByRole('search');
    const words = find.getByRole('searchbox', { name: 'Find in this conversation' });
    await expect(words).toBeFocused();
    await words.fill('ZEBRA');
    const all = find.getByText(/^1 of [45]$/);
    await expect(all).toBeVisible();
    const count = Number((await all.textContent())?.slice(-1));
    await page.keyboard.press('Shift+Enter');
    await expect(find.getByText(`${count} of ${count}`)).toBeVisible();
    await expect.poll(marked).toContain('zebra');
    await expect(answers(page).last()).toBeInViewport();
    await page.keyboard.press('Enter');
    await expect(all).toBeVisible();
    await expectAccessible(page, 'words found in the open conversation');
    await words.fill('no such animal');
    await expect(find.getByText('No results')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(find).toBeHidden();
    await expect.poll(marked).toEqual([]);
  });
});
