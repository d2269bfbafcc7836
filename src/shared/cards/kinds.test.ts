import { expect, it } from 'vitest';
import { cardLines } from './card.ts';
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
