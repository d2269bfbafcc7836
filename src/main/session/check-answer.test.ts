import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventBody, SessionEvent } from '../../shared/events.ts';
import { foldEvents } from '../../shared/reducer.ts';
import { checkedAnswer, heldAgainst } from './check-answer.ts';

const eventsOf = (bodies: readonly EventBody[]): SessionEvent[] =>
  bodies.map((body, index) => ({ v: 1, seq: index + 1, at: '2026-11-29T10:00:00.000Z', session: 's', ...body }));
const said = (text: string): EventBody => ({ type: 'user-message-added', text });
const result = (content: string, data?: unknown): EventBody[] => [
  { type: 'tool-started', callId: 'c', name: 'run_command', arguments: '{"command":"python3 make.py out/trip.pdf"}' },
  { type: 'tool-finished', callId: 'c', name: 'run_command', ok: true, content, ms: 1, data },
];

/** A search, a booking, and a person who asks in both languages. */
const TRAVEL = eventsOf([
  said('Book London to Lisbon for my wife and me, at most $500. 预算两千元。'),
  {
    type: 'skill-loaded',
    skill: 'f',
    tokens: 9,
    sha256: '0'.repeat(64),
    by: 'agent',
    instructions: 'Flights. A bag costs 45 €.',
  },
  ...result(
    '1  BA500  09:20  LHR  £210.00  12:10\n2  U28513  LGW  £1,215.50\n3  TP1363  LHR  1.180,40 €\nMore: https://air.example.net.pt/rules/bags#carry',
  ),
  ...result('{"carrierCode": "CA", "number": "0935", "total": 1280, "link": "https:\\/\\/fly.cn\\/t?a=1&amp;b=2"}'),
  ...result('Booked.', { reference: 'SKY-7Q2ZPX', price: { amount: 432.1, currency: 'USD' }, refund: 12_345 }),
  {
    type: 'artifact-saved',
    name: 'Itinerary.ics',
    version: 1,
    mime: 'text/calendar',
    bytes: 9,
    sha256: '0'.repeat(64),
  },
]);
/** An expense sheet. */
const SHEET = eventsOf([
  said('Sum this up'),
  ...result('date,kind,amount\n2026-01-02,Meals,35\n2026-01-03,Taxi,18.50\n2026-01-04,Meals,41\n2026-01-05,Hotel,120'),
]);
const NOTHING = eventsOf([said('Hello')]);

/** Answers and what is marked of them. */
const ROWS: readonly (readonly [sources: readonly SessionEvent[], answer: string, ...marked: readonly string[]])[] = [
  // In other spellings.
  [TRAVEL, 'BA 500 leaves at 09:20 and costs **£210**.'],
  [TRAVEL, 'The flights are BA0500, U2 8513 and TP1363.'],
  [TRAVEL, 'easyJet is £1215.50 or £1,215.5, TAP is €1,180.40, 1180.40 EUR or EUR 1 180.40.'],
  [TRAVEL, '国航 CA935 航班，票价 1,280元，即 ¥1280.00。'],
  [TRAVEL, 'Booked: reference `SKY-7Q2ZPX`, $432.10 in total, $432 rounded, $123.45 refundable.'],
  [TRAVEL, '已预订，订单号：**SKY7Q2ZPX**，共 432.10 美元。'],
  [TRAVEL, 'Rules: [bags](https://www.air.example.net.pt/rules/bags/), tickets https://fly.cn/t?a=1&b=2.'],
  [TRAVEL, 'I saved `itinerary.ics` and created trip.pdf for you.'],
  [TRAVEL, '您的预算是 ¥2,000，也就是 2000 元。'],
  // Worked out of others.
  [TRAVEL, 'BA500 for two is 2 × £210 = £420, and with two bags at €45 (€90) it stays below your $500.'],
  [TRAVEL, 'Two people pay $864.20, three pay $1,296.30, each half $216.05.'],
  [TRAVEL, 'You save $67.90 against your $500, and 10% off would be $388.89.'],
  [TRAVEL, '两人共 2,560 元，打 8 折是 1,024 元。'],
  [TRAVEL, 'Fare £210, luggage 3 × £45 = £135, together £345.'],
  [SHEET, 'Meals come to $76, everything to $214.50, meals 35.5% of it.'],
  [SHEET, '餐饮合计 76 元，平均每笔 38 元，总计 214.5 元。'],
  [SHEET, 'Taxi: $18.50. Hotel: $120. Both: $138.50.'],
  // From nowhere.
  [TRAVEL, 'The best is BA902 for £187.30.', 'BA902', '£187.30'],
  [TRAVEL, 'Flight LH 1172 leaves at noon.', 'LH 1172'],
  [TRAVEL, '推荐 MU5101 航班，票价 ¥1,999。', 'MU5101', '¥1,999'],
  [TRAVEL, '票价 987.65 元，含税。', '987.65 元'],
  [TRAVEL, 'Your booking reference is KXQPLM.', 'KXQPLM'],
  [TRAVEL, 'PNR: AB12CD', 'AB12CD'],
  [TRAVEL, '| Booking reference | **ZZTOP9** |', 'ZZTOP9'],
  [TRAVEL, '订座编号为 K7QX2M，票号 784-2345678901。', 'K7QX2M', '784-2345678901'],
  [TRAVEL, 'Your flight SKY-9Z8Y7X is booked.', 'SKY-9Z8Y7X'],
  [TRAVEL, 'HQ4T9W is your reservation code for the flight.', 'HQ4T9W'],
  [TRAVEL, 'Check in at https://checkin.lisbon-air.pt/go?ref=1.', 'https://checkin.lisbon-air.pt/go?ref=1'],
  [TRAVEL, '请打开 https://fly.cn/order/8812 查看。', 'https://fly.cn/order/8812'],
  [TRAVEL, 'I have saved the receipt as receipt-2026.pdf.', 'receipt-2026.pdf'],
  [TRAVEL, '已为您保存到 work/out/summary.xlsx。', 'summary.xlsx'],
  [TRAVEL, 'The report has been written to report.md', 'report.md'],
  [TRAVEL, 'It is ready, and I saved it as plan.csv.', 'plan.csv'],
  [TRAVEL, 'Total: 733.19 USD', '733.19 USD'],
  [TRAVEL, 'It is HK$4,877.', 'HK$4,877'],
  [TRAVEL, '总价 CNY 3456.78', 'CNY 3456.78'],
  [SHEET, 'The hotel was $187.20.', '$187.20'],
  // A price alone is general knowledge where nothing was used, and a claim beside others.
  [NOTHING, 'An iPhone 15 was $799 when it came out.'],
  [NOTHING, 'Flight BA304 is $123.', '$123', 'BA304'],
  [NOTHING, 'Great news! Your flight is booked. Reference: KXQPLM. You paid $432.10.', 'KXQPLM', '$432.10'],
  [NOTHING, '预订成功！订单号：KXQPLM，票价 ¥880。', 'KXQPLM', '¥880'],
  [NOTHING, 'Reference: RFC2616, ticket PROJ-1234, interface RS232.'],
  [NOTHING, 'I created notes.txt for you.', 'notes.txt'],
  [NOTHING, 'See https://docs.acme.dev/start/here.', 'https://docs.acme.dev/start/here'],
];

/** Ordinary answers, free of marks whatever was used before. */
const HONEST = [
  'A ticket from London to Paris costs about €60.',
  'Expect around $90 to $120, sometimes more than $200.',
  'Fares typically are $350, on average £280.',
  'It usually costs £75; the fee ranges from £10 to £30.',
  'Flights between €60–€80 are common.',
  'A flight number is an airline and a number, e.g. BA123.',
  'Codes such as BA 123 or CA1234 name a flight.',
  'For example, flight BA123 costs $99 and has reference ABC123.',
  'A confirmation looks like this:\n\nBooking reference: XK4T2P\nTotal: $432.19\n\n- BA777',
  'Here is an example of a message:\n> Flight AF1680, €99.95, reference QX7Z9K',
  'B2B and B2C fares differ; a flight on an A320, A 320neo or B737 is short.',
  'Under EU 261 and UK261 the airline owes you compensation.',
  'The flight leaves on 2026-12-04 at 10:30 AM from T5, gate B32.',
  'In Q3 2026 and H1 2027 flights are cheaper.',
  'Use an MP3, an EC2 machine, S3 or an RTX4090 on the flight.',
  'No booking reference yet: I need your names first.',
  'The booking STATUS is open and the order number NOT known.',
  'See RFC 2616, ISO 8601 and the notes.',
  'Run this:\n```sh\ncurl https://api.acme.io/v1/items > out.json\necho "$12.99"\n```',
  'Put the code into `app.py`, then open `README.md`.',
  'Save it as main.py; package.json is created by npm.',
  'I created it with Node.js and Vue.js.',
  'Logs are saved to app.log; results get written to out.csv.',
  'You can export it to report.pdf if you like.',
  'In shell `$1` is the first argument, and $2 the second.',
  'Open http://localhost:3000/a and https://example.com/start.',
  'The official site is https://www.britishairways.com/.',
  'It is free: $0, 0 元.',
  'Revenue grew to $1.2 million, $3.4M and $5bn.',
  '从伦敦到巴黎的机票大约 60 欧元，左右浮动。',
  '一般 ¥500 起，旺季约 1,200 元，不超过 2,300 元。',
  '价格在 300 元到 500 元之间。',
  '航班号由航空公司代码和数字组成，例如 CA1234 航班。',
  '示例：订单号 ABC123，票价 ¥999。',
  '回复的格式如下，例如：\n\n订单号：ZX81QP\n票价：¥431',
  '这是一个 3 元组，方程是 2 元一次方程。',
  '营收 1.2万元，去年 3亿元。',
  '请把代码保存为 main.py，然后运行。',
  '如果需要，可以导出到 report.pdf。',
  '还没有预订编号，请先告诉我乘客姓名。',
  '空客 A320 和波音 B737 都飞这条航线，10:30 AM 起飞。',
  'The hotel usually charges €20 for breakfast.',
  'At least $45, at most £900.',
];

const textsOf = (answer: string, sources: readonly SessionEvent[]) =>
  heldAgainst(answer, sources).unsupported.map(({ text }) => text);

describe('an answer against its sources', () => {
  it.each(ROWS.map(([sources, answer, ...marked]) => ({ sources, answer, marked })))(
    'marks $marked: $answer',
    ({ sources, answer, marked }) => {
      expect(textsOf(answer, sources).sort()).toEqual([...marked].sort());
    },
  );

  it.each(HONEST)('marks nothing, used or not: %s', (answer) => {
    expect([TRAVEL, SHEET, NOTHING].flatMap((sources) => textsOf(answer, sources))).toEqual([]);
  });

  it('marks nothing that is copied from a source, however it is spelled there', () => {
    const digits = (min: number, max: number) => fc.stringMatching(new RegExp(`^[1-9]\\d{${min - 1},${max - 1}}$`));
    const letters = fc.stringMatching(/^[A-Z]{2}$/);
    const fact = fc.oneof(
      fc
        .tuple(fc.constantFrom('$', '¥', '€ ', 'USD ', ''), digits(1, 7), fc.constantFrom('', '.5', '.50', ',50'))
        .map(
          ([sign, n, end]) =>
            `${sign}${n.replace(/(\d)(\d{3})$/, '$1,$2')}${end.replace(',', '.')}${sign === '' ? ' 元' : ''}`,
        ),
      fc.tuple(letters, fc.constantFrom('', ' '), digits(2, 4)).map((parts) => `flight ${parts.join('')}`),
      fc.stringMatching(/^[A-Z0-9]{6,8}$/).map((code) => `booking reference: ${code}`),
      fc.stringMatching(/^[a-z]{1,8}\.pt\/[a-z0-9/?=&#._-]{1,20}$/).map((rest) => `https://${rest}`),
      fc.stringMatching(/^[a-z0-9][\w.-]{0,12}\.(?:pdf|csv)$/).map((name) => `I saved ${name}`),
    );
    fc.assert(
      fc.property(fc.array(fact, { minLength: 1, maxLength: 8 }), fc.boolean(), (facts, isRecord) => {
        const source = isRecord ? result('', { facts }) : result(facts.join('; '));
        expect(textsOf(facts.join('\n'), eventsOf([said('Flights?'), ...source]))).toEqual([]);
      }),
    );
  });

  it('reads no more than it has time for', () => {
    const row = 'BA500 £210.00 https://a.pt/b trip.pdf booking reference: AB12CD ';
    const hostile = [
      `${'1,111'.repeat(9_000)}`,
      `${'$'.repeat(40_000)}1`,
      `https://${'a.'.repeat(20_000)}`,
      'A1 '.repeat(20_000),
    ];
    for (const text of [...hostile, row.repeat(2_000)]) {
      const since = performance.now();
      heldAgainst(`flight booking reference ${text} BA902 $1.01`, eventsOf(result(text)));
      expect(performance.now() - since).toBeLessThan(1_000);
    }
    // What a source that is too long may hold is not marked.
    expect(textsOf('Flight BA902 is $18.70.', eventsOf(result(row.repeat(100_000))))).toEqual([]);
  });

  it.each([
    [500_000, ['answer-checked']],
    [500_001, []],
  ])('checks an answer of %d characters, no longer one', (length, checks) => {
    const text = 'Flight BA902 is $18.70. '.padEnd(length, '.');
    const events = eventsOf([
      said('Flights?'),
      { type: 'model-responded', iteration: 1, text, toolCalls: [], finishReason: 'stop' },
    ]);
    const end: EventBody = { type: 'run-finished', state: 'completed', iterations: 1, text };
    expect(checkedAnswer({ state: foldEvents('s', events), events }, [end]).map(({ type }) => type)).toEqual(checks);
  });

  it.each([
    ['Great news! Your flight is booked. Booking reference: KXQPLM', true, 'KXQPLM'],
    ['Your booking is confirmed, reference **ABC123**.', true, 'ABC123'],
    ['Your flight is booked, have a nice trip!', true],
    ['预订成功！订单号：KXQPLM', true, 'KXQPLM'],
    ['已经为您订好了伦敦到里斯本的航班。', true],
    ['Nothing is booked yet. Shall I go on?', false],
    ['Once it is booked you get a booking reference.', false],
    ['还没有预订成功，要换一班吗？', false],
  ])('says that nothing was booked where a skill books: %s', (text, isUnmade, ...marked) => {
    const flights = { id: 'f', name: 'f', description: 'Books flights.', source: 'user' as const, path: '/f' };
    const events = eventsOf([
      { type: 'catalog-changed', skills: [flights], added: ['f'], removed: [], changed: [], diagnostics: [] },
      said('Please'),
      { type: 'model-responded', iteration: 1, text, toolCalls: [], finishReason: 'stop' },
    ]);
    const end: EventBody = { type: 'run-finished', state: 'completed', iterations: 1, text };
    const check = checkedAnswer({ state: foldEvents('s', events), events }, [end]);
    const unsupported = marked.map((one) => ({ kind: 'reference', text: one }));
    const unmade = isUnmade ? { unmade: true } : {};
    expect(check).toEqual(isUnmade ? [{ type: 'answer-checked', iteration: 1, unsupported, ...unmade }] : []);
  });
});
