import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { EventBody } from '../../shared/events.ts';
import { comparedLines } from '../../shared/forms/compared.ts';
import { translatorFor } from '../../shared/messages/translate.ts';
import { foldEvents } from '../../shared/reducer.ts';
import { eventsOf, finished, started } from '../store/test-kit/home.ts';
import { askedBeside, requestFormIn } from './forms.ts';

const SKILL = { id: 'book-flight', dir: path.resolve('skills/book-flight') };
const PEK = {
  code: 'PEK',
  cityCode: 'BJS',
  city: 'Beijing',
  cityZh: '北京',
  airport: 'Beijing Capital',
  airportZh: '首都',
};
const HND = { code: 'HND', cityCode: 'TYO', city: 'Tokyo', cityZh: '东京', airport: 'Haneda', airportZh: '羽田' };
/** Terms in a quote for two adults and a child. */
const TERMS = {
  from: PEK,
  to: HND,
  date: '2027-03-12',
  return: '2027-03-19',
  direct: false,
  cabin: 'economy',
  adults: 2,
  children: 1,
  infantsLap: 0,
  infantsSeat: 0,
  maxStops: 1,
  minConnection: 55,
  maxConnection: 55,
  departAfter: '09:30',
  departBefore: '09:30',
  arriveAfter: '17:35',
  arriveBefore: '17:35',
  airlines: ['CA', 'NH'],
  notAirlines: ['CA', 'NH'],
  notAirports: ['PEK', 'ICN', 'HND'],
  bags: 1,
  maxPrice: { amount: 8260, currency: 'CNY' },
  currency: 'CNY',
};
const ASKED = { from: 'BJS', to: 'TYO', date: '2027-03-12', return: '2027-03-19', adults: 2, children: 1 };

function stateAfter(facts: object, query?: object) {
  const form = requestFormIn(SKILL.dir, SKILL.id, 'en');
  const bodies = [
    { type: 'user-message-added', text: 'fly' },
    started('f', 'ask_user'),
    finished('f', 'ask_user', '', { data: { ...form, values: {} } }),
    { type: 'user-message-added', text: '…', form: { callId: 'f', outcome: 'submitted', answers: facts } },
    ...(query === undefined
      ? []
      : [
          started('s', 'run_command'),
          finished('s', 'run_command', '', { data: { kind: 'offers', version: 1, query } }),
        ]),
  ] as EventBody[];
  return foldEvents('s', eventsOf(...bodies));
}
const beside = (facts: object, terms: object = TERMS, query?: object) =>
  askedBeside(stateAfter(facts, query), SKILL, { kind: 'quote', version: 1, terms });
const linesOf = (facts: object, language: 'en' | 'zh' = 'en', query?: object) =>
  comparedLines(
    beside(facts, TERMS, query) ?? [],
    { language, number: (value) => value.toLocaleString('en') },
    translatorFor(language),
  );

it('marks nothing where the trip is what was asked for', () => {
  const rows = beside({
    ...ASKED,
    notAirlines: ['MU'],
    arriveBefore: '18:00',
    maxPrice: 9000,
    currency: 'CNY',
    bags: 1,
  });
  expect(rows?.map(({ field, differs }) => (differs ? `${field}!` : field))).toEqual([
    'from',
    'to',
    'date',
    'return',
    'adults',
    'children',
    'arriveBefore',
    'notAirlines',
    'bags',
    'maxPrice',
    'currency',
  ]);
});

describe('marks what differs, and says both', () => {
  it.each([
    ['another city', { to: 'SEL' }, 'To: you asked for Seoul (SEL), it is Haneda (HND)'],
    ['another date', { date: '2027-03-11' }, 'Out: you asked for 2027-03-11, it is 2027-03-12'],
    ['another day back', { return: '2027-03-20' }, 'Return: you asked for 2027-03-20, it is 2027-03-19'],
    ['a later arrival', { arriveBefore: '15:00' }, 'Arrive before: you asked for 15:00, it is 17:35'],
    ['an earlier departure', { departAfter: '10:00' }, 'Leave after: you asked for 10:00, it is 09:30'],
    [
      'a refused airline',
      { notAirlines: ['MU', 'CA'] },
      'Not with: you asked for China Eastern (MU), Air China (CA), it is Air China (CA)',
    ],
    [
      'an airline beside the wanted one',
      { airlines: ['NH'] },
      'Only: you asked for All Nippon Airways (NH), it is Air China (CA), All Nippon Airways (NH)',
    ],
    [
      'a refused airport',
      { notAirports: ['ICN'] },
      'Not through: you asked for Seoul Incheon (ICN), it is Seoul Incheon (ICN)',
    ],
    ['fewer bags', { bags: 2 }, 'Checked bags each: you asked for 2, it is 1'],
    [
      'a price over the budget',
      { maxPrice: 8000, currency: 'CNY' },
      'At most: you asked for CNY 8,000, it is CNY 8,260',
    ],
    [
      'a budget in another currency',
      { maxPrice: 9000, currency: 'EUR' },
      'At most: you asked for EUR 9,000, it is CNY 8,260',
    ],
    ['another class', { cabin: 'business' }, 'Cabin: you asked for Business, it is Economy'],
    ['a stop', { direct: true }, 'Direct: you asked for yes, it is no'],
    ['a short connection', { minConnection: 90 }, 'Connection at least (min): you asked for 90, it is 55'],
    ['another head count', { adults: 3 }, 'Adults: you asked for 3, it is 2'],
    ['a child where none was', { children: 0 }, 'Children: you asked for 0, it is 1'],
    ['an infant that is not there', { infantsLap: 1 }, 'Infants on lap: you asked for 1, it is 0'],
  ])('%s', (_what, facts, line) => {
    const lines = linesOf({ ...ASKED, ...facts });
    expect(lines.slice(0, 2)).toEqual(['Different from what you asked for', `! ${line}`]);
    expect(lines.filter((one) => one.startsWith('! ')).length).toBe(
      'currency' in facts && facts.currency === 'EUR' ? 2 : 1,
    );
  });

  it('another airport of the same city, where one was named', () => {
    const query = {
      to: { code: 'NRT', city: 'Tokyo', cityZh: '东京', airport: 'Tokyo Narita', airportZh: '东京成田' },
    };
    expect(linesOf(ASKED, 'en', query)[1]).toBe('! To: you asked for Tokyo Narita (NRT), it is Haneda (HND)');
    expect(linesOf(ASKED, 'zh', query).slice(0, 2)).toEqual([
      '与你的要求不同',
      '! 到：你要的是 东京成田 (NRT)，实际是 羽田 (HND)',
    ]);
    const city = { to: { code: 'TYO', city: 'Tokyo', cityZh: '东京' } };
    expect(linesOf(ASKED, 'en', city)).not.toContain('Different from what you asked for');
  });
});

it('keeps a wish that the search left out', () => {
  const query = { from: { code: 'BJS', city: 'Beijing', cityZh: '北京' }, adults: 2, children: 1 };
  expect(linesOf({ ...ASKED, notAirlines: ['CA'] }, 'en', query)[1]).toBe(
    '! Not with: you asked for Air China (CA), it is Air China (CA)',
  );
});

it('says all of it in the language of the reader', () => {
  const lines = linesOf({ ...ASKED, cabin: 'business', adults: 3 }, 'zh');
  expect(lines.slice(1, 3)).toEqual(['! 成人：你要的是 3，实际是 2', '! 舱位：你要的是 公务舱，实际是 经济舱']);
  expect(lines.slice(3).join('')).not.toMatch(/[a-z]{3}/);
});

it('lets a day be missed by the days that were given', () => {
  expect(linesOf({ ...ASKED, date: '2027-03-10', flex: 2 })).not.toContain('Different from what you asked for');
  expect(linesOf({ ...ASKED, date: '2027-03-10', flex: 1 })[1]).toContain('Out: you asked for 2027-03-10');
});

it('says nothing where nothing was asked of the skill, or its card has no terms', () => {
  expect(askedBeside(foldEvents('s', []), SKILL, { kind: 'quote', version: 1, terms: TERMS })).toBeUndefined();
  expect(
    askedBeside(stateAfter(ASKED), { ...SKILL, id: 'other' }, { kind: 'quote', version: 1, terms: TERMS }),
  ).toBeUndefined();
  expect(askedBeside(stateAfter(ASKED), SKILL, { kind: 'quote', version: 1 })).toBeUndefined();
  expect(askedBeside(stateAfter({}), SKILL, { kind: 'quote', version: 1, terms: TERMS })).toBeUndefined();
  expect(askedBeside(stateAfter(ASKED), SKILL, 'no card')).toBeUndefined();
});
