import type { Sentence } from './sentence.ts';

/** Written with the readers in sight, to lead them astray. */
export const ENGLISH_SECOND: readonly Sentence[] = [
  {
    say: 'Can you get us from Rome to Paris on 3 December?',
    facts: { from: 'ROM', to: 'PAR', date: '2026-12-03' },
    asks: ['people'],
  },
  {
    say: 'he needs to fly from Cairo to Dubai on 3 December, her brother too',
    facts: { from: 'CAI', to: 'DXB', date: '2026-12-03' },
    asks: ['people'],
  },
  {
    say: 'Fly from Tokyo to Seoul on 5 December, tao and all',
    facts: { from: 'TYO', to: 'SEL', date: '2026-12-05' },
    beyond: ['tao'],
  },
  {
    say: 'Frankfurt to Oslo on 5 December, I would not mind Lufthansa',
    facts: { from: 'FRA', to: 'OSL', date: '2026-12-05' },
    beyond: ['Lufthansa'],
  },
  {
    say: 'Frankfurt to Oslo on 5 December, preferably Lufthansa',
    facts: { from: 'FRA', to: 'OSL', date: '2026-12-05' },
    beyond: ['preferably'],
  },
  {
    say: 'I never said Delta, Boston to Chicago on 5 December',
    facts: { from: 'BOS', to: 'CHI', date: '2026-12-05' },
    beyond: ['Delta'],
  },
  {
    say: 'Lufthansa only if cheap, Berlin to Rome on 5 December',
    facts: { from: 'BER', to: 'ROM', date: '2026-12-05' },
    beyond: ['if cheap'],
  },
  { say: 'Not on a Monday: Berlin to Rome in December', facts: { from: 'BER', to: 'ROM' }, asks: ['date'] },
  {
    say: 'London to New York on 5 December landing at Newark',
    facts: { from: 'LON', to: 'NYC', date: '2026-12-05' },
    beyond: ['Newark'],
  },
  { say: 'Get me to Madrid by 10 December from Paris', facts: { from: 'PAR', to: 'MAD' }, asks: ['date'] },
  { say: 'Paris to Madrid, arriving on 10 December', facts: { from: 'PAR', to: 'MAD' }, asks: ['date'] },
  {
    say: 'Paris to Madrid on 10 December, arriving before 3',
    facts: { from: 'PAR', to: 'MAD', date: '2026-12-10' },
    beyond: ['before 3'],
  },
  {
    say: 'Paris to Madrid on 10 December, there before noon',
    facts: { from: 'PAR', to: 'MAD', date: '2026-12-10' },
    beyond: ['there before noon'],
  },
  {
    say: 'Paris to Madrid on 10 December after lunch',
    facts: { from: 'PAR', to: 'MAD' },
    beyond: ['after lunch'],
    asks: ['date'],
  },
  {
    say: 'Paris to Madrid on 10 December, landing no later than 14:30',
    facts: { from: 'PAR', to: 'MAD', date: '2026-12-10', arriveBefore: '14:30' },
  },
  {
    say: 'My 5-year-old and I from Dublin to Malaga on 11 December',
    facts: { from: 'DUB', to: 'Malaga', date: '2026-12-11', adults: 1, children: 1, ages: [5] },
  },
  {
    say: 'Dublin to Lisbon on 11 December for my kids',
    facts: { from: 'DUB', to: 'LIS', date: '2026-12-11' },
    asks: ['people'],
  },
  {
    say: 'Dublin to Lisbon on 11 December, two adults and a baby with its own seat',
    facts: { from: 'DUB', to: 'LIS', date: '2026-12-11', adults: 2, infantsSeat: 1 },
  },
  {
    say: 'Dublin to Lisbon on 11 December, 2 adults, 2 kids aged 1 and 4',
    facts: { from: 'DUB', to: 'LIS', date: '2026-12-11', adults: 2, children: 1 },
    asks: ['infants'],
  },
  {
    say: 'Dublin to Lisbon on 11 December, 2 adults, 3 kids aged 5 and 8',
    facts: { from: 'DUB', to: 'LIS', date: '2026-12-11' },
    asks: ['people'],
  },
  {
    say: 'Dublin to Lisbon on 11 December for 2 adults, my son turns 12 on 10 December',
    facts: { from: 'DUB', to: 'LIS' },
    asks: ['people'],
  },
  {
    say: 'Dublin to Lisbon on 11 December for my parents and me',
    facts: { from: 'DUB', to: 'LIS', date: '2026-12-11' },
    asks: ['people'],
  },
  {
    say: 'Dublin to Lisbon on 11 December for a couple',
    facts: { from: 'DUB', to: 'LIS', date: '2026-12-11' },
    asks: ['people'],
  },
  {
    say: 'Dublin to Lisbon on 11 December, 15 people',
    facts: { from: 'DUB', to: 'LIS', date: '2026-12-11', adults: 15 },
  },
  {
    say: 'a pregnant lady flying from Dublin to Lisbon on 11 December',
    facts: { from: 'DUB', to: 'LIS', date: '2026-12-11' },
    beyond: ['pregnant'],
  },
  { say: 'Vienna to Prague on the 12th or 13th of December', facts: { from: 'VIE', to: 'PRG' }, asks: ['date'] },
  { say: 'Vienna to Prague 05/06/2027', facts: { from: 'VIE', to: 'PRG' }, asks: ['date'] },
  {
    say: 'Vienna to London on 12 December, back a week later',
    facts: { from: 'VIE', to: 'LON', date: '2026-12-12', return: '2026-12-19' },
  },
  {
    say: 'Vienna to London from 12 to 15 December',
    facts: { from: 'VIE', to: 'LON', date: '2026-12-12', return: '2026-12-15' },
  },
  {
    say: 'Vienna to London on 12 December for five days',
    facts: { from: 'VIE', to: 'LON', date: '2026-12-12' },
    beyond: ['five days'],
  },
  {
    say: 'Vienna to London on 12 December and back the same day',
    facts: { from: 'VIE', to: 'LON', date: '2026-12-12' },
    asks: ['date'],
  },
  { say: 'Vienna to London on Friday 12 December', facts: { from: 'VIE', to: 'LON' }, asks: ['date'] },
  { say: 'Vienna to London on 31 November', facts: { from: 'VIE', to: 'LON' }, asks: ['date'] },
  { say: 'Vienna to London over Easter', facts: { from: 'VIE', to: 'LON' }, asks: ['date'] },
  { say: 'Vienna to London in three weeks', facts: { from: 'VIE', to: 'LON' }, asks: ['date'] },
  { say: 'Vienna to London the day before Christmas', facts: { from: 'VIE', to: 'LON' }, asks: ['date'] },
  { say: 'Los Angeles to Tokyo via Honolulu on 8 January', facts: { date: '2027-01-08' }, asks: ['to'] },
  { say: 'Los Angeles to Tokyo on 8 January with a stopover in Seoul', facts: { date: '2027-01-08' }, asks: ['to'] },
  { say: 'From Miami or Orlando to Chicago on 8 January', facts: { to: 'CHI', date: '2027-01-08' }, asks: ['from'] },
  {
    say: 'Fly into Milan and out of Rome, from London, 8 to 12 January',
    facts: { from: 'LON', date: '2027-01-08', return: '2027-01-12' },
    asks: ['to'],
  },
  {
    say: 'Denver to Seattle on 8 January, cheaper than 200 each',
    facts: { from: 'DEN', to: 'SEA', date: '2027-01-08' },
    beyond: ['200'],
  },
  { say: 'Denver to Seattle on 8 January for about $300', facts: { from: 'DEN', to: 'SEA' }, asks: ['date'] },
  {
    say: 'Denver to Seattle on 8 January, 2 adults, with one checked bag',
    facts: { from: 'DEN', to: 'SEA', date: '2027-01-08', adults: 2 },
    beyond: ['checked bag'],
  },
  {
    say: 'Denver to Seattle on 8 January, two checked bags each, 2 adults',
    facts: { from: 'DEN', to: 'SEA', date: '2027-01-08', adults: 2, bags: 2 },
  },
  {
    say: 'Denver to Seattle on 8 January with at least an hour to connect',
    facts: { from: 'DEN', to: 'SEA', date: '2027-01-08', minConnection: 60 },
  },
  {
    say: 'Denver to Seattle on 8 January plus or minus two days',
    facts: { from: 'DEN', to: 'SEA', date: '2027-01-08', flex: 2 },
  },
  {
    say: 'Denver to Seattle on 8 January, not economy',
    facts: { from: 'DEN', to: 'SEA', date: '2027-01-08' },
    beyond: ['not economy'],
  },
  {
    say: 'Denver to Seattle on 8 January, it does not have to be direct',
    facts: { from: 'DEN', to: 'SEA', date: '2027-01-08' },
    beyond: ['direct'],
  },
  { say: 'How long is the flight from Denver to Seattle?', facts: { from: 'DEN', to: 'SEA' }, asks: ['date'] },
  { say: 'Rent me a car in Lisbon from 8 January', facts: {}, asks: ['topic'] },
];
