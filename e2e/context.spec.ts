/** The author's story: a small context window, what becomes of older messages in it, and what it costs. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';
import { chatLog, idle, stopButton } from './kit/chat.ts';
import { eventsOf, ofType, openSession } from './kit/events.ts';
import { type LongTalk, longTalk, SMALL_WINDOW, WITHOUT_SKILL } from './kit/long-talk.ts';
import { latinWords, SAME_EVERYWHERE, visibleWords } from './kit/visible-words.ts';

test.use({ modelKind: 'scripted', viewport: { width: 1440, height: 900 }, actionTimeout: 15_000 });

/** Milliseconds: many turns, and each state is looked at in light and dark. */
const WHOLE_STORY = 240_000;

const WORDS = {
  en: {
    settings: 'Settings',
    limits: 'Limits',
    window: 'Context window',
    load: 'Load book-flight',
    pinSkill: /^Pin book-flight/,
    marker: /Summarised \d+ earlier messages for the model: [\d,]+ → [\d,]+ tokens/,
    summarising: 'Summarising earlier messages…',
    given: 'Show',
    context: 'Context',
  },
  zh: {
    settings: '设置',
    limits: '限额',
    window: '上下文窗口',
    load: '加载技能 book-flight',
    pinSkill: /^固定 book-flight/,
    marker: /已为模型概括较早的 \d+ 条消息：[\d,]+ → [\d,]+ 词元/,
    summarising: '正在概括较早的消息…',
    given: '查看',
    context: '上下文',
  },
} as const;
type Said = (typeof WORDS)['en' | 'zh'];

/** Max turns until a summary is due. */
const MOST_TURNS = 20;

const marker = (page: Page, { marker: words }: Said) => chatLog(page).getByText(words);

/** Searches upwards from the end of the conversation. */
async function findMarker(page: Page, words: Said): Promise<void> {
  await chatLog(page).press('End');
  await expect(async () => {
    if (!(await marker(page, words).isVisible())) await chatLog(page).press('PageUp');
    await marker(page, words).scrollIntoViewIfNeeded({ timeout: 1_000 });
    await expect(marker(page, words)).toBeInViewport({ timeout: 1_000 });
  }).toPass();
}

/** The window is set in the settings, as a person does. */
async function setWindow(page: Page, words: Said, tokens = SMALL_WINDOW): Promise<void> {
  await page.getByRole('button', { name: words.settings, exact: true }).click();
  await page.getByRole('tab', { name: words.limits }).click();
  await page.getByRole('textbox', { name: words.window }).fill(String(tokens));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: words.window })).toHaveValue(tokens.toLocaleString('en'));
  await page.keyboard.press('Escape');
}

/** Until the next message leads to a summary, which is then held. */
async function talkUntilFull(talk: LongTalk) {
  const gate = talk.holdSummary();
  for (let turn = 0; turn < MOST_TURNS; turn += 1) {
    const answered = talk.turn();
    const first = await Promise.race([gate.reached.then(() => 'summary'), answered.then(() => 'answer')]);
    if (first === 'summary') return { gate, answered };
  }
  throw new Error(`No summary was asked for in ${MOST_TURNS} turns.`);
}

async function openGiven(page: Page, words: Said) {
  await page.getByRole('button', { name: words.given, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

async function openCompact(page: Page) {
  await page.keyboard.press('Control+k');
  await page.getByRole('option', { name: 'Summarise older messages now' }).click();
  const dialog = page.getByRole('dialog', { name: 'Summarise older messages' });
  await expect(dialog).toBeVisible();
  return dialog;
}

/** A skill of the person's own, made while the app runs. */
function writeSkill(home: string, name: string): void {
  const folder = path.join(home, 'skills', name);
  mkdirSync(folder, { recursive: true });
  const text = `---\nname: ${name}\ndescription: Packing lists for a journey. Use when the person asks what to pack.\n---\n# Packing\nList it.\n`;
  writeFileSync(path.join(folder, 'SKILL.md'), text);
}

test('an author in a small window reads, undoes and makes summaries, and pins hold', async ({ app, page, model }) => {
  test.setTimeout(WHOLE_STORY);
  const words = WORDS.en;
  const context = page.getByRole('region', { name: words.context });
  const talk = longTalk(page, model);
  /** The list holds only what is in view, so the log is checked too. */
  const undone = async (times: number) => {
    await expect(marker(page, words)).toHaveCount(0);
    const undos = async () => ofType(eventsOf(app.home, await openSession(page)), 'compaction-undone').length;
    await expect.poll(undos).toBe(times);
  };

  await test.step('makes the window small, loads a skill and pins it', async () => {
    await setWindow(page, words);
    await talk.turn();
    await page.getByRole('button', { name: words.load }).click();
    await page.getByRole('button', { name: words.pinSkill }).click();
    await expect(context.getByRole('img', { name: 'Pinned' })).toBeVisible();
  });

  await test.step('lets the model write the summary, with a notice in the chat', async () => {
    const { gate, answered } = await talkUntilFull(talk);
    await expect(chatLog(page).getByText(words.summarising)).toBeVisible();
    gate.release();
    await answered;
    const events = eventsOf(app.home, await openSession(page));
    const [compaction, ...others] = ofType(events, 'context-compacted');
    expect(others).toEqual([]);
    expect(compaction).toMatchObject({ strategy: 'turns', writtenBy: 'model', trigger: 'pressure' });
    const { before = 0, after = 0, messages } = compaction ?? {};
    const figures = `${before.toLocaleString('en')} → ${after.toLocaleString('en')} tokens`;
    await findMarker(page, words);
    await expect(marker(page, words)).toHaveText(`Summarised ${messages} earlier messages for the model: ${figures}`);
    await expect(context.getByRole('rowheader', { name: 'Summary' })).toBeVisible();
    await expectAccessible(page, 'a summary in the conversation');
  });

  await test.step('reads what the model is given, and pins a message', async () => {
    const dialog = await openGiven(page, words);
    await expect(dialog).toContainText('Written by the model.');
    await expect(dialog).toContainText('Two adults and a child of four compare the baggage rules');
    await expectAccessible(page, 'a summary');
    await page.keyboard.press('Escape');
    await chatLog(page).press('Home');
    await chatLog(page).getByRole('button', { name: 'Pin: keep this message in full' }).first().click();
    await expect(
      chatLog(page).getByRole('button', { name: 'Unpin: allow this message to be summarised' }).first(),
    ).toBeVisible();
    await findMarker(page, words);
  });

  await test.step('undoes it: the messages return, and the panel says that this will not last', async () => {
    await chatLog(page).getByRole('button', { name: 'Undo' }).click();
    await undone(1);
    await expect(context.getByText(/^Over [89]0%/)).toBeVisible();
  });

  await test.step('compacts by hand with an instruction: stopped, then done and undone, then done again', async () => {
    const wish = 'keep everything on the cello';
    const stopped = talk.holdSummary();
    let dialog = await openCompact(page);
    await dialog.getByRole('textbox', { name: 'What to keep' }).fill(wish);
    await expectAccessible(page, 'a compaction by hand');
    await dialog.getByRole('button', { name: 'Summarise' }).click();
    await stopped.reached;
    await chatLog(page).press('End');
    await expect(chatLog(page).getByText(words.summarising)).toBeVisible();
    await expect(page.getByText('Summarising. Enter queues your next message · Esc to stop')).toBeVisible();
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('option', { name: 'Stop the answer' })).toBeVisible();
    await expect(page.getByRole('option', { name: 'Summarise older messages now' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await stopButton(page).click();
    await expect(page.getByText('Stopped. Nothing was summarised.')).toBeVisible();
    await idle(page);
    stopped.release();

    // The wish is still there.
    dialog = await openCompact(page);
    await expect(dialog.getByRole('textbox', { name: 'What to keep' })).toHaveValue(wish);
    await dialog.getByRole('button', { name: 'Summarise' }).click();
    const done = page.getByText(/^\d+ messages summarised: [\d,]+ → [\d,]+ tokens$/);
    await expect(done).toBeVisible();
    await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Undo' }).click();
    await undone(2);

    dialog = await openCompact(page);
    await dialog.getByRole('textbox', { name: 'What to keep' }).fill(wish);
    await dialog.getByRole('button', { name: 'Summarise' }).click();
    await expect(done).toBeVisible();
    await findMarker(page, words);
    dialog = await openGiven(page, words);
    await expect(dialog).toContainText(`You asked to keep: “${wish}”`);
    await page.keyboard.press('Escape');
    const last = ofType(eventsOf(app.home, await openSession(page)), 'context-compacted').at(-1);
    expect(last).toMatchObject({ trigger: 'user', writtenBy: 'model', instruction: wish });

    dialog = await openCompact(page);
    await dialog.getByRole('button', { name: 'Summarise' }).click();
    await expect(page.getByText('Nothing to summarise', { exact: true })).toBeVisible();
  });
});

test('an author checks a conversation’s cost, reads the request, sees a new skill', async ({ app, page, model }) => {
  test.setTimeout(WHOLE_STORY);
  const words = WORDS.en;
  const context = page.getByRole('region', { name: words.context });
  const talk = longTalk(page, model);
  await talk.turn();
  await page.getByRole('button', { name: words.load }).click();
  await talk.turn();

  await test.step('enters prices: reports an error, restores a removed one, shows the conversation’s cost', async () => {
    await expect(context.getByText('price unknown')).toBeVisible();
    await page.getByRole('button', { name: words.settings, exact: true }).click();
    await page.getByRole('tab', { name: 'Prices' }).click();
    const prices = page.getByRole('tabpanel');
    await prices.getByRole('button', { name: 'Add a model' }).click();
    await prices.getByRole('textbox', { name: 'Model', exact: true }).fill('scripted-model');
    await prices.getByRole('textbox', { name: 'Input' }).fill('two');
    await page.keyboard.press('Enter');
    await expect(prices.getByText('Enter an amount in dollars, such as 2.5.')).toHaveCount(2);
    await expect(prices.getByRole('textbox', { name: 'Input' })).toBeFocused();
    await expectAccessible(page, 'a price that is wrong');
    await prices.getByRole('textbox', { name: 'Input' }).fill('2.5');
    await prices.getByRole('textbox', { name: 'From cache' }).fill('0.25');
    await prices.getByRole('textbox', { name: 'Output' }).fill('10');
    await page.keyboard.press('Enter');
    const own = prices.getByRole('table', { name: 'Your prices' });
    await expect(own.getByRole('row', { name: /^scripted-model \$2\.50 \$0\.25 .*\$10\.00/ })).toBeVisible();
    await expect(prices.getByRole('button', { name: 'Add a model' })).toBeFocused();
    await own.getByRole('button', { name: 'Remove your price of scripted-model' }).click();
    await expect(prices.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(own.getByRole('row', { name: /^scripted-model/ })).toBeVisible();
    await expectAccessible(page, 'prices');
    await page.keyboard.press('Escape');
    await expect(context.getByText(/^\$\d+\.\d+$/)).toBeVisible();
  });

  await test.step('reads the request', async () => {
    await context.getByRole('button', { name: 'What will be sent' }).click();
    const request = page.getByRole('tabpanel', { name: 'Exact request' });
    await expect(request.getByText('Same as before')).toBeVisible();
    await expect(request).toContainText('# Skill: book-flight');
    await expectAccessible(page, 'the exact request');
    await page.keyboard.press('Escape');
  });

  await test.step('reports a skill added meanwhile where it was noticed', async () => {
    writeSkill(app.home, 'packing-list');
    await talk.turn();
    await expect(chatLog(page).getByText('New skill: packing-list.')).toBeVisible();
    await expectAccessible(page, 'a new skill in the conversation');
  });
});

test.describe('900 pixels wide', () => {
  test.use({ viewport: { width: 900, height: 800 } });

  test('summaries, their text and prices fit; a summary the model fails to write is reported', async ({
    page,
    model,
  }) => {
    test.setTimeout(WHOLE_STORY);
    const words = WORDS.en;
    const talk = longTalk(page, model);
    talk.emptySummary();
    await setWindow(page, words, WITHOUT_SKILL);
    const { gate, answered } = await talkUntilFull(talk);
    gate.release();
    await answered;
    await findMarker(page, words);
    expect(await overflow(page)).toBe(0);
    const dialog = await openGiven(page, words);
    await expect(dialog).toContainText('Excerpted from the messages.');
    await expect(dialog).toContainText('Why the model didn’t write it: its summary was empty.');
    expect(await overflow(page)).toBe(0);
    await expectAccessible(page, 'a summary that the model did not write');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: words.settings, exact: true }).click();
    await page.getByRole('tab', { name: 'Prices' }).click();
    expect(await overflow(page)).toBe(0);
  });
});

/** Names, keys, codes and what is written the same in every language. */
const KNOWN = [
  ...SAME_EVERYWHERE,
  /Skilldeck|\b[a-z][a-z\d.]*(?:-[a-z\d.]+)+|codestral|o200k_base|SKILL\.md|[\w/.]+\.(?:md|py)\b/g,
  /Enter|Shift|Ctrl|Esc|Alt|alt\+T|JSON|Markdown|SHA-256/g,
  // Text written for the model, shown unchanged.
  /\[Earlier conversation summary\]|Also noted:|Skills loaded: .*\(for/g,
];

test.describe('中文界面', () => {
  test.use({ locale: 'zh-CN' });

  test('概括、摘要全文、撤销、手动概括和价格的界面都没有英文', async ({ page, model }) => {
    test.setTimeout(WHOLE_STORY);
    const words = WORDS.zh;
    const talk = longTalk(page, model, 'zh');
    const english = async (where: string) => {
      const left = latinWords(await visibleWords(page), KNOWN);
      expect.soft(left, `英文：${where}`).toEqual([]);
    };
    await setWindow(page, words);
    await talk.turn();
    await page.getByRole('button', { name: words.load }).click();
    await page.getByRole('button', { name: words.pinSkill }).click();
    const { gate, answered } = await talkUntilFull(talk);
    await expect(chatLog(page).getByText(words.summarising)).toBeVisible();
    gate.release();
    await answered;
    await findMarker(page, words);
    await english('摘要');

    await openGiven(page, words);
    await english('摘要全文');
    await page.keyboard.press('Escape');
    await chatLog(page).press('Home');
    await chatLog(page).getByRole('button', { name: '固定：完整保留这条消息' }).first().click();
    await chatLog(page).getByRole('button', { name: '撤销' }).click();
    await expect(marker(page, words)).toHaveCount(0);
    await english('撤销');

    const held = talk.holdSummary();
    await page.keyboard.press('Control+k');
    await page.getByRole('option', { name: '立即概括较早的消息' }).click();
    await page.getByRole('textbox', { name: '要保留的内容' }).fill('保留所有关于大提琴的内容');
    await english('手动概括');
    await page.getByRole('button', { name: '概括', exact: true }).click();
    await held.reached;
    await english('正在概括');
    held.release();
    await expect(page.getByText(/^已概括 \d+ 条消息/)).toBeVisible();
    await page.getByRole('button', { name: words.settings, exact: true }).click();
    await page.getByRole('tab', { name: '价格' }).click();
    await english('价格');
  });
});
