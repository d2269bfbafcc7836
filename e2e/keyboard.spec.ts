/** The whole booking without a mouse: no pointer is ever moved here. */
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { storedBookings } from './kit/bookings.ts';
import { answers, card, idle, messageBox } from './kit/chat.ts';

/** The accessible name of what has the focus, as its label or its text says. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement;
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
  });

/** More stops than any screen here has. */
const MOST_STOPS = 80;

/** Presses `key` until what has the focus is named so; fails when the whole screen has been gone through. */
async function goTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press(key);
    const here = await focused(page);
    if (name.test(here)) return;
    passed.push(here.slice(0, 40));
  }
  throw new Error(`${key} never came to ${name}. It went through:\n${passed.join('\n')}`);
}

test('books from the first word to the reference by keyboard only', async ({ app, page }) => {
  // The message box has the focus from the start.
  await expect(messageBox(page)).toBeFocused();
  await page.keyboard.type('I would like to fly from Beijing to Tokyo tomorrow');
  await page.keyboard.press('Enter');
  await expect(card(page, 'Beijing → Tokyo')).toBeVisible();
  await idle(page);
  await expect(messageBox(page)).toBeFocused();

  // The list is one stop; arrows go from flight to flight.
  await goTo(page, /^Choose option \d+:/, 'Shift+Tab');
  const choices = page.getByRole('button', { name: /^Choose option \d+:/ });
  await page.keyboard.press('Home');
  await expect(choices.nth(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(choices.nth(1)).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^Details of option \d+$/);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cabin bag')).toBeVisible();
  await page.keyboard.press('Shift+Tab');
  await expect(choices.nth(1)).toBeFocused();
  await page.keyboard.press('Enter');

  // Choosing leads back to the message box.
  await expect(messageBox(page)).toBeFocused();
  await expect(answers(page).last()).toContainText("passenger's name");
  await idle(page);
  await page.keyboard.type('Ada Lovelace');
  await page.keyboard.press('Enter');

  // The question takes the focus: then what is as asked, folded, and of the answers the safe one first.
  const question = page.getByRole('heading', { name: 'Confirm this booking' });
  await expect(question).toBeFocused();
  await page.keyboard.press('Tab');
  expect(await focused(page)).toMatch(/^As you asked/);
  await page.keyboard.press('Tab');
  expect(await focused(page)).toBe('Not now');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Not booked: you chose “Not now”')).toBeVisible();
  await idle(page);
  expect(storedBookings(app.home)).toEqual([]);

  await page.keyboard.type('the cheapest one');
  await page.keyboard.press('Enter');
  await expect(question.last()).toBeFocused();
  await goTo(page, /^Confirm and book$/);
  await page.keyboard.press('Enter');

  await expect(card(page, 'Booking reference')).toBeVisible();
  await idle(page);
  const [booking] = storedBookings(app.home);
  await expect(card(page, 'Booking reference')).toContainText(booking?.reference ?? 'no booking');

  // A new conversation, from anywhere.
  await page.keyboard.press('Alt+n');
  await expect(page.getByRole('heading', { name: 'Hello. What can I do for you?' })).toBeVisible();
  await expect(messageBox(page)).toBeFocused();
});
