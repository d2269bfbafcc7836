/** Environments: made, filled by hand, switched, removed and brought back; a conversation stays in its own. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';
import { idle, messageBox, say } from './kit/chat.ts';

const AGENTS = `{
  "guide": { "description": "Says it in few words.", "default": true, "skills": ["book-*"] },
  "clerk": { "tools": ["read_file"] }
}`;

test('creates and uses an environment; with only one, environments stay hidden', async ({ app, page }) => {
  const switcher = page.getByRole('button', { name: /^Environment:/ });
  await expect(messageBox(page)).toBeVisible();
  await expect(switcher).toBeHidden();
  await expect(page.getByText('Choose an agent')).toBeHidden();

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Environments' }).click();
  await page.getByRole('button', { name: 'New environment' }).click();
  const name = page.getByRole('textbox', { name: 'Name' });
  await name.fill('a/b');
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('with a letter or digit first')).toBeVisible();
  await name.fill('work');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: 'Switch to work' }).click();
  writeFileSync(path.join(app.home, 'environments', 'work', 'agents.jsonc'), AGENTS);
  await page.keyboard.press('Escape');

  // What an editor saved is there.
  const agent = page.getByRole('combobox', { name: 'Choose an agent' });
  await expect(agent).toContainText('guide');
  const skills = page.getByRole('region', { name: 'Skills' });
  await expect(skills.getByText('book-flight', { exact: true })).toBeVisible();
  await expect(skills.getByText('trip-planner', { exact: true })).toBeHidden();
  await agent.click();
  await page.getByRole('option', { name: 'Skilldeck (default)' }).click();
  await expect(skills.getByText('trip-planner', { exact: true })).toBeVisible();
  await agent.click();
  await page.getByRole('option', { name: 'guide' }).click();
  await expect(skills.getByText('trip-planner', { exact: true })).toBeHidden();
  await say(page, 'hello');
  await idle(page);
  await expect(page.getByText('Agent of this conversation: guide')).toBeAttached();

  await switcher.click();
  await page.getByRole('menuitemradio', { name: 'default' }).click();
  await expect(switcher).toHaveText('default');
  await expect(page.getByText('This conversation uses the environment work')).toBeAttached();
  // It continues in its own environment, with those skills.
  await say(page, 'hello again');
  await idle(page);
  await expect(skills.getByText('trip-planner', { exact: true })).toBeHidden();
  await page.setViewportSize({ width: 900, height: 800 });
  expect(await overflow(page)).toBe(0);
  await expectAccessible(page, 'a conversation of another environment');

  await switcher.click();
  await page.getByRole('menuitem', { name: 'Environments…' }).click();
  await page.getByRole('button', { name: 'Remove work' }).click();
  await expect(page.getByRole('button', { name: 'Switch to work' })).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Switch to work' })).toBeVisible();
});
