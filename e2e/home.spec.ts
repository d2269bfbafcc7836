/** The first screen: a request in one line, what was asked for last, the next trip; what the computer remembers. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { answers, card, idle, questions, say } from './kit/chat.ts';
import { bothShots } from './kit/screens.ts';

test.use({ view: 'simple', viewport: { width: 1440, height: 900 } });

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('searches from one line, offers it again, shows the next trip, and forgets everything in one press', async ({
  app,
  page,
}) => {
  test.setTimeout(180_000);
  const profile = path.join(app.home, 'profile.json');
  const bar = page.getByRole('form', { name: 'Your trip' });
  await bar.getByRole('combobox', { name: /^From/ }).fill('lon');
  // Found by the beginning of a word: no Barcelona.
  await expect(page.getByRole('option')).toHaveText([/London/]);
  await page.keyboard.press('Enter');
  await bar.getByRole('combobox', { name: /^To/ }).fill('paris');
  await page.keyboard.press('Enter');
  await expectAccessible(page, 'home');
  await bothShots({ app, page }, 'home');
  await bar.getByRole('button', { name: 'Search flights' }).click();
  await expect(bar.getByRole('textbox', { name: /^(Departure date|Out)/ })).toBeFocused();
  await bar.getByRole('textbox', { name: /^(Departure date|Out)/ }).fill(inDays(12));
  await bar.getByRole('button', { name: 'Search flights' }).click();
  await expect(card(page, 'London → Paris')).toBeVisible();
  await idle(page);
  await expect(questions(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^London · Paris · \d/);

  await page.getByRole('button', { name: /^Choose option 1/ }).click();
  await expect(answers(page).last()).toContainText(/name/);
  await idle(page);
  await say(page, 'Anna Baker');
  await page.getByRole('button', { name: 'Confirm and book' }).click();
  await expect(card(page, 'Booking reference')).toBeVisible();
  await idle(page);

  await page.getByRole('button', { name: 'New conversation' }).click();
  const recent = page.getByRole('region', { name: 'Recent searches' });
  await expect(page.getByText('Your next trip')).toBeVisible();
  await expect(page.getByText('in 12 days')).toBeVisible();
  await page.reload();
  await recent.getByRole('button', { name: /London · Paris/ }).click();
  await expect(bar.getByRole('combobox', { name: /^To/ })).toHaveValue(/Paris/);
  // It is filled in, not sent.
  await expect(questions(page)).toHaveCount(0);
  await bothShots({ app, page }, 'home-again');
  await page.setViewportSize({ width: 900, height: 700 });
  await bothShots({ app, page }, 'home-narrow');
  await page.setViewportSize({ width: 1440, height: 900 });

  expect(JSON.parse(readFileSync(profile, 'utf8'))).toMatchObject({ recent: [{ form: 'book-flight/search' }] });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByRole('button', { name: 'Delete all of it' }).click();
  await expect(page.getByText('Nothing is saved.')).toBeVisible();
  expect(existsSync(profile)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(recent).toHaveCount(0);
});
