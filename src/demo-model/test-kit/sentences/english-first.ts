import type { Sentence } from './sentence.ts';

/** Written before the demo model was read. */
export const ENGLISH_FIRST: readonly Sentence[] = [
  { say: 'London to Paris on 28 November', facts: { from: 'LON', to: 'PAR', date: '2026-11-28' } },
  {
    say: 'I need to be in Rome before 3pm on 4 December, flying from Madrid',
    facts: { from: 'MAD', to: 'ROM', date: '2026-12-04', arriveBefore: '15:00' },
  },
  {
    say: 'my wife and I are going from Dublin to Lisbon on 5 December, she hates early mornings',
    facts: { from: 'DUB', to: 'LIS', date: '2026-12-05', adults: 2 },
    beyond: ['hates early mornings'],
  },
  {
    say: 'New York to London on December 9, but not Heathrow please',
    facts: { from: 'NYC', to: 'LON', date: '2026-12-09', notAirports: ['LHR'] },
  },
  {
    say: 'Family of four from Chicago to Miami, 19 December to 27 December, the kids are 7 and 12',
    facts: { from: 'CHI', to: 'MIA', date: '2026-12-19', return: '2026-12-27', adults: 3, children: 1, ages: [7, 12] },
  },
  {
    say: 'can you find me something cheap to Barcelona from Amsterdam next weekend',
    facts: { from: 'AMS', to: 'BCN' },
    asks: ['date'],
  },
  {
    say: 'Anything but Ryanair, Dublin to Milan, 3 December',
    facts: { from: 'DUB', to: 'MIL', date: '2026-12-03', notAirlines: ['FR'] },
  },
  {
    say: 'We are two adults with a 9 month old baby, Frankfurt to Vienna on 12 December',
    facts: { from: 'FRA', to: 'VIE', date: '2026-12-12', adults: 2 },
    asks: ['infants'],
  },
  {
    say: 'my mum wants to visit us in Toronto, she would leave Glasgow on the 10th of December',
    facts: { from: 'GLA', to: 'YTO', date: '2026-12-10' },
    asks: ['people'],
  },
  { say: 'Paris to Tokyo 3/4', facts: { from: 'PAR', to: 'TYO' }, asks: ['date'] },
  { say: 'Berlin to Athens on Friday the 4th', facts: { from: 'BER', to: 'ATH', date: '2026-12-04' } },
  { say: 'From Boston to Seattle on Saturday 29 November', facts: { from: 'BOS', to: 'SEA' }, asks: ['date'] },
  {
    say: 'Beijing to Shanghai tomorrow evening, back two days later',
    facts: { from: 'BJS', to: 'SHA', date: '2026-11-23', return: '2026-11-25', departAfter: '18:00' },
  },
  {
    say: 'I would like to go London, then Rome, then Istanbul and home to London in the first half of December',
    facts: { from: 'LON' },
    asks: ['to', 'date'],
  },
  { say: 'Singapore – Bangkok – Hanoi, starting 2 December', facts: { date: '2026-12-02' }, asks: ['to'] },
  { say: 'Not Tokyo, Osaka. From Shanghai on 1 December', facts: { from: 'SHA', to: 'OSA', date: '2026-12-01' } },
  {
    say: 'I live in Seattle and want to see my sister in Denver on 11 December',
    facts: { from: 'SEA', to: 'DEN', date: '2026-12-11' },
  },
  {
    say: 'two tickets from Oslo to Copenhagen for the 30th, business class',
    facts: { from: 'OSL', to: 'CPH', date: '2026-11-30', adults: 2, cabin: 'business' },
  },
  {
    say: 'Zurich to Lisbon 14 December direct under 200 euros',
    facts: { from: 'ZRH', to: 'LIS', date: '2026-12-14', direct: true, maxPrice: 200, currency: 'EUR' },
  },
  {
    say: 'Do you have anything from Los Angeles to Sydney around Christmas?',
    facts: { from: 'LAX', to: 'SYD' },
    asks: ['date'],
  },
  {
    say: 'Please book Mumbai to Delhi for me and my three colleagues on Wednesday morning',
    facts: { from: 'BOM', to: 'DEL', date: '2026-11-25', adults: 4, departBefore: '12:00' },
  },
  {
    say: 'Flight for one adult and two children aged 5 and 8 from Stockholm to London on 20 December',
    facts: { from: 'STO', to: 'LON', date: '2026-12-20', adults: 1, children: 2, ages: [5, 8] },
  },
  { say: 'Is it going to rain in Tokyo tomorrow?', facts: {}, asks: ['topic'] },
  { say: 'Can you book me a hotel in Paris for 28 November?', facts: {}, asks: ['topic'] },
  {
    say: 'Vancouver to Hong Kong on 8 January, returning on the 22nd, window seat',
    facts: { from: 'YVR', to: 'HKG', date: '2027-01-08', return: '2027-01-22' },
    beyond: ['window seat'],
  },
  {
    say: 'Dubai to London on 7 December, no stops, with a checked bag',
    facts: { from: 'DXB', to: 'LON', date: '2026-12-07', direct: true, bags: 1 },
  },
  {
    say: 'Someone needs to pick up my dad in Munich, book him from Madrid on 15 December',
    facts: { from: 'MAD', to: 'MUC', date: '2026-12-15', adults: 1 },
    beyond: ['pick up'],
  },
  {
    say: 'Helsinki to Rome, leave after 10am, arrive by 6pm, 2 December',
    facts: { from: 'HEL', to: 'ROM', date: '2026-12-02', departAfter: '10:00', arriveBefore: '18:00' },
  },
  { say: 'San Diego to Denver on Dec 12', facts: { from: 'SAN', to: 'DEN', date: '2026-12-12' } },
  {
    say: 'Going from Montreal to Paris 26 December for a week',
    facts: { from: 'YMQ', to: 'PAR', date: '2026-12-26', return: '2027-01-02' },
  },
  {
    say: 'Sydney to Auckland on 3 February, Qantas or Air New Zealand only',
    facts: { from: 'SYD', to: 'AKL', date: '2027-02-03', airlines: ['QF', 'NZ'] },
  },
  { say: 'We are going to Bali', facts: { to: 'DPS' }, asks: ['from', 'date', 'people'] },
  {
    say: 'Please find me the cheapest day in January to fly from Amsterdam to New York',
    facts: { from: 'AMS', to: 'NYC', cheapestOf: '2027-01' },
  },
  {
    say: 'Manchester to Geneva on 18 December, my skis need to come too',
    facts: { from: 'MAN', to: 'GVA', date: '2026-12-18' },
    beyond: ['skis'],
  },
  {
    say: 'Fly me from Brussels to Prague the day after tomorrow',
    facts: { from: 'BRU', to: 'PRG', date: '2026-11-24' },
  },
  {
    say: 'A flight for my son (14) and me, Warsaw to London, 6 December',
    facts: { from: 'WAW', to: 'LON', date: '2026-12-06', adults: 2 },
  },
  { say: 'London to Madrid on 1 December and then Madrid to Rome on 5 December', facts: {}, asks: ['to'] },
  {
    say: 'I prefer not to fly with Lufthansa and not via Frankfurt: Hamburg to Barcelona, 9 December',
    facts: { from: 'HAM', to: 'BCN', date: '2026-12-09', notAirlines: ['LH'], notAirports: ['FRA'] },
  },
  {
    say: 'Round trip Kuala Lumpur to Singapore 4 December to 2 December',
    facts: { from: 'KUL', to: 'SIN' },
    asks: ['date'],
  },
  {
    say: 'Lisbon to London in the afternoon of 10 December for 2 adults, one toddler of 20 months on my lap',
    facts: {
      from: 'LIS',
      to: 'LON',
      date: '2026-12-10',
      departAfter: '12:00',
      departBefore: '18:00',
      adults: 2,
      infantsLap: 1,
    },
  },
  {
    say: 'Edinburgh to Dublin for 3 people on 13 December, one of them is 10',
    facts: { from: 'EDI', to: 'DUB', date: '2026-12-13', adults: 2, children: 1, ages: [10] },
  },
  {
    say: 'Anyone but British Airways from London to Nice 16 December',
    facts: { from: 'LON', to: 'Nice', date: '2026-12-16', notAirlines: ['BA'] },
  },
  {
    say: 'Houston to Mexico City on the first Monday of December',
    facts: { from: 'HOU', to: 'MEX', date: '2026-12-07' },
  },
  {
    say: 'I am flexible by a day or two: Vienna to London around 10 December',
    facts: { from: 'VIE', to: 'LON' },
    asks: ['date'],
  },
  {
    say: 'Copenhagen to Athens on 12 December at most one stop and no connection shorter than an hour',
    facts: { from: 'CPH', to: 'ATH', date: '2026-12-12', maxStops: 1, minConnection: 60 },
  },
  { say: 'Atlanta to Dallas next Friday', facts: { from: 'ATL', to: 'DFW' }, asks: ['date'] },
  {
    say: 'for the two of us from Geneva to Lisbon, 21 December, wheelchair for my husband',
    facts: { from: 'GVA', to: 'LIS', date: '2026-12-21', adults: 2 },
    beyond: ['wheelchair'],
  },
  {
    say: 'Bangkok to Seoul on 9 December, I do not want to arrive after midnight',
    facts: { from: 'BKK', to: 'SEL', date: '2026-12-09' },
    beyond: ['arrive after midnight'],
  },
  {
    say: 'it must not cost more than $400: Denver to Boston, 17 December',
    facts: { from: 'DEN', to: 'BOS', date: '2026-12-17', maxPrice: 400, currency: 'USD' },
  },
  {
    say: 'Shanghai to Tokyo on 25 December, back on New Year’s Day, 2 grown-ups and a kid',
    facts: { from: 'SHA', to: 'TYO', date: '2026-12-25', return: '2027-01-01', adults: 2, children: 1 },
  },
];
