/** Questions before something runs, what was allowed, and what goes wrong: a script, an answer, a load. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { say as answer, call, hold } from '../../../src/main/models/test-kit/scripted-model.ts';
import { answers, card, chatLog, say } from '../chat.ts';
import { inColumn } from './beside.ts';
import { closed, command, expect, filled, idle, noticeGone, theDialog, type Walk, wordsOf } from './walk.ts';

export const TALK = {
  en: {
    visa: 'Checks visas. Use it when somebody travels abroad.',
    big: 'Is too big to load. Use it never.',
    check: 'Which visa do I need for Japan? Write to li.wei@example.org',
    checked:
      'You need **none** for a stay of up to 90 days.\n\n| Stay | Visa |\n|---|---|\n| 90 days | none |\n\n1. Take your passport.\n2. Read the [rules](https://example.org/rules).\n\n> Rules change.',
    fails: 'Print the form',
    failed: 'The form could not be printed.',
    files: 'Write me what there is to pack',
    written: 'There are five files.',
    packing: '# Packing\n\n- a hat\n- `gloves`\n',
    table: 'Thing,Pieces\nHat,1\nGloves,2\n',
    half: 'I will look at',
    ask: 'What does the embassy say?',
    nobody: 'And what does the consulate say?',
    word: 'visa',
    script: 'check_rules.sh',
  },
  zh: {
    visa: '查询签证规定。有人出国时使用。',
    big: '太大了，无法加载。请不要使用。',
    check: '去日本需要什么签证？请写信到 li.wei@example.org',
    checked:
      '停留不超过 90 天**不需要**签证。\n\n| 停留 | 签证 |\n|---|---|\n| 90 天 | 不需要 |\n\n1. 带上护照。\n2. 阅读[规定](https://example.org/rules)。\n\n> 规定会变。',
    fails: '打印表格',
    failed: '表格没能打印出来。',
    files: '把要带的东西写下来',
    written: '一共有五个文件。',
    packing: '# 行李\n\n- 帽子\n- `手套`\n',
    table: '物品,件数\n帽子,1\n手套,2\n',
    half: '我来看一看',
    ask: '大使馆怎么说？',
    nobody: '领事馆又怎么说？',
    word: '签证',
    script: '签证规定.sh',
  },
} as const;

/** The requested command also appears in the names of buttons. */
export const COMMAND = "echo 'no printer' >&2; exit 3";

/** A skill from elsewhere with a script, and one that no budget allows. */
function writeSkills({ app, language }: Walk): void {
  const { visa, big, script } = TALK[language];
  const at = (...parts: string[]) => path.join(app.home, 'skills', ...parts);
  const write = (name: string, description: string, body: string) => {
    mkdirSync(at(name), { recursive: true });
    writeFileSync(at(name, 'SKILL.md'), `---\nname: ${name}\ndescription: ${description}\n---\n${body}\n`);
  };
  write('visa-helper', visa, `# ${visa}\n\nscripts/${script}`);
  mkdirSync(at('visa-helper', 'scripts'));
  writeFileSync(at('visa-helper', 'scripts', script), 'echo 90\n');
  write('too-big', big, 'Go on step by step. '.repeat(3_000));
}

async function aScript(walk: Walk): Promise<void> {
  const { page, model, visit, language } = walk;
  const { chat, skills } = wordsOf(walk);
  const talk = TALK[language];
  const script = path.join(walk.app.home, 'skills', 'visa-helper', 'scripts', talk.script);
  model.add(call('run_command', { command: `bash ${script} --country JP` }), answer(talk.checked));
  await say(page, talk.check);
  const question = page.getByRole('heading', { name: filled(chat.approval.runScriptOf) });
  await expect(question).toBeVisible();
  await visit('a question in plain words');
  // Without a sandbox, the command is shown at once.
  const exact = page.getByRole('button', { name: chat.approval.exact });
  if ((await exact.count()) > 0) {
    await exact.click();
    await visit('a question with its exact command');
  }
  const always = page.getByRole('button', { name: chat.approval.alwaysVersion });
  const once = page.getByRole('button', { name: chat.approval.once });
  await ((await always.count()) > 0 ? always : once).click();
  await expect(answers(page).last().getByRole('table')).toBeVisible();
  await idle(page);
  await chatLog(page)
    .getByRole('button', { name: filled(chat.deed.runScript.done) })
    .first()
    .click();
  await visit('what a script printed');
  await inColumn(walk, async (column) => {
    await column.getByRole('button', { name: skills.loadSkill.replace('{{skill}}', 'too-big') }).click();
    await expect(
      page.getByRole('listitem').filter({ hasText: wordsOf(walk).errors['over-skill-budget'] }),
    ).toBeVisible();
    await visit('a load that is refused');
    await noticeGone(walk);
  });
}

/** Allows a command, after its end was shown where the card is higher than the window. */
async function allow(walk: Walk, answer: string): Promise<void> {
  const { chat } = wordsOf(walk);
  const button = walk.page.getByRole('button', { name: answer });
  await expect(button).toBeVisible();
  const toEnd = walk.page.getByRole('button', { name: chat.approval.toEnd });
  if (await toEnd.isVisible()) await toEnd.click();
  await button.click();
}

async function aFailure(walk: Walk): Promise<void> {
  const { page, model, visit, language } = walk;
  const { chat, settings } = wordsOf(walk);
  const talk = TALK[language];
  model.add(call('run_command', { command: COMMAND }), answer(talk.failed));
  await say(page, talk.fails);
  await expect(card(page, chat.approval.runCommand)).toBeVisible();
  await visit('a question for a command');
  await allow(walk, chat.approval.session);
  await expect(answers(page).last()).toContainText(talk.failed);
  await idle(page);
  await visit('a script that failed');
  await command(walk, wordsOf(walk).app.palette.settings.replace('{{tab}}', settings.tab.approvals));
  const dialog = await theDialog(page);
  await expect(dialog.getByRole('button', { name: filled(settings.grants.withdrawOf) }).first()).toBeVisible();
  await visit('what was allowed');
  await closed(page);
}

/** One of each kind that can be looked at. */
async function files(walk: Walk): Promise<void> {
  const { page, model, visit, language } = walk;
  const { chat, files: words } = wordsOf(walk);
  const talk = TALK[language];
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const written = [
    `printf '%s' '${talk.packing}' > $OUTPUT_DIR/packing.md`,
    `printf '%s' '${talk.table}' > $OUTPUT_DIR/things.csv`,
    `printf '{"hat":1}' > $OUTPUT_DIR/things.json`,
    `printf '${pixel}' | base64 -d > $OUTPUT_DIR/hat.png`,
    `printf 'x' > $OUTPUT_DIR/things.bin`,
  ];
  model.add(call('run_command', { command: written.join(' && ') }), answer(talk.written));
  await say(page, talk.files);
  await allow(walk, chat.approval.once);
  await expect(answers(page).last()).toContainText(talk.written);
  await idle(page);
  await inColumn(walk, async (column) => {
    await column.getByRole('tab').nth(1).click();
    const rows = column.getByRole('button', { name: filled(words.open) });
    await expect(rows.first()).toBeVisible();
    await visit('files');
    for (let index = 0; index < (await rows.count()); index += 1) {
      const name = (await rows.nth(index).getAttribute('aria-label')) ?? '';
      await rows.nth(index).click();
      const dialog = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: words.preview.save }) });
      await expect(dialog).toBeVisible();
      await expect(dialog.locator('.animate-spin')).toHaveCount(0);
      await visit(name);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
    }
  });
}

/** While it works, stopped, and when the model answers nothing. */
async function ends(walk: Walk): Promise<void> {
  const { page, model, visit, language } = walk;
  const { chat } = wordsOf(walk);
  const talk = TALK[language];
  const gate = hold();
  model.add({ kind: 'stall', text: talk.half, gate });
  await say(page, talk.ask);
  await expect(answers(page).last()).toContainText(talk.half);
  await say(page, talk.nobody);
  await expect(page.getByText(chat.composer.queuedHint)).toBeVisible();
  await visit('while it works, with a message that waits');
  await page.getByRole('button', { name: chat.composer.unqueue }).click();
  await page.getByRole('button', { name: chat.composer.stop, exact: true }).click();
  await idle(page);
  gate.release();
  await visit('an answer that was stopped');
  await say(page, talk.nobody);
  await expect(page.getByText(chat.end.errorTitle).first()).toBeVisible();
  await idle(page);
  await visit('an answer that failed');
}

export async function asking(walk: Walk): Promise<void> {
  writeSkills(walk);
  await aScript(walk);
  await aFailure(walk);
  await files(walk);
  await ends(walk);
}
