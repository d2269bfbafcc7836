/** Results of a flight search: numbers that follow the order, two steps of a round trip, comparison, filters. */
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { answers, card, idle, questions, say } from './kit/chat.ts';

test.use({ view: 'simple', viewport: { width: 1440, height: 900 } });

/** Texts of the rows, without their numbers. */
const flightsIn = (rows: Locator): Promise<string[]> =>
  rows.evaluateAll((all) => all.map((row) => row.getAttribute('aria-label')?.replace(/^.*?: /, '') ?? ''));

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('numbers follow the order that is shown; two flights are compared; a choice names its flight', async ({
  page,
}) => {
  await say(page, 'I would like to fly from Beijing to Tokyo tomorrow');
  const list = card(page, 'Beijing → Tokyo');
  await expect(list).toBeVisible();
  await idle(page);
  const rows = list.getByRole('button', { name: /^Choose option/ });
  const asFound = await flightsIn(rows);
  await list.getByRole('button', { name: 'Departure', exact: true }).click();
  await expect(rows.first()).toHaveAccessibleName(/^Choose option 1: /);
  await expect(rows.nth(1)).toHaveAccessibleName(/^Choose option 2: /);
  await list.getByRole('button', { name: 'Compare option 1' }).click();
  await list.getByRole('button', { name: 'Compare option 2' }).click();
  const comparison = list.getByRole('region', { name: 'Two flights side by side' });
  await expect(comparison.getByRole('columnheader')).toHaveCount(2);
  await list.getByRole('button', { name: 'Details of option 1' }).click();
  await expect(list.getByText(/^Total/).first()).toBeVisible();
  await expectAccessible(page, 'results');
  // On some days the cheapest flight is also the earliest: of those days' rows another one has moved.
  const moved = (await flightsIn(rows)).findIndex((flight, place) => flight !== asFound[place]);
  const flight = /\b[A-Z\d]{2}\d{2,4}\b/.exec((await flightsIn(rows))[moved] ?? '')?.[0] ?? 'no flight that moved';
  await rows.nth(moved).click();
  await expect(questions(page).last()).toContainText(new RegExp(`^I choose ${flight}`));
  await expect(answers(page).last()).toContainText(/name/i);
});

test('a round trip is chosen in two steps, and the first can be taken back', async ({ page }) => {
  await say(page, `London to New York on ${inDays(20)}, back on ${inDays(27)}, 1 adult`);
  const lists = card(page, 'London ⇄ New York');
  await idle(page);
  await expect(lists.last().getByText('Step 1 of 2')).toBeVisible();
  await lists
    .last()
    .getByRole('button', { name: /^Choose option 1/ })
    .click();
  await idle(page);
  await expect(lists.last().getByText('Step 2 of 2')).toBeVisible();
  await lists.last().getByRole('button', { name: 'Change the flight out' }).click();
  await idle(page);
  await expect(answers(page).last()).toContainText('Which flight out?');
  await expect(lists.last().getByText('Step 1 of 2')).toBeVisible();
});
