import { expect, it } from 'vitest';
import { answered, created, eventsAt, finished, said, started } from '../../../main/store/test-kit/home.ts';
import type { EventBody, KnownEvent } from '../../../shared/events.ts';
import { waterfallRows } from '../view/library/waterfall.tsx';
import { ownSteps, type StartedAgent, traceOf } from './trace.ts';

const START = Date.UTC(2030, 0, 1);
/** Each a second after the one before. */
const logged = (from: number, ...bodies: readonly EventBody[]): KnownEvent[] =>
  eventsAt((index) => new Date(START + (from + index) * 1_000).toISOString(), bodies);
const asked: EventBody = {
  type: 'request-sent',
  iteration: 1,
  sha256: '0'.repeat(64),
  tokens: { total: 0, max: 1_000, parts: [], encoding: 'o200k_base' },
  model: 'demo',
};
const usage = { promptTokens: 90, completionTokens: 10 };
const answer = (text: string): EventBody => answered(text, { usage, ms: 500 });
const waits: EventBody = {
  type: 'approval-requested',
  callId: 'rm',
  action: 'run-command',
  detail: { command: 'rm x', reason: 'r', needsPerson: true },
};

const MAIN = logged(
  0,
  created,
  said('Fix\nthe build.'),
  asked,
  answer('Looking.'),
  { type: 'tool-started', callId: 'rm', name: 'bash', arguments: '{"command":["rm","x"]}' },
  waits,
  { type: 'approval-resolved', callId: 'rm', decision: 'once' },
  finished('rm', 'bash', 'no', { ok: false, ms: 3_000 }),
  started('task', 'Task'),
  finished('task', 'Task', 'done'),
  said('Thanks.'),
);
const agent = (callId: string | undefined, events: readonly KnownEvent[]): StartedAgent => ({
  session: 'inner',
  title: 'Look at the tests',
  callId,
  events: () => events,
});
const INNER = logged(8, created, said('Look at the tests'), asked, answer('Zones.'));
/** `depth kind name · detail`, then its start and length within the turn. */
const shown = (agents: Readonly<Record<string, readonly StartedAgent[]>>) =>
  traceOf('main', MAIN, (session) => agents[session] ?? []).map(
    ({ depth, kind, name, detail, startMs, ms, failed, session, seq, tokens = 0 }) =>
      `${'  '.repeat(depth)}${kind} ${name} · ${detail} [${startMs}+${ms}]${failed ? ' failed' : ''} ${tokens} ${session}:${seq}`,
  );

it('shows turns, answers, calls and waits with their times, and what an agent did below the call that started it', () => {
  expect(
    shown({ main: [agent('task', INNER)], inner: [agent('x', MAIN), { ...agent('y', MAIN), session: 'main' }] }),
  ).toEqual([
    'turn Fix the build. ·  [0+10000] failed 200 main:2',
    '  model demo · Looking. [1500+500] 100 main:4',
    '  tool bash · rm x – no [3000+3000] failed 0 main:5',
    '    approval run-command · rm x [4000+1000] 0 main:6',
    '  tool Task · {} [7000+1] 0 main:9',
    '    agent Look at the tests ·  [8000+2000] 100 inner:2',
    '      model demo · Zones. [9500+500] 100 inner:4',
    'turn Thanks. ·  [0+0] 0 main:11',
  ]);
});

it('says how a run failed, what was decided about a file, and what went wrong with a long call', () => {
  const failed = (code: string): EventBody => ({ type: 'run-finished', state: 'error', iterations: 1, text: '', code });
  const wants = { ...waits, action: 'write-file', detail: { path: 'a.txt', needsPerson: true } } as EventBody;
  const events = logged(
    0,
    created,
    said('Write it.'),
    started('rm', 'bash', { text: 'x'.repeat(300) }),
    wants,
    { type: 'approval-resolved', callId: 'rm', decision: 'denied' },
    finished('rm', 'bash', 'no such file', { ok: false }),
    failed('loop'),
    said('Again.'),
    asked,
    { type: 'model-failed', iteration: 1, code: 'model-down', message: 'Down.', willRetry: false },
    failed('model-down'),
  );
  const steps = traceOf('main', events, () => []);
  expect(steps).toMatchObject([
    { kind: 'turn', failed: true },
    { kind: 'tool', detail: expect.stringMatching(/x… – no such file$/) },
    { kind: 'approval', name: 'write-file', detail: 'a.txt', decision: 'denied' },
    // At the end of the last step, the wait.
    { kind: 'run', name: 'loop', failed: true, seq: 7, startMs: 3_000 },
    { kind: 'turn' },
    { kind: 'model', detail: 'Down.', failed: true },
  ]);
});

it('keeps an agent whose call is not known, and an agent of two turns as it is', () => {
  const two = logged(8, created, said('One'), asked, answer('1'), said('Two'), asked, answer('2'));
  const rows = shown({ main: [agent(undefined, two)] });
  expect(rows.slice(-5).map((row) => row.trim().split(' · ')[0])).toEqual([
    'agent Look at the tests',
    'turn One',
    'model demo',
    'turn Two',
    'model demo',
  ]);
});

it('gives each question its own answer, and what was left open none', () => {
  const resolved = (decision: 'denied' | 'once'): EventBody => ({ type: 'approval-resolved', callId: 'rm', decision });
  const events = logged(
    0,
    created,
    said('x'),
    started('rm', 'bash'),
    waits,
    resolved('denied'),
    waits,
    resolved('once'),
    waits,
  );
  const steps = traceOf('main', events, () => []);
  const asks = steps.filter(({ kind }) => kind === 'approval');
  expect(asks.map(({ decision, ms, failed }) => [decision, ms, failed])).toEqual([
    ['denied', 1_000, true],
    ['once', 1_000, false],
    [undefined, 0, false],
  ]);
  expect(steps[1]).toMatchObject({ kind: 'tool', ms: 0, failed: false });
  const done = finished('rm', 'bash', 'no', { ok: true, ms: 1 });
  expect(traceOf('main', logged(0, created, said('x'), started('rm', 'bash'), waits, done), () => [])).toMatchObject([
    { kind: 'turn' },
    { kind: 'tool', ms: 1 },
    { kind: 'approval', ms: 0 },
  ]);
  const failed: EventBody = { type: 'run-finished', state: 'error', iterations: 0, text: '', code: 'loop' };
  expect(traceOf('main', logged(0, created, failed), () => [])).toMatchObject([
    { kind: 'turn', ms: 0 },
    { kind: 'run', name: 'loop', ms: 0, startMs: 0 },
  ]);
});

it('lists a session’s own single steps, from its branch on', () => {
  const steps = traceOf('main', MAIN, (session) => (session === 'main' ? [agent('task', INNER)] : []));
  const own = (copiedTo: number) => ownSteps({ steps }, { copiedTo }).map(({ kind, seq }) => [kind, seq]);
  expect(own(5)).toEqual([
    ['approval', 6],
    ['tool', 9],
  ]);
  expect(own(0)).toHaveLength(4);
  expect(ownSteps({ steps: [] }, { copiedTo: 0 })).toEqual([]);
});

it('hides what is below a closed row', () => {
  const steps = traceOf('main', MAIN, (session) => (session === 'main' ? [agent('task', INNER)] : []));
  const rows = waterfallRows(steps, new Set([2, 4]));
  expect(rows.map(({ index, isParent, turnMs }) => [index, isParent, turnMs])).toEqual([
    [0, true, steps[0]?.ms],
    [1, false, steps[0]?.ms],
    [2, true, steps[0]?.ms],
    [4, true, steps[0]?.ms],
    [7, false, 0],
  ]);
});
