/**
 * The first screen: a request in one line, what was asked for last, the next trip, and what the computer remembers. My trips: what comes next, reminders, sharing, changing with old and new fare, cancelling with the reason for the refund, and
 * cancelled apart.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { storedBookings } from './kit/bookings.ts';
import { answers, card, idle, questions, say } from './kit/chat.ts';

test.use({ view: 'simple', viewport: { width: 1440, height: 900 } });

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Moves the stored flight to so many hours from now, as if these days had passed. */
function departsIn(home: string, reference: string, hours: number): void {
  const files = ['data', 'kept'].map((kept) => path.join(home, kept, 'book-flight', 'bookings', `${reference}.json`));
  const [file = ''] = files;
  const stored = JSON.parse(readFileSync(file, 'utf8')) as {
    booking: { offer: { itineraries: { segments: object[] }[] } };
  };
  const at = (more: number) =>
    new Date(Date.now() + (hours + more) * 3_600_000).toISOString().slice(0, 19).concat('+00:00');
  for (const way of stored.booking.offer.itineraries) {
    Object.assign(way, { departs: at(0), arrives: at(2) });
    for (const segment of way.segments) Object.assign(segment, { departs: at(0), arrives: at(2) });
  }
  // The copy too: a record that something else changed is not shown.
  for (const one of files) writeFileSync(one, JSON.stringify(stored));
}

test('a trip is searched from one line, booked, shared, changed, reminded of once, and cancelled', async ({
  app,
  page,
  context,
}) => {
  test.setTimeout(240_000);
  const profile = path.join(app.home, 'profile.json');
  const bar = page.getByRole('form', { name: 'Your trip' });
  await bar.getByRole('combobox', { name: /^From/ }).fill('lon');
  // Found by the beginning of a word: no Barcelona.
  await expect(page.getByRole('option')).toHaveText([/^London 伦敦/, /^London Heathrow/, /^London Gatwick/]);
  await page.keyboard.press('Enter');
  await bar.getByRole('combobox', { name: /^To/ }).fill('paris');
  await page.keyboard.press('Enter');
  await expectAccessible(page, 'home');
  await bar.getByRole('button', { name: 'Search flights' }).click();
  await expect(bar.getByRole('textbox', { name: /^(Departure date|Out)/ })).toBeFocused();
  await bar.getByRole('textbox', { name: /^(Departure date|Out)/ }).fill(inDays(9));
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
  const reference = storedBookings(app.home)[0]?.reference ?? '';

  await page.getByRole('button', { name: 'New conversation' }).click();
  const recent = page.getByRole('region', { name: 'Recent searches' });
  await expect(page.getByText('Your next trip')).toBeVisible();
  // Midnight may have passed since.
  await expect(page.getByText(/\bin [89] days\b/)).toBeVisible();
  await page.reload();
  await recent.getByRole('button', { name: /London · Paris/ }).click();
  await expect(bar.getByRole('combobox', { name: /^To/ })).toHaveValue(/Paris/);
  // It is filled in, not sent.
  await expect(questions(page)).toHaveCount(0);

  expect(JSON.parse(readFileSync(profile, 'utf8'))).toMatchObject({ recent: [{ form: 'book-flight/search' }] });
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('tab', { name: 'Data' }).click();
  await page.getByRole('button', { name: 'Delete all of it' }).click();
  await expect(page.getByText('Nothing is saved.')).toBeVisible();
  expect(existsSync(profile)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(recent).toHaveCount(0);

  await page.getByRole('button', { name: 'My trips' }).click();
  await expect(page).toHaveURL(/#\/trips$/);
  const upcoming = page.getByRole('region', { name: 'Upcoming' });
  const trip = upcoming.getByRole('article', { name: `London → Paris, ${reference}` });
  await expect(trip).toContainText('Anna Baker');
  await expect(trip).toContainText('Check-in opens');
  await expect(page.getByText(/^in \d+ days$/).first()).toBeVisible();
  await expectAccessible(page, 'trips');

  const reminders = page.waitForEvent('download');
  await trip.getByRole('button', { name: 'Reminders' }).click();
  const ics = readFileSync(await (await reminders).path(), 'utf8');
  expect(ics.match(/BEGIN:VALARM/g)).toHaveLength(3);
  expect(ics).toContain('Check-in opens');

  const calendar = page.waitForEvent('download');
  await trip.getByRole('button', { name: 'Add to calendar' }).click();
  expect(readFileSync(await (await calendar).path(), 'utf8')).toContain(reference);

  await trip.getByRole('button', { name: 'Copy as text' }).click();
  await expect(trip.getByRole('button', { name: 'Copied' })).toBeVisible();

  await trip.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(answers(page).last()).toContainText('On which day?');
  await idle(page);
  await say(page, `on ${inDays(12)}`);
  await expect(answers(page).last()).toContainText('Which one shall your booking move to?');
  await idle(page);
  await say(page, 'the second one');
  const asked = card(page, 'Change this booking');
  for (const row of ['Flights so far', 'Paid so far', 'New fare', 'Difference in fare', 'Change fee', 'To pay now']) {
    await expect(asked).toContainText(row);
  }
  await page.getByRole('button', { name: 'Confirm the change' }).click();
  await expect(answers(page).last()).toContainText('is changed');
  await idle(page);
  expect(JSON.stringify(storedBookings(app.home)[0]?.content)).toContain(`"departs":"${inDays(12)}`);

  // Nine days later: check-in has opened.
  departsIn(app.home, reference, 20);
  await context.grantPermissions(['notifications']);
  await page.addInitScript(() => {
    const Real = window.Notification;
    const shown: string[] = [];
    Object.assign(window, { shown });
    window.Notification = class extends Real {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        shown.push(`${title} ${options?.body}`);
      }
    };
  });
  const shown = () => page.evaluate(() => (window as unknown as { shown: string[] }).shown);
  await page.reload();
  await expect.poll(shown).toHaveLength(1);
  expect((await shown())[0]).toContain('Check-in opens');
  expect((await shown())[0]).toContain(reference);
  await app.restart();
  await page.reload();
  await page.getByRole('button', { name: 'My trips' }).click();
  await expect(trip).toContainText(reference);
  expect(await shown()).toEqual([]);

  await trip.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(card(page, 'Cancel this booking')).toContainText(
    /get everything back|keeps|free of charge|nothing back/,
  );
  await page.getByRole('button', { name: 'Cancel the booking' }).click();
  await idle(page);
  await page.getByRole('button', { name: 'My trips' }).click();
  await expect(page.getByRole('region', { name: 'Cancelled' }).getByRole('article')).toContainText(reference);
  await expect(upcoming).toHaveCount(0);
});
