/** Ways to a booking, in both languages: a family that refuses an airline; somebody who sorts, types at each card and thinks again. */
import { expect, test } from './fixtures.ts';
import { storedBookings } from './kit/bookings.ts';
import { answers, card, idle, type Language, questions, say } from './kit/chat.ts';
import { bothShots } from './kit/screens.ts';

test.use({ view: 'simple', viewport: { width: 1440, height: 900 } });

const day = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);

const FAMILY = {
  en: {
    locale: 'en-GB',
    ask: `Two adults, a child aged 5 and 1 infant on a lap from Beijing to Shanghai on ${day}, not with Air China`,
    route: 'Beijing → Shanghai',
    request: 'Your request',
    refused: 'Air China',
    ages: /^Ages 5/,
    list: /^Flight offers/,
    cheapest: 'the cheapest one',
    form: "Who's travelling?",
    name: /^Name/,
    names: ['Anna Baker', 'Tom Baker', 'Lily Baker', 'Max Baker'],
    send: 'Continue',
    asked: 'Confirm this booking',
    differs: 'Different from what you asked for',
    asAsked: /^As you asked/,
    not: 'Not with',
    yes: 'Confirm and book',
  },
  zh: {
    locale: 'zh-CN',
    ask: `两个大人，一个5岁的孩子，1个婴儿不占座，${day}从北京到上海，别给我订国航`,
    route: '北京 → 上海',
    request: '你的要求',
    refused: '中国国际航空',
    ages: /^年龄 5/,
    list: '航班',
    cheapest: '最便宜的',
    form: '乘客信息',
    name: /^姓名/,
    names: ['王小明', '李芳', '王小宝', '王一一'],
    send: '继续',
    asked: '请确认预订',
    differs: '与你的要求不同',
    asAsked: /^符合你的要求/,
    not: '不坐',
    yes: '确认预订',
  },
} as const satisfies Record<Language, object>;

const CHANGES = {
  en: {
    ask: `I have to be in Madrid by 3pm on ${day}, leaving from Paris`,
    route: 'Paris → Madrid',
    request: 'Your request',
    sort: 'Departure',
    list: /^Flight offers/,
    second: 'the second one, Anna Baker',
    note: (flight: string) => `On my screen, number 2 is ${flight}`,
    asked: 'Confirm this booking',
    differs: 'Different from what you asked for',
    bags: 'How much baggage is included?',
    answer: /bag/i,
    no: 'no',
    refused: 'nothing is booked',
    cheapest: 'the cheapest one',
    yes: 'Confirm and book',
  },
  zh: {
    ask: `${day}从巴黎飞马德里，下午3点前必须到`,
    route: '巴黎 → 马德里',
    request: '你的要求',
    sort: '起飞时间',
    list: '航班',
    second: '第二个，Anna Baker',
    note: (flight: string) => `我屏幕上的第 2 个是 ${flight}`,
    asked: '请确认预订',
    differs: '与你的要求不同',
    bags: '可以带多少行李？',
    answer: /行李|托运/,
    no: '不',
    refused: '先不订',
    cheapest: '最便宜的',
    yes: '确认预订',
  },
} as const satisfies Record<Language, object>;

for (const language of ['en', 'zh'] as const) {
  test.describe(language, () => {
    test.use({ locale: FAMILY[language].locale });

    test(`${language}: a family with an infant on a lap, not with the airline it refuses`, async ({ app, page }) => {
      test.setTimeout(180_000);
      const w = FAMILY[language];
      await say(page, w.ask);
      await expect(card(page, w.route)).toBeVisible();
      await idle(page);
      const request = page.getByRole('region', { name: w.request });
      await expect(request).toContainText(w.refused);
      await expect(request.getByRole('button', { name: w.ages })).toBeVisible();
      await expect(card(page, w.route).getByRole('list', { name: w.list })).not.toContainText(w.refused);
      await bothShots({ app, page }, `traveller-family-offers-${language}`);
      await say(page, w.cheapest);
      const form = card(page, w.form);
      const names = form.getByRole('textbox', { name: w.name });
      for (const [index, name] of w.names.entries()) await names.nth(index).fill(name);
      await bothShots({ app, page }, `traveller-family-form-${language}`);
      await form.getByRole('button', { name: w.send }).click();
      const asked = card(page, w.asked);
      await expect(asked).toContainText(w.names[3]);
      await expect(asked.getByText(w.differs)).toHaveCount(0);
      await expect(asked.getByRole('button', { name: w.asAsked })).toContainText(w.not);
      await bothShots({ app, page }, `traveller-family-confirm-${language}`);
      await page.getByRole('button', { name: w.yes }).click();
      await idle(page);
      expect(storedBookings(app.home)).toHaveLength(1);
    });

    test(`${language}: there before three, sorted, words typed at the card, and another flight after all`, async ({
      app,
      page,
    }) => {
      test.setTimeout(180_000);
      const w = CHANGES[language];
      await say(page, w.ask);
      const offers = card(page, w.route);
      await expect(offers).toBeVisible();
      await idle(page);
      await expect(page.getByRole('region', { name: w.request })).toContainText('15:00');
      await offers.getByRole('button', { name: w.sort, exact: true }).click();
      const row = offers.getByRole('list', { name: w.list }).getByRole('listitem').nth(1);
      const flight = /[A-Z\d]{2}\d{2,4}/.exec((await row.textContent()) ?? '')?.[0] ?? '';
      await bothShots({ app, page }, `traveller-sorted-${language}`);
      await say(page, w.second);
      await expect(questions(page).last()).toContainText(w.note(flight));
      const asked = card(page, w.asked);
      await expect(asked).toContainText(flight);
      await expect(asked.getByText(w.differs)).toHaveCount(0);
      await bothShots({ app, page }, `traveller-second-confirm-${language}`);
      await say(page, w.bags);
      await expect(answers(page).last()).toContainText(w.answer);
      await expect(page.getByRole('button', { name: w.yes })).toBeEnabled();
      await expect(asked.last()).toContainText(flight);
      await say(page, w.no);
      await expect(answers(page).last()).toContainText(w.refused);
      await idle(page);
      await say(page, w.cheapest);
      await expect(card(page, w.asked).last()).toContainText('Anna Baker');
      await bothShots({ app, page }, `traveller-changed-confirm-${language}`);
      await page.getByRole('button', { name: w.yes }).click();
      await idle(page);
      expect(storedBookings(app.home)).toHaveLength(1);
    });
  });
}
