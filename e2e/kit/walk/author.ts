/** A skill's page, a new one, and one that comes from elsewhere. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { closed, command, eachTab, expect, theDialog, type Walk, wordsOf } from './walk.ts';

const LETTERS = {
  en: 'Writes letters. Use it when somebody has to write one.',
  zh: '写信。有人要写信时使用。',
} as const;

async function fromElsewhere(walk: Walk): Promise<void> {
  const { page, app, visit, language } = walk;
  const { author: words } = wordsOf(walk);
  const given = path.join(app.home, '..', 'given', 'mail-letters');
  mkdirSync(given, { recursive: true });
  writeFileSync(
    path.join(given, 'SKILL.md'),
    `---\nname: mail-letters\ndescription: ${LETTERS[language]}\nmetadata:\n  network: post.example.org\n---\n# ${LETTERS[language]}\n`,
  );
  await command(walk, words.import.title);
  const dialog = await theDialog(page);
  await visit('import skills');
  const address = dialog.getByRole('textbox', { name: words.import.address });
  await address.fill(path.join(given, 'nowhere'));
  await dialog.getByRole('button', { name: words.import.look }).click();
  await expect(dialog.getByRole('alert').or(dialog.getByRole('status')).first()).toBeVisible();
  await visit('import skills: nothing there');
  await address.fill(given);
  await dialog.getByRole('button', { name: words.import.look }).click();
  await expect(dialog.getByText('mail-letters', { exact: true }).first()).toBeVisible();
  await visit('import skills: what is in it');
  await dialog
    .getByRole('button', { name: words.import.do_other.replace('{{n}}', '1') })
    .or(dialog.getByRole('button', { name: 'Install 1 skill' }))
    .click();
}

/** Cases, sentences and results of a skill, empty and with a row. */
async function evals(walk: Walk, place: Locator): Promise<void> {
  const { page, visit } = walk;
  const { author: words, evals: own } = wordsOf(walk);
  await place.getByRole('tab', { name: words.tabs.evals }).click();
  await place.getByRole('button', { name: own.cases.add }).click();
  await expect(place.getByRole('table', { name: own.cases.title })).toBeVisible();
  await visit('a case of a skill');
  await place.getByRole('tab', { name: own.sentences.title }).click();
  await place.getByRole('button', { name: own.sentences.add }).click();
  await visit('sentences of a skill');
  await place.getByRole('tab', { name: own.results.title }).click();
  await expect(place.getByText(own.results.none)).toBeVisible();
  await visit('no results of evals yet');
  await page.keyboard.press('Control+s');
}

export async function author(walk: Walk): Promise<void> {
  const { page, visit } = walk;
  const { author: words, common, skills } = wordsOf(walk);
  await command(walk, skills.table.open);
  const table = page.getByRole('table', { name: common.skills });
  await table.getByRole('checkbox').nth(1).check();
  await visit('all skills in a table');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(table).toBeHidden();
  await command(walk, words.new.title);
  const dialog = await theDialog(page);
  await visit('a new skill');
  await dialog.getByRole('textbox', { name: common.name }).fill('Packing List');
  await expect(dialog.getByText(words.name.faults.capitals)).toBeVisible();
  await visit('a new skill with a wrong name');
  await closed(page);
  await fromElsewhere(walk);
  const place = page.getByRole('main').filter({ has: page.getByRole('tablist', { name: words.tabs.label }) });
  await expect(place.getByRole('textbox').first()).toBeVisible();
  await eachTab(walk, place, 'a skill');
  await evals(walk, place);
  await place.getByRole('button', { name: words.files.add }).click();
  await theDialog(page);
  await visit(`a new file (${common.close})`);
  await closed(page);
  await place.getByRole('button', { name: words.more }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await visit('more for a skill');
  await page.getByRole('menuitem', { name: words.uninstall.menu }).click();
  await expect(place).toHaveCount(0);
  await visit('uninstalled, with the way back');
}
