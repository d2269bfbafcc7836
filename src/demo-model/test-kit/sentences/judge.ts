/**
 * Sets what the demo model heard beside what a person meant. A line of a table is `TURN || TURN → name=value; flag | asks A, B
 * | beyond WORDS`, on Saturday 28 November 2026: facts of the whole trip after the last turn, in the names of the search, and `who` is named, what
 * stays open, and words that no field can hold. `{list}`, `{confirm}` and `{booked}` begin in the middle of a conversation, and
 * end in an act.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import cities from '../../../../skills/book-flight/data/cities.json' with { type: 'json' };
import { foldConversation } from '../../dialogue/observe.ts';
import type { DialogueState } from '../../dialogue/state.ts';
import { missingOf, returnTimes, withoutReturnTimes } from '../../dialogue/trip.ts';
import { placeSaid } from '../../understand/places.ts';

export type Grade = 'understood' | 'rightly asked' | 'asked again' | 'stuck' | 'wrong';

interface Item {
  readonly say: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly asks: readonly string[];
}

export const itemsOf = (file: string): Item[] =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8')
    .trim()
    .split('\n')
    .map(itemOf);

function itemOf(line: string): Item {
  const [say = '', rest = ''] = line.split(' → ');
  const parts = rest.split(' | ');
  const asks =
    parts
      .find((part) => part.startsWith('asks '))
      ?.slice(5)
      .split(/, ?/) ?? [];
  const facts = parts
    .filter((part) => part !== '' && !/^(?:asks|beyond) /.test(part))
    .flatMap((part) => part.split('; '));
  return {
    say,
    asks,
    facts: Object.fromEntries(
      facts.map((fact) => {
        const [, name = fact, value = 'true'] = /^([^=]+)=(.*)$/.exec(fact) ?? [];
        return [name.trim(), value];
      }),
    ),
  };
}

const run = (command: string, result: string) => ({
  callId: 'c',
  name: 'run_command',
  arguments: { command: `python3 /s/${command}` },
  result: `${result}\n\n[exit status 0]`,
});
const CLOCK = run('get_current_time.py', 'Current Date: 2026-11-28\nCurrent Time: 10:00');
const FLIGHTS = [
  'TP1363  TAP  LHR 07:10  10:05  180',
  'BA500  British Airways  LHR 09:20  12:10  210',
  'U28513  easyJet  LGW 12:35  15:25  215',
  'FR1883  Ryanair  STN 14:35  17:25  230',
  'BA502  British Airways  LHR 17:55  20:45  260',
  'TP1357  TAP  LHR 19:05  22:00  290',
].map((flight) => flight.split('  '));
const TABLE = FLIGHTS.map(
  ([number = '', airline = '', departs = '', arrives = '', total = ''], index) =>
    `${index + 1}  ${number}  ${airline}  01-22 ${departs}  LIS ${arrives}  2 h 50 min  direct  none  £${total}.00  LONLIS-270122-${number}-270129-${number}-Y20G-B${index}\n   ${number}  ${airline}  01-29 LIS 10:05  ${departs.slice(0, 3)} 12:40  2 h 35 min  direct`,
).join('\n');
const SEARCH = run(
  'search_flights.py --from London --to Lisbon --date 2027-01-22 --return 2027-01-29 --outbound TP1 --adults 2 --currency USD',
  `London → Lisbon · GBP\n42 match, 6 shown, cheapest first.\n\n${TABLE}`,
);
const BOOK = 'book_flight.py --offer LONLIS-270122-BA500-270129-BA500-Y20G-B1';
const BOOKED = run(
  BOOK,
  'Booked. Reference KQZVMX\nOutbound\n  BA500 British Airways · Fri 22 Jan · London (LHR) 09:20 → Lisbon (LIS) 12:10\nTotal: £210.00',
);
const undecided = (words: string) => ({
  ...run(BOOK, ''),
  result: `Not run yet: the person has not decided, and wrote this instead:\n“${words}”\nAnswer it first.`,
});

const LIST = { user: 'London to Lisbon 22 January 2027, back 29 January 2027, 2 adults', uses: [CLOCK, SEARCH] };
const NAMES = 'Jane Hall, Tom Hall';
const CHOSEN = [LIST, { user: 'the second one', uses: [CLOCK] }];

function stateAfter(say: string): DialogueState {
  const [, scene, text = ''] = /^(?:\{(\w+)\} )?(.*)$/s.exec(say) ?? [];
  const said = text.split(' || ').map((user) => ({ user, uses: [CLOCK] }));
  const before = {
    list: [LIST, ...said],
    confirm: [...CHOSEN, { user: NAMES, uses: [CLOCK, undecided(text)] }],
    booked: [...CHOSEN, { user: NAMES, uses: [CLOCK, BOOKED] }, ...said],
  }[scene ?? ''];
  return foldConversation({ system: '', turns: before ?? said });
}

/** A city by its code; what is no city as it is. */
const codeOf = (name: string): string => {
  const { en } = placeSaid(name);
  return cities.find(({ label }) => label.en === en)?.value ?? en;
};
const plain = (value: unknown): string =>
  (Array.isArray(value) ? value.map(String) : String(value).split(/, ?/)).sort().join(',');

export function judge({ say, facts, asks }: Item): { readonly grade: Grade; readonly why: string } {
  const state = stateAfter(say);
  return facts.act === undefined ? judgeTrip(state, facts, asks) : judgeAct(state, facts, say.startsWith('{booked}'));
}

function judgeTrip(
  { trip, heard, arranging, passengers }: DialogueState,
  wanted: Item['facts'],
  asks: readonly string[],
) {
  const {
    from,
    to,
    returnDate,
    legs,
    month,
    sort: _s,
    maxPrice,
    currency,
    open: _o,
    limit: _l,
    outbound: _out,
    rather,
    wantsReturn: _w,
    ages: _a,
    babies: _b,
    ...rest
  } = withoutReturnTimes(trip);
  const got = new Map<string, string>();
  // What is dropped where there is none asks for nothing.
  const isRather = rather?.includes('direct') === true;
  for (const [name, value] of Object.entries(rest))
    if (value !== undefined && value !== false && !(name === 'direct' && isRather && wanted.direct === undefined))
      got.set(name, plain(value));
  if (passengers.length > 0) got.set('who', plain(passengers.map(({ name }) => name)));
  if (from !== undefined) got.set('from', codeOf(from.query));
  if (to !== undefined) got.set('to', codeOf(to.query));
  if (returnDate !== undefined) got.set('return', returnDate);
  for (const [slot, time] of Object.entries(returnTimes(trip)))
    if (wanted[`back.${slot}`] !== undefined) got.set(`back.${slot}`, time);
  if (month !== undefined && wanted.month !== undefined) got.set('month', month);
  if (maxPrice !== undefined) got.set('maxPrice', `${maxPrice} ${currency}`);
  if (legs !== undefined) {
    got.set('legs', plain(legs.map((leg) => `${codeOf(leg.from.query)}>${codeOf(leg.to.query)}@${leg.date}`)));
    for (const name of ['from', 'to', 'date']) got.delete(name);
  }
  const want = new Map(
    Object.entries(wanted)
      .filter(([name]) => name !== 'oneway' && name !== 'ages' && name !== 'currency')
      .map(([name, value]): [string, string] => [
        name,
        name === 'from' || name === 'to' ? codeOf(value) : plain(value),
      ]),
  );
  // What a search has where nothing is said.
  const usual: Readonly<Record<string, string>> = { adults: '1', cabin: 'economy', bags: '0', children: '0' };
  const is = (map: ReadonlyMap<string, string>, name: string) => map.get(name) ?? usual[name];
  const names = [...new Set([...got.keys(), ...want.keys()])];
  const asked = new Set<string>(
    [...missingOf(trip), ...heard.unclear].map((name) => (/^infants/.test(name) ? 'infants' : name)),
  );
  const differing = names.filter((name) => is(got, name) !== is(want, name));
  const missing = differing.filter((name) => !got.has(name));
  const unasked = asks.filter((name) => name !== 'choice' && !asked.has(name));
  const needless = [...asked].filter((name) => !asks.includes(name) && !asks.includes('choice'));
  const why = `${differing.map((name) => `${name}=${got.get(name)}, not ${want.get(name)}`).join('; ')} unasked ${unasked} needless ${needless}`;
  const isAskedFor = (name: string) => asked.has(name) || (/^infants/.test(name) && asked.has('infants'));
  if (!arranging && want.size + asks.length > 0) return { grade: 'stuck', why } as const;
  if (unasked.length > 0 || differing.some((name) => !missing.includes(name) || !isAskedFor(name)))
    return { grade: 'wrong', why } as const;
  if (missing.length + needless.length > 0) return { grade: 'asked again', why } as const;
  return { grade: asks.length > 0 ? 'rightly asked' : 'understood', why } as const;
}

function judgeAct({ heard, choice, trip, arranging }: DialogueState, facts: Item['facts'], isBooked: boolean) {
  const { act: wanted = '', ...others } = facts;
  const { aim } = heard;
  const changed = heard.changed && arranging ? (isBooked ? 'new' : 'search') : undefined;
  const open =
    heard.about !== undefined ? 'answer' : heard.chose ? 'choose' : heard.named ? 'names' : (changed ?? 'stuck');
  const acts = {
    yes: 'consent',
    no: 'decline',
    abandon: 'decline',
    topic: 'answer',
    more: 'more',
    change: 'change',
  } as const;
  const done =
    aim.kind === 'bookings'
      ? aim.action === 'list'
        ? 'show'
        : aim.action
      : aim.kind in acts
        ? acts[aim.kind as 'yes']
        : open;
  const [act = '', detail] = wanted.split(' ');
  const why = `${done}, not ${wanted}`;
  if (done === 'stuck') return { grade: 'stuck', why } as const;
  if (done !== act) return { grade: 'wrong', why } as const;
  if (act === 'choose') {
    const position = Number(/B(\d)$/.exec(choice?.by === 'id' ? choice.id : '')?.[1]) + 1;
    return { grade: detail === `n=${position}` ? 'understood' : 'wrong', why } as const;
  }
  if (act !== 'search' && act !== 'new' && act !== 'change') return { grade: 'understood', why } as const;
  const said = (act === 'change' ? heard.said : trip) ?? {};
  const ofBack = Object.entries(returnTimes(said)).map(([name, value]) => [`back.${name}`, value]);
  const made: Readonly<Record<string, unknown>> = { ...said, ...Object.fromEntries(ofBack) };
  const wrong = Object.entries(others).filter(([name, value]) => {
    const got = made[name === 'return' ? 'returnDate' : name];
    const query = typeof got === 'object' && got !== null && 'query' in got ? codeOf(String(got.query)) : got;
    return plain(query) !== plain(name === 'from' || name === 'to' ? codeOf(value) : value);
  });
  return { grade: wrong.length === 0 ? 'understood' : 'wrong', why: `${why} ${wrong.join('; ')}` } as const;
}
