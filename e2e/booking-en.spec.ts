/** The booker's journey in English, with the demo model: a city that is not served, a change of mind, a refusal. */
import { expect, test } from './fixtures.ts';
import { storedBookings } from './kit/bookings.ts';
import { answers, card, chatLog, idle, messageBox, say } from './kit/chat.ts';
import { eventsOf, ofType, openSession } from './kit/events.ts';
import { bothShots } from './kit/screens.ts';

test.use({ viewport: { width: 1440, height: 900 } });

// Rules: 000.12
test('loads the reference for an unknown city, books nothing when refused, then another flight', async ({
  app,
  page,
}) => {
  await say(page, 'I would like to fly from Beijing to Sacramento tomorrow');
  await expect(answers(page).last()).toContainText('Sacramento');
  await idle(page);

  const skills = page.getByRole('region', { name: 'Skills' });
  await skills.getByRole('button', { name: /^Loaded book-flight/ }).click();
  await expect(skills.getByRole('button', { name: 'Unload reference.md' })).toBeVisible();
  await expect(skills.getByRole('button', { name: 'Load forms.md' })).toBeVisible();
  const gauge = page.getByRole('region', { name: 'Context' });
  await expect(gauge.getByRole('row', { name: /^reference\.md/ })).toBeVisible();
  await skills.getByRole('button', { name: /^Loaded book-flight/ }).click();

  await say(page, 'Then to Los Angeles');
  await expect(chatLog(page).getByRole('heading', { name: 'Beijing → Los Angeles' })).toBeVisible();
  await idle(page);
  await messageBox(page).hover();
  await bothShots({ app, page }, 'flights');

  await page.getByRole('button', { name: /^Choose option 1:/ }).click();
  await expect(answers(page).last()).toContainText("passenger's name");
  await idle(page);
  await say(page, 'Ada Lovelace');
  await expect(page.getByRole('heading', { name: 'Confirm this booking' })).toBeVisible();
  await expect(card(page, 'Confirm this booking')).toContainText('Ada Lovelace');
  await bothShots({ app, page }, 'confirmation');
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('Not booked: you chose “Not now”')).toBeVisible();
  await idle(page);
  expect(storedBookings(app.home)).toEqual([]);

  await say(page, 'the cheapest one');
  await page.getByRole('button', { name: 'Confirm and book' }).click();
  await expect(page.getByRole('heading', { name: 'Booking reference' })).toBeVisible();
  await idle(page);
  // The reader was at the end, and still is.
  await expect(page.getByRole('button', { name: 'Try again' })).toBeInViewport({ ratio: 1 });
  await bothShots({ app, page }, 'booked');
  expect(storedBookings(app.home)).toHaveLength(1);

  const events = await eventsOf(app.home, await openSession(page));
  expect(ofType(events, 'reference-loaded').map(({ path: file }) => file)).toContain('reference.md');
  expect(ofType(events, 'approval-resolved')).toMatchObject([{ decision: 'denied' }, { decision: 'once' }]);
});
