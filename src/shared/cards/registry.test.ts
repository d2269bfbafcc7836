import { expect, it } from 'vitest';
import { type Card, cardLines, type PlainCard, textIn } from './card.ts';
import { placeRecords } from './records.ts';
import { parseCard } from './registry.ts';

const PEK = { code: 'PEK', city: 'Beijing', cityZh: '北京' };
const HND = { code: 'HND', city: 'Tokyo', cityZh: '东京' };
const CA = { code: 'CA', name: 'Air China', nameZh: '中国国际航空' };
const number = (value: number) => value.toLocaleString('en');

const query = { from: PEK, to: HND, date: '2026-12-16', adults: 1, children: 0, cabin: 'economy', currency: 'CNY' };

it('says what comes nearest where no flight fits, as no card of its own', () => {
  const card = parseCard({
    kind: 'flight-offers',
    version: 1,
    provider: { name: 'sample', real: false },
    query: { ...query, departBefore: '07:00' },
    offers: [],
    matching: 0,
    nearest: [
      {
        relax: ['departBefore'],
        change: { departBefore: '08:15' },
        args: ['--from', 'PEK'],
        flight: 'CA181',
        airline: CA,
        departs: '2026-12-16T08:15:00+08:00',
        arrives: '2026-12-16T12:25:00+09:00',
        dayOffset: 0,
        stops: 0,
        total: { amount: 1260, currency: 'CNY' },
      },
    ],
  });
  expect(card).toMatchObject({ isPlain: false, isShown: false });
  expect(card && cardLines(card.plain(), { language: 'en', number })).toEqual([
    'Beijing → Tokyo, 2026-12-16',
    'No flight fits. Nearest:',
    '1. CA181',
    '   2026-12-16 08:15 → 2026-12-16 12:25',
    '   CNY 1,260',
    'Sample flights: nothing is really sold.',
  ]);
});

it.each([
  [{ returnDate: '2026-12-23' }, 'Beijing ⇄ Tokyo, 16–23 Dec', '北京 ⇄ 东京 12月16–23日'],
  [{ returnDate: '2027-01-03' }, 'Beijing ⇄ Tokyo, 16 Dec – 3 Jan', '北京 ⇄ 东京 12月16日–1月3日'],
  [{}, 'Beijing → Tokyo, 16 Dec', '北京 → 东京 12月16日'],
])('names the conversation by its trip: %j', (more, en, zh) => {
  const card = parseCard({ kind: 'flight-offers', version: 1, query: { ...query, ...more }, offers: [], matching: 0 });
  expect(card?.conversation).toEqual({ en, zh });
});

it('names every city of a trip of several, and what is easily missed', () => {
  const SEL = { code: 'ICN', city: 'Seoul', cityZh: '首尔' };
  const way = (from: typeof PEK, to: typeof PEK, departs: string) => ({
    from,
    to,
    departs,
    arrives: departs,
    dayOffset: 0,
    durationMinutes: 180,
    stops: 0,
    layovers: [],
    segments: [{ flight: 'CA1', airline: CA, from, to, departs, arrives: departs, dayOffset: 0, durationMinutes: 180 }],
  });
  const card = parseCard({
    kind: 'flight-offers',
    version: 1,
    query: {
      ...query,
      legs: [
        { from: PEK, to: HND, date: '2026-12-16' },
        { from: HND, to: SEL, date: '2026-12-19' },
      ],
    },
    offers: [
      {
        id: 'X',
        itineraries: [way(PEK, HND, '2026-12-16T08:00:00+08:00'), way(HND, SEL, '2026-12-19T08:00:00+09:00')],
        cabin: 'economy',
        price: { total: 2000, perAdult: 2000, perChild: 1500, currency: 'CNY' },
        seatsLeft: 9,
        fare: {
          name: 'Economy Saver',
          nameZh: '经济舱特价',
          refundable: false,
          changeFee: 0,
          cancelFee: 2000,
          checkedBaggageKg: 46,
          cabinBaggageKg: 8,
        },
        bags: { checked: 2, kg: 23, carryOn: 1 },
        airportChange: [{ city: 'Tokyo', cityZh: '东京', from: 'NRT', to: 'HND' }],
        overnight: [{ airport: 'HND', minutes: 500 }],
        tags: [],
      },
    ],
    matching: 1,
  });
  const lines = card ? cardLines(card.plain(), { language: 'zh', number }) : [];
  expect(lines[0]).toBe('北京 → 东京 → 首尔, 2026-12-16 – 2026-12-19');
  expect(lines).toContain('   每人托运行李: 2 × 23 kg');
  expect(lines).toContain('   请留意: 在东京换机场，NRT → HND；在 HND 过夜');
});

const change = {
  reference: 'QVPFBN',
  paid: { amount: 1260, currency: 'CNY' },
  newFare: { amount: 1500, currency: 'CNY' },
  difference: { amount: 240, currency: 'CNY' },
  fee: { amount: 150, currency: 'CNY' },
};
const ticket = (departs: string) => ({
  id: 'x',
  itineraries: [
    {
      from: PEK,
      to: HND,
      departs,
      arrives: departs,
      dayOffset: 0,
      durationMinutes: 190,
      stops: 0,
      layovers: [],
      segments: [
        {
          flight: 'CA1',
          airline: CA,
          from: PEK,
          to: HND,
          departs,
          arrives: departs,
          dayOffset: 0,
          durationMinutes: 190,
        },
      ],
    },
  ],
  cabin: 'economy',
  price: { total: 1500, currency: 'CNY' },
  fare: { name: 'Standard', nameZh: '标准' },
  tags: [],
});

it.each([
  [390, 'to pay now: CNY 390'],
  [-90, 'you get back: CNY 90'],
])('asks for a change with old and new fare, difference, fee and what is paid or comes back', (amount, last) => {
  const card = parseCard({
    kind: 'booking-quote',
    version: 1,
    action: 'book',
    offer: ticket('2026-12-18T08:15:00+08:00'),
    passengers: [{ name: 'Li Na', type: 'adult' }],
    total: { amount, currency: 'CNY' },
    fareRules: { en: [], zh: [] },
    key: 'k',
    change: { ...change, from: ticket('2026-12-16T08:15:00+08:00').itineraries },
  });
  const lines = card && cardLines(card.plain(), { language: 'en', number });
  expect(lines?.[0]).toBe('Change the booking QVPFBN, Beijing → Tokyo');
  expect(lines?.slice(-5)).toEqual([
    'paid so far: CNY 1,260',
    'new fare: CNY 1,500',
    'difference in fare: CNY 240',
    'change fee: CNY 150',
    last,
  ]);
  expect(card?.plain().ask?.confirm).toEqual({ en: 'Confirm the change', zh: '确认改签' });
});

const EMPTY = { facts: [], actions: [], items: [], notes: [], files: [] };

it('keeps a card of an unknown kind or version: as the plain card that it is, or with its plain fields', () => {
  const stay = {
    kind: 'hotel-stay',
    version: 2,
    key: 'ST-1',
    title: { en: 'Stay', zh: '住宿' },
    items: [{ key: 'ST-2', title: 'x' }],
  };
  const card = parseCard({ ...stay, secret: 1 });
  expect(card).toMatchObject({ kind: 'hotel-stay', version: 2, isShown: true });
  expect(card?.records).toEqual([
    { kind: 'hotel-stay', key: 'ST-1' },
    { kind: 'hotel-stay', key: 'ST-2' },
  ]);
  expect(textIn(card?.plain().title ?? '', 'zh')).toBe('住宿');
  expect(parseCard({ kind: 'booking', version: 9, reference: 'KXPLMT', offer: {} })?.plain()).toEqual({
    ...EMPTY,
    kind: 'booking',
    version: 9,
    title: 'booking',
    facts: [{ label: 'reference', value: 'KXPLMT' }],
  });
  for (const other of [undefined, 'text', {}, { kind: 'x' }, { version: 1 }]) expect(parseCard(other)).toBe(undefined);
});

it('says a whole card as text, in the reader’s language', () => {
  const card = parseCard({
    kind: 'hotel-quote',
    version: 1,
    title: { en: 'Quote', zh: '报价' },
    subtitle: 'Alpha',
    status: { text: { en: 'Held', zh: '已保留' } },
    price: { amount: 1280, currency: 'EUR' },
    facts: [{ label: { en: 'Arrival', zh: '入住' }, value: { date: '2027-03-12T15:00:00+01:00' } }, { value: 2 }],
    items: [{ title: 'Double', facts: [{ value: { en: 'breakfast', zh: '含早餐' } }] }],
    notes: [{ en: 'No refund', zh: '不可退款' }],
  })?.plain() as PlainCard;
  const number = (value: number) => value.toLocaleString('en');
  expect(cardLines(card, { language: 'zh', number })).toEqual([
    '报价, Alpha, 已保留',
    '入住: 2027-03-12 15:00',
    '2',
    'EUR 1,280',
    '1. Double',
    '   含早餐',
    '不可退款',
  ]);
  expect(cardLines(card, { language: 'fr', number })[0]).toBe('Quote, Alpha, Held');
});

it('places each record of a store once, where it was made, upcoming first', () => {
  const stored = (key: string, from: string, over = false) => ({
    key,
    card: parseCard({ kind: 'stay', version: 1, title: key, period: { from, to: from }, over }) as Card,
  });
  const shown = (key: string, at: string, sessionId = 'a', trusted = true) => ({
    key,
    sessionId,
    seq: 1,
    at,
    title: 't',
    trusted,
  });
  const all = placeRecords(
    [
      stored('AAAAAA', '2027-05-01T08:00:00+08:00'),
      stored('BBBBBB', '2027-04-01T08:00:00+08:00'),
      stored('CCCCCC', '2027-04-20T08:00:00+08:00', true),
      stored('DDDDDD', '2027-02-01T08:00:00+08:00'),
      stored('EEEEEE', '2027-01-01T08:00:00+08:00'),
    ],
    [
      shown('AAAAAA', '2027-01-01', 'forger', false),
      shown('AAAAAA', '2027-01-02'),
      shown('BBBBBB', '2027-01-02', 'earlier-version', false),
      shown('CCCCCC', '2027-01-03'),
      shown('CCCCCC', '2027-01-04', 'b'),
      shown('DDDDDD', '2027-01-04'),
      shown('FORGED', '2027-01-04'),
    ],
    Date.parse('2027-03-01T00:00:00Z'),
  );
  expect(all.map(({ key, upcoming, sessionId }) => [key, upcoming, sessionId])).toEqual([
    ['BBBBBB', true, 'earlier-version'],
    ['AAAAAA', true, 'a'],
    ['CCCCCC', false, 'a'],
    ['DDDDDD', false, 'a'],
    ['EEEEEE', false, undefined],
  ]);
});
