import { expect, it } from 'vitest';
import { type Card, cardLines, type PlainCard, textIn } from './card.ts';
import { placeRecords } from './records.ts';
import { parseCard } from './registry.ts';

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
