/** Skills while their files change: they come, change, go and come again on the screen; a switch keeps one from the model. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';
import { messageBox } from './kit/chat.ts';

const skill = (name: string, more = '', body = 'Read it.') =>
  `---\nname: ${name}\ndescription: Reads ${name}. Use it for ${name}.\n${more}---\n${body}\n`;

test('shows a skill file’s change at once, while the loaded skill stays until it is reloaded', async ({
  app,
  page,
}) => {
  const at = (...parts: string[]) => path.join(app.home, 'skills', ...parts);
  const write = (name: string, text: string) => {
    mkdirSync(at(name), { recursive: true });
    writeFileSync(at(name, 'SKILL.md'), text);
  };
  await expect(messageBox(page)).toBeVisible();
  const skills = page.getByRole('region', { name: 'Skills' });
  const row = (name: string) => skills.getByRole('listitem').filter({ hasText: name });
  write('pdf-forms', skill('pdf-forms'));
  write('mail-merge', skill('mail-merge', 'metadata: {requires-programs: no-such-program-9}\n'));
  await expect(row('mail-merge').getByText('can’t run here')).toBeVisible();
  await skills.getByRole('button', { name: 'Load pdf-forms' }).click();
  await expect(skills.getByRole('button', { name: 'Unload pdf-forms' })).toBeVisible();

  // By rename, as editors write.
  writeFileSync(
    at('pdf-forms', '.SKILL.md.new'),
    skill('pdf-forms', '', 'Read it twice, and ask about what is empty.'),
  );
  renameSync(at('pdf-forms', '.SKILL.md.new'), at('pdf-forms', 'SKILL.md'));
  await expect(row('pdf-forms').getByText('Changed on disk')).toBeVisible();
  await row('mail-merge')
    .getByRole('button', { name: /mail-merge/ })
    .click();
  await expect(row('mail-merge').getByText('The skill needs the program no-such-program-9')).toBeVisible();
  await expectAccessible(page, 'a changed skill, and one that cannot work here');
  await skills.getByRole('button', { name: /^Reload pdf-forms from disk: \+\d+ tokens$/ }).click();
  await expect(row('pdf-forms').getByText('Changed on disk')).toBeHidden();

  renameSync(at('pdf-forms'), at('.away'));
  await expect(
    row('pdf-forms').getByText('Deleted on disk. The loaded version works until you unload it.'),
  ).toBeVisible();
  renameSync(at('.away'), at('pdf-forms'));
  await expect(row('pdf-forms').getByText('Deleted on disk')).toBeHidden();

  // Switched off, it is unloaded, and the model's catalog no longer lists it.
  await skills.getByRole('switch', { name: 'Use the skill pdf-forms' }).click();
  await expect(row('pdf-forms').getByText('off', { exact: true })).toBeVisible();
  await expect(skills.getByText(/^0 of \d+ loaded$/)).toBeVisible();
  await page.setViewportSize({ width: 900, height: 800 });
  await page.getByRole('button', { name: 'Show context and skills' }).click();
  await expect(row('pdf-forms')).toBeVisible();
  expect(await overflow(page)).toBe(0);
});
