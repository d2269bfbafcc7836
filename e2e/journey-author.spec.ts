/** The whole walk of one who writes skills and wants to see every token of them. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect as patient, test } from './fixtures.ts';
import { chatLog, messageBox } from './kit/chat.ts';
import { longTalk } from './kit/long-talk.ts';

/** Milliseconds that a step may take beside other work. */
const expect = patient.configure({ timeout: 30_000 });

test.use({ modelKind: 'scripted', viewport: { width: 1440, height: 900 }, actionTimeout: 60_000 });

/** Milliseconds: from a folder on the disk to an undone summary. */
const WHOLE_STORY = 300_000;

/** A first Escape may only take away the words beside the pointer. */
const leave = (page: Page, pane: Locator): Promise<void> =>
  expect(async () => {
    await page.keyboard.press('Escape');
    await expect(pane).toHaveCount(0, { timeout: 2_000 });
  }).toPass();

test('an author imports a skill, previews its cost, loads it, finds what changed and undoes a summary', async ({
  app,
  page,
  model,
  folders,
}) => {
  test.setTimeout(WHOLE_STORY);
  const source = path.join(folders.userHome, 'given', 'letters');
  mkdirSync(path.join(source, 'references'), { recursive: true });
  writeFileSync(
    path.join(source, 'SKILL.md'),
    '---\nname: letters\ndescription: Writes letters. Use when somebody writes one.\n---\n# Letters\n\nRead references/forms.md first.\n',
  );
  writeFileSync(path.join(source, 'references', 'forms.md'), '# Forms of address\n\nDear Sir or Madam.\n');
  const context = page.getByRole('region', { name: 'Context', exact: true });
  const skills = page.getByRole('region', { name: 'Skills' });
  const talk = longTalk(page, model);

  await test.step('imports a skill and opens its page', async () => {
    await page.getByRole('button', { name: 'New skill' }).click();
    await page.getByRole('button', { name: 'Import one instead' }).click();
    await page.getByRole('textbox', { name: 'Address or folder' }).fill(source);
    await page.getByRole('button', { name: 'Preview' }).click();
    await app.shot('journey-author-1-import');
    await page.getByRole('button', { name: 'Install 1 skill' }).click();
    await expect(page.getByRole('heading', { name: 'letters' }).first()).toBeVisible();
    await app.shot('journey-author-2-skill');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'New conversation' }).first().click();
  });

  await test.step('previews loading it, then loads it', async () => {
    await talk.turn();
    await page.keyboard.press('Alt+m');
    const map = page.getByRole('main', { name: 'Context map' });
    await expect(map.locator('[data-tile]').first()).toBeVisible();
    await app.shot('journey-author-3-map');
    await map.getByRole('button', { name: 'Load', exact: true }).click();
    await page.getByRole('menuitem', { name: /^letters/ }).click();
    await expect(map.getByRole('region', { name: 'What if' })).toContainText('load letters');
    await app.shot('journey-author-4-what-if');
    await map.getByRole('button', { name: 'Apply' }).click();
    await expect(map.locator('[data-tile="skill:letters"]')).toBeVisible();
    await leave(page, map);
    await expect(context.getByRole('row', { name: /^letters/ })).toBeVisible();
  });

  await test.step('loads a reference by hand, and finds the event that changed the request', async () => {
    // The loaded skill has moved to the top of the list before the click.
    const row = skills.getByRole('listitem').first();
    await expect(row).toContainText('letters');
    const reference = row.getByRole('button', { name: 'Load references/forms.md' });
    await row.locator('[aria-expanded="false"]').first().click();
    // Its position is counted while the row opens; a second line could move the button clicked next.
    await expect(row.getByText(/\+\d+ tokens, after/)).toBeVisible();
    await reference.click();
    await expect(context.getByRole('row', { name: /forms\.md/ })).toBeVisible();
    await talk.turn();
    const columns = page.getByRole('toolbar', { name: 'Requests, one after the other' }).getByRole('button');
    await expect(columns.last()).toHaveAccessibleName(/letters loaded/);
    await app.shot('journey-author-5-timeline');
    await page.keyboard.press('Alt+m');
    const map = page.getByRole('main', { name: 'Context map' });
    await map.getByRole('tab', { name: 'Compare' }).click();
    await expect(map.getByRole('list', { name: 'Changes' })).toContainText(/letters loaded/);
    await app.shot('journey-author-6-compare');
    await leave(page, map);
  });

  await test.step('makes a summary by hand, reads both versions and undoes it', async () => {
    for (let turn = 0; turn < 5; turn += 1) await talk.turn();
    await messageBox(page).focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search and commands' }).fill('Summarise older');
    await page.keyboard.press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Summarise/ })
      .click();
    const marker = chatLog(page).getByText(/^Summarised \d+ earlier messages for the model/);
    await expect(page.getByText(/^\d+ messages summarised: /)).toBeVisible();
    await chatLog(page).press('End');
    await expect(async () => {
      if (!(await marker.isVisible())) await chatLog(page).press('PageUp');
      await marker.scrollIntoViewIfNeeded({ timeout: 1_000 });
      await expect(marker).toBeInViewport({ timeout: 1_000 });
    }).toPass();
    await app.shot('journey-author-7-summary');
    await chatLog(page).getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('region', { name: 'What the model sees' })).toBeVisible();
    await app.shot('journey-author-8-both-sides');
    await page.keyboard.press('Escape');
    await chatLog(page).getByRole('button', { name: 'Undo' }).click();
    await expect(marker).toHaveCount(0);
  });
});
