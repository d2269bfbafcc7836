import type { Sentence } from './sentence.ts';

/** The first half was written before the readers were read again, the second after it. */
export const ENGLISH_THIRD: readonly Sentence[] = [
  {
    say: 'She has to be in Vienna on 9 December, flying from Zurich',
    facts: { from: 'ZRH', to: 'VIE' },
    asks: ['date'],
  },
  {
    say: 'My man is flying Boston to Denver on 9 December',
    facts: { from: 'BOS', to: 'DEN', date: '2026-12-09' },
    asks: ['people'],
  },
  {
    say: 'Madrid to Lisbon on 9 December with anyone except TAP',
    facts: { from: 'MAD', to: 'LIS', date: '2026-12-09', notAirlines: ['TP'] },
    beyond: [],
  },
  {
    say: 'No Emirates, no Qatar please: London to Dubai on 9 December',
    facts: { from: 'LON', to: 'DXB', date: '2026-12-09', notAirlines: ['EK', 'QR'] },
  },
  {
    say: 'Munich to Rome on 9 December, I cannot leave before 10:30',
    facts: { from: 'MUC', to: 'ROM', date: '2026-12-09', departAfter: '10:30' },
  },
  {
    say: 'I have a meeting in Oslo at 14:00 on 9 December, flying out of Berlin',
    facts: { from: 'BER', to: 'OSL', date: '2026-12-09' },
    beyond: ['meeting'],
  },
  {
    say: 'Berlin to Oslo on 9 December, touching down no later than 13:15',
    facts: { from: 'BER', to: 'OSL', date: '2026-12-09', arriveBefore: '13:15' },
  },
  {
    say: 'Two grown-ups and three kids aged 3, 6 and 13, Paris to Nice on 9 December',
    facts: { from: 'PAR', to: 'NCE', date: '2026-12-09', adults: 3, children: 2 },
  },
  {
    say: 'Grandma (71), my daughter (8) and me from Rome to Milan on 9 December',
    facts: { from: 'ROM', to: 'MIL', date: '2026-12-09' },
    asks: ['people'],
  },
  {
    say: '2 adults and a 14-month-old on my lap, Athens to Rome, 9 December',
    facts: { from: 'ATH', to: 'ROM', date: '2026-12-09', adults: 2, infantsLap: 1 },
  },
  {
    say: 'Our twins are 18 months, we are two: Dublin to Paris on 9 December',
    facts: { from: 'DUB', to: 'PAR', date: '2026-12-09' },
    asks: ['infants'],
  },
  { say: 'Prague to Vienna on Wednesday the 10th', facts: { from: 'PRG', to: 'VIE' }, asks: ['date'] },
  { say: 'Prague to Vienna a fortnight on Tuesday', facts: { from: 'PRG', to: 'VIE' }, asks: ['date'] },
  { say: 'Prague to Vienna 05/12, back 07/12', facts: { from: 'PRG', to: 'VIE' }, asks: ['date'] },
  {
    say: 'Out on 9 December from Warsaw to Paris and home three days later',
    facts: { from: 'WAW', to: 'PAR', date: '2026-12-09', return: '2026-12-12' },
  },
  {
    say: 'Bangkok to Hanoi on 9 December and then on to Manila two days later',
    facts: { from: 'BKK', date: '2026-12-09' },
    asks: ['to'],
  },
  {
    say: 'First Delhi, then Mumbai, then Goa, starting from Dubai on 9 December',
    facts: { from: 'DXB', date: '2026-12-09' },
    asks: ['to'],
  },
  { say: 'Cheapest day in January from Helsinki to Malaga', facts: { from: 'HEL', to: 'AGP', cheapestOf: '2027-01' } },
  { say: 'Not Gatwick but Heathrow to Geneva on 9 December', facts: { to: 'GVA', date: '2026-12-09' }, asks: ['from'] },
  {
    say: 'Sydney to Perth on 9 December, the whole thing under A$700 for the two of us',
    facts: { from: 'SYD', to: 'PER', date: '2026-12-09', adults: 2, maxPrice: 700, currency: 'AUD' },
  },
  {
    say: 'He can fly Oslo to Bergen on 9 December, can’t he',
    facts: { from: 'OSL', to: 'BGO', date: '2026-12-09' },
    beyond: ['He'],
  },
  {
    say: 'Tokyo to Sapporo on 9 December, ANA or JAL but never Peach',
    facts: { from: 'TYO', to: 'CTS', date: '2026-12-09' },
    beyond: ['Peach'],
  },
  {
    say: 'Chicago to Miami on 9 December on anything other than Spirit',
    facts: { from: 'CHI', to: 'MIA', date: '2026-12-09' },
    beyond: ['Spirit'],
  },
  {
    say: 'Paris to Rome on 9 December, not arriving after 18:00',
    facts: { from: 'PAR', to: 'ROM', date: '2026-12-09', arriveBefore: '18:00' },
  },
  {
    say: 'Paris to Rome on 9 December, land before noon, leave after 07:30',
    facts: { from: 'PAR', to: 'ROM', date: '2026-12-09', arriveBefore: '12:00', departAfter: '07:30' },
  },
  {
    say: 'Paris to Rome on 9 December, do not leave before 9am',
    facts: { from: 'PAR', to: 'ROM', date: '2026-12-09', departAfter: '09:00' },
  },
  {
    say: 'Paris to Rome on 9 December, I would hate to land before 10am',
    facts: { from: 'PAR', to: 'ROM', date: '2026-12-09', arriveAfter: '10:00' },
  },
  {
    say: 'Two adults, kids aged 11 and 12, Oslo to Rome on 9 December',
    facts: { from: 'OSL', to: 'ROM', date: '2026-12-09', adults: 3, children: 1 },
  },
  {
    say: 'One adult with a 1-year-old in her own seat, Oslo to Rome on 9 December',
    facts: { from: 'OSL', to: 'ROM', date: '2026-12-09', adults: 1, infantsSeat: 1 },
  },
  {
    say: '3 adults and 2 infants on laps from Lima to Bogota on 9 December',
    facts: { from: 'LIM', to: 'BOG', date: '2026-12-09', adults: 3, infantsLap: 2 },
  },
  {
    say: 'Me and the kids, Seattle to Denver on 9 December',
    facts: { from: 'SEA', to: 'DEN', date: '2026-12-09' },
    asks: ['people'],
  },
  { say: 'Berlin to Prague on Friday the 11th', facts: { from: 'BER', to: 'PRG', date: '2026-12-11' } },
  { say: 'Berlin to Prague on the last Friday of December', facts: { from: 'BER', to: 'PRG' }, asks: ['date'] },
  { say: 'Berlin to Prague next weekend', facts: { from: 'BER', to: 'PRG' }, asks: ['date'] },
  {
    say: 'Berlin to Prague on 9 December, back on Sunday',
    facts: { from: 'BER', to: 'PRG', date: '2026-12-09', return: '2026-12-13' },
  },
  {
    say: 'Cheapest flights in March from Berlin to Lisbon, not with Ryanair',
    facts: { from: 'BER', to: 'LIS', cheapestOf: '2027-03', notAirlines: ['FR'] },
  },
  {
    say: 'The cheapest day in February 2027 from Vienna to Rome, 2 adults',
    facts: { from: 'VIE', to: 'ROM', cheapestOf: '2027-02', adults: 2 },
  },
  { say: 'Cheapest flight on March 5 from Berlin to Lisbon', facts: { from: 'BER', to: 'LIS', date: '2027-03-05' } },
  {
    say: 'Rome to Athens on 9 December then Athens to Cairo on 12 December',
    facts: { date: '2026-12-09' },
    asks: ['from', 'to', 'date'],
  },
  { say: 'Rome to Athens to Cairo to Dubai, 9 December', facts: { date: '2026-12-09' }, asks: ['from', 'to'] },
];
