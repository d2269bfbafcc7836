/** My trips: what comes next, reminders, sharing, cancelling with the reason for the refund, and cancelled apart. */
import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { storedBookings } from './kit/bookings.ts';
import { answers, card, idle, say } from './kit/chat.ts';
import { bothShots } from './kit/screens.ts';

test.use({ view: 'simple', viewport: { width: 1440, height: 900 } });

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('a trip is looked at, put into the calendar, shared and cancelled', async ({ app, page }) => {
  test.setTimeout(180_000);
  await say(page, `I would like to fly from London to Paris on ${inDays(9)}`);
  await expect(card(page, 'London → Paris')).toBeVisible();
  await idle(page);
  await page.getByRole('button', { name: /^Choose option 1/ }).click();
  await expect(answers(page).last()).toContainText(/name/);
  await idle(page);
  await say(page, 'Anna Baker');
  await page.getByRole('button', { name: 'Confirm and book' }).click();
  await expect(card(page, 'Booking reference')).toBeVisible();
  await idle(page);
  const reference = storedBookings(app.home)[0]?.reference ?? '';

  await page.getByRole('button', { name: 'My trips' }).click();
  await expect(page).toHaveURL(/#\/trips$/);
  const upcoming = page.getByRole('region', { name: 'Upcoming' });
  const trip = upcoming.getByRole('article', { name: `London → Paris, ${reference}` });
  await expect(trip).toContainText('Anna Baker');
  await expect(trip).toContainText('Check-in opens');
  await expect(page.getByText(/^in \d+ days$/).first()).toBeVisible();
  await expectAccessible(page, 'trips');
  await bothShots({ app, page }, 'trips');

  const reminders = page.waitForEvent('download');
  await trip.getByRole('button', { name: 'Reminders' }).click();
  const ics = readFileSync(await (await reminders).path(), 'utf8');
  expect(ics.match(/BEGIN:VALARM/g)).toHaveLength(3);
  expect(ics).toContain('Check-in opens');

  const calendar = page.waitForEvent('download');
  await trip.getByRole('button', { name: 'Add to calendar' }).click();
  expect(readFileSync(await (await calendar).path(), 'utf8')).toContain(reference);

  await trip.getByRole('button', { name: 'Share' }).click();
  const picture = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Share as picture' }).click();
  const image = await picture;
  expect(image.suggestedFilename()).toBe(`${reference}.png`);
  expect(
    readFileSync(await image.path())
      .subarray(1, 4)
      .toString(),
  ).toBe('PNG');

  await page.reload();
  await expect(trip).toBeVisible();
  await trip.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(card(page, 'Cancel this booking')).toContainText(
    /get everything back|keeps|free of charge|nothing back/,
  );
  await bothShots({ app, page }, 'trips-cancel');
  await page.getByRole('button', { name: 'Cancel the booking' }).click();
  await idle(page);
  await page.getByRole('button', { name: 'My trips' }).click();
  await expect(page.getByRole('region', { name: 'Cancelled' }).getByRole('article')).toContainText(reference);
  await expect(upcoming).toHaveCount(0);
  await page.setViewportSize({ width: 900, height: 700 });
  await bothShots({ app, page }, 'trips-cancelled-narrow');
});
