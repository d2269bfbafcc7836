/** Compaction end to end: a scripted model over HTTP, a real store, and what review makes of the log afterwards. */
import { describe, expect, it } from 'vitest';
import { tableOf } from '../../../main/context/engine.ts';
import { chatRequest } from '../../../main/context/test-kit/chat-request.ts';
import { createModel } from '../../../main/models/create-model.ts';
import { modelOfTest } from '../../../main/models/test-kit/model-of-test.ts';
import {
  call,
  hold,
  type ScriptedModel,
  type ScriptedStep,
  say,
} from '../../../main/models/test-kit/scripted-model.ts';
import type { LiveSession } from '../../../main/session/live-session.ts';
import { Rig, type RigOptions } from '../../../main/session/test-kit/rig.ts';
import type { EventBody, SessionEvent } from '../../../shared/events.ts';
import { diffRequests, showContext } from '../../context/main/handlers.ts';
import { verifySession } from './verify.ts';

const LONG = `first line of it\n${'x y z '.repeat(300)}\nbooking reference QWERTY\nlast line`;
const SUMMARY = 'The person wants to fly from Beijing to Tokyo; request after request was answered.';

let model: ScriptedModel;
let rig: Rig;

/** A session of `turns` finished turns, each with one call, whose results take about 900 tokens. */
async function session(
  steps: readonly ScriptedStep[],
  turns = 6,
  more: RigOptions & { readonly writesSummaries?: boolean } = {},
): Promise<LiveSession> {
  model = await modelOfTest(steps);
  rig = new Rig({
    ...more,
    model: { ...createModel({ baseUrl: model.url }), writesSummaries: more.writesSummaries ?? true },
    limits: { maxContext: 4_000, ...more.limits },
  });
  const live = rig.sessions.create({});
  for (let turn = 0; turn < turns; turn += 1) {
    const id = `old${turn}`;
    const words = `request ${turn}: two adults, Zhang Wei and Li Na, from PEK on 2026-12-2${turn}, see /data/trip-${turn}.csv`;
    live.append(
      { type: 'user-message-added', text: words },
      asked('', { id, name: 'run_command', arguments: '{"command":"search"}' }),
      { type: 'tool-finished', callId: id, name: 'run_command', ok: true, content: LONG, ms: 1 },
      asked(`answer ${turn}`),
    );
  }
  return live;
}

const asked = (text: string, ...toolCalls: { id: string; name: string; arguments: string }[]): EventBody => ({
  type: 'model-responded',
  iteration: 1,
  text,
  toolCalls,
  finishReason: 'stop',
  ms: 1,
});

/** Events logged since, each as its type and its distinguishing fields. */
function story(events: readonly SessionEvent[]): string[] {
  return events
    .filter((event) => !['state-changed', 'catalog-changed', 'prompt-changed'].includes(event.type))
    .map((event) => {
      const { type } = event;
      if (type === 'request-sent') return `${type} ${event.purpose ?? 'turn'} ${event.iteration}`;
      if (type === 'model-responded') return `${type} ${event.purpose ?? 'turn'} ${event.finishReason}`;
      if (type === 'model-failed') return `${type} ${event.purpose ?? 'turn'} ${event.code} ${event.willRetry}`;
      if (type === 'context-compacted') {
        const by = event.writtenBy === undefined ? '' : ` by ${event.writtenBy}`;
        return `${type} ${event.strategy} ${event.messages ?? ''}${by} (${event.trigger})`.replace('  ', ' ');
      }
      if (type === 'run-finished') return `${type} ${event.state}${event.code === undefined ? '' : ` ${event.code}`}`;
      return type;
    });
}

async function sent(live: LiveSession, text = 'and now?'): Promise<string[]> {
  const from = live.events.length;
  await rig.turn(live.id, text);
  return story(live.events.slice(from));
}

const compaction = (live: LiveSession, strategy = 'turns') =>
  live.events.findLast((event) => event.type === 'context-compacted' && event.strategy === strategy) as
    | Extract<SessionEvent, { type: 'context-compacted' }>
    | undefined;

/** Every request that was posted is the one that review rebuilds, the summaries' among them. */
async function isProven(live: LiveSession): Promise<void> {
  const report = await verifySession(live.id, rig.rows(live.id), undefined, { end: rig.end(live.id) });
  expect(report).toMatchObject({ ok: true, differing: [], notRebuilt: 0, requests: model.requests.length });
  const posted = live.events.flatMap((event) => (event.type === 'request-sent' ? [event.seq] : []));
  for (const [index, seq] of posted.entries()) {
    const view = await showContext({ table: tableOf }, live, seq);
    expect([view.verified, view.json]).toEqual([true, model.requests[index]?.json]);
    const parts = view.manifest.parts.reduce((sum, part) => sum + part.tokens, 0);
    expect(parts).toBe(view.tokens.total);
  }
}

describe('before a request over 80 % of the context', () => {
  // Rules: 001.19
  it('shortens results, then has the model summarise in separate requests without tools', async () => {
    const live = await session([say(SUMMARY), say('Done.')], 12);
    const deltas: string[] = [];
    live.listen(live.state.lastSeq, { events: () => {}, delta: (delta) => deltas.push(JSON.stringify(delta)) });
    expect(await sent(live)).toEqual([
      'user-message-added',
      'context-compacted tool-results 10 (pressure)',
      'request-sent summary 1',
      'model-responded summary stop',
      'context-compacted turns 39 by model (pressure)',
      'request-sent turn 1',
      'model-responded turn stop',
      'run-finished completed',
    ]);
    const [summary, turn] = model.requests.map(({ body }) => body);
    expect(summary?.tools).toBeUndefined();
    expect(turn?.tools).toHaveLength(1);
    expect(deltas.join()).not.toContain('Beijing');
    expect(live.state.iteration).toBe(1);

    const made = compaction(live);
    expect(made?.after).toBeLessThan(made?.before ?? 0);
    const [, stands, ...rest] = turn?.messages ?? [];
    expect(stands?.content).toMatch(
      /^\[Earlier conversation summary\]\nThe person wants[^\n]*\nAlso noted: .*Zhang Wei.*QWERTY/,
    );
    expect(stands?.content).toContain('2026-12-20');
    expect(rest).toHaveLength(10);
    await isProven(live);

    const asked = live.events.find((event) => event.type === 'request-sent' && event.purpose === 'summary');
    const [sessionId, sessions] = [live.id, { get: () => live }];
    const from = { sessionId, at: asked?.seq ?? 0 };
    await expect(
      diffRequests({ sessions, context: { table: tableOf } }, from, { sessionId }, false),
    ).rejects.toMatchObject({ code: 'bad-input', message: expect.stringContaining('nothing to compare') });
  });

  it('extends the earlier summary with later turns', async () => {
    const live = await session([say(SUMMARY), say('Done.')], 12);
    await sent(live);
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) {
      live.append({ type: 'user-message-added', text: `${text} ${'more words '.repeat(220)}` }, asked(`told ${text}`));
    }
    model.add(say('A second summary.'), say('Again.'));
    expect(await sent(live)).toContain('context-compacted turns 55 by model (pressure)');
    const question = String(model.requests[2]?.body.messages[1]?.content);
    expect(question).toContain(`<earlier-summary>\n${SUMMARY}`);
    expect(question).toContain('Person: one more words');
    expect(question).not.toContain('Person: request 0');
    await isProven(live);
  });

  const refusals: readonly (readonly [string, ScriptedStep, string, string])[] = [
    ['fails', { kind: 'status', status: 500 }, 'model-failed summary server-error false', 'failed'],
    ['is empty', say(''), 'model-responded summary stop', 'empty'],
    ['is cut off', say(SUMMARY, { finishReason: 'length' }), 'model-responded summary length', 'cut'],
    ['is over its budget', say('word '.repeat(400)), 'model-responded summary stop', 'long'],
    [
      'is itself too long a request',
      { kind: 'status', status: 400, body: { error: { message: 'prompt is too long: 5000 tokens > 2000 maximum' } } },
      'model-failed summary context-too-long false',
      'failed',
    ],
  ];
  it.each(refusals)('uses the conversation’s own words if the summary %s', async (_what, step, logged, why) => {
    const live = await session([step, say('Done.')], 12);
    expect(await sent(live)).toEqual([
      'user-message-added',
      'context-compacted tool-results 10 (pressure)',
      'request-sent summary 1',
      logged,
      'context-compacted turns 39 by extract (pressure)',
      'request-sent turn 1',
      'model-responded turn stop',
      'run-finished completed',
    ]);
    expect(compaction(live)).toMatchObject({ fallback: { code: why } });
    expect(compaction(live)?.summary).toContain('- The person: request 0: two adults, Zhang Wei and Li Na');
    expect(live.state.failure).toBeUndefined();
    await isProven(live);
  });

  it('leaves nothing half done when the user stops it', async () => {
    const gate = hold();
    const live = await session([{ kind: 'stall', text: 'The per', gate }], 12);
    const from = live.events.length;
    await rig.sessions.send(live.id, 'and now?');
    await gate.reached;
    expect(await rig.sessions.stop(live.id)).toBe(true);
    gate.release();
    expect(story(live.events.slice(from))).toEqual([
      'user-message-added',
      'context-compacted tool-results 10 (pressure)',
      'request-sent summary 1',
      'model-responded summary stopped',
      'run-finished stopped',
    ]);
    expect(live.state.compactions.map((one) => one.strategy)).toEqual(['tool-results']);
    expect(live.state.messages.at(-1)).toMatchObject({ role: 'user', text: 'and now?' });
  });
});

describe('a request the provider refuses as too long', () => {
  const refused = (message: string): ScriptedStep => ({
    kind: 'status',
    status: 400,
    body: { error: { message, code: 'context_length_exceeded' } },
  });
  const WORDS = "This model's maximum context length is 3000 tokens. However, your messages resulted in 9000 tokens.";

  it('is compacted once and retried once, in the same iteration', async () => {
    const live = await session([refused(WORDS), say(SUMMARY), say('Done.')], 8, { limits: { maxContext: 100_000 } });
    expect(await sent(live)).toEqual([
      'user-message-added',
      'request-sent turn 1',
      'model-failed turn context-too-long true',
      'context-compacted tool-results 6 (provider)',
      'request-sent summary 1',
      'model-responded summary stop',
      'context-compacted turns 23 by model (provider)',
      'request-sent turn 1',
      'model-responded turn stop',
      'run-finished completed',
    ]);
    await isProven(live);
  });

  it('ends after the second refusal, with the figures and the setting', async () => {
    const live = await session([refused(WORDS), say(SUMMARY), refused(WORDS)], 8, { limits: { maxContext: 100_000 } });
    expect((await sent(live)).slice(-3)).toEqual([
      'request-sent turn 1',
      'model-failed turn context-too-long false',
      'run-finished error context-too-long',
    ]);
    expect(live.state.lastRun?.message).toMatch(
      /too long: [\d,]+ tokens by our count, of 100,000 .* Compaction from [\d,]+ tokens .* counts 9,000 tokens\. The provider takes at most 3,000 .*--max-context 3000/,
    );
  });

  it('ends at once if nothing can be compacted', async () => {
    const live = await session([refused('Please reduce the length of the messages or completion.')], 1);
    expect(await sent(live)).toEqual([
      'user-message-added',
      'request-sent turn 1',
      'model-failed turn context-too-long false',
      'run-finished error context-too-long',
    ]);
    expect(live.state.lastRun?.message).toMatch(/Nothing in it can be compacted further\. Unload a skill/);
  });
});

describe('by hand', () => {
  it('compacts results and turns at any fill level, and keeps what the user asks for', async () => {
    const live = await session([say(`${SUMMARY} Two bags each.`)], 6, { limits: { maxContext: 100_000 } });
    const from = live.events.length;
    const done = await rig.sessions.compact(live.id, ' keep everything on baggage ');
    expect(story(live.events.slice(from))).toEqual([
      'request-sent summary 1',
      'model-responded summary stop',
      'context-compacted tool-results 3 (user)',
      'context-compacted turns 13 by model (user)',
    ]);
    expect(done).toMatchObject({ messages: 13 });
    expect(done.after).toBeLessThan(done.before / 1.5);
    expect(compaction(live)).toMatchObject({ instruction: 'keep everything on baggage', after: done.after });
    expect(model.requests[0]?.body.messages[1]?.content).toContain(
      'The person asks of this summary: keep everything on baggage',
    );
    await expect(rig.sessions.compact(live.id, 'keep everything on baggage')).rejects.toMatchObject({
      code: 'nothing-to-compact',
    });
    // Another wish is another summary, from the messages themselves.
    model.add(say('Seats by the window.'));
    expect(await rig.sessions.compact(live.id, 'the seats')).toMatchObject({ messages: 13 });
    expect(model.requests[1]?.body.messages[1]?.content).toContain('Person: request 0');
    // If that fails too, the existing summary stays.
    model.add({ kind: 'status', status: 500 });
    await expect(rig.sessions.compact(live.id, 'the meals')).rejects.toMatchObject({
      code: 'model-refused',
      message: expect.stringMatching(/^Nothing was changed: the model gave no summary\. /),
    });
    expect(compaction(live)?.summary).toContain('Seats by the window.');
    await isProven(live);
  });

  it('reports when there is no model to follow the instruction', async () => {
    const live = await session([], 6, { writesSummaries: false });
    await rig.sessions.compact(live.id, 'the seats');
    expect(model.requests).toEqual([]);
    expect(compaction(live)).toMatchObject({ writtenBy: 'extract', instruction: 'the seats', trigger: 'user' });
    expect(compaction(live)?.fallback).toEqual({ code: 'no-writer' });
    await expect(rig.sessions.compact(live.id, 'the bags')).rejects.toMatchObject({ code: 'nothing-to-compact' });
  });

  it('does nothing for ten messages, and reports it', async () => {
    const live = await session([], 2);
    const from = live.events.length;
    await expect(rig.sessions.compact(live.id)).rejects.toMatchObject({
      code: 'nothing-to-compact',
      message: expect.stringContaining('last 10 messages'),
    });
    expect(live.events).toHaveLength(from);
  });

  it('locks the session, leaves no trace when stopped, and is closed after a crash', async () => {
    const gate = hold();
    const live = await session([
      { kind: 'stall', text: 'half', gate },
      { kind: 'stall', text: 'half', gate },
    ]);
    const from = live.events.length;
    const compacting = rig.sessions.compact(live.id);
    await gate.reached;
    await expect(rig.sessions.send(live.id, 'hello')).rejects.toMatchObject({ code: 'session-busy' });
    await expect(rig.sessions.compact(live.id)).rejects.toMatchObject({ code: 'session-busy' });
    await expect(rig.sessions.undoCompaction(live.id, 1)).rejects.toMatchObject({ code: 'session-busy' });
    expect(live.state.summarising).toMatchObject({ iteration: 1 });
    expect(await rig.sessions.stop(live.id)).toBe(true);
    const { before } = await compacting;
    expect(await compacting).toEqual({ before, after: before, messages: 0 });
    expect(story(live.events.slice(from))).toEqual(['request-sent summary 1', 'model-responded summary stopped']);

    const again = rig.sessions.compact(live.id);
    await model.arrived(2);
    await rig.restart();
    const recovered = rig.sessions.get(live.id);
    expect(story(recovered.events.slice(-2))).toEqual([
      'request-sent summary 1',
      'model-responded summary interrupted',
    ]);
    expect([recovered.state.summarising, recovered.state.compactions]).toEqual([undefined, []]);
    gate.release();
    await expect(again).rejects.toThrow();
  });

  it('is undone exactly', async () => {
    const live = await session([say(SUMMARY)], 12);
    const earlier = chatRequest(live.state).json;
    await rig.sessions.compact(live.id);
    const [results, turns] = live.state.compactions;
    await rig.sessions.undoCompaction(live.id, turns?.seq ?? 0);
    await rig.sessions.undoCompaction(live.id, results?.seq ?? 0);
    expect(chatRequest(live.state).json).toBe(earlier);
    await expect(rig.sessions.undoCompaction(live.id, results?.seq ?? 0)).rejects.toMatchObject({
      code: 'compaction-not-found',
    });
  });
});

it('keeps pinned messages whole after the summary, and a pinned result with its call', async () => {
  const live = await session([say(SUMMARY), say('Done.'), call('load_skill', {}), say('x')], 12);
  const [, , , , secondTurn, secondCall, secondResult] = live.state.messages;
  rig.sessions.pinMessage(live.id, secondResult?.seq ?? 0, true);
  await sent(live);
  const { messages } = model.requests[1]?.body ?? { messages: [] };
  expect(messages.slice(1, 5)).toMatchObject([
    { role: 'user', content: expect.stringContaining(SUMMARY) },
    { role: 'assistant', tool_calls: [{ id: 'old1' }] },
    { role: 'tool', tool_call_id: 'old1', content: LONG },
    { role: 'assistant' },
  ]);
  expect(live.state.compactions.map(({ kept }) => kept)).toEqual([
    [secondCall?.seq, secondResult?.seq],
    [secondCall?.seq, secondResult?.seq],
  ]);
  // A message pinned afterwards returns from behind the summary, and goes again when unpinned.
  const before = chatRequest(live.state).json;
  rig.sessions.pinMessage(live.id, secondTurn?.seq ?? 0, true);
  // Two of the person's role in a row are one message.
  expect(chatRequest(live.state).body.messages[1]).toMatchObject({
    content: expect.stringMatching(/^\[Earlier conversation summary\][\s\S]*\n\nrequest 1/),
  });
  rig.sessions.pinMessage(live.id, secondTurn?.seq ?? 0, false);
  expect(chatRequest(live.state).json).toBe(before);
  await isProven(live);
});
