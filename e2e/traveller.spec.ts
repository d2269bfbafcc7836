/**
 * Ways to a booking: a family that refuses an airline, in Chinese; somebody who sorts, types at each card and
 * thinks again; a round trip in two steps.
 */
import { expect, test } from './fixtures.ts';
import { expectAccessible } from './kit/accessible.ts';
import { storedBookings } from './kit/bookings.ts';
import { answers, card, idle, questions, say } from './kit/chat.ts';

test.use({ view: 'simple', viewport: { width: 1440, height: 900 } });

const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const day = inDays(30);

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('a family with an infant on a lap, not with the airline it refuses', async ({ app, page }) => {
    test.setTimeout(180_000);
    await say(page, `两个大人，一个5岁的孩子，1个婴儿不占座，${day}从北京到上海，别给我订国航`);
    await expect(card(page, '北京 → 上海')).toBeVisible();
    await idle(page);
    const request = page.getByRole('region', { name: '你的要求' });
    await expect(request).toContainText('中国国际航空');
    await expect(request.getByRole('button', { name: /^年龄 5/ })).toBeVisible();
    await expect(card(page, '北京 → 上海').getByRole('list', { name: '航班' })).not.toContainText('中国国际航空');
    await say(page, '最便宜的');
    const form = card(page, '乘客信息');
    const names = form.getByRole('textbox', { name: /^姓名/ });
    for (const [index, name] of ['王小明', '李芳', '王小宝', '王一一'].entries()) await names.nth(index).fill(name);
    await form.getByRole('button', { name: '继续' }).click();
    const asked = card(page, '请确认预订');
    await expect(asked).toContainText('王一一');
    await expect(asked.getByText('与你的要求不同')).toHaveCount(0);
    await expect(asked.getByRole('button', { name: /^符合你的要求/ })).toContainText('不坐');
    await page.getByRole('button', { name: '确认预订' }).click();
    await idle(page);
    expect(storedBookings(app.home)).toHaveLength(1);
  });
});

test('there before three, sorted, words typed at the card, another flight after all, and a round trip', async ({
  app,
  page,
}) => {
  test.setTimeout(180_000);
  await say(page, `I have to be in Madrid by 3pm on ${day}, leaving from Paris`);
  const offers = card(page, 'Paris → Madrid');
  await expect(offers).toBeVisible();
  await idle(page);
  await expect(page.getByRole('region', { name: 'Your request' })).toContainText('15:00');
  await offers.getByRole('button', { name: 'Departure', exact: true }).click();
  // Numbers follow the order that is shown.
  const rows = offers.getByRole('button', { name: /^Choose option/ });
  for (const at of [0, 1]) await expect(rows.nth(at)).toHaveAccessibleName(new RegExp(`^Choose option ${at + 1}: `));
  const row = offers
    .getByRole('list', { name: /^Flight offers/ })
    .getByRole('listitem')
    .nth(1);
  const flight = /[A-Z\d]{2}\d{2,4}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
  await offers.getByRole('button', { name: 'Details of option 1' }).click();
  await expect(offers.getByText(/^Total/).first()).toBeVisible();
  await expectAccessible(page, 'results');
  await say(page, 'the second one, Anna Baker');
  await expect(questions(page).last()).toContainText(`On my screen, number 2 is ${flight}`);
  const asked = card(page, 'Confirm this booking');
  await expect(asked).toContainText(flight);
  await expect(asked.getByText('Different from what you asked for')).toHaveCount(0);
  await say(page, 'How much baggage is included?');
  await expect(answers(page).last()).toContainText(/bag/i);
  await expect(page.getByRole('button', { name: 'Confirm and book' })).toBeEnabled();
  await expect(asked.last()).toContainText(flight);
  await say(page, 'no');
  await expect(answers(page).last()).toContainText('nothing is booked');
  await idle(page);
  await say(page, 'the cheapest one');
  await expect(card(page, 'Confirm this booking').last()).toContainText('Anna Baker');
  await page.getByRole('button', { name: 'Confirm and book' }).click();
  await idle(page);
  expect(storedBookings(app.home)).toHaveLength(1);

  // A round trip is chosen in two steps, and the first can be taken back.
  await page.keyboard.press('Alt+n');
  await say(page, `London to New York on ${inDays(20)}, back on ${inDays(27)}, 1 adult`);
  const list = card(page, 'London ⇄ New York').last();
  await idle(page);
  await expect(list.getByText('Step 1 of 2')).toBeVisible();
  await list.getByRole('button', { name: /^Choose option 1/ }).click();
  await idle(page);
  await expect(list.getByText('Step 2 of 2')).toBeVisible();
  await list.getByRole('button', { name: 'Change the flight out' }).click();
  await idle(page);
  await expect(answers(page).last()).toContainText('Which flight out?');
  await expect(list.getByText('Step 1 of 2')).toBeVisible();
});
