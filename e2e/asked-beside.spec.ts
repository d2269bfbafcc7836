/** The card that asks for approval says where it differs from what was asked, here where a model forgot two wishes. */
import path from 'node:path';
import { say as answer, call } from '../src/main/models/test-kit/scripted-model.ts';
import type { FlightOffersCard } from '../src/shared/cards/schema.ts';
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { answers, card, idle, say } from './kit/chat.ts';
import { eventsOf, ofType, openSession } from './kit/events.ts';

test.use({ modelKind: 'scripted', view: 'simple', viewport: { width: 1440, height: 900 } });

const SCRIPTS = path.join(import.meta.dirname, '..', 'skills', 'book-flight', 'scripts');
const day = new Date(Date.now() + 60 * 86_400_000).toISOString().slice(0, 10);
const run = (line: string) => call('run_command', { command: `python3 ${SCRIPTS}/${line}` });

test('a forgotten wish is marked on the confirmation, in both languages and in the log', async ({
  app,
  page,
  model,
}) => {
  test.setTimeout(120_000);
  model.add(
    call('ask_user', {
      form: 'book-flight/search',
      values: { from: 'BJS', to: 'TYO', date: day, notAirlines: ['CA'], arriveBefore: '08:00' },
      language: 'en',
    }),
  );
  await say(page, `Beijing to Tokyo on ${day}, there by 8 in the morning, not with Air China`);
  model.add(run(`search_flights.py --from BJS --to TYO --date ${day} --airlines CA --direct`), answer('Which one?'));
  await card(page, 'Your trip').getByRole('button', { name: 'Search flights' }).click();
  await expect(answers(page).last()).toContainText('Which one?');
  await idle(page);
  const session = await openSession(page);
  const found = ofType(eventsOf(app.home, session), 'tool-finished').at(-1)?.data as FlightOffersCard;
  const [offer] = found.offers;
  model.add(
    run(`book_flight.py --offer ${offer?.id} --passenger "Anna Baker" --expect-total ${offer?.price.total} --key k1`),
    answer('Then we look on.'),
  );
  await say(page, 'The first, Anna Baker');
  const asked = card(page, 'Confirm this booking');
  const different = asked.getByRole('table', { name: 'Different from what you asked for' });
  await expect(different.getByRole('row', { name: /^Arrive before 08:00 / })).toBeVisible();
  await expect(different.getByRole('row', { name: /^Not with Air China \(CA\) Air China \(CA\)/ })).toBeVisible();
  await expect(different.getByRole('row')).toHaveCount(3);
  await expectAccessible(page, 'asked-beside');
  await different.scrollIntoViewIfNeeded();
  await asked.getByRole('button', { name: /^As you asked/ }).click();
  await expect(
    asked.getByRole('table', { name: 'As you asked' }).getByRole('row', { name: /^Adults 1 1/ }),
  ).toBeVisible();
  await page.setViewportSize({ width: 900, height: 900 });
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole('button', { name: 'Theme and language' }).click();
  await page.getByRole('menuitemradio', { name: /中文/ }).click();
  await page.keyboard.press('Escape');
  const chinese = page.getByRole('table', { name: '与你的要求不同' });
  await expect(chinese.getByRole('row', { name: /^到达早于 08:00 / })).toBeVisible();
  await page.getByRole('button', { name: '暂不预订' }).click();
  await idle(page);
  const [request] = ofType(eventsOf(app.home, session), 'approval-requested');
  expect(request?.detail.compared?.filter(({ differs }) => differs).map(({ field }) => field)).toEqual([
    'arriveBefore',
    'notAirlines',
  ]);
});
