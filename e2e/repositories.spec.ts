/** A team's repository in the window: added, reviewed, installed; an update as a difference; what a broken one says. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';
import { bothShots } from './kit/screens.ts';

const skill = (id: string, description: string, body: string, more = '') =>
  `---\nname: ${id}\ndescription: ${description}\nmetadata:\n  version: "1.0"\n${more}---\n\n# ${id}\n\n${body}\n`;

test('installs the skills of a folder after review, and its update after a difference', async ({
  app,
  page,
  folders,
}) => {
  const team = path.join(folders.home, '..', 'team-skills');
  const write = (id: string, text: string) => {
    mkdirSync(path.join(team, id), { recursive: true });
    writeFileSync(path.join(team, id, 'SKILL.md'), text);
  };
  write('invoices', skill('invoices', 'Checks invoices against orders. 核对发票。', 'Compare each line.'));
  write('minutes', skill('minutes', 'Writes minutes from notes. 整理会议纪要。', 'Begin with the decisions.'));

  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill('Skill repositories');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('None yet.')).toBeVisible();
  await bothShots({ app, page }, 'repositories-empty');
  await dialog.getByRole('textbox', { name: 'Address or folder' }).fill(team);
  await dialog.getByRole('button', { name: 'Add repository' }).click();
  await expect(dialog.getByText('Checks invoices against orders.')).toBeVisible();
  await bothShots({ app, page }, 'repositories-review');
  await dialog.getByRole('button', { name: 'Install 2 skills' }).click();
  await expect(dialog.getByText('Up to date', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: '2 skills' }).click();
  await expect(dialog.getByText(/tokens in every request, \d+ when loaded/).first()).toBeVisible();
  await expectAccessible(page, 'the repositories');
  await bothShots({ app, page }, 'repositories');

  write(
    'invoices',
    skill(
      'invoices',
      'Checks invoices against orders. 核对发票。',
      'Compare totals first.',
      '  network: erp.example.com\n',
    ),
  );
  await dialog.getByRole('button', { name: 'Check team-skills for updates' }).click();
  await expect(dialog.getByText('Asks for more than before').first()).toBeVisible();
  await expect(dialog.getByText('Reach erp.example.com')).toBeVisible();
  await expect(dialog.getByText('+Compare totals first.')).toBeVisible();
  await bothShots({ app, page }, 'repositories-update');
  await dialog.getByRole('button', { name: 'Install 1 skill' }).click();
  await expect(dialog.getByText('Up to date', { exact: true })).toBeVisible();

  rmSync(team, { recursive: true });
  await dialog.getByRole('button', { name: 'Check team-skills for updates' }).click();
  await expect(dialog.getByText('Can’t be read')).toBeVisible();
  await page.setViewportSize({ width: 900, height: 800 });
  await expectAccessible(page, 'a repository that cannot be read');
  await bothShots({ app, page }, 'repositories-900');
  expect(await overflow(page)).toBe(0);
});
