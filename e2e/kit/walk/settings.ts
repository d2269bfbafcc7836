/** Settings, the sheet of keys, the commands, theme and language. */
import { closed, command, eachTab, expect, inDialog, theDialog, type Walk, wordsOf } from './walk.ts';

export async function settings(walk: Walk): Promise<void> {
  const { page } = walk;
  await page.keyboard.press('Control+,');
  const dialog = await theDialog(page);
  await eachTab(walk, dialog, 'settings');
  await closed(page);
}

export async function sheets(walk: Walk): Promise<void> {
  const { page, visit } = walk;
  const { app } = wordsOf(walk);
  await page.locator('h1').first().click();
  await inDialog(walk, '?', 'shortcuts');
  await closed(page);
  const palette = await inDialog(walk, 'Control+k', 'commands');
  await palette.getByRole('combobox').fill('000000');
  await expect(palette.getByRole('option')).toHaveCount(0);
  await visit('commands: nothing found');
  await closed(page);
  // With large text it is only in the command palette.
  const appearance = page.getByRole('button', { name: app.header.appearance });
  if (!(await appearance.isVisible())) return;
  await appearance.click();
  await expect(page.getByRole('menu')).toBeVisible();
  await visit('theme and language');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);
}

/** An environment is made: then there is a switch for them, and the words on each. */
export async function environments(walk: Walk): Promise<void> {
  const { page, visit } = walk;
  const { app, common, settings: words } = wordsOf(walk);
  await command(walk, app.palette.settings.replace('{{tab}}', words.tab.environments));
  const dialog = await theDialog(page);
  await dialog.getByRole('button', { name: words.environments.new }).click();
  await dialog.getByRole('textbox', { name: common.name }).fill('a/b');
  await dialog.getByRole('button', { name: words.environments.create }).click();
  await expect(dialog.getByText(words.environments.badName)).toBeVisible();
  await visit('a new environment with a wrong name');
  await dialog.getByRole('textbox', { name: common.name }).fill('work-2');
  await dialog.getByRole('button', { name: words.environments.create }).click();
  await expect(
    dialog.getByRole('button', { name: words.environments.switchTo.replace('{{name}}', 'work-2') }),
  ).toBeVisible();
  await visit('two environments');
  await closed(page);
}
