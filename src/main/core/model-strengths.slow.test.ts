/**
 * A flight out and back, booked from the first word to the reference by models of two strengths, in a context of 8,000
 * tokens: what each calls is scripted, what helps it on is the product's. The server refuses what Gemma's template refuses.
 */
import { expect, it, onTestFinished } from 'vitest';
import { storedBookings } from '../../../e2e/kit/bookings.ts';
import { parseEvent, type SessionEvent } from '../../shared/events.ts';
import { formSchema } from '../../shared/forms/forms.ts';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { CHAT_PROVIDERS } from '../models/test-kit/chat-rules.ts';
import { chatRules } from '../models/test-kit/strict-chat.ts';
import { type StrictAnswer, startStrict } from '../models/test-kit/strict-server.ts';
import { eventsOf, openApp, turn } from './test-kit/open-app.ts';

const WINDOW = 8_000;
/** Tokens of the window that an answer has at least. */
const ANSWER = 1_000;
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
const [OUT, BACK] = [day(60), day(67)] as const;
const GEMMA = CHAT_PROVIDERS.find(({ name }) => name === 'Gemma template');
if (GEMMA === undefined) throw new Error('no rules of a strict template');

/** Parts of a request: instructions, latest message or result, results so far. */
interface Seen {
  readonly system: string;
  readonly last: string;
  readonly results: readonly string[];
}
type Step = (seen: Seen) => StrictAnswer;

const call = (name: string, args: object): StrictAnswer => ({ calls: [{ name, arguments: args }] });
const command = (line: string) => call('run_command', { command: line });
const says = (text: string): StrictAnswer => ({ text });

interface Talk {
  readonly from: string;
  readonly to: string;
  readonly lang: string;
  readonly names: readonly [string, string];
  readonly first: string;
  readonly out: string;
  readonly back: string;
  readonly doubt: string;
}
const TALKS: Readonly<Record<'en' | 'zh', Talk>> = {
  en: {
    from: 'London',
    to: 'Lisbon',
    lang: '',
    names: ['Anna Meyer', 'Tom Meyer'],
    first: 'I would like to fly from London to Lisbon and back with my husband.',
    out: 'The second flight out, please.',
    back: 'The first one. Book it for Anna Meyer and Tom Meyer.',
    doubt: 'Are you sure? I have not confirmed anything yet.',
  },
  zh: {
    from: '北京',
    to: '东京',
    lang: ' --lang zh',
    names: ['Zhang Wei', 'Li Na'],
    first: '我想和先生从北京飞东京，要往返。',
    out: '去程要第二个。',
    back: '第一个，乘客张伟和李娜，护照名 ZHANG WEI、LI NA，帮我订。',
    doubt: '你确定吗？我什么都还没确认。',
  },
};

const row = (table: string, number: number) => new RegExp(`^${number}  .*$`, 'm').exec(table)?.[0] ?? '';
const flightsOf = (table: string, number: number) => row(table, number).split(/ {2,}/)[1] ?? '';
const idOf = (table: string) => /[A-Z]{6}(?:-\d{6}-[A-Z\d.]+)+-\w{4}-\w\w/.exec(table)?.[0] ?? '';
const totalOf = (table: string) => /--expect-total ([\d.]+)/.exec(table)?.[1] ?? '';
const currencyOf = (table: string) => /--currency (\w+)/.exec(table)?.[1] ?? '';
/** The list that the person chose from last. */
const listOf = ({ results }: Seen) => results.findLast((text) => /^1 {2}/m.test(text)) ?? '';
/** An example of the instructions, as it is written there. */
const example = ({ system }: Seen, script: string, has: string) =>
  (system.match(new RegExp(`^${script}(?:.*\\\\\\n)*.*$`, 'gm')) ?? []).find((line) => line.includes(has)) ?? '';

const literal = ({ from, to, lang, names }: Talk): readonly (readonly Step[])[] => {
  const search = (seen: Seen) =>
    example(seen, 'search_flights.py', '--return')
      .replace('Beijing --to London', `${from} --to ${to}`)
      .replace('2027-05-01', OUT)
      .replace('2027-05-10', BACK) + lang;
  const book = (seen: Seen) => {
    const list = listOf(seen);
    return example(seen, 'book_flight.py', '--offer')
      .replace(/--offer \S+/, `--offer ${idOf(list)}`)
      .replace(':child', ':adult')
      .replace(/--expect-total \d+/, `--expect-total ${totalOf(list)}`)
      .replace(/--currency \w+/, `--currency ${currencyOf(list)}`);
  };
  const named = (line: string) => names.reduce((text, name) => text.replace('GIVEN FAMILY', name), line);
  return [
    [
      () => call('load_skill', { name: 'book-flight' }),
      () => call('ask_user', { form: 'book-flight/search', values: { from, to } }),
    ],
    [(seen) => command(search(seen)), () => says('Which flight out?')],
    [
      (seen) => command(`${search(seen)} --outbound ${flightsOf(listOf(seen), 2)}`),
      () => says('Which flight back, and who?'),
    ],
    [
      (seen) => command(book(seen)),
      (seen) => command(named(book(seen))),
      (seen) => command(named(book(seen)).replace('NEW_KEY', 'my-trip')),
      ({ last }) => says(`${/[A-Z]{6}/.exec(last)?.[0]}`),
    ],
  ];
};

const sloppy = ({ from, to, names }: Talk): readonly (readonly Step[])[] => [
  [
    () => call('load_skill', { skill: 'Book Flight' }),
    () =>
      call('ask_user', {
        form: 'search',
        values: {
          origin: from,
          destination: to,
          departure_date: OUT,
          return_date: BACK,
          num_adults: '2',
          cabin_class: 'ECONOMY',
          meal: 'vegan',
        },
      }),
  ],
  [
    () =>
      command(
        `python search_flight.py --origin ${from} --destination ${to} --departure-date ${OUT} --return-date ${BACK} --passengers 2`,
      ),
    () =>
      command(
        `python search_flights.py --origin ${from} --destination ${to} --departure-date ${OUT} --return-date ${BACK} --passengers 2`,
      ),
    () =>
      command(
        `python search_flights.py --from ${from} --to ${to} --date ${OUT} --return ${BACK} --adults 2 --step outbound`,
      ),
    () => says('Which flight out?'),
  ],
  [
    () => command(`search_flights.py --from ${from} --to ${to} --date ${OUT} --return ${BACK} --adults 2 --outbound 2`),
    (seen) =>
      command(
        `search_flights.py --from ${from} --to ${to} --date ${OUT} --return ${BACK} --adults 2 --outbound ${flightsOf(seen.results.findLast((text) => /^1 {2}/m.test(text)) ?? '', 2)}`,
      ),
    () => says('Which flight back, and who?'),
  ],
  [() => says('Great news! Your flight is booked. Reference: KXQPLM.')],
  [
    (seen) =>
      command(
        `book_flights.py --offer_id ${idOf(listOf(seen))} --passengers "${names.join(', ')}" --total ${totalOf(listOf(seen))}`,
      ),
    (seen) =>
      command(
        `book_flight.py --offer_id ${idOf(listOf(seen))} --passengers "${names.join(', ')}" --total ${totalOf(listOf(seen))}`,
      ),
    (seen) =>
      command(
        `book_flight.py --offer ${idOf(listOf(seen))} --passenger "${names[0]}" --passenger "${names[1]}" --expect-total ${totalOf(listOf(seen))} --currency ${currencyOf(listOf(seen))} --key trip`,
      ),
    ({ last }) => says(`${/[A-Z]{6}/.exec(last)?.[0]}`),
  ],
];

const MODELS = { literal, sloppy };

/** Events of a conversation, a line each; a failed call with the beginning of its result. */
function storyOf(events: readonly SessionEvent[]): readonly string[] {
  const names = new Map<string, string>();
  return events.flatMap((event): string[] => {
    switch (event.type) {
      case 'model-responded':
        for (const { id, name, arguments: args } of event.toolCalls) names.set(id, /\w+\.py/.exec(args)?.[0] ?? name);
        return [];
      case 'tool-finished': {
        const name = names.get(event.callId) ?? '';
        return [event.ok ? name : `${name}: ${event.content.slice(0, event.content.indexOf(' ', 20))}`];
      }
      case 'approval-requested':
        return ['asks the person'];
      case 'run-finished':
        return event.text === '' ? [] : ['says'];
      case 'answer-checked':
        return [`${event.unmade ? 'nothing was booked' : 'marked'}: ${event.unsupported.map(({ text }) => text)}`];
      case 'skill-unloaded':
        return ['unloads the skill'];
      default:
        return [];
    }
  });
}

const BEGINS = ['load_skill', 'ask_user'];
const OUTWARD = ['search_flights.py', 'says'];
const BOOKS = ['asks the person', 'book_flight.py', 'says'];
const EXPECTED: Readonly<Record<keyof typeof MODELS, readonly string[]>> = {
  literal: [
    ...BEGINS,
    ...OUTWARD,
    ...OUTWARD,
    "book_flight.py: Error: 'GIVEN FAMILY:adult'",
    "book_flight.py: Error: 'NEW_KEY' is the",
    ...BOOKS,
  ],
  sloppy: [
    ...BEGINS,
    'search_flight.py: Not run: there is no',
    'search_flights.py: Error: Unrecognized arguments:',
    ...OUTWARD,
    'search_flights.py: Error: --outbound 2 is',
    ...OUTWARD,
    // A booking that was only claimed.
    'nothing was booked: KXQPLM',
    'says',
    'book_flights.py: Not run: there is no',
    'book_flight.py: Error: The following',
    ...BOOKS,
  ],
};

it.each([
  { language: 'en', strength: 'literal' },
  { language: 'zh', strength: 'sloppy' },
] as const)('books with a $strength model: $language', async ({ language, strength }) => {
  const talk = TALKS[language];
  const steps = MODELS[strength](talk).flat();
  const model = await startStrict(chatRules(GEMMA), async ({ messages: given, tools }) => {
    const messages = given as readonly { readonly role: string; readonly content: string }[];
    const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
    // A summary is asked for without tools.
    if (tools === undefined) return says('They fly out and back, two adults; the flight out is chosen.');
    const step = steps.shift();
    if (step === undefined) throw new Error('the script has no more steps');
    return step({ system: messages[0]?.content ?? '', last: messages.at(-1)?.content ?? '', results });
  });
  onTestFinished(model.close);
  const home = tempFolder();
  const { client } = await openApp({
    home,
    systemLanguage: language,
    asks: true,
    model: { baseUrl: model.url, model: 'gpt-4o' },
    sessionDefaults: { limits: { maxContext: WINDOW } },
  });
  const { sessionId } = await client.sessions.create({});
  const asked = (await turn(client, sessionId, talk.first)).findLast((event) => event.type === 'tool-finished');
  const { values } = formSchema.parse(asked?.data);
  expect(values).toMatchObject(language === 'en' ? { from: 'LON', to: 'LIS' } : { from: 'BJS', to: 'TYO' });
  const answers = { ...values, adults: 2, date: OUT, return: BACK };
  await answered(client, sessionId, { callId: asked?.callId ?? '', outcome: 'submitted', answers });
  await turn(client, sessionId, talk.out);
  await turn(client, sessionId, talk.back);
  if (strength === 'sloppy') {
    expect(storedBookings(home)).toEqual([]);
    await turn(client, sessionId, talk.doubt);
  }

  const events = await eventsOf(client, sessionId);
  expect(storyOf(events)).toEqual(EXPECTED[strength]);
  expect([steps, model.refusals]).toEqual([[], []]);
  const [booking, ...others] = storedBookings(home);
  expect(others).toEqual([]);
  expect(JSON.stringify(booking?.content)).toContain(talk.names[0]);
  expect(events.findLast((event) => event.type === 'run-finished')?.text).toBe(booking?.reference);
  const sizes = events.flatMap((event) => (event.type === 'request-sent' ? [event.tokens.total] : []));
  expect(Math.max(...sizes)).toBeLessThanOrEqual(WINDOW - ANSWER);
});

type App = Awaited<ReturnType<typeof openApp>>['client'];

/** The answer to a form, and the run that it starts. */
async function answered(
  client: App,
  sessionId: string,
  form: Omit<Parameters<App['forms']['answer']>[0], 'sessionId'>,
) {
  const afterSeq = (await eventsOf(client, sessionId)).at(-1)?.seq ?? 0;
  await client.forms.answer({ sessionId, ...form });
  for await (const item of await client.sessions.stream({ sessionId, afterSeq })) {
    if (item.kind !== 'delta' && item.events.some((raw) => parseEvent(raw).type === 'run-finished')) return;
  }
}
