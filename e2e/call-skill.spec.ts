/** A person calls a skill by its name: `/` offers the names, the message loads it, and its page shows what its author wrote. */
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { idle, messageBox, questions } from './kit/chat.ts';
import { bothShots } from './kit/screens.ts';

test('completes the name of a skill by keyboard and loads it with the message', async ({ app, page }) => {
  await messageBox(page).pressSequentially('/b');
  const menu = page.getByRole('listbox', { name: 'Skills by name' });
  await expect(menu.getByRole('option').first()).toContainText('/book-flight');
  await expectAccessible(page, 'names of skills');
  await bothShots({ app, page }, 'call-skill');
  await page.keyboard.press('Tab');
  await expect(messageBox(page)).toHaveValue('/book-flight ');
  await expect(menu).toBeHidden();
  await messageBox(page).pressSequentially('I would like to fly from Beijing to Tokyo tomorrow');
  await page.keyboard.press('Enter');
  await expect(questions(page)).toContainText('/book-flight I would like to fly');
  await idle(page);
  await expect(page.getByText('1 of 4 loaded')).toBeVisible();
  await page.getByRole('button', { name: 'Unload book-flight', exact: true }).waitFor();
});
