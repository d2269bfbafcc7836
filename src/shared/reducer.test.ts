import fc, { type Arbitrary } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EVENT_VERSION, type EventBody, parseEvent, rawEvent, type SessionEvent } from './events.ts';
import { activeEvents, advance, applyEvent, emptyState, foldEvents, startLog } from './reducer.ts';
import { BODIES, MAX_EVENTS } from './test-kit/event-bodies.ts';
import { usageOf } from './usage.ts';

const HASH = '0'.repeat(64);
const future = fc.record({ type: fc.constant('thought-read'), depth: fc.nat(3) });
const bodies = Object.entries(BODIES).map(([type, rest]) =>
  (rest as Arbitrary<object>).map((body) => ({ type, ...body })),
);
/** Rewinds and messages often: they are what the order of things hangs on. */
const body = fc.oneof(
  { weight: 6, arbitrary: fc.oneof(...bodies) },
  { weight: 1, arbitrary: BODIES['history-rewound'].map((rest) => ({ type: 'history-rewound', ...rest })) },
  { weight: 2, arbitrary: BODIES['user-message-added'].map((rest) => ({ type: 'user-message-added', ...rest })) },
  { weight: 1, arbitrary: future },
);

function numbered(list: readonly object[]): SessionEvent[] {
  return list.map((one, index) =>
    parseEvent({ v: EVENT_VERSION, seq: index + 1, at: `2030-01-01T00:00:00.${100 + index}Z`, session: 's', ...one }),
  );
}

const log = fc.array(body, { maxLength: MAX_EVENTS }).map(numbered);

/** Splits into pieces that overlap and repeat, as a reconnecting client may receive them. */
const chunked = log.chain((events) =>
  fc.array(fc.tuple(fc.nat(events.length), fc.nat(5), fc.boolean()), { maxLength: 12 }).map((cuts) => {
    const chunks: SessionEvent[][] = [];
    let reached = 0;
    for (const [size, overlap, twice] of [...cuts, [events.length, 2, true] as const]) {
      const chunk = events.slice(Math.max(0, reached - overlap), reached + size);
      reached = Math.min(events.length, reached + size);
      chunks.push(twice ? chunk.flatMap((event) => [event, event]) : chunk);
    }
    return { events, chunks };
  }),
);

/** Events that survive a rewind, listed independently of the reducer. */
const STANDS =
  /^(?:session-(?:created|renamed|deleted|restored|marked)|note-(?:added|changed|removed)|settings-changed|prompt-changed|catalog-(?:changed|listed)|artifact-(?:saved|deleted|restored)|skill-pin-changed|loaded-skill-changed|skill-switch-changed|message-pin-changed|tool-server-changed|packages-provided|skill-missed|watch-(?:started|checked|ended)|grant-withdrawn|unknown)$/;

function counts(event: SessionEvent, events: readonly SessionEvent[]): boolean {
  if (STANDS.test(event.type)) return true;
  const moves = events.filter((one) => one.type === 'history-rewound');
  const last = moves.at(-1);
  if (last === undefined || last.seq <= event.seq) return true;
  if (event.seq > last.toSeq) return false;
  const asOf = last.reason === 'restore' ? Math.min(last.toSeq + 1, last.seq) : last.seq;
  return counts(
    event,
    moves.filter(({ seq }) => seq < asOf),
  );
}

describe('usage', () => {
  it('adds up by model, including retries, summaries and what was set aside', () => {
    const table = (total: number) => ({ total, max: 100, parts: [], encoding: 'o200k_base' });
    const sent = (model: string, total: number): EventBody => ({
      type: 'request-sent',
      iteration: 1,
      sha256: HASH,
      tokens: table(total),
      model,
    });
    const answered = (usage?: {
      promptTokens: number;
      completionTokens: number;
      cachedPromptTokens?: number;
    }): EventBody => ({
      type: 'model-responded',
      iteration: 1,
      text: 'x',
      toolCalls: [],
      finishReason: 'stop',
      ms: 1,
      ...(usage === undefined ? {} : { usage }),
    });
    const bodies: EventBody[] = [
      { type: 'user-message-added', text: 'a' },
      sent('m', 10),
      { type: 'model-failed', iteration: 1, code: 'timeout', message: '', willRetry: true },
      sent('m', 10),
      answered({ promptTokens: 12, completionTokens: 3, cachedPromptTokens: 8 }),
      { type: 'history-rewound', toSeq: 1, reason: 'retry' },
      sent('n', 20),
      answered(),
      sent('m', 30),
      answered({ promptTokens: 33, completionTokens: 1 }),
    ];
    const events = bodies.map((body, index): SessionEvent => ({ v: 1, seq: index + 1, at: '', session: 's', ...body }));
    expect(foldEvents('s', events).usage).toEqual([
      {
        model: 'm',
        answers: 2,
        estimated: 40,
        promptTokens: 45,
        cachedPromptTokens: 8,
        completionTokens: 4,
        unreported: 0,
      },
      {
        model: 'n',
        answers: 1,
        estimated: 0,
        promptTokens: 0,
        cachedPromptTokens: 0,
        completionTokens: 0,
        unreported: 1,
      },
    ]);
  });

  it('returns an unloaded skill to its place when the compaction that removed it is undone', () => {
    const loaded = (skill: string): EventBody => ({
      type: 'skill-loaded',
      skill,
      tokens: 1,
      sha256: HASH,
      instructions: skill,
      by: 'agent',
    });
    const bodies: EventBody[] = [
      loaded('a'),
      loaded('b'),
      { type: 'skill-unloaded', skill: 'a', tokens: 1, reason: 'pressure' },
      { type: 'context-compacted', strategy: 'skills', before: 9, after: 8, coversSeq: [1, 1] },
      { type: 'compaction-undone', undoes: 4 },
    ];
    const events = bodies.map((body, index): SessionEvent => ({ v: 1, seq: index + 1, at: '', session: 's', ...body }));
    const { loadedSkills, compactions } = foldEvents('s', events);
    expect(loadedSkills).toEqual(foldEvents('s', events.slice(0, 2)).loadedSkills);
    expect(compactions).toEqual([]);
  });
});

describe('the fold', () => {
  it('gives the same result in steps of any size, repeats or not', () => {
    fc.assert(
      fc.property(chunked, ({ events, chunks }) => {
        const stepped = chunks.reduce(advance, startLog('s'));
        expect(stepped.events).toEqual(events);
        expect(stepped.state).toEqual(foldEvents('s', events));
        expect(advance(stepped, events)).toBe(stepped);
      }),
      { numRuns: 300 },
    );
  });

  it('ignores what a later rewind set aside, and keeps all of it in the log', () => {
    fc.assert(
      fc.property(log, (events) => {
        const standing = events.filter((event) => counts(event, events));
        expect(activeEvents(events)).toEqual(standing);
        const state = foldEvents('s', events);
        // Usage includes rewound answers: they were paid for.
        expect(state).toEqual({ ...standing.reduce(applyEvent, emptyState('s')), ...usageOf(events) });
        expect(state.lastSeq).toBe(events.length);
        expect(state.unknownEvents).toBe(events.filter((event) => event.type === 'unknown').length);
        const messages = new Set(['user-message-added', 'model-responded', 'tool-finished']);
        const speaking = standing.filter((event) => messages.has(event.type)).map((event) => event.seq);
        for (const message of state.messages) expect(speaking).toContain(message.seq);
      }),
      { numRuns: 300 },
    );
  });

  it('does not modify its input', () => {
    const freeze = (value: unknown): void => {
      if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
      Object.freeze(value);
      for (const inner of Object.values(value)) freeze(inner);
    };
    fc.assert(
      fc.property(log, (events) => {
        freeze(events);
        events.reduce((before, event) => {
          freeze(before);
          return advance(before, [event]);
        }, startLog('s'));
      }),
    );
  });

  it('survives serialising and parsing', () => {
    fc.assert(
      fc.property(log, (events) => {
        const read = events.map((event) => parseEvent(JSON.parse(JSON.stringify(rawEvent(event)))));
        expect(read).toEqual(events);
        expect(foldEvents('s', read)).toEqual(foldEvents('s', events));
      }),
    );
  });
});

it('counts a future event and ignores its content', () => {
  const [created, unknown] = numbered([{ type: 'session-deleted' }, { type: 'thought-read', deep: { er: [1] } }]);
  if (created === undefined || unknown === undefined) throw new Error('Two events were made');
  const before = foldEvents('s', [created]);
  expect(applyEvent(before, unknown)).toEqual({ ...before, lastSeq: 2, unknownEvents: 1 });
  expect(rawEvent(unknown)).toMatchObject({ type: 'thought-read', deep: { er: [1] } });
});

it('keeps calls named like object properties apart', () => {
  const started = (callId: string): object => ({ type: 'tool-started', callId, name: 'x', arguments: '{}' });
  const script = { type: 'script-started', callId: 'constructor', command: 'c', cwd: '/', interpreter: 'sh' };
  expect(foldEvents('s', numbered([script])).calls).toEqual({});
  const { calls } = foldEvents('s', numbered([started('__proto__'), started('constructor'), script]));
  expect(Object.keys(calls)).toEqual(['__proto__', 'constructor']);
  expect(calls.constructor).toMatchObject({ name: 'x', script: { command: 'c' } });
});

it('clears a failure once the model has answered, also a summary’s', () => {
  const failed = { type: 'model-failed', iteration: 1, code: 'stalled', message: 'm', willRetry: true };
  const answer = { type: 'model-responded', iteration: 1, text: 'x', toolCalls: [], finishReason: 'stop', ms: 1 };
  const after = (...list: readonly object[]): string | undefined => foldEvents('s', numbered(list)).failure?.code;
  expect(after(failed)).toBe('stalled');
  expect(after(failed, answer)).toBeUndefined();
  expect(after({ ...failed, purpose: 'summary' }, { ...answer, purpose: 'summary' })).toBeUndefined();
});

it('keeps a run’s failure when a summary fails, and records no failure of its own', () => {
  const failed = { type: 'model-failed', iteration: 1, code: 'stalled', message: 'm', willRetry: true };
  const summary = { ...failed, code: 'timeout', purpose: 'summary' };
  expect(foldEvents('s', numbered([failed, summary])).failure?.code).toBe('stalled');
  expect(foldEvents('s', numbered([summary])).failure).toBeUndefined();
});

it('keeps pins of skills and messages, and disk changes, across an edit', () => {
  const load = { type: 'skill-loaded', skill: 'pdf', tokens: 1, sha256: HASH, instructions: 'i', by: 'agent' };
  const { loadedSkills, pinnedMessages, skillSwitches } = foldEvents(
    's',
    numbered([
      load,
      { type: 'user-message-added', text: 'a' },
      { type: 'skill-pin-changed', skill: 'pdf', pinned: true },
      { type: 'message-pin-changed', message: 2, pinned: true },
      { type: 'loaded-skill-changed', skill: 'pdf', state: 'changed', tokens: 2 },
      { type: 'skill-switch-changed', skill: 'pdf', enabled: false },
      { type: 'user-message-added', text: 'set aside' },
      { type: 'history-rewound', toSeq: 2, reason: 'edit' },
    ]),
  );
  expect(loadedSkills).toMatchObject([{ id: 'pdf', pinned: true, onDisk: { state: 'changed' } }]);
  expect([pinnedMessages, skillSwitches]).toEqual([[2], { pdf: false }]);
});

it('sets aside exactly the events between a rewind and its target', () => {
  const said = (text: string) => ({ type: 'user-message-added', text });
  const log = numbered([
    said('1'),
    said('2'),
    said('3'),
    { type: 'history-rewound', toSeq: 2, reason: 'edit' },
    said('5'),
  ]);
  expect(foldEvents('s', log).messages.map(({ seq }) => seq)).toEqual([1, 2, 5]);
  const back = numbered([
    ...log.map(({ v: _v, seq: _seq, at: _at, session: _session, ...rest }) => rest),
    { type: 'history-rewound', toSeq: 3, reason: 'restore' },
  ]);
  expect(foldEvents('s', back).messages.map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

it('keeps a skill pinned when it is loaded again', () => {
  const load = { type: 'skill-loaded', skill: 'pdf', tokens: 1, sha256: HASH, instructions: 'i', by: 'agent' };
  const pin = { type: 'skill-pin-changed', skill: 'pdf', pinned: true };
  expect(foldEvents('s', numbered([load, pin, load])).loadedSkills).toMatchObject([{ seq: 3, pinned: true }]);
});

it('leaves out what a provider refused by name, also after a change of settings at the same server', () => {
  const route = { wire: 'chat', endpoint: 'https://a.example/v1' };
  const failed = { type: 'model-failed', iteration: 1, code: 'bad-request', message: 'm', willRetry: true };
  const refused = { ...failed, refused: { fields: ['stream_options'], tools: ['mcp__a__b'] } };
  const after = (...list: readonly object[]) =>
    foldEvents('s', numbered([{ type: 'settings-changed', route }, ...list]));
  expect(after(refused)).toMatchObject({
    refusedTools: ['mcp__a__b'],
    route: { rules: { refuses: ['stream_options'] } },
  });
  const again = { type: 'settings-changed', route: { ...route, effort: 'low' } };
  expect(after(refused, again).route).toEqual({ ...again.route, rules: { refuses: ['stream_options'] } });
  const elsewhere = { ...route, endpoint: 'https://b.example/v1' };
  expect(after(refused, { type: 'settings-changed', route: elsewhere }).route).toEqual(elsewhere);
});
