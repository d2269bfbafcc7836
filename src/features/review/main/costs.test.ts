import { expect, it } from 'vitest';
import {
  answered,
  became,
  created,
  eventsAt,
  finished,
  loaded,
  requested,
  said,
  started,
} from '../../../main/store/test-kit/home.ts';
import { openTestStore } from '../../../main/store/test-kit/open-store.ts';
import type { EventBody, KnownEvent, TokenPart } from '../../../shared/events.ts';
import { compareSessions } from './compare.ts';
import { sessionCosts } from './costs.ts';
import { previewOf } from './preview.ts';
import { ownSteps, traceOf } from './trace.ts';

const START = Date.UTC(2030, 0, 1);
/** Each a second after the one before. */
const logged = (...bodies: readonly EventBody[]) =>
  eventsAt((index) => new Date(START + index * 1_000).toISOString(), bodies);
const prices = () => ({ input: 1_000, cachedInput: 100, output: 2_000 });

const part = (kind: TokenPart['kind'], label: string, tokens: number): TokenPart => ({
  kind,
  label,
  tokens,
  reason: 'conversation',
  ...(kind === 'skill' ? { skill: label } : {}),
});
function asked(...parts: readonly TokenPart[]): EventBody {
  const total = parts.reduce((sum, { tokens }) => sum + tokens, 0);
  const tokens = { total, max: 1_000, parts: [...parts], encoding: 'o200k_base' };
  return { type: 'request-sent', iteration: 1, sha256: '0'.repeat(64), tokens, model: 'demo' };
}
const answer = (text: string, promptTokens: number, cachedPromptTokens: number) =>
  answered(text, { usage: { promptTokens, completionTokens: 10, cachedPromptTokens }, ms: 1_500 });
const load = loaded('fly', 40);
const call = (ok: boolean, ms: number): EventBody[] => [
  started('c', 'grep'),
  {
    type: 'approval-requested',
    callId: 'c',
    action: 'run-command',
    detail: { command: 'rm x', reason: 'r', needsPerson: true },
  },
  { type: 'approval-resolved', callId: 'c', decision: 'once' },
  finished('c', 'grep', 'nothing found', { ok, ms }),
];
const done: EventBody = { type: 'run-finished', state: 'completed', iterations: 1, text: '' };

it('shows the tokens each part took, cached ones apart, and failed and approved calls', () => {
  const costs = sessionCosts(
    logged(
      created,
      said('  first\nmessage '),
      became('thinking'),
      load,
      asked(part('base', 'base', 50), part('skill', 'fly', 40), part('user', 'user', 10)),
      answer('a', 200, 0),
      ...call(false, 2_500),
      asked(part('base', 'base', 50), part('skill', 'fly', 40), part('tool-result', 'grep', 10)),
      answer('b', 100, 70),
      done,
      said('second'),
      { type: 'history-rewound', toSeq: 13, reason: 'edit' } as EventBody,
      said('other'),
      done,
    ),
    prices,
  );
  expect(costs.total).toMatchObject({
    promptTokens: 300,
    cachedTokens: 70,
    completionTokens: 20,
    requests: 2,
    unpriced: [],
  });
  expect(costs.total.cost).toBeCloseTo(0.2 + 0.02 + 0.03 + 0.007 + 0.02, 12);
  expect(
    costs.turns.map(({ seq, toSeq, text, requests, errors, approvals, ms, outcome, setAside }) => [
      seq,
      toSeq,
      text,
      requests,
      errors,
      approvals,
      ms,
      outcome,
      setAside,
    ]),
  ).toEqual([
    [2, 13, 'first message', 2, 1, 1, 11_000, 'completed', false],
    [14, 15, 'second', 0, 0, 0, 1_000, 'none', true],
    [16, 17, 'other', 0, 0, 0, 1_000, 'completed', false],
  ]);
  const [skill] = costs.skills;
  // 40 of 100 tokens of the first request, reported as 200; of the second the cache gave back the beginning: 50 + 20.
  expect(skill).toMatchObject({ name: 'fly', times: 1, seq: 4, tokens: 40, requests: 2, carried: 120, cached: 20 });
  expect(skill?.cost).toBeCloseTo((100 * 1_000 + 20 * 100) / 1e6, 12);
  expect(costs.tools).toMatchObject([
    { name: 'grep', times: 1, failed: 1, ms: 2_500, slowest: 2_500, seq: 10, requests: 1, carried: 10, cached: 0 },
  ]);
});

it('shares the cached tokens of a request in order up to the conversation, and there by size', () => {
  const reference = { ...part('reference', 'fly/errors.md', 60), skill: 'fly', path: 'errors.md' };
  const parts = [part('base', 'base', 100), part('skill', 'fly', 100), reference, part('user', 'user', 140)];
  const read: EventBody = {
    type: 'reference-loaded',
    skill: 'fly',
    path: 'errors.md',
    tokens: 60,
    sha256: 'e'.repeat(64),
    text: '',
    by: 'agent',
  };
  const moved = (change: object) => ({ type: 'settings-changed', ...change }) as EventBody;
  const costs = sessionCosts(
    logged(
      created,
      said('one'),
      load,
      read,
      // Reported as twice what was counted: 200 of base, then 100 of the skill's 200.
      asked(...parts),
      answer('a', 800, 300),
      done,
      // In the results of calls, skills and references are the conversation's: 350 of its 600 are a share of 7 in 12.
      moved({ placement: 'tool-result' }),
      said('two'),
      read,
      asked(...parts),
      answer('b', 800, 550),
      done,
      // Back in the system message; with more cached than was sent, everything is.
      moved({ placement: 'system', dialect: 'trpc' }),
      said('three'),
      asked(...parts),
      answer('c', 400, 999),
      done,
      // A dialect without a place in the system message: 50 of 300 in the conversation.
      moved({ dialect: 'agent-core' }),
      said('four'),
      asked(...parts),
      answer('d', 400, 150),
      // Without figures of the provider: as counted, and nothing cached.
      asked(...parts),
      { ...answer('e', 0, 0), usage: undefined } as EventBody,
      done,
    ),
    prices,
  );
  const cost = (carried: number, cached: number) => ((carried - cached) * 1_000 + cached * 100) / 1e6;
  const answers = 0.02;
  const whole = cost(2_800, 1_400) + 4 * answers;
  const took = (tokens: number, carried: number, cached: number) => ({
    tokens,
    requests: 5,
    carried,
    cached: Math.round(cached),
    cost: expect.closeTo(cost(carried, cached), 12),
    share: expect.closeTo(cost(carried, cached) / whole, 12),
  });
  expect(costs).toMatchObject({ source: 'own', recordsCache: true });
  expect(costs.total).toMatchObject({ requests: 5, promptTokens: 2_800, cachedTokens: 1_400, completionTokens: 40 });
  expect(costs.total.cost).toBeCloseTo(whole, 12);
  const unfailed = { copied: 0, failed: 0, ms: 0, slowest: 0 };
  expect(costs.skills).toEqual([{ name: 'fly', times: 1, ...unfailed, seq: 3, ...took(100, 700, 1_000 / 3) }]);
  expect(costs.references).toEqual([{ name: 'fly/errors.md', times: 2, ...unfailed, seq: 4, ...took(60, 420, 140) }]);
  expect(costs.turns.map(({ share }) => share)).toEqual(
    [cost(800, 300) + answers, cost(800, 550) + answers, cost(400, 400) + answers, cost(800, 150) + answers].map(
      (turn) => expect.closeTo(turn / whole, 12),
    ),
  );
});

it('shows how much of the answers was reported as reasoning, and its cost', () => {
  const usage = { promptTokens: 100, completionTokens: 50, reasoningTokens: 40 };
  const thought = { ...answer('b', 100, 0), usage } as EventBody;
  const sent = asked(part('user', 'user', 10));
  const events = logged(created, said('first'), sent, answer('a', 100, 0), sent, thought, done);
  const { total, turns } = sessionCosts(events, prices);
  expect(total).toMatchObject({ completionTokens: 60, reasoningTokens: 40 });
  expect(total.reasoningCost).toBeCloseTo((40 * 2_000) / 1e6);
  expect(turns[0]).toMatchObject({ reasoningTokens: 40 });
  expect(sessionCosts(events, () => undefined).total.reasoningCost).toBeUndefined();
});

it('counts only a branch’s own part, and shows how much existed before it', () => {
  const carried = asked(part('skill', 'fly', 40), part('tool-result', 'grep', 60));
  const before = [created, said('first'), load, carried, answer('a', 100, 0), ...call(false, 9_000), ...call(true, 20)];
  const own = [...call(true, 30), carried, answer('b', 100, 0), done, load, said('second')];
  const [head, ...copied] = logged(...before, ...own);
  const events: KnownEvent[] = [
    { ...head, ...created, forkedFrom: { session: 'origin', seq: before.length } } as KnownEvent,
    ...copied,
  ];
  const costs = sessionCosts(events, prices);
  expect(costs.total).toMatchObject({ requests: 1, promptTokens: 100, ms: 6_000 });
  // Going on in the turn that was cut is its own; that turn's beginning is not.
  expect(
    costs.turns.map(({ text, requests, toolCalls, errors, copied: is }) => [text, requests, toolCalls, errors, is]),
  ).toEqual([
    ['first', 1, 1, 0, false],
    ['second', 0, 0, 0, false],
  ]);
  expect(costs.skills).toMatchObject([{ name: 'fly', times: 1, copied: 1, carried: 40, seq: 21 }]);
  expect(costs.tools).toMatchObject([
    { name: 'grep', times: 1, copied: 2, failed: 0, ms: 30, slowest: 30, carried: 60, seq: 17 },
  ]);
  expect(ownSteps({ steps: traceOf('branch', events, () => []) }, costs).map(({ seq }) => seq)).toEqual([14, 15, 19]);
  // Loads from before the branch that are no longer carried do not count.
  const rest = sessionCosts([...events.slice(0, before.length)], prices);
  expect([rest.skills, rest.tools, rest.total.requests]).toEqual([[], [], 0]);
  expect(rest.turns).toMatchObject([{ text: 'first', requests: 1, copied: true }]);
});

it('counts what a branch still carries of what came before it, and names the slowest call', () => {
  const before = [created, said('first'), loaded('old', 40), loaded('gone', 40)];
  const carried = asked(part('skill', 'old', 40), part('user', 'user', 60));
  const [head, ...rest] = logged(
    ...before,
    carried,
    answer('a', 100, 0),
    ...[10, 30, 20].flatMap((ms) => call(true, ms)),
    done,
  );
  const events = [{ ...head, forkedFrom: { session: 'origin', seq: before.length } } as KnownEvent, ...rest];
  const { skills, references, tools } = sessionCosts(events, prices);
  expect(skills).toMatchObject([{ name: 'old', times: 0, copied: 1, failed: 0, ms: 0, carried: 40 }]);
  expect(references).toEqual([]);
  expect(tools).toMatchObject([{ name: 'grep', times: 3, ms: 60, slowest: 30, seq: 14, carried: 0 }]);
});

it('names first the settings and skill versions that differ, and nothing that is the same', () => {
  const loaded = (skill: string, version: string): EventBody => ({
    type: 'skill-loaded',
    skill,
    tokens: 1,
    sha256: version.repeat(64),
    instructions: '',
    by: 'user',
  });
  const a = logged(created, loaded('pdf', 'a'), loaded('csv', 'c'), loaded('pdf', 'b'), said('x'));
  const b = logged(
    { ...created, placement: 'tool-result', limits: { ...created.limits, maxContext: 9_000 } },
    loaded('csv', 'c'),
    loaded('zip', 'd'),
    loaded('pdf', 'a'),
    { type: 'settings-changed', model: 'other' },
    said('x'),
  );
  const session = (events: typeof a) => ({ id: 'x', title: '', events });
  expect(compareSessions([session(a), session(b)], prices).settings).toEqual({
    model: [created.model, 'other'],
    placement: ['system', 'tool-result'],
    max_context: [created.limits.maxContext, 9_000],
    'skill:pdf': ['b'.repeat(12), 'a'.repeat(12)],
    'skill:zip': [null, 'd'.repeat(12)],
  });
  expect(compareSessions([session(a), session(a)], prices).settings).toEqual({});
});

it('aligns the turns of two sessions by their text', () => {
  const turn = (text: string, tokens: number): EventBody[] => [
    said(text),
    asked(part('user', 'user', tokens)),
    answer(`re: ${text}`, tokens, 0),
    done,
  ];
  const a = logged(created, ...turn('去三亚的机票', 5), ...turn('and a hotel', 6), ...turn('goodbye', 7));
  const b = logged(created, ...turn('hello there', 1), ...turn('我要去三亚的机票', 5), ...turn('goodbye', 9));
  const { turns, sessions: found } = compareSessions(
    [
      { id: 'a', title: 'A', events: a },
      { id: 'b', title: 'B', events: b },
    ],
    prices,
  );
  const shown = turns.map(({ text, cells: [one, other] }) => [text, one !== null, other?.text, other?.differs.join()]);
  expect(shown).toEqual([
    ['hello there', false, undefined, ''],
    ['去三亚的机票', true, '我要去三亚的机票', 'text,answer'],
    ['and a hotel', true, undefined, undefined],
    ['goodbye', true, undefined, 'context,tokens'],
  ]);
  expect(found).toMatchObject([{ promptTokens: 18 }, { promptTokens: 15, outcome: 'completed' }]);
});

it('counts the calls of another program by what its transcript says of them, and says where it says nothing', () => {
  const foreign = (fields: object) => answered('Here.', { model: 'theirs', ...fields });
  const usage = { promptTokens: 100, completionTokens: 10 };
  const told = sessionCosts(logged(created, said('A'), foreign({ usage, cost: 0.5, ms: 900 }), done), () => undefined);
  expect(told.total).toMatchObject({ requests: 1, promptTokens: 100, completionTokens: 10, cost: 0.5, unpriced: [] });
  const priced = sessionCosts(logged(created, said('A'), foreign({ usage }), done), prices);
  expect(priced.total.cost).toBeCloseTo(0.12);
  const silent = sessionCosts(logged(created, said('A'), foreign({}), done), prices);
  expect(silent.total).toMatchObject({ requests: 0, unrecorded: true });
  expect(silent.total).not.toHaveProperty('cost');
  expect(silent.turns).toMatchObject([{ unrecorded: true }]);
});

const usage = (text: string, promptTokens: number) => answered(text, { usage: { promptTokens, completionTokens: 5 } });

function sessions() {
  const store = openTestStore();
  const start = (workspace: string, changes: object = {}): EventBody =>
    ({ ...created, ...changes, workspace }) as EventBody;
  const at = (id: string) => `/data/workspaces/${id}`;
  store.append('one', [start(at('one')), said('Book a flight'), requested(10), usage(`In ${at('one')}/a`, 100)]);
  store.append('one', [said('And a hotel'), requested(10), usage('Done', 200)]);
  store.append('two', [start(at('two'), { placement: 'tool-result' }), said('Book a flight'), requested(10)]);
  store.append('two', [usage(`In ${at('two')}/a`, 150)]);
  store.append('six', [
    start(at('six'), { model: 'other' }),
    said('天气怎么样'),
    said('And a hotel, too'),
    requested(10),
  ]);
  store.append('six', [usage('Done', 300)]);
  return ['one', 'two', 'six'].map((id) => ({ id, title: id, events: store.events(id) }));
}

it('sets three sessions side by side: settings that differ first, turns aligned with the first', () => {
  const found = compareSessions(sessions(), () => ({ input: 1, cachedInput: 1, output: 1 }));
  expect(found.settings).toEqual({ model: ['demo', 'demo', 'other'], placement: ['system', 'tool-result', 'system'] });
  expect(found.sessions.map(({ session, turns, promptTokens }) => [session, turns, promptTokens])).toEqual([
    ['one', 2, 300],
    ['two', 1, 150],
    ['six', 2, 300],
  ]);
  expect(found.turns.map(({ text, cells }) => [text, cells.map((cell) => cell?.tokens ?? null)])).toEqual([
    ['Book a flight', [105, 155, null]],
    ['天气怎么样', [null, null, 0]],
    ['And a hotel', [205, null, 305]],
  ]);
  const asked = found.turns.flatMap(({ cells }) => cells.flatMap((cell) => cell?.text ?? []));
  expect(asked).toEqual(['And a hotel, too']);
});

it('gives no price to answers of another program, whose log has no requests', () => {
  const [one] = sessions();
  const events = one?.events.filter(({ type }) => type !== 'request-sent') ?? [];
  const { sessions: columns, turns } = compareSessions([{ id: 'one', title: '', events }], () => ({
    input: 1,
    output: 1,
  }));
  expect(columns[0]).not.toHaveProperty('cost');
  expect(turns[0]?.cells[0]).not.toHaveProperty('cost');
});

it('ignores ids and workspace paths where two are compared', () => {
  const [one, two] = sessions();
  if (one === undefined || two === undefined) throw new Error('no sessions');
  const { turns } = compareSessions([one, two], () => undefined);
  expect(turns[0]?.cells).toMatchObject([{ answer: 'In /data/workspaces/one/a' }, { differs: ['tokens'] }]);
});

it('previews turns with their steps, and of a long session its beginning and end', () => {
  const [one] = sessions();
  const preview = previewOf('one', 'one', one?.events ?? [], 'en');
  expect(preview).toMatchObject({ turnCount: 2, model: 'demo', events: 7 });
  expect(preview.turns.map(({ text, answer }) => [text, answer?.text])).toEqual([
    ['Book a flight', 'In /data/workspaces/one/a'],
    ['And a hotel', 'Done'],
  ]);
  const store = openTestStore();
  store.append('long', [created, ...Array.from({ length: 100 }, (_, index) => said(`turn ${index}`))]);
  const long = previewOf('long', '', store.events('long'), 'en');
  expect([long.turnCount, long.turns.length, long.turns[20]?.text]).toEqual([100, 40, 'turn 80']);
  const failed: EventBody = { type: 'tool-finished', callId: 'c', name: 'x', ok: false, content: 'no', ms: 1 };
  store.append('busy', [created, said('go'), ...Array.from({ length: 60 }, () => ({ ...failed, ok: true })), failed]);
  const [turn] = previewOf('busy', '', store.events('busy'), 'en').turns;
  expect([turn?.steps.length, turn?.moreSteps, turn?.steps.at(-1)?.failed]).toEqual([40, 21, true]);
  store.append('called', [created, said('go'), started('c', 'run', { command: 'ls' }), finished('c', 'run', 'a.txt')]);
  const [called] = previewOf('called', '', store.events('called'), 'en').turns;
  expect(called?.steps).toMatchObject([{ said: 'ls', given: '{"command":"ls"}', result: 'a.txt' }]);
  const written = started('c', 'write', { content: 'x'.repeat(4_000), path: 'a.txt' });
  store.append('large', [created, said('go'), written, finished('c', 'write', 'done')]);
  const [step] = previewOf('large', '', store.events('large'), 'en').turns[0]?.steps ?? [];
  expect([step?.said, step?.given?.length]).toEqual(['a.txt', 4_000]);
});
