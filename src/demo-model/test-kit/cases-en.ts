/** Conversations in English on Wednesday 4 November 2026. */
import type { Case } from './talk.ts';

const LOAD = 'load book-flight';
const CLOCK = /^get_current_time\.py$/;
const LINK = '[Connect a real model](skilldeck://settings/model)';

export const ENGLISH: readonly Case[] = [
  {
    name: 'the unknown city that makes the reference load, then books for two',
    talk: [
      {
        you: 'Beijing to San Francisco, 24 December, two people.',
        does: [
          LOAD,
          CLOCK,
          'search_flights.py --from Beijing --to "San Francisco" --date 2026-12-24 --adults 2',
          'reference.md',
        ],
        says: ['San Francisco is not among the cities', 'Los Angeles (540 km)', 'Shall I search Los Angeles instead?'],
      },
      { you: 'yes', does: [/--to "Los Angeles" --date 2026-12-24 --adults 2$/] },
      { you: 'the second one', does: ['forms.md'], says: ['number 2', '2 adults'] },
      {
        you: 'Zhang Wei and Li Na',
        does: [/--passenger "Zhang Wei:adult" --passenger "Li Na:adult" --expect-total/],
        says: ['Booked', '.ics', 'simulated'],
      },
    ],
  },
  {
    name: 'dollars outside China, a return on a weekday, changes half way',
    talk: [
      {
        you: 'fly from London to New York next Friday returning on Sunday, business, under $9000',
        does: [
          LOAD,
          CLOCK,
          /--from London --to "New York" --date 2026-11-13 --return 2026-11-15 --cabin business --currency USD --max-price 9000$/,
        ],
      },
      { you: 'actually make it economy, direct only', does: [/--currency USD --max-price 9000 --direct$/] },
      { you: 'what about baggage?', does: ['reference.md'], says: ['23 kg'] },
      { you: 'the fastest one', does: [], says: ['passenger'] },
      {
        you: "Conan O'Brien, conan@example.com",
        does: [/--passenger "Conan O'Brien:adult" .*--contact conan@example\.com/],
        says: ['Booked'],
      },
    ],
  },
  {
    name: 'airport codes, a morning, and a flight chosen by its time',
    talk: [
      {
        you: 'flights from PEK to NRT tomorrow morning',
        does: [LOAD, CLOCK, /--from PEK --to NRT --date 2026-11-05 --depart-after 05:00 --depart-before 12:00$/],
      },
      { you: 'the 9am one', does: [], says: [/number \d/, /\(09:/] },
      { you: 'Actually, CA925 please', does: [], says: ['CA925'] },
    ],
  },
  {
    name: 'asks for what is missing',
    talk: [
      { you: 'I want to go to Paris', does: [LOAD], says: ['to Paris', 'Which city do you leave from'] },
      { you: 'London', does: [], says: ['London → Paris', 'On which day?'] },
      { you: 'in two weeks', does: [CLOCK, /--from London --to Paris --date 2026-11-18 --currency USD/] },
      { you: 'ok', does: [], says: ['Which flight'] },
      { you: 'book the cheapest for Mary Smith-Jones', does: [/"Mary Smith-Jones:adult"/], says: ['Booked'] },
    ],
  },
  {
    name: 'changes the day, the destination and the party',
    talk: [
      { you: 'Beijing to Tokyo tomorrow, one way', does: [LOAD, CLOCK, /--date 2026-11-05$/] },
      { you: 'change it to the day after tomorrow', does: [CLOCK, /--to Tokyo --date 2026-11-06$/] },
      { you: 'Osaka instead', does: [/--to Osaka --date 2026-11-06$/] },
      { you: 'my wife is coming too, so me and my wife', does: [/--adults 2$/] },
      {
        you: 'after 6pm, returning on the 12th',
        does: [CLOCK, /--date 2026-11-06 --return 2026-11-12 --adults 2 --depart-after 18:00$/],
      },
    ],
  },
  {
    name: 'too many passengers',
    talk: [
      {
        you: '9 adults and 4 children from Beijing to Tokyo tomorrow',
        does: [LOAD, CLOCK, /--adults 9 --children 4/, 'reference.md'],
        says: ['at most 9 passengers', '13'],
      },
    ],
  },
  {
    name: 'gives up, and comes back',
    talk: [
      { you: 'Shanghai to Seoul on Friday', does: [LOAD, CLOCK, /--date 2026-11-06/] },
      { you: 'never mind', does: [], says: ['nothing will be booked'] },
      { you: 'book the first flight after all', does: [], says: ['number 1', 'name'] },
      { you: 'no', does: [], says: ['will not book'] },
    ],
  },
  {
    name: 'too expensive, another day, the cheapest without a stop, one of four a child',
    talk: [
      {
        you: 'We are four, Beijing to Tokyo tomorrow, back on the day after',
        does: [LOAD, CLOCK, /--date 2026-11-05 --return 2026-11-06 --adults 4$/],
      },
      {
        you: 'too expensive, anything cheaper on another day?',
        does: [],
        says: ['The cheapest on Thu 5 Nov 2026 is', 'Fri 6 Nov 2026 with the return on Sat 7 Nov 2026'],
      },
      { you: 'yes', does: [/--date 2026-11-06 --return 2026-11-07 --adults 4$/] },
      { you: 'one of us is a child', does: [/--adults 3 --children 1$/], says: ['3 adults, 1 child'] },
      { you: 'the cheapest direct one', does: ['forms.md'], says: ['direct', '3 adults, 1 child'] },
      { you: 'next month then', does: [CLOCK], says: ['On which day do you leave and on which day do you return?'] },
      { you: 'the 15th', does: [CLOCK], says: ['On which day do you return?'] },
      { you: 'three days later', does: [CLOCK, /--date 2026-12-15 --return 2026-12-18 --adults 3 --children 1$/] },
    ],
  },
  {
    name: 'declines to cancel',
    talk: [
      {
        you: 'cheapest flight from Sydney to Melbourne tomorrow, passenger John Smith',
        does: [LOAD, CLOCK, /search/, /book/],
        says: ['Booked'],
      },
      { you: 'cancel my booking', does: [/list/, /cancel/], says: ['stays as it is'] },
      { you: 'show my bookings', does: [/list/], says: ['1 confirmed'] },
    ],
    consent: (command) => !command.includes('cancel'),
  },
  {
    name: 'what it cannot do',
    talk: [
      { you: 'write me a poem about the sea', does: [], says: [LINK] },
      { you: 'who are you?', does: [], says: ['Demo model (offline)', 'not a large language model'] },
      {
        you: 'Are there any visas required for my passport?',
        does: [LOAD, 'reference.md', 'forms.md'],
        says: ['document'],
      },
    ],
  },
  {
    name: 'a language is the latest message’s; short replies keep it',
    talk: [
      { you: '明天北京到东京', says: ['最便宜'] },
      { you: 'OK', says: ['要哪一个'] },
      { you: '2', says: ['选第 2 个'] },
      { you: 'Zhang Wei', says: ['预订成功'] },
      { you: 'what have I booked?', says: ['1 confirmed booking'] },
      { you: '取消它', says: ['已取消'] },
    ],
  },
  {
    name: 'a vague time is asked about, and a child is one more traveller',
    talk: [
      {
        you: 'Beijing to Tokyo, the week after Easter',
        does: [LOAD, CLOCK],
        says: ['from Mon 29 Mar 2027 on', 'On which day'],
      },
      { you: 'on the Friday', does: [CLOCK, /--date 2027-04-02/], says: ['Fri 2 Apr 2027'] },
      { you: 'the second one', says: ['passenger'] },
      {
        you: 'John Smith and my son Tim, he is 7',
        does: [/--children 1$/, 'forms.md'],
        says: ['1 adult, 1 child', 'the others'],
      },
    ],
  },
  {
    name: 'an airport that nobody flies from, and something earlier than the evening',
    talk: [
      {
        you: 'from Gatwick to Paris tomorrow evening',
        does: [LOAD, CLOCK, /--from LGW --to Paris/, 'reference.md'],
        says: ['from London (LGW) to Paris', 'Shall I search all airports of London?'],
      },
      { you: 'yes please', does: [/--from London --to Paris --date 2026-11-05 .*--depart-after 18:00/] },
      {
        you: 'anything earlier?',
        does: [/--from London --to Paris --date 2026-11-05 (?!.*--depart-after).*--sort departure/],
      },
    ],
  },
];
