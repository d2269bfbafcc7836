import type { Sentence } from './sentence.ts';

/** The eight grave classes once more, refused airlines above all; written before the readers were read again, but for the last two. */
export const ENGLISH_FOURTH: readonly Sentence[] = [
  {
    say: 'Get her from Leeds... sorry, London to Rome on 3 December, her name is Eva Hall',
    facts: { to: 'ROM', date: '2026-12-03' },
    asks: ['from'],
  },
  {
    say: 'He wants to be in Madrid on 5 December, flying from Paris. Just him.',
    facts: { from: 'PAR', to: 'MAD', date: '2026-12-05' },
  },
  { say: 'Can you fly me from Boston to Miami tomorrow?', facts: { from: 'BOS', to: 'MIA', date: '2026-11-23' } },
  {
    say: 'my boss asked me to book him Berlin to Vienna on Monday, he travels alone',
    facts: { from: 'BER', to: 'VIE', date: '2026-11-23' },
    asks: ['people'],
  },
  {
    say: "it's for her: Dublin to Lisbon, 9 December, one seat",
    facts: { from: 'DUB', to: 'LIS', date: '2026-12-09' },
  },
  { say: 'Do they fly from Oslo to Stockholm on Thursday?', facts: { from: 'OSL', to: 'STO', date: '2026-11-26' } },
  {
    say: 'London to Tokyo on 2 December, not with JAL',
    facts: { from: 'LON', to: 'TYO', date: '2026-12-02', notAirlines: ['JL'] },
  },
  {
    say: 'Los Angeles to Tokyo on 4 December, not on Japan Airlines',
    facts: { from: 'LAX', to: 'TYO', date: '2026-12-04', notAirlines: ['JL'] },
  },
  {
    say: 'Osaka to Seoul on 7 December, anything but ANA',
    facts: { from: 'OSA', to: 'SEL', date: '2026-12-07', notAirlines: ['NH'] },
  },
  {
    say: 'Paris to Frankfurt tomorrow, no Lufthansa please',
    facts: { from: 'PAR', to: 'FRA', date: '2026-11-23', notAirlines: ['LH'] },
  },
  {
    say: "New York to London on 8 December, I'd rather not fly British Airways",
    facts: { from: 'NYC', to: 'LON', date: '2026-12-08', notAirlines: ['BA'] },
  },
  {
    say: "Chicago to Dallas on Friday, I can't stand United",
    facts: { from: 'CHI', to: 'DFW', date: '2026-11-27', notAirlines: ['UA'] },
  },
  {
    say: 'Toronto to Vancouver on 1 December, never again Air Canada',
    facts: { from: 'YTO', to: 'YVR', date: '2026-12-01', notAirlines: ['AC'] },
  },
  {
    say: 'Hong Kong to Singapore 3 December, I refuse to fly Cathay Pacific',
    facts: { from: 'HKG', to: 'SIN', date: '2026-12-03', notAirlines: ['CX'] },
  },
  {
    say: 'Madrid to London on 10 December, please leave out Iberia and easyJet',
    facts: { from: 'MAD', to: 'LON', date: '2026-12-10', notAirlines: ['IB', 'U2'] },
  },
  {
    say: "Sydney to Melbourne 6 December, any carrier that isn't Qantas",
    facts: { from: 'SYD', to: 'MEL', date: '2026-12-06', notAirlines: ['QF'] },
  },
  {
    say: 'Dubai to London, 12 December, skip Emirates',
    facts: { from: 'DXB', to: 'LON', date: '2026-12-12', notAirlines: ['EK'] },
  },
  {
    say: 'Amsterdam to New York on 9 December, other than KLM or Delta',
    facts: { from: 'AMS', to: 'NYC', date: '2026-12-09', notAirlines: ['KL', 'DL'] },
  },
  {
    say: 'Seoul to Bangkok on 11 December without Korean Air, without Thai',
    facts: { from: 'SEL', to: 'BKK', date: '2026-12-11', notAirlines: ['KE', 'TG'] },
  },
  {
    say: 'Beijing to Shanghai tomorrow, avoid Air China',
    facts: { from: 'BJS', to: 'SHA', date: '2026-11-23', notAirlines: ['CA'] },
  },
  {
    say: "London to Berlin on 4 December but don't put me on Ryanair",
    facts: { from: 'LON', to: 'BER', date: '2026-12-04', notAirlines: ['FR'] },
  },
  {
    say: 'Paris to Rome 5 December. No Air France, no ITA.',
    facts: { from: 'PAR', to: 'ROM', date: '2026-12-05', notAirlines: ['AF', 'AZ'] },
  },
  {
    say: 'Singapore to Tokyo on 15 December with ANA, definitely not JAL',
    facts: { from: 'SIN', to: 'TYO', date: '2026-12-15', notAirlines: ['JL'], airlines: ['NH'] },
  },
  {
    say: 'I have to be at Heathrow by 2pm on 3 December, coming from Madrid',
    facts: { from: 'MAD', to: 'LON', date: '2026-12-03', arriveBefore: '14:00' },
    asks: ['to'],
  },
  {
    say: 'Zurich to London tomorrow, on the ground no later than 10:30',
    facts: { from: 'ZRH', to: 'LON', date: '2026-11-23', arriveBefore: '10:30' },
  },
  {
    say: 'Berlin to Paris on 2 December, my meeting there starts at 3 pm',
    facts: { from: 'BER', to: 'PAR', date: '2026-12-02' },
    beyond: ['meeting'],
  },
  {
    say: 'New York to Boston on Wednesday, getting in before noon',
    facts: { from: 'NYC', to: 'BOS', date: '2026-11-25', arriveBefore: '12:00' },
  },
  {
    say: 'Rome to Athens on 6 December, touching down after 6 in the evening',
    facts: { from: 'ROM', to: 'ATH', date: '2026-12-06', arriveAfter: '18:00' },
  },
  {
    say: 'Me, my husband and our two kids (4 and 9), London to Malaga on 19 December',
    facts: { from: 'LON', to: 'AGP', date: '2026-12-19', adults: 2, children: 2 },
  },
  {
    say: 'Three of us, London to Prague on 4 December, all grown up',
    facts: { from: 'LON', to: 'PRG', date: '2026-12-04', adults: 3 },
  },
  {
    say: 'my parents and I want to go from Chicago to Orlando on 12 December',
    facts: { from: 'CHI', to: 'MCO', date: '2026-12-12' },
    asks: ['people'],
  },
  {
    say: 'Flying my mum from Glasgow... no, from London to Dublin on 8 December; I stay at home',
    facts: { from: 'LON', to: 'DUB', date: '2026-12-08' },
    asks: ['people'],
  },
  {
    say: 'Two adults and a 13-year-old from Paris to Lisbon on 20 December',
    facts: { from: 'PAR', to: 'LIS', date: '2026-12-20', adults: 3 },
  },
  {
    say: 'a couple with a teenager, Munich to Rome on 21 December',
    facts: { from: 'MUC', to: 'ROM', date: '2026-12-21' },
    asks: ['people'],
  },
  {
    say: 'London to Madrid on 6 December for my daughter, she turns 12 on 5 December',
    facts: { from: 'LON', to: 'MAD', date: '2026-12-06' },
    asks: ['people'],
  },
  {
    say: 'London to Geneva on 5 December, 2 adults and an 8-month-old',
    facts: { from: 'LON', to: 'GVA', date: '2026-12-05', adults: 2 },
    asks: ['infants'],
  },
  {
    say: 'My wife, me and the baby on my lap: Paris to Nice on 7 December',
    facts: { from: 'PAR', to: 'NCE', date: '2026-12-07', adults: 2, infantsLap: 1 },
  },
  {
    say: 'One adult with newborn twins, Boston to Chicago, 10 December',
    facts: { from: 'BOS', to: 'CHI', date: '2026-12-10' },
    asks: ['people'],
  },
  {
    say: 'Two adults plus an infant in his own seat, Vienna to London on 9 December',
    facts: { from: 'VIE', to: 'LON', date: '2026-12-09', adults: 2, infantsSeat: 1 },
  },
  { say: 'Lisbon to London a week on Tuesday', facts: { from: 'LIS', to: 'LON' }, asks: ['date'] },
  { say: 'Paris to Rome on 5/12', facts: { from: 'PAR', to: 'ROM' }, asks: ['date'] },
  { say: 'London to New York the Saturday before Christmas', facts: { from: 'LON', to: 'NYC' }, asks: ['date'] },
  {
    say: 'Berlin to Rome on the 4th, back three days later',
    facts: { from: 'BER', to: 'ROM', date: '2026-12-04', return: '2026-12-07' },
  },
  { say: 'Madrid to Paris at the weekend', facts: { from: 'MAD', to: 'PAR' }, asks: ['date'] },
  { say: 'Tokyo to Seoul on Monday 2 December', facts: { from: 'TYO', to: 'SEL' }, asks: ['date'] },
  { say: 'London to Paris on 3 December, then on to Rome on 6 December, and home on the 9th', facts: {}, asks: ['to'] },
  { say: 'Not Paris, Brussels: from London on 4 December', facts: { from: 'LON', to: 'BRU', date: '2026-12-04' } },
  { say: 'New York or Newark to Miami on 8 December', facts: { to: 'MIA', date: '2026-12-08' }, asks: ['from'] },
  {
    say: 'London to Tokyo on 2 December, nothing but JAL',
    facts: { from: 'LON', to: 'TYO', date: '2026-12-02', airlines: ['JL'] },
  },
  {
    say: 'London to Tokyo on 2 December, not JAL, ANA',
    facts: { from: 'LON', to: 'TYO', date: '2026-12-02', notAirlines: ['JL'] },
    asks: ['airlines'],
  },
];
