/** The view for people who travel: the conversation and their trips, with one switch to how it works and back. */
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { card, idle, say } from './kit/chat.ts';

test.use({ view: 'simple', viewport: { width: 1440, height: 900 } });

/** Whatever says how it works. */
const WORKINGS = /token|book-flight|reference\.md|SKILL\.md|timeline/i;

test('shows nothing of how it works until the switch is pressed, and again nothing after', async ({ app, page }) => {
  await say(page, 'I would like to fly from Beijing to Tokyo tomorrow');
  await expect(card(page, 'Beijing → Tokyo')).toBeVisible();
  await idle(page);
  await expect(page.locator('body')).not.toContainText(WORKINGS);
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expectAccessible(page, 'simple view');
  await page.getByRole('button', { name: 'All conversations' }).click();
  await expect(page.getByRole('main', { name: 'All conversations' })).toContainText('Completed');
  await expect(page.locator('body')).not.toContainText(WORKINGS);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Show how it works' }).click();
  const column = page.getByRole('complementary', { name: 'Context and skills' });
  await expect(column).toContainText('book-flight');
  await expect(page.getByRole('button', { name: /book-flight · / }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Show how it works' })).toHaveAttribute('aria-pressed', 'true');

  await app.restart();
  await page.reload();
  await expect(column).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('option', { name: 'Hide how it works' }).click();
  await expect(column).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(WORKINGS);

  // A narrow window offers a new conversation without its side bar.
  await page.setViewportSize({ width: 900, height: 700 });
  await page.getByRole('button', { name: 'New conversation' }).click();
  await expect(page.getByRole('log')).toHaveCount(0);
});
