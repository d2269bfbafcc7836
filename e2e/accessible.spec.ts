/** The main states against WCAG 2.1 AA, light and dark, and on a narrow window. */
import { say as answer, call } from '../src/main/model/test-kit/scripted-model.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible, overflow } from './kit/accessible.ts';
import { answers, card, idle, say } from './kit/chat.ts';
import { bothShots } from './kit/screens.ts';

test('the path from the welcome screen to a booking has no violations', async ({ page }) => {
  await expect(page.getByRole('heading', { name: 'Hello. What can I do for you?' })).toBeVisible();
  await expectAccessible(page, 'welcome');
  await say(page, 'I would like to fly from Beijing to Tokyo tomorrow');
  await expect(card(page, 'Beijing → Tokyo')).toBeVisible();
  await idle(page);
  await page.getByRole('button', { name: 'Details of option 1', exact: true }).click();
  await expectAccessible(page, 'flights');
  await page.getByRole('button', { name: /^Choose option 1:/ }).click();
  await expect(answers(page).last()).toContainText("passenger's name");
  await idle(page);
  await say(page, 'Ada Lovelace');
  await expect(card(page, 'Confirm this booking')).toBeVisible();
  await expectAccessible(page, 'confirmation');
  await page.getByRole('button', { name: 'Confirm and book' }).click();
  await expect(card(page, 'Booking reference')).toBeVisible();
  await idle(page);
  await expectAccessible(page, 'booked');
});

test('settings, commands and shortcuts have no violations', async ({ page }) => {
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  for (const tab of ['Model', 'Approvals', 'Limits', 'Appearance', 'Data']) {
    await page.getByRole('tab', { name: tab }).click();
    await expectAccessible(page, `settings, ${tab}`);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, 'commands');
});

test.describe('with a scripted model', () => {
  test.use({ modelKind: 'scripted' });

  test('a command that asks for approval, and its end, have no violations', async ({ page, model }) => {
    model.add(call('run_command', { command: 'echo one two three' }), answer('It **printed** `one two three`.'));
    await say(page, 'Print something');
    await expect(card(page, 'Run this command?')).toBeVisible();
    await expectAccessible(page, 'approval');
    await page.getByRole('button', { name: 'Allow once' }).click();
    await expect(answers(page).last()).toContainText('one two three');
    await idle(page);
    await page.getByRole('button', { name: /^Ran a command/ }).click();
    await expect(page.getByRole('heading', { name: 'Terminal' })).toBeVisible();
    await expectAccessible(page, 'a step with its terminal');
  });
});

test.describe('900 pixels wide', () => {
  test.use({ viewport: { width: 900, height: 800 } });

  test('nothing overflows, and the columns open over the chat', async ({ app, page }) => {
    await expect(page.getByRole('heading', { name: 'Hello. What can I do for you?' })).toBeVisible();
    expect(await overflow(page)).toBe(0);
    await say(
      page,
      `I would like to fly from Beijing to Tokyo tomorrow, back on ${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}`,
    );
    await expect(card(page, 'Beijing ⇄ Tokyo')).toBeVisible();
    await idle(page);
    expect(await overflow(page)).toBe(0);
    await bothShots({ app, page }, 'narrow');
    await page.getByRole('button', { name: 'Show context and skills' }).click();
    await expect(page.getByRole('dialog', { name: 'Context and skills' })).toBeVisible();
    expect(await overflow(page)).toBe(0);
    await bothShots({ app, page }, 'narrow-context');
  });
});
