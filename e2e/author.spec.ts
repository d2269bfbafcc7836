/** An author creates a skill, sees a finding at once, fixes it, watches the tokens, and tries it. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';

const editor = (page: Page): Locator => page.getByRole('textbox', { name: /^(Text of|SKILL\.md 的文字)/ });
const tokens = (page: Page): Locator => page.getByRole('region', { name: 'Tokens once loaded' });
const tab = (page: Page, name: string | RegExp): Locator => page.getByRole('tab', { name });

async function makeSkill(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New skill' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Packing List');
  await expect(page.getByText('No capital letters.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Name' }).fill(name);
  await page
    .getByRole('textbox', { name: 'Description' })
    .fill('Writes packing lists (打包清单). Use when the person packs for a trip; 当用户要打包行李时使用。');
  await page.getByRole('button', { name: 'Create skill' }).click();
  await expect(page.getByRole('heading', { name, level: 2 })).toBeVisible();
  await expect(editor(page)).toBeVisible();
}

test('an author creates a skill and tries it in a conversation with no other', async ({ app, page }) => {
  await makeSkill(page, 'packing-list');
  const file = path.join(app.home, 'skills', 'packing-list', 'SKILL.md');
  expect(readFileSync(file, 'utf8')).toContain('name: packing-list\n');
  // The template has no findings.
  await expect(page.getByText('No problems found')).toBeVisible();

  // A finding, underlined and listed, before anything is saved; and the tokens with it.
  const before = await tokens(page).textContent();
  await editor(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nLoad references/winter.md when it is cold.\n');
  const finding = page
    .getByRole('listitem')
    .filter({ hasText: '"references/winter.md" isn\'t in the skill\'s folder' });
  await expect(finding).toBeVisible();
  await expect(page.locator('.cm-lintRange-warning')).toHaveText('references/winter.md');
  await expect(tokens(page)).not.toHaveText(before ?? '');
  await expect(page.getByText('1 file unsaved')).toBeVisible();
  expect(readFileSync(file, 'utf8')).not.toContain('winter');
  await finding.getByRole('button', { name: 'reference-missing' }).click();
  await expect(finding).toContainText('exist');

  // Fixed by adding the missing file.
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByRole('textbox', { name: 'Path in the skill’s folder' }).fill('references/winter.md');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { name: /winter\.md/ })).toHaveAttribute('aria-selected', 'true');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type('# Winter\n\nA hat and gloves.\n');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/unsaved$/)).toHaveCount(0);
  await expect(page.getByText('No problems found')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain('Load references/winter.md when it is cold.\n');

  await tab(page, 'Costs').click();
  await expect(page.getByRole('row', { name: /^agentscope/ })).toBeVisible();
  await expectAccessible(page, 'the author’s view');

  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('button', { name: 'Open a conversation' }).click();
  await expect(page.getByRole('heading', { name: 'Skills' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Load packing-list' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Load [a-z-]+$/ })).toHaveCount(1);
});

test('keeps typed text through an outside change, navigation, a reload and a deletion', async ({ app, page }) => {
  await makeSkill(page, 'packing-list');
  const file = path.join(app.home, 'skills', 'packing-list', 'SKILL.md');
  await expect(page.getByText('No problems found')).toBeVisible();
  await editor(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nMine.\n');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\nTheirs.\n`);
  await page.keyboard.press('Control+s');
  await expect(page.getByText('SKILL.md changed on disk')).toBeVisible();
  expect(readFileSync(file, 'utf8')).toContain('Theirs.');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'On disk' })).toContainText('Theirs.');
  await expect(page.getByRole('textbox', { name: 'Your text' })).toContainText('Mine.');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await expect(page.getByText('changed on disk')).toHaveCount(0);
  expect(readFileSync(file, 'utf8')).toMatch(/Mine\.\n$/);

  // What is left unsaved is there again, after a reload too.
  await editor(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Kept.\n');
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(editor(page)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Your unsaved changes were restored.')).toBeVisible();
  // Only what is on the screen is drawn.
  await editor(page).focus();
  await page.keyboard.press('Control+End');
  await expect(editor(page)).toContainText('Kept.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => readFileSync(file, 'utf8')).toMatch(/Kept\.\n$/);

  // Deleted and restored by keyboard alone.
  await page.getByRole('button', { name: 'New file' }).click();
  await page.getByRole('textbox', { name: 'Path in the skill’s folder' }).fill('references/guide.md');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('treeitem', { name: /guide\.md/ })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('treeitem', { name: /SKILL\.md/ }).focus();
  await page.keyboard.press('End');
  await expect(page.getByRole('treeitem', { name: /guide\.md/ })).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('treeitem', { name: /guide\.md/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('treeitem', { name: /guide\.md/ })).toBeVisible();
});

test('imports, copies, renames and removes a skill', async ({ app, page, folders }) => {
  const source = path.join(folders.userHome, 'given', 'letters');
  mkdirSync(path.join(source, 'scripts'), { recursive: true });
  const front = 'name: letters\ndescription: Writes letters. Use when somebody writes one.\nlicense: MIT';
  writeFileSync(path.join(source, 'SKILL.md'), `---\n${front}\n---\n# Letters\n\nRun scripts/send.py.\n`);
  writeFileSync(path.join(source, 'scripts', 'send.py'), 'import argparse\n');

  // First what it is: nothing is written by looking.
  await page.getByRole('button', { name: 'New skill' }).click();
  await page.getByRole('button', { name: 'Import one instead' }).click();
  await page.getByRole('textbox', { name: 'Address or folder' }).fill(path.dirname(source));
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import skills' });
  await expect(dialog.getByText(/^(Stays in the sandbox|Runs without a sandbox)$/)).toBeVisible();
  await dialog.getByRole('button', { name: /^2 files/ }).click();
  await expect(dialog.getByText('MIT')).toBeVisible();
  expect(existsSync(path.join(app.home, 'skills', 'letters'))).toBe(false);
  await dialog.getByRole('button', { name: 'Install 1 skill' }).click();
  await expect(page.getByRole('heading', { name: 'letters', level: 2 })).toBeVisible();

  const more = page.getByRole('button', { name: 'More actions' });
  await more.click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('mail');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'mail', level: 2 })).toBeVisible();
  await expect(editor(page)).toContainText('name: mail');
  expect(existsSync(path.join(app.home, 'skills', 'letters'))).toBe(false);

  const saved = page.waitForEvent('download');
  await more.click();
  await page.getByRole('menuitem', { name: 'Export as .skill' }).click();
  expect((await saved).suggestedFilename()).toBe('mail.skill');

  await more.click();
  await page.getByRole('menuitem', { name: 'Uninstall' }).click();
  await expect(page.getByText('Uninstalled mail')).toBeVisible();
  expect(existsSync(path.join(app.home, 'skills', 'mail'))).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('heading', { name: 'mail', level: 2 })).toBeVisible();

  // One of the app's own is read, and copied to be changed.
  await page.goto(`${new URL(page.url()).origin}/#/skills/book-flight`);
  await expect(page.getByText('Read-only', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Duplicate to edit' }).click();
  await page.getByRole('button', { name: 'Duplicate', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'book-flight-copy', level: 2 })).toBeVisible();
  await expect(editor(page)).toContainText('name: book-flight-copy');
});
