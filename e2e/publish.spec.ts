/** An author publishes a skill to a team's Git repository from the window, sees who and when, and takes a version back. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';

const git = (cwd: string, ...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], { cwd, encoding: 'utf8' });

/** A bare repository with a first commit. */
function teamRepository(dir: string): string {
  const [work, bare] = [path.join(dir, 'team-work'), path.join(dir, 'team.git')];
  mkdirSync(work);
  git(work, 'init', '-q', '-b', 'main');
  writeFileSync(path.join(work, 'README.md'), 'Skills of the team.\n');
  git(work, 'add', '-A');
  git(work, 'commit', '-qm', 'First');
  git(dir, 'clone', '-q', '--bare', work, bare);
  return bare;
}

function writeSkill(home: string, body: string): void {
  const dir = path.join(home, 'skills', 'invoices');
  mkdirSync(dir, { recursive: true });
  const description = 'Checks invoices against orders. Use when an invoice is to be checked; 核对发票时使用。';
  writeFileSync(path.join(dir, 'SKILL.md'), `---\nname: invoices\ndescription: ${description}\n---\n\n${body}\n`);
}

async function palette(page: Page, words: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill(words);
  await page.getByRole('option', { name: words }).first().click();
}

async function openPublish(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Publish' }).click();
}

test('publishes versions to a Git repository, and takes the last one back', async ({ app, page, folders }) => {
  const dir = path.join(folders.home, '..');
  const bare = teamRepository(dir);
  const subjects = () => git(bare, 'log', '--format=%s', 'main').trim().split('\n');
  writeFileSync(path.join(folders.userHome, '.gitconfig'), '[user]\n\tname = Ann\n\temail = ann@example.com\n');
  writeSkill(app.home, 'Compare each line.');
  await palette(page, 'Edit invoices');
  await expect(page.getByRole('heading', { name: 'invoices', level: 2 })).toBeVisible();

  // There is nowhere to publish to yet.
  await openPublish(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('None of your repositories accepts new versions.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Skill repositories' }).click();
  await dialog.getByRole('textbox', { name: 'Address or folder' }).fill(`file://${bare}`);
  await dialog.getByRole('button', { name: 'Add repository' }).click();
  await expect(dialog.getByText('Up to date', { exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await openPublish(page);
  await expect(dialog.getByText('None yet. This is the first version.')).toBeVisible();
  await expect(dialog.getByText('No lint errors.')).toBeVisible();
  await expect(dialog.getByText('No eval results.')).toBeVisible();
  await expectAccessible(page, 'publishing a first version');
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('The first version. 第一版。');
  await page.keyboard.press('Tab');
  await dialog.getByRole('button', { name: 'Publish 1.0.0' }).press('Enter');
  const versions = dialog.getByRole('list', { name: 'Published versions' });
  await expect(versions.getByText('The first version. 第一版。')).toBeVisible();
  expect(subjects()).toEqual(['Publish invoices 1.0.0', 'First']);
  expect(git(bare, 'show', 'main:skills/invoices/SKILL.md')).toContain('Compare each line.');

  // The same again changes nothing: the repository refuses, and says why.
  await dialog.getByRole('button', { name: 'Publish 1.0.1' }).click();
  await expect(dialog.getByText('The repository refused')).toBeVisible();
  await page.keyboard.press('Escape');

  // Errors of the linter come first.
  const editor = page.getByRole('textbox', { name: /^Text of SKILL\.md/ });
  await editor.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('Read [the totals](references/totals.md) first.\n');
  await openPublish(page);
  await expect(dialog.getByText('1 lint error. Correct it before you publish.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Publish 1.0.1' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Show findings' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /Findings/ })).toHaveAttribute('aria-selected', 'true');
  mkdirSync(path.join(app.home, 'skills/invoices/references'));
  writeFileSync(path.join(app.home, 'skills/invoices/references/totals.md'), '# Totals\n\nAdd them up.\n');

  await openPublish(page);
  await expect(dialog.getByText('No lint errors.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish 1.0.1' }).click();
  await expect(versions.getByRole('listitem')).toHaveCount(2);
  await page.setViewportSize({ width: 900, height: 800 });
  await expectAccessible(page, 'published versions');
  expect(await overflow(page)).toBe(0);

  await versions.getByRole('button', { name: 'Unpublish 1.0.1' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Unpublish' }).click();
  await expect(versions.getByRole('listitem')).toHaveCount(1);
  expect(subjects()[0]).toBe('Revert "Publish invoices 1.0.1"');
  await page.keyboard.press('Escape');

  // A version published from here is no update for here.
  await palette(page, 'Skill repositories');
  await expect(dialog.getByText('can’t be read')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Check team for updates' })).toBeVisible();
});
