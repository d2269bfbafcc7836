/**
 * An author among many skills: finds one by typing, sees who loaded it and what went wrong with it, and
 * on its page what it may do, where it comes from and whether there is something newer.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';
import { answers, idle, messageBox, say } from './kit/chat.ts';

/** Milliseconds: axe looks at four states in light and dark. */
const WHOLE_STORY = 180_000;
/** Milliseconds: a script starts, and a model answers twice. */
const WHOLE_RUN = 60_000;
const MANY = 300;

const skillsOf = (page: Page) => page.getByRole('region', { name: 'Skills' });
const skillText = (name: string, body = 'Read it.') =>
  `---\nname: ${name}\ndescription: Does ${name}. Use when somebody asks for ${name}.\n---\n# ${name}\n\n${body}\n`;

function writeSkill(root: string, name: string, text = skillText(name)): void {
  mkdirSync(path.join(root, name), { recursive: true });
  writeFileSync(path.join(root, name, 'SKILL.md'), text);
}

test('finds one of three hundred skills by typing, and removes two in the table', async ({ app, page, folders }) => {
  test.setTimeout(WHOLE_STORY);
  const root = path.join(app.home, 'skills');
  for (let n = 0; n < MANY; n += 1) writeSkill(root, `bulk-${String(n).padStart(3, '0')}`);
  writeSkill(root, 'no-words', '---\nname: no-words\n---\nNothing says when.\n');
  writeSkill(root, 'twice');
  writeSkill(path.join(folders.userHome, '.agents', 'skills'), 'twice');
  const skills = skillsOf(page);
  await skills.getByRole('button', { name: 'Refresh skills' }).click();
  await expect(skills.getByText('0 of 305 loaded')).toBeVisible();
  await expect(skills.getByText('1 broken')).toBeVisible();
  const rows = skills.getByRole('listitem');
  await expect(rows).toHaveCount(60);

  // A broken skill is shown in the list, with a remedy when opened.
  const broken = skills.getByRole('button', { name: /^no-words can’t be used/ });
  await broken.click();
  await expect(skills.getByText(/^What to do:/)).toBeVisible();
  await expectAccessible(page, 'a long list of skills with a broken one open');
  await broken.click();

  // The keyboard leads from a search into the list.
  await skills.getByRole('searchbox', { name: 'Find a skill' }).fill('twice');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(skills.getByText('Another folder with this name isn’t used:')).toBeVisible();
  await skills.getByRole('searchbox', { name: 'Find a skill' }).fill('bulk-12');
  await expect(skills.getByRole('searchbox', { name: 'Find a skill' })).toHaveValue('bulk-12');
  await expect(rows).toHaveCount(10);
  await page.keyboard.press('ArrowDown');
  await expect(skills.getByRole('button', { name: /^Not loaded bulk-120/ })).toBeFocused();
  await skills.getByRole('searchbox', { name: 'Find a skill' }).press('Escape');
  await expect(skills.getByRole('searchbox', { name: 'Find a skill' })).toHaveValue('');

  // The table: by trouble at first, by any column, many at once.
  await skills.getByRole('button', { name: '246 more in the table' }).click();
  const table = page.getByRole('table', { name: 'Skills' });
  const first = table.locator('tbody tr[data-index="0"]');
  await expect(first).toContainText('no-words');
  await expectAccessible(page, 'the table of skills');
  await table.getByRole('button', { name: 'Loaded' }).click();
  await expect(first).toContainText('book-flight');
  await table.getByRole('button', { name: 'Name' }).click();
  const box = table.getByRole('checkbox', { name: 'Select “bulk-000”' });
  await box.press('Space');
  await box.press('Shift+ArrowDown');
  await expect(table.getByRole('checkbox', { name: 'Select “bulk-001”' })).toBeFocused();
  await page.getByRole('button', { name: 'Turn off (2)' }).click();
  await expect(table.getByRole('row', { name: /bulk-001/ })).toContainText('off');
  await page.getByRole('button', { name: 'Turn on (2)' }).click();
  await page.getByRole('button', { name: 'Uninstall (2)' }).click();
  await expect(page.getByText('Uninstalled 2 skills')).toBeVisible();
  expect(existsSync(path.join(root, 'bulk-001'))).toBe(false);
  await page.getByRole('button', { name: 'Undo' }).click();
  for (const name of ['bulk-000', 'bulk-001']) {
    await expect.poll(() => existsSync(path.join(root, name, 'SKILL.md'))).toBe(true);
    // The table is drawn again with them.
    await expect(table.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  }

  // Enter opens a skill's files over the table, and closing them leads back to it.
  await table.getByRole('checkbox', { name: 'Select “bulk-003”' }).press('Enter');
  await expect(page.getByRole('main', { name: 'bulk-003' })).toBeVisible();
  await page.goBack();
  await expect(table).toBeVisible();

  // The cost of a load is looked up by the skill's name, too.
  await page.getByRole('button', { name: 'New conversation' }).click();
  await say(page, 'hello');
  await idle(page);
  await page.keyboard.press('Alt+m');
  const map = page.getByRole('main', { name: 'Context map' });
  await map.getByRole('button', { name: 'Load', exact: true }).click();
  await expect(page.getByRole('searchbox', { name: 'Find by name' })).toBeFocused();
  await page.keyboard.type('bulk-29');
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: /^bulk-290/ })).toBeFocused();
  await expectAccessible(page, 'the search of a what-if');
  await page.keyboard.press('Enter');
  await expect(map.getByRole('region', { name: 'What if' })).toContainText('load bulk-290');
  await map.getByRole('button', { name: 'Discard' }).click();
  await page.keyboard.press('Escape');
  await expect(map).toBeHidden();
});

test('says who loaded a skill and its reference, and what the skill was used for since', async ({ app, page }) => {
  test.setTimeout(WHOLE_STORY);
  const skills = skillsOf(page);
  await expect(messageBox(page)).toBeVisible();
  await skills.getByRole('button', { name: 'Load book-flight' }).click();
  await skills.getByRole('button', { name: /^Loaded book-flight/ }).click();
  await skills.getByRole('button', { name: 'Load reference.md' }).click();
  await expect(skills.getByText(/^Loaded by you, /)).toHaveCount(2);
  await expectAccessible(page, 'a skill and its reference, just loaded');

  // What failed is said where the skill is.
  await say(page, 'Show my booking QQQQQQ');
  await expect(answers(page).last()).toBeVisible({ timeout: WHOLE_RUN });
  await idle(page);
  await expect(skills.getByText('failed last')).toBeVisible();
  await expect(skills.getByText(/^A script failed, /)).toBeVisible();
  await expect(skills.getByText(/^Loaded 1 time and its scripts run \d+ times?, in 1 conversation/)).toBeVisible();
  await app.restart();
  await expect(skills.getByText('failed last')).toBeVisible();
});

test('asks about a name that resembles another skill’s, shows permissions and origin, installs an update', async ({
  app,
  page,
  folders,
}) => {
  test.setTimeout(WHOLE_STORY);
  await test.step('asks separately about a name that equals or resembles another skill’s', async () => {
    const given = path.join(folders.userHome, 'alike');
    const lookAlike = 'bооk-flight';
    writeSkill(given, lookAlike, skillText(lookAlike, 'Write them.'));
    const installed = path.join(app.home, 'skills', lookAlike, 'SKILL.md');
    const question = page.getByRole('alertdialog', { name: 'Install a skill with a name already in use?' });

    await page.getByRole('button', { name: 'New skill' }).click();
    await page.getByRole('button', { name: 'Import one instead' }).click();
    await page.getByRole('textbox', { name: 'Address or folder' }).fill(given);
    await page.getByRole('button', { name: 'Preview' }).click();
    await expect(page.getByText('Name in use')).toBeVisible();
    await page.getByRole('button', { name: 'Install 1 skill' }).click();
    await expect(question).toContainText('is written with different characters');
    await expect(question).toContainText('b[U+043E][U+043E]k-flight ≠ book-flight');
    await expect(page.locator('mark[title="U+043E"]', { hasText: 'о' })).toHaveCount(2);
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page, 'the question about a name in use');
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    expect(existsSync(installed)).toBe(false);
    await page.getByRole('button', { name: 'Install 1 skill' }).click();
    await question.getByRole('button', { name: 'Install anyway' }).click();
    await page.getByRole('tab', { name: 'About' }).click();
    expect(existsSync(installed)).toBe(true);

    writeSkill(given, lookAlike, skillText(lookAlike, 'Write them by hand.'));
    await page.getByRole('button', { name: 'Check for updates' }).click();
    await page
      .getByRole('dialog', { name: `Update ${lookAlike}` })
      .getByRole('button', { name: 'Update', exact: true })
      .click();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(readFileSync(installed, 'utf8')).not.toContain('by hand');
  });

  await page.goto(new URL(page.url()).origin);
  await test.step('shows a skill’s permissions and origin, and installs an update', async () => {
    const given = path.join(folders.userHome, 'given');
    writeSkill(
      given,
      'letters',
      skillText('letters', 'Write them.').replace('---\n#', 'metadata:\n  network: post.example.org\n---\n#'),
    );
    const about = page.getByRole('tabpanel', { name: 'About' });

    await page.getByRole('button', { name: 'New skill' }).click();
    await page.getByRole('button', { name: 'Import one instead' }).click();
    await page.getByRole('textbox', { name: 'Address or folder' }).fill(given);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Install 1 skill' }).click();
    await page.getByRole('tab', { name: 'About' }).click();
    await expect(about.getByText('post.example.org')).toBeVisible();
    await expect(about.getByText(`Imported from ${given}`)).toBeVisible();
    await expect(about.getByText('Unchanged since import')).toBeVisible();

    writeSkill(given, 'letters', skillText('letters', 'Write them by hand.'));
    await about.getByRole('button', { name: 'Check for updates' }).click();
    const dialog = page.getByRole('dialog', { name: 'Update letters' });
    await expect(dialog.getByText('+Write them by hand.')).toBeVisible();
    await expectAccessible(page, 'what an update would change');
    const installed = path.join(app.home, 'skills', 'letters', 'SKILL.md');
    expect(readFileSync(installed, 'utf8')).not.toContain('by hand');
    await dialog.getByRole('button', { name: 'Update', exact: true }).click();
    await expect(dialog).toBeHidden();
    expect(readFileSync(installed, 'utf8')).toContain('by hand');
    await about.getByRole('button', { name: 'Check for updates' }).click();
    await expect(dialog.getByText('Already up to date.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).last().click();

    // Written by something else than the app.
    writeFileSync(installed, `${readFileSync(installed, 'utf8')}\nAnd sign them.\n`);
    await expect(about.getByText('Changed since import')).toBeVisible();

    // One of the app's own begins with what it is.
    await page.goto(`${new URL(page.url()).origin}/#/skills/book-flight`);
    await expect(page.getByRole('button', { name: 'Duplicate to edit' })).toBeVisible();
    await expect(about.getByText('asks each time').first()).toBeVisible();
    await expect(about.getByText(/^api\.duffel\.com.*\(with /)).toBeVisible();
    await expectAccessible(page, 'the page of a skill that is only read');
    await page.setViewportSize({ width: 900, height: 800 });
    expect(await overflow(page)).toBe(0);
  });
});
