/** All conversations: filters, hits, actions on them, costs, comparison, export and import. */
import type { Locator } from '@playwright/test';
import { say as answer } from '../../../src/main/models/test-kit/scripted-model.ts';
import { answers, say } from '../chat.ts';
import { TALK } from './asking.ts';
import { judging } from './judging.ts';
import { closed, eachTab, expect, filled, idle, theDialog, type Walk, wordsOf } from './walk.ts';

const FOREIGN = { en: ['How far is it?', 'It is nine hours.'], zh: ['有多远？', '要九个小时。'] } as const;

async function filters(walk: Walk, place: Locator): Promise<void> {
  const { page, visit } = walk;
  const { library: words } = wordsOf(walk);
  const bar = place.getByRole('group', { name: words.filter.bar });
  for (const name of ['when', 'skill', 'outcome', 'origin', 'problem', 'verdict', 'tag', 'cost', 'more'] as const) {
    await bar.getByRole('button', { name: { ...words.column, ...words.filter }[name], exact: true }).click();
    const popover = await theDialog(page);
    await expect(popover.locator('.animate-spin')).toHaveCount(0);
    await visit(`all conversations: filter ${name}`);
    if (name === 'outcome') await popover.getByRole('checkbox').first().check();
    await closed(page);
  }
  await visit('all conversations, narrowed');
  await bar.getByRole('button', { name: words.filter.clear }).click();
}

async function givenOn(walk: Walk, place: Locator): Promise<void> {
  const { page, visit } = walk;
  const { library: words } = wordsOf(walk);
  await place.getByRole('button', { name: words.do.export }).click();
  const dialog = await theDialog(page);
  await expect(dialog.getByRole('heading', { name: words.export.kind.email })).toBeVisible();
  await visit('export');
  await dialog.getByRole('switch', { name: words.export.redact }).click();
  await expect(dialog.getByText(words.export.unsafe)).toBeVisible();
  await visit('export of everything');
  await closed(page);
}

async function broughtIn(walk: Walk, place: Locator): Promise<void> {
  const { page, visit, language } = walk;
  const { common, library: words } = wordsOf(walk);
  const [asked, said] = FOREIGN[language];
  const foreign = JSON.stringify([
    { role: 'user', content: asked },
    { role: 'assistant', content: said },
  ]);
  const file = place.locator('input[type=file]');
  await file.setInputFiles([
    { name: 'bad.jsonl', mimeType: 'application/jsonl', buffer: Buffer.from('{"v":1}\nno') },
    { name: 'other-talk.json', mimeType: 'application/json', buffer: Buffer.from(foreign) },
  ]);
  await expect(place.getByText(words.import.failed.replace('{{name}}', 'bad.jsonl'))).toBeVisible();
  const open = place.getByRole('button', { name: common.open });
  await expect(open).toBeVisible();
  // The imported conversation appears in the list too.
  await expect(place.locator('[data-row]')).toHaveCount(3);
  await visit('all conversations: brought in');
  await open.click();
  await expect(answers(page).last()).toContainText(said);
  await visit(`a conversation of another program (${common.lookBack})`);
}

export async function library(walk: Walk): Promise<void> {
  const { page, model, visit, language } = walk;
  const { library: words } = wordsOf(walk);
  const talk = TALK[language];
  await page.keyboard.press('Alt+n');
  await expect(answers(page)).toHaveCount(0);
  model.add(answer(talk.failed));
  await say(page, talk.fails);
  await expect(answers(page).last()).toContainText(talk.failed);
  await idle(page);
  await page.keyboard.press('Alt+l');
  const place = page.getByRole('main', { name: words.title });
  const rows = place.locator('[data-row]');
  await expect(rows).toHaveCount(2);
  await visit('all conversations');
  await filters(walk, place);
  const search = place.getByRole('searchbox');
  await search.fill('000000');
  await expect(rows).toHaveCount(0);
  await visit('all conversations: nothing found');
  await search.fill(talk.word);
  await expect(rows).toHaveCount(1);
  await expect(rows.locator('[data-hit]').first()).toBeVisible();
  await visit('all conversations: hits');
  await search.fill('');
  await expect(rows).toHaveCount(2);
  const menu = async (item: string) => {
    await rows
      .last()
      .getByRole('button', { name: filled(words.more) })
      .click();
    await expect(page.getByRole('menu')).toBeVisible();
    await visit(`all conversations: menu, ${item}`);
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu(words.do.tags);
  await theDialog(page);
  await visit('tags');
  await closed(page);
  await menu(words.do.costs);
  await expect(place.getByRole('table')).toBeVisible();
  await eachTab(walk, place, 'what cost most');
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(2);
  for (const box of await rows.getByRole('checkbox').all()) await box.check();
  await visit('all conversations: two selected');
  await place.getByRole('button', { name: words.do.compare, exact: true }).click();
  await expect(place.getByText(words.compare.title).first()).toBeVisible();
  await expect(place.getByText(words.compare.settings).or(place.getByText(words.compare.sameSettings))).toBeVisible();
  await visit('two conversations side by side');
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(2);
  await rows.last().getByRole('checkbox').check();
  await givenOn(walk, place);
  await broughtIn(walk, place);
  await page.keyboard.press('Alt+l');
  await judging(walk, place);
}
