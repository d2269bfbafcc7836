/** Sessions in which something goes wrong or is missing. The scripts' output is canned here. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldConversation } from './dialogue/observe.ts';
import { type DemoModel, startDemoModel } from './server.ts';
import { Person, type PersonOptions } from './test-kit/person.ts';
import { type Exchange, talk } from './test-kit/talk.ts';
import { chatRequestSchema, readConversation } from './wire.ts';

let model: DemoModel;
beforeAll(async () => {
  model = await startDemoModel({ pace: 'instant' });
});
afterAll(() => model.close());

const LOAD = 'load book-flight';
const CLOCK = 'get_current_time.py';
const LINK = '[Connect a real model](skilldeck://settings/model)';
const NOW = 'Current Date: 2026-11-04 (Wednesday)\nCurrent Time: 10:00\n\n[exit status 0]';
const flights = (total: string) => `Beijing → Tokyo · Thu 5 Nov 2026 · 1 adult · Economy · CNY
2 match, 2 shown, cheapest first. Local times; +1 is the next day. Totals are for all passengers, taxes included.

#  Flights  Airline         Departs    Arrives    Time  Stops   Bag  Seats  Total  Offer id
1  MU2425   China Eastern   PKX 11:30  NRT 15:40  3:10  direct  23kg     9  ${total}  PKXNRT-261105-MU2425-Y10C-MQ  cheapest
2  CZ3527   China Southern  PKX 06:55  NRT 11:05  3:05  direct  23kg     2  1,990  PKXNRT-261105-CZ3527-Y10C-VU  fastest

[exit status 0]`;
const booked = (total: string) => `Booked. Reference QGXVTZ
  MU2425 China Eastern · Thu 5 Nov · Beijing PKX 11:30 → Tokyo NRT T1 15:40 · 3h 10m
Passengers: Zhang Wei (adult)
Total: CNY ${total}
Files: out/QGXVTZ.ics, out/QGXVTZ.html

[exit status 0]
[new files: out/QGXVTZ.ics (text/calendar, 900 bytes), out/QGXVTZ.html (text/html, 5000 bytes)]`;

/** Answers of the scripts, by name, in order; the last one of each stays. */
function scripts(outputs: Readonly<Record<string, readonly string[]>>): NonNullable<PersonOptions['runs']> {
  const counts = new Map<string, number>();
  return async (command) => {
    const script = command.replace(/\s[\s\S]*$/, '');
    const known = outputs[script] ?? [];
    const count = counts.get(script) ?? 0;
    counts.set(script, count + 1);
    return known[Math.min(count, known.length - 1)] ?? `Error: no output of ${script}\n\n[exit status 1]`;
  };
}

const keyOf = (step: string) => /--key (\S+)/.exec(step)?.[1];

describe('booking', () => {
  it.each([
    ['the second one, Zhang Wei\n(On my screen, number 2 is MU2425, 5 Nov, CN¥1,820.)', 'MU2425'],
    ['第二个，Zhang Wei\n（我屏幕上的第 2 个是 MU2425，11月5日，¥1,820。）', 'MU2425'],
    ['the second one, Zhang Wei', 'CZ3527'],
  ])('takes the row that the person sees under a number: %s', async (said, flight) => {
    const runs = scripts({
      [CLOCK]: [NOW],
      'search_flights.py': [flights('1,820')],
      'book_flight.py': [booked('1,820')],
    });
    const person = new Person(model.url, { runs });
    await person.say('Beijing to Tokyo tomorrow');
    const { steps } = await person.say(said);
    expect(steps).toEqual([expect.stringContaining(`-${flight}-`)]);
    expect(steps[0]).toContain('Zhang Wei:adult');
    person.close();
  });

  it('says both prices, searches again, and books at the new one with the same key on approval', async () => {
    const runs = scripts({
      [CLOCK]: [NOW],
      'search_flights.py': [flights('1,820'), flights('1,900')],
      'book_flight.py': [
        'Error: Price changed: was CNY 1,820, now CNY 1,900\nNothing was booked.\n\n[exit status 5]',
        booked('1,900'),
      ],
    });
    const person = new Person(model.url, { runs });
    await person.say('Beijing to Tokyo tomorrow');
    const changed = await person.say('the cheapest, Zhang Wei');
    expect(changed.steps).toEqual([
      expect.stringMatching(/^book_flight\.py .*--expect-total 1820/),
      'reference.md',
      expect.stringMatching(/^search_flights\.py/),
    ]);
    expect(changed.text).toBe(
      'The price has changed from CN¥1,820 to CN¥1,900, and nothing has been booked. Shall I book at the new price, or would you like another flight?',
    );
    const agreed = await person.say('yes');
    expect(agreed.steps).toEqual([expect.stringMatching(/--expect-total 1900/)]);
    expect(keyOf(agreed.steps[0] ?? '')).toBe(keyOf(changed.steps[0] ?? ''));
    expect(agreed.text).toContain('**QGXVTZ**');
    expect(agreed.text.match(/QGXVTZ\.ics/g)).toHaveLength(1);
    person.close();
  });

  it('searches again where a flight is sold out, and takes a new key for the next booking', async () => {
    const runs = scripts({
      [CLOCK]: [NOW],
      'search_flights.py': [flights('1,820')],
      'book_flight.py': [
        'Error: Offer PKXNRT-261105-MU2425-Y10C-MQ is sold out: no seats are left\n\n[exit status 6]',
        booked('1,990'),
        booked('1,990'),
      ],
    });
    const person = new Person(model.url, { runs });
    await person.say('Beijing to Tokyo tomorrow');
    const first = await person.say('the cheapest, Zhang Wei');
    expect(first.steps).toEqual([expect.stringMatching(/^book/), 'reference.md', expect.stringMatching(/^search/)]);
    expect(first.text).toContain('no longer for sale');
    const second = await person.say('then number 2');
    await person.say('Beijing to Tokyo tomorrow');
    const again = await person.say('the fastest one, Zhang Wei');
    const keys = [second.steps[0], again.steps.at(-1)].map((step) => keyOf(step ?? ''));
    expect(second.text).toContain('Booked');
    expect(again.text).toContain('Booked');
    expect(new Set(keys).size).toBe(2);
    person.close();
  });

  it('accepts a no, and the same booking keeps its key when the person comes round', async () => {
    let asked = 0;
    const runs = scripts({
      [CLOCK]: [NOW],
      'search_flights.py': [flights('1,820')],
      'book_flight.py': [booked('1,820')],
    });
    const person = new Person(model.url, { runs, consent: () => asked++ > 0 });
    await person.say('Beijing to Tokyo tomorrow');
    const no = await person.say('the cheapest, Zhang Wei');
    expect(no.text).toContain('nothing is booked');
    expect((await person.say('thanks')).steps).toEqual([]);
    const yes = await person.say('ok, book it after all');
    expect(yes.steps.map(keyOf)).toEqual([keyOf(no.steps.at(-1) ?? '')]);
    person.close();
  });
});

const CASES: readonly { name: string; talk: readonly Exchange[]; options: PersonOptions }[] = [
  {
    name: 'a script that keeps failing ends in words',
    talk: [
      {
        you: 'Beijing to Tokyo tomorrow',
        does: [LOAD, CLOCK, /^search/, 'reference.md'],
        says: ['The search could not be done', 'disk full'],
      },
    ],
    options: { runs: scripts({ [CLOCK]: [NOW], 'search_flights.py': ['Error: disk full\n\n[exit status 10]'] }) },
  },
  {
    name: 'a clock that fails ends in words',
    talk: [{ you: 'Beijing to Tokyo tomorrow', does: [LOAD, CLOCK], says: ['get_current_time.py', 'failed'] }],
    options: {
      runs: scripts({ [CLOCK]: ['Traceback (most recent call last):\nOSError: no clock\n\n[exit status 1]'] }),
    },
  },
  {
    name: 'policy runs nothing',
    talk: [
      {
        you: 'Beijing to Tokyo on 24 December 2026',
        does: [LOAD, CLOCK, /^search/, 'reference.md'],
        says: ['switched off'],
      },
    ],
    options: {
      intercept: ({ name }) =>
        name === 'run_command' ? 'Commands are switched off in this session: only bundled skills run.' : undefined,
    },
  },
  {
    name: 'a skill that will not load',
    talk: [{ you: 'Beijing to Tokyo tomorrow', does: [LOAD], says: ['could not be loaded', '9,000 tokens'] }],
    options: {
      intercept: ({ name }) =>
        name === 'load_skill' ? 'book-flight takes 9,000 tokens, over the budget of 8,000.' : undefined,
    },
  },
  {
    name: 'a skill without its script',
    talk: [
      { you: 'Beijing to Tokyo on 24 December 2026', does: [LOAD, CLOCK], says: ['no script `search_flights.py`'] },
    ],
    options: { withoutScripts: ['search_flights.py'], runs: scripts({ [CLOCK]: [NOW] }) },
  },
  {
    name: 'no tool to run scripts',
    talk: [{ you: 'Beijing to Tokyo tomorrow', does: [], says: ['no tool to run scripts'] }],
    options: { tools: ['load_skill', 'read_file'] },
  },
  {
    name: 'no skill for flights',
    talk: [{ you: 'Beijing to Tokyo tomorrow', does: [], says: ['no skill here that knows about flights'] }],
    options: { withoutFlights: true },
  },
  {
    name: 'another skill is loaded where it fits, and no more is claimed',
    talk: [
      {
        you: 'Please extract the tables from this PDF document',
        does: ['load pdf-tables'],
        says: ['**pdf-tables**', LINK],
      },
    ],
    options: {
      extraSkills: [{ id: 'pdf-tables', description: 'Extracts tables from PDF documents into spreadsheets.' }],
    },
  },
  {
    name: 'what has no setting is said in one line, and what was heard is kept',
    talk: [
      {
        you: 'I would like to go to Tokyo with my cat',
        says: [
          /^I couldn’t take “cat” into account; please arrange it with the airline after booking\. Noted: to Tokyo\./,
        ],
      },
      {
        you: 'from Beijing tomorrow, window seat',
        does: [CLOCK, /^search/],
        says: [
          /^I couldn’t take “window seat” into account; please arrange it with the airline after booking\. \*\*Beijing → Tokyo/,
          'both cheapest',
        ],
      },
      { you: '要素食', does: [], says: ['没听懂', '要哪一个'] },
      { you: 'not the first one, the second', does: [], says: ['CZ3527 it is'] },
      { you: 'number 12', does: [], says: ['None of the 2 flights'] },
      { you: 'Yes, the second one', does: [], says: ['CZ3527 it is'] },
      { you: 'Zhang Wei and Li Na', does: [], says: ['The search was for 1 adult.'] },
      { you: '第二个，张伟', says: ['护照上的拼音'] },
      { you: '第二个，Zhang Wei', does: [/--passenger "Zhang Wei:adult"/], says: ['预订成功'] },
    ],
    options: {
      runs: scripts({ [CLOCK]: [NOW], 'search_flights.py': [flights('1,820')], 'book_flight.py': [booked('1,820')] }),
    },
  },
  {
    name: 'instructions that stay for one request only',
    talk: [{ you: 'Beijing to Tokyo tomorrow', does: [LOAD, CLOCK, /^search/], says: ['both cheapest'] }],
    options: { once: true, runs: scripts({ [CLOCK]: [NOW], 'search_flights.py': [flights('1,820')] }) },
  },
  {
    name: 'what the cards of the app say for the person',
    talk: [
      { you: 'Beijing to Tokyo tomorrow', does: [LOAD, CLOCK, /^search/] },
      {
        you: 'I choose number 2: CZ3527, ¥1,990',
        does: [],
        says: ['China Southern CZ3527 it is: 06:55–11:05'],
        never: [/number 2/i],
      },
      { you: 'I choose MU2425 on Thu 5 Nov, ¥1,820', does: [], says: ['MU2425 it is'], never: [/number 1/i] },
      { you: 'I choose MU2425 on Fri 6 Nov, ¥1,820', does: [], says: ['None of the 2 flights'] },
      { you: '我选第2个：CZ3527，¥1,990', does: [], says: ['选China Southern CZ3527（06:55 起飞'], never: [/第 2 个/] },
    ],
    options: { runs: scripts({ [CLOCK]: [NOW], 'search_flights.py': [flights('1,820')] }) },
  },
  {
    name: 'a sentence that was not understood repeats the question; without one, another wish is declined in one sentence',
    talk: [
      { you: 'Beijing to Tokyo tomorrow', does: [LOAD, CLOCK, /^search/] },
      { you: 'purple elephants', does: [], says: [/^Sorry, I didn’t get that\. Which flight/] },
      { you: 'please write me a long poem about the sea', does: [], says: [/Which flight/], never: [LINK] },
      { you: 'never mind', does: [], says: ['nothing will be booked'] },
      { you: 'please write me a long poem about the sea', does: [], says: [LINK], never: ['\n'] },
    ],
    options: { runs: scripts({ [CLOCK]: [NOW], 'search_flights.py': [flights('1,820')] }) },
  },
];

// Rules: 000.4, 001.25
it('answers the same request in the same way, every time and from any server', async () => {
  const other = await startDemoModel({ pace: 'instant' });
  const runs = scripts({
    [CLOCK]: [NOW],
    'search_flights.py': [flights('1,820')],
    'book_flight.py': [booked('1,820')],
  });
  const person = await talk(
    model.url,
    [
      { you: 'I want to fly to Tokyo' },
      { you: 'from Beijing tomorrow' },
      { you: 'the cheapest, Zhang Wei', says: ['Booked'] },
    ],
    { runs },
  );
  expect(person.requests.length).toBeGreaterThan(5);
  for (const request of person.requests) {
    const body = JSON.stringify({ ...request, stream: false, stream_options: undefined });
    const post = async (url: string) => (await fetch(`${url}/chat/completions`, { method: 'POST', body })).text();
    const answers = [await post(model.url), await post(model.url), await post(other.url)];
    expect(new Set(answers).size).toBe(1);
  }
  await other.close();
});

describe('what is missing or goes wrong', () => {
  it.each(CASES)('$name', async ({ talk: exchanges, options }) => {
    await talk(model.url, exchanges, options);
  });
});

describe('a compacted conversation', () => {
  const post = async (messages: readonly object[]) => {
    const person = new Person(model.url);
    const { tools } = person.body();
    person.close();
    const response = await fetch(`${model.url}/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'skilldeck-demo', messages, tools }),
    });
    const { choices } = (await response.json()) as { choices: { message: { content: string | null } }[] };
    return choices[0]?.message.content;
  };
  const system = {
    role: 'system',
    content:
      '## Available Skills (use when needed)\n- [✓] **book-flight**: flights\n\n## Loaded Skill Instructions\n\n### Skill: book-flight\n# Skill: book-flight\n\n## Instructions\nGo.',
  };

  it('continues from the person’s words in the summary', async () => {
    const summary = {
      role: 'system',
      content:
        '[Earlier conversation summary]\n4 earlier messages are summarised here in their own words.\nWhat was said:\n- The person: I want to fly from Beijing to Tokyo, two adults in business\n- You: Noted.',
    };
    expect(await post([system, summary, { role: 'user', content: 'and what is still missing?' }])).toBe(
      'Sorry, I didn’t get that. Noted: Beijing → Tokyo, 2 adults, business. On which day? For a round trip, tell me the day of return too.',
    );
  });

  it('knows the day, the trip and what was searched from the calls in the summary', () => {
    const said = [
      '- The person: 我想订一张从北京去东京的机票，明天出发，两个人',
      '- The person: 换成后天，要商务舱',
      '- You called run_command {"command":"python3 /s/book-flight/scripts/search_flights.py --from Beijing --to Tokyo --date 2026-11-24 --adults 2 --cabin business --lang zh"} → 北京 → 东京 · 2026年11月24日 周二',
      '- You called run_command {"command":"python3 /s/book-flight/scripts/book_flight.py --offer X --passen… → failed: The person did not allow this.',
    ];
    const content = ['[Earlier conversation summary]', 'What was said:', ...said].join('\n');
    const messages = [system, { role: 'system', content }, { role: 'user', content: '确认，订吧' }];
    const { trip, attempts, arranging } = foldConversation(
      readConversation(chatRequestSchema.parse({ model: 'skilldeck-demo', messages })),
    );
    expect([trip, attempts, arranging]).toMatchObject([
      { from: { en: 'Beijing' }, to: { en: 'Tokyo' }, date: '2026-11-24', cabin: 'business', adults: 2 },
      [],
      true,
    ]);
  });

  it('writes a summary where one is asked for without tools', async () => {
    const body = {
      model: 'skilldeck-demo',
      messages: [
        { role: 'user', content: '从北京去东京，两个人' },
        { role: 'assistant', content: '好的' },
        { role: 'user', content: 'Write a summary of the conversation so far.' },
      ],
    };
    const response = await fetch(`${model.url}/chat/completions`, { method: 'POST', body: JSON.stringify(body) });
    const { choices } = (await response.json()) as { choices: { message: { content: string } }[] };
    expect(choices[0]?.message.content).toBe('行程：北京 → 东京，2 名成人\n用户最后说：从北京去东京，两个人');
  });
});
