import { expect, it } from 'vitest';
import type { Prices } from '../../../main/session/requests.ts';
import { answered, became, created, loaded, requested, said } from '../../../main/store/test-kit/home.ts';
import { openTestStore } from '../../../main/store/test-kit/open-store.ts';
import type { EventBody } from '../../../shared/events.ts';
import type { LibraryQuery } from '../../../shared/review.ts';
import { libraryPage } from './library.ts';

const prices: Prices = (model, { promptTokens, completionTokens, cachedPromptTokens = 0 }) =>
  model === 'demo' ? (promptTokens - cachedPromptTokens + 2 * completionTokens) / 1_000 : undefined;
const usage = { promptTokens: 900, completionTokens: 50, cachedPromptTokens: 400 };
const end = (state: 'completed' | 'error', code?: string): EventBody => ({
  type: 'run-finished',
  state,
  iterations: 1,
  text: '',
  ...(code === undefined ? {} : { code }),
});

function library() {
  let now = Date.UTC(2030, 0, 1, 23, 30);
  const store = openTestStore({ now: () => new Date(now) });
  store.append('flight', [created, said('订去三亚的机票'), became('thinking'), loaded('book-flight')]);
  now += 5_000;
  const asked: EventBody = { type: 'approval-resolved', callId: 'c', decision: 'once' };
  store.append('flight', [requested(800), answered('好的', { usage }), asked, end('completed')]);
  now += 3_600_000;
  store.append('trip', [{ ...created, model: 'other', environment: 'work' }, said('a trip 机票'), became('thinking')]);
  const failed: EventBody = { type: 'model-failed', iteration: 1, code: 'timeout', message: 'x', willRetry: false };
  store.append('trip', [{ ...requested(70), model: 'other' } as EventBody, failed, end('error', 'timeout')]);
  store.append('trip', [{ type: 'session-marked', tags: ['spring'], pinned: true }]);
  now += 60_000;
  store.append('empty', [created, { type: 'session-marked', archived: true }]);
  store.append('gone', [created, said('old'), { type: 'session-deleted' }]);
  const ask = (query: LibraryQuery) => {
    const hits = query.words === undefined ? undefined : store.hits(query.words);
    return libraryPage({ entries: store.library(), prices, hits }, query);
  };
  const ids = (query: LibraryQuery) => ask(query).sessions.map(({ id }) => id);
  return { store, ask, ids };
}

it('lists for each session the facts a reviewer searches by', () => {
  const { ask } = library();
  const [trip, flight] = ask({ timeZone: 'Asia/Shanghai' }).sessions;
  expect(flight).toEqual({
    id: 'flight',
    title: '订去三亚的机票',
    environment: 'default',
    origin: 'here',
    day: '2030-01-02',
    createdAt: '2030-01-01T23:30:00.000Z',
    updatedAt: '2030-01-01T23:30:05.000Z',
    runState: 'thinking',
    skills: ['book-flight'],
    models: ['demo'],
    outcome: 'completed',
    turns: 1,
    requests: 1,
    toolCalls: 0,
    tokens: 950,
    cost: 0.6,
    unpriced: [],
    errors: 0,
    approvals: { given: 1, denied: 0 },
    duration: 5_000,
    notes: 0,
    verdicts: [],
    pinned: false,
    archived: false,
    deleted: false,
    tags: [],
  });
  // The run ended by the failed request: that is one error, not two.
  expect(trip).toMatchObject({ outcome: 'error', errors: 1, models: ['other'], tags: ['spring'], pinned: true });
  expect(trip).not.toHaveProperty('cost');
});

it('filters, sorts and pages; each facet counts with every filter but its own', () => {
  const { store, ask, ids } = library();
  expect(ids({})).toEqual(['trip', 'flight']);
  expect(ids({ sort: 'created', direction: 'up' })).toEqual(['trip', 'flight']);
  expect(ids({ sort: 'cost' })).toEqual(['flight', 'trip']);
  expect(ids({ filters: { archived: 'only' } })).toEqual(['empty']);
  expect(ids({ filters: { deleted: 'only' } })).toEqual(['gone']);
  expect(ids({ filters: { skills: ['book-flight', 'x'] } })).toEqual(['flight']);
  expect(ids({ filters: { tags: ['spring'], outcomes: [] } })).toEqual(['trip']);
  expect(ids({ filters: { cost: { min: 0.5 } } })).toEqual(['flight']);
  expect(ids({ filters: { cost: { min: 0.7 } } })).toEqual([]);
  expect(ids({ filters: { from: '2030-01-02T00:00:00.000Z' } })).toEqual(['trip']);
  expect(ids({ filters: { to: '2030-01-02T00:00:00.000Z' } })).toEqual(['flight']);
  const { facets, sums, total } = ask({ filters: { environments: ['work'], models: ['none'] } });
  expect([total, sums]).toEqual([0, { tokens: 0, cost: 0 }]);
  expect(facets.models).toEqual([
    { value: 'other', count: 1 },
    { value: 'none', count: 0 },
  ]);
  expect(facets.environments).toEqual([{ value: 'work', count: 0 }]);
  expect(ask({ filters: { environments: ['work'] } }).facets.environments).toEqual([
    { value: 'default', count: 1 },
    { value: 'work', count: 1 },
  ]);
  const first = ask({ limit: 1 });
  expect([first.total, first.sessions[0]?.id]).toEqual([2, 'trip']);
  // The last row shown moves between the pages: the next page continues after it.
  store.append('more', [created, said('new')]);
  const next = ask({ limit: 1, cursor: first.next ?? '' });
  expect(next.sessions.map(({ id }) => id)).toEqual(['more']);
  expect(ask({ limit: 5, cursor: '9:nobody' }).sessions).toEqual([]);
});

it('finds the sessions that contain every word, with the number of matching texts', () => {
  const { ask } = library();
  expect(ask({ words: '机票' }).sessions.map(({ id, hits }) => [id, hits])).toEqual([
    ['trip', 1],
    ['flight', 1],
  ]);
  expect(ask({ words: '三亚' }).facets.environments).toEqual([{ value: 'default', count: 1 }]);
  expect(ask({ words: 'old' }).total).toBe(0);
});

it('rejects an unknown time zone', () => {
  expect(() => library().ask({ timeZone: 'Mars/Base' })).toThrow("There is no time zone 'Mars/Base'");
});

it('filters by verdict and by evidence, and counts evidence only where it was looked at', () => {
  const { store } = library();
  const verdicts = new Map([['flight', ['fail', 'pass'] as const]]);
  const page = (filters: LibraryQuery['filters'], unverified?: ReadonlySet<string>) =>
    libraryPage({ entries: store.library(), prices, verdicts, unverified }, { filters });
  const ids = (...args: Parameters<typeof page>) => page(...args).sessions.map(({ id }) => id);
  expect(ids({ verdicts: ['pass'] })).toEqual(['flight']);
  expect(ids({ verdicts: ['none'] })).toEqual(['trip']);
  expect(page({}).facets.verdicts).toEqual([
    { value: 'fail', count: 1 },
    { value: 'none', count: 1 },
    { value: 'pass', count: 1 },
  ]);
  expect(page({}).facets.problems).toEqual([{ value: 'failed', count: 1 }]);
  expect(ids({ problems: ['unverified'] }, new Set(['flight', 'gone']))).toEqual(['flight']);
  expect(page({}, new Set()).facets.problems).toContainEqual({ value: 'unverified', count: 0 });
  expect(page({ problems: ['unverified'] }, new Set(['flight', 'gone'])).facets.problems).toContainEqual({
    value: 'unverified',
    count: 1,
  });
});
