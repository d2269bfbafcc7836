import Database from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EventBody } from '../../../shared/events.ts';
import type { Store } from '../store.ts';
import { answered, created, finished, requested, said } from '../test-kit/home.ts';
import { openTestStore, testHome } from '../test-kit/open-store.ts';
import { findPhrases, indexedText, PIECE, phrasesOf } from './search-words.ts';

function open(dir: string, access: 'write' | 'read' = 'write'): Store {
  let ticks = 0;
  const now = () => new Date(Date.UTC(2030, 0, 1) + ++ticks * 1_000);
  return openTestStore({ home: dir, access, now });
}

const named = (title: string): EventBody => ({ type: 'session-renamed', title, by: 'user' });
const places = (store: Store, words: string) =>
  store
    .search(words, { limit: 50 })
    .results.map(({ session, seq, role, rewound }) => `${session} ${seq} ${role}${rewound ? ' rewound' : ''}`);

it('finds Chinese by character and English by word in messages, results and titles, latest first', () => {
  const { dir } = testHome();
  const store = open(dir);
  store.append('a', [
    created,
    said('有去三亚的机票吗？'),
    requested(5),
    answered('No café.'),
    finished('c', 't', 'CA1831 票价 980'),
  ]);
  store.append('b', [created, said('机场的票'), named('Flights to 東京 𠮷野')]);
  const look = (from: Store) =>
    [
      '机票',
      '票',
      '票 机',
      '机 亚',
      '三亚的机票',
      'CAFE',
      'caf',
      'ca1831',
      '东京',
      '東京',
      '𠮷',
      'flights TO',
      'ＦＬＩＧＨＴＳ',
    ].map((words) => [words, ...places(from, words)]);
  const expected = [
    ['机票', 'a 2 user'],
    ['票', 'b 2 user', 'a 5 tool', 'a 2 user'],
    ['票 机', 'b 2 user', 'a 2 user'],
    ['机 亚', 'a 2 user'],
    ['三亚的机票', 'a 2 user'],
    ['CAFE', 'a 4 assistant'],
    ['caf'],
    ['ca1831', 'a 5 tool'],
    ['东京'],
    ['東京', 'b 3 title'],
    ['𠮷', 'b 3 title'],
    ['flights TO', 'b 3 title'],
    ['ＦＬＩＧＨＴＳ', 'b 3 title'],
  ];
  // Same results before indexing, from another process, after a rebuild, and after reopening.
  expect(look(store)).toEqual(expected);
  expect(look(open(dir, 'read'))).toEqual(expected);
  store.rebuild();
  expect(look(store)).toEqual(expected);
  store.close();
  expect(look(open(dir, 'read'))).toEqual(expected);
});

it('returns the text around the hits, the title and the total number', () => {
  const store = open(testHome().dir);
  store.append('a', [
    created,
    named('My trip'),
    said(`${'x '.repeat(100)}one 机票 and\nthe 机票 again ${'y '.repeat(100)}`),
  ]);
  for (let count = 0; count < 5; count += 1) store.append('b', [said('more 机票')]);
  const { total, results } = store.search('机票', { limit: 6 });
  expect([total, results.length, results.at(-1)?.title]).toEqual([6, 6, 'My trip']);
  const { snippet = '', hits = [] } = results.at(-1) ?? {};
  expect(snippet).toMatch(/^…x .* one 机票 and the 机票 again y .*…$/);
  expect(hits.map(([from, to]) => snippet.slice(from, to))).toEqual(['机票', '机票']);
  expect(store.search('机票', { limit: 2 })).toMatchObject({ total: 6, results: [{ seq: 5 }, { seq: 4 }] });
  store.append('a', [{ type: 'session-deleted' }]);
  expect(store.search('机票', { limit: 9 }).total).toBe(5);
});

it('returns page after page in one order, whether or not the texts are indexed yet', () => {
  const { dir } = testHome();
  const store = open(dir);
  store.append('a', [created, ...Array.from({ length: 7 }, (_, index) => said(`ticket ${index}`))]);
  const pages = (from: Store) =>
    [0, 3, 6, 9].map((offset) => from.search('ticket', { limit: 3, offset }).results.map(({ seq }) => seq));
  const expected = [[8, 7, 6], [5, 4, 3], [2], []];
  expect(pages(store)).toEqual(expected);
  store.rebuild();
  expect(pages(store)).toEqual(expected);
  store.append('a', [said('ticket 7')]);
  expect(pages(store)).toEqual([[9, 8, 7], [6, 5, 4], [3, 2], []]);
});

it('finds reasoning and arguments as what they are, before and after they are indexed', () => {
  const store = open(testHome().dir);
  store.append('a', [created, said('Where to?')]);
  store.append('a', [{ ...answered('Nowhere'), reasoning: 'perhaps Lisbon' } as EventBody]);
  store.append('a', [{ type: 'tool-started', callId: 'c', name: 'look', arguments: '{"to":"Lisbon"}' }]);
  const expected = ['a 4 call', 'a 3 reasoning'];
  expect(places(store, 'lisbon')).toEqual(expected);
  store.rebuild();
  expect(places(store, 'lisbon')).toEqual(expected);
  expect(store.search('lisbon', { limit: 9, roles: ['reasoning'] })).toMatchObject({ total: 1 });
  expect(store.hits('lisbon')).toEqual(new Map([['a', 2]]));
});

it('joins overlapping hits, and keeps adjacent ones apart', () => {
  const places = (query: string) => findPhrases('one two three', phrasesOf(query), 200);
  expect(places('one-two-three two')).toEqual([[0, 13]]);
  expect(places('one-two two-three')).toEqual([[0, 13]]);
  expect(findPhrases('北京', phrasesOf('北 京'), 200)).toEqual([
    [0, 1],
    [1, 2],
  ]);
});

it('still finds what was set aside, and marks it', () => {
  const store = open(testHome().dir);
  store.append('a', [
    created,
    said('first trip'),
    answered('a trip'),
    { type: 'history-rewound', toSeq: 2, reason: 'edit' },
  ]);
  store.append('a', [said('third trip')]);
  expect(places(store, 'trip')).toEqual(['a 5 user', 'a 3 assistant rewound', 'a 2 user']);
  store.append('a', [{ type: 'history-rewound', toSeq: 3, reason: 'restore' }]);
  expect(places(store, 'trip')).toEqual(['a 5 user rewound', 'a 3 assistant', 'a 2 user']);
});

it('treats no typed text as syntax', () => {
  const store = open(testHome().dir);
  store.append('a', [created, said('to be AND not to be: "quoted" (x) C++ near*')]);
  store.rebuild();
  const odd = [
    '"',
    '""',
    "'",
    'AND',
    'NOT',
    'a OR',
    'NEAR(',
    'near*',
    'text:x',
    '{text}: x',
    '(x',
    '-x',
    '^to',
    'C++',
    '\0',
    '*',
    '\ud800',
    '%',
  ];
  expect(odd.map((words) => [words, store.search(words, { limit: 5 }).total])).toEqual(
    odd.map((words) => [words, ['AND', 'NOT', 'NEAR(', 'near*', '(x', '-x', '^to', 'C++'].includes(words) ? 1 : 0]),
  );
});

it('does not match a word inside a longer one, in scripts whose vowels are marks', () => {
  const store = open(testHome().dir);
  store.append('s', [created, said('हिन्दी१२'), said('हिन्दी')]);
  store.rebuild();
  expect(store.search('हिन्दी', { limit: 5 }).results.map(({ seq }) => seq)).toEqual([3]);
});

it('finds by index exactly what a scan of the log finds', () => {
  const word = fc.constantFrom(
    '机',
    '票',
    '机票',
    'Trip',
    'TRIP',
    'é',
    'e\u0301',
    '½',
    'が',
    '한국',
    '𠮷',
    '，',
    '-',
    ' ',
    'ａ',
    '١٢',
    'ไทย',
    'हिन्दी',
    '_',
    '🛫',
    'ﬁ',
    'ΟΔΟΣ',
    'σ',
    '\\u0041',
    'İ',
    'K',
  );
  const text = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(''));
  const store = open(testHome().dir);
  let session = 0;
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), text, (texts, query) => {
      session += 1;
      const id = `s${session}`;
      store.append(id, [created, ...texts.map(said)]);
      const own = () => store.search(query, { limit: 1_000 }).results.filter((hit) => hit.session === id);
      const before = own();
      store.rebuild();
      expect(own()).toEqual(before);
      const phrases = phrasesOf(query);
      const expected = texts.filter((one) => phrases.length > 0 && findPhrases(one, phrases, 1) !== undefined);
      expect(before).toHaveLength(expected.length);
    }),
    { numRuns: 40 },
  );
});

it('builds the same index in batches as by a rebuild', () => {
  const { dir, database } = testHome();
  const dump = () => {
    const db = new Database(database, { readonly: true });
    db.exec("CREATE VIRTUAL TABLE temp.words USING fts5vocab('main', 'search', 'instance')");
    const words = db.prepare('SELECT term, doc, "offset" FROM temp.words ORDER BY doc, "offset"').all();
    const rest = [db.prepare('SELECT * FROM search_texts').all(), db.prepare('SELECT * FROM search_progress').all()];
    db.close();
    return { words, rest };
  };
  let store = open(dir);
  for (let turn = 0; turn < 150; turn += 1)
    store.append('a', [said(`turn ${turn} 机票`), requested(1), answered('好的')]);
  store.close();
  const followed = dump();
  expect(followed.words.length).toBeGreaterThan(800);
  store = open(dir);
  store.rebuild();
  expect(dump()).toEqual(followed);
});

it('indexes a long text in pieces: words and phrases across their borders are found once, alone and together', () => {
  const { dir, database } = testHome();
  const store = open(dir);
  const filler = (length: number) => 'lorem '.repeat(length).slice(0, length);
  // The border of the first piece is inside `Xbordercrossing`, that of the second between two characters.
  const text = `first ${filler(PIECE - 13)} Xbordercrossing then ${filler(PIECE - 24)}出发机票 ${filler(PIECE)} last`;
  store.append('a', [created, said(text), said('first')]);
  store.append('b', [created, said(`${filler(3 * PIECE)} last`), { type: 'session-deleted' }]);
  store.append('c', [created, said('lorem last words')]);
  const queries = ['first', 'bordercrossing', 'xbordercrossing', 'xbordercrossing-then', '出发', '出发机票', 'last'];
  const look = (from: Store) =>
    [...queries, 'first last', 'first 机票 last', 'first missing', 'lorem'].map((words) => {
      const { total, results } = from.search(words, { limit: 9 });
      const [hit] = results;
      return [words, total, hit?.snippet.length, places(from, words), [...(from.hits(words) ?? [])].toSorted()];
    });
  const before = look(store);
  expect(before.map(([words, total]) => `${words}: ${total}`)).toEqual([
    'first: 2',
    'bordercrossing: 0',
    'xbordercrossing: 1',
    'xbordercrossing-then: 1',
    '出发: 1',
    '出发机票: 1',
    'last: 2',
    'first last: 1',
    'first 机票 last: 1',
    'first missing: 0',
    'lorem: 2',
  ]);
  store.rebuild();
  expect(look(store)).toEqual(before);
  expect(store.search('last', { limit: 9, roles: ['tool'] }).total).toBe(0);
  expect(store.search('last', { limit: 9, sessions: ['b'] }).total).toBe(1);
  store.close();
  const db = new Database(database, { readonly: true });
  const pieces = db.prepare('SELECT count(*) FROM search_texts WHERE id < 0').pluck().get();
  db.close();
  expect(pieces).toBe(8);
});

it('splits words exactly like the index', () => {
  expect(indexedText('去三亚的CA1831，Ünï ガ 1,5 x_y')).toBe('去 三 亚 的 ca1831 uni ガ 1 5 x y');
});

it('finds what scripts printed, by role and session, with positions in the whole text', () => {
  const { dir } = testHome();
  const printed = (session: string, callId: string) =>
    session === 'gone' ? '' : `${callId}: 机票 sold out\nand 机票 again`;
  const store = openTestStore({ home: dir, terminal: printed });
  const finished = { exitCode: 0, timedOut: false, truncated: false, ms: 1, outputs: [] };
  const script: EventBody = { type: 'script-finished', callId: 'c7', ...finished };
  store.append('a', [created, said('机票'), script]);
  store.append('b', [created, said('票'), { type: 'session-deleted' }]);
  store.append('eval', [{ ...created, kind: 'eval' }, said('票'), said('机票')]);
  store.append('gone', [created, script]);
  const look = (words: string, options: object = {}) =>
    store
      .search(words, { limit: 9, ...options })
      .results.map(({ session, role, callId }) => `${session} ${role} ${callId ?? ''}`.trim());
  for (let round = 0; round < 2; round += 1) {
    expect(look('机票')).toEqual(['a terminal c7', 'a user']);
    expect(look('票', { roles: ['user'] })).toEqual(['a user']);
    expect(look('票', { sessions: ['b'] })).toEqual(['b user']);
    expect(look('票', { sessions: ['eval'] })).toEqual(['eval user', 'eval user']);
    expect(look('票', { offset: 1 })).toEqual(['a user']);
    expect(store.search('again', { limit: 1 }).results[0]?.places).toEqual([[23, 28]]);
    expect([...(store.hits('票') ?? [])].sort()).toEqual([
      ['a', 2],
      ['b', 1],
      ['eval', 2],
    ]);
    store.rebuild();
  }
});
