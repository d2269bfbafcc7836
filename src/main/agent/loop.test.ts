import { describe, expect, it } from 'vitest';
import type { KnownEvent } from '../../shared/events.ts';
import { runAgent } from './loop.ts';
import type { AgentPorts, ModelOutcome, PreparedCall } from './ports.ts';
import { answer, harness, tool } from './test-kit/harness.ts';

const same = (times: number, args: (index: number) => string = () => '{"path":"a","limit":1}') =>
  Array.from({ length: times }, (_, index) => answer('', { id: `c${index}`, name: 'look', arguments: args(index) }));
const contents = (events: readonly KnownEvent[] | ReturnType<ReturnType<typeof harness>['events']>) =>
  events.flatMap((event) => (event.type === 'tool-finished' ? [event.content] : []));

describe('a model that repeats the same call', () => {
  const look = { look: tool({ ok: true, content: 'nothing', refused: false }) };

  it('gets a warning with the third identical result and ends the run after the fifth', async () => {
    const { ports, events } = harness({ outcomes: same(6), tools: look });
    const end = await runAgent(ports, new AbortController().signal);
    expect(end).toMatchObject({ state: 'error', code: 'loop', iterations: 5 });
    const told = contents(events()).map((content) => /made (\d) times/.exec(content)?.[1]);
    expect(told).toEqual([undefined, undefined, '3', '4', '5']);
    expect(events().at(-1)).toMatchObject({ type: 'run-finished', state: 'error', code: 'loop' });
  });

  it('may call five times if another call, other arguments or another result comes between', async () => {
    const between = [...same(4), answer('', { id: 'x', name: 'other' }), ...same(4), answer('done')];
    const ids = between.map((outcome, index) =>
      outcome.kind === 'answer' && outcome.toolCalls[0] !== undefined
        ? { ...outcome, toolCalls: [{ ...outcome.toolCalls[0], id: `n${index}` }] }
        : outcome,
    );
    const other = harness({ outcomes: ids, tools: { ...look, other: tool({ ok: true, content: '' }) } });
    expect(await runAgent(other.ports, new AbortController().signal)).toMatchObject({ state: 'completed' });
    const args = harness({ outcomes: [...same(6, (index) => `{"path":"${index}"}`), answer('done')], tools: look });
    expect(await runAgent(args.ports, new AbortController().signal)).toMatchObject({ state: 'completed' });
    let count = 0;
    const results = harness({
      outcomes: [...same(6), answer('done')],
      tools: { look: { ...look.look, execute: async () => ({ ok: true, content: `${++count}` }) } },
    });
    expect(await runAgent(results.ports, new AbortController().signal)).toMatchObject({ state: 'completed' });
  });

  it('is detected regardless of key order and of how long a program ran', async () => {
    let ms = 0;
    const { ports } = harness({
      outcomes: same(5, (index) => (index % 2 === 0 ? '{"path":"a","limit":1}' : '{ "limit": 1, "path": "a" }')),
      tools: { look: { ...look.look, execute: async () => ({ ok: false, content: `{"duration_ms":${++ms}}` }) } },
    });
    expect(await runAgent(ports, new AbortController().signal)).toMatchObject({ state: 'error', code: 'loop' });
  });

  it('reports a stop when it is stopped during the fifth call', async () => {
    const abort = new AbortController();
    let count = 0;
    const stopping = {
      ...look.look,
      execute: async () => {
        count += 1;
        if (count === 5) abort.abort();
        return { ok: true, content: 'same' };
      },
    };
    const { ports } = harness({ outcomes: same(5), tools: { look: stopping } });
    expect(await runAgent(ports, abort.signal)).toMatchObject({ state: 'stopped' });
  });

  it('has a result for every call of the answer that ends the run', async () => {
    const calls = Array.from({ length: 7 }, (_, index) => ({ id: `c${index}`, name: 'look' }));
    const { ports, state } = harness({ outcomes: [answer('', ...calls)], tools: look });
    expect(await runAgent(ports, new AbortController().signal)).toMatchObject({ code: 'loop' });
    expect(Object.values(state().calls).map(({ status }) => status)).toEqual([
      ...Array<string>(5).fill('done'),
      ...Array<string>(2).fill('failed'),
    ]);
  });
});

describe('more calls than one answer allows', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `c${index}`, name: `t${index}` }));

  it.each([
    [64, 0],
    [65, 1],
    [200, 136],
  ])('with %i calls, answers %i with a result that gives the reason', async (count, refused) => {
    const calls = many(count);
    const tools = Object.fromEntries(calls.map(({ name }) => [name, tool({ ok: true, content: name })]));
    const { ports, events } = harness({ outcomes: [answer('', ...calls), answer('done')], tools });
    expect(await runAgent(ports, new AbortController().signal)).toMatchObject({ state: 'completed', text: 'done' });
    const results = contents(events());
    expect(results).toHaveLength(count);
    expect(results.slice(0, 64).some((content) => content.startsWith('too-many-calls'))).toBe(false);
    expect(results.slice(64).filter((content) => content.startsWith('too-many-calls'))).toHaveLength(refused);
  });
});

it('reports when the length limit ended an answer before its first word', async () => {
  const silent: ModelOutcome = { kind: 'answer', text: '', toolCalls: [], finishReason: 'length', ms: 1 };
  const { ports } = harness({ outcomes: [silent] });
  expect(await runAgent(ports, new AbortController().signal)).toMatchObject({
    state: 'error',
    code: 'answer-too-long',
  });
});

it('reports an answer without a word or a call, also after a tool', async () => {
  const tools = { one: tool({ ok: true, content: 'x' }) };
  for (const outcomes of [[answer(' \n')], [answer('', { id: 'a', name: 'one' }), answer('')]]) {
    const { ports } = harness({ outcomes, tools });
    const end = await runAgent(ports, new AbortController().signal);
    expect(end).toMatchObject({ state: 'error', code: 'answer-empty', iterations: outcomes.length });
  }
});

describe('the agent loop', () => {
  // Rules: 001.1, 001.11, 001.13, 001.18, 002.33
  it('runs calls one by one in call order and sends their results with the next request', async () => {
    const { ports, events, state, appended } = harness({
      outcomes: [answer('', { id: 'a', name: 'one' }, { id: 'b', name: 'two' }), answer('done')],
      tools: { one: tool({ ok: true, content: '1' }), two: tool({ ok: false, content: '2' }) },
    });
    await runAgent(ports, new AbortController().signal);
    const story = events().map((event) => ('callId' in event ? `${event.type} ${event.callId}` : event.type));
    expect(story).toEqual([
      'state-changed',
      'request-sent',
      'model-responded',
      'state-changed',
      'tool-started a',
      'tool-finished a',
      'tool-started b',
      'tool-finished b',
      'state-changed',
      'request-sent',
      'model-responded',
      'state-changed',
      'run-finished',
    ]);
    // One transaction: a run that has ended is never found as running.
    expect(appended.at(-1)).toEqual(['state-changed', 'run-finished']);
    expect(state().messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
  });

  it('measures thinking time until text or a call follows, each time the model thinks', async () => {
    const { ports, deltas, events } = harness({ outcomes: [] });
    let now = 100;
    const at = (ms: number) => {
      now = ms;
    };
    const thinking: AgentPorts = {
      ...ports,
      clock: { ...ports.clock, now: () => now },
      model: {
        async stream(_request, _attempt, onDelta) {
          onDelta({ type: 'reasoning', text: 'Hm' });
          at(3_100);
          onDelta({ type: 'reasoning', text: ', yes.' });
          at(4_100);
          onDelta({ type: 'text', text: 'One. ' });
          at(60_000);
          onDelta({ type: 'reasoning', text: ' And?' });
          at(61_000);
          return { ...answer('One. '), kind: 'answer', reasoning: 'Hm, yes. And?' } as ModelOutcome;
        },
      },
    };
    await runAgent(thinking, new AbortController().signal);
    expect(events()).toContainEqual(expect.objectContaining({ reasoning: 'Hm, yes. And?', reasoningMs: 5_000 }));
    expect(deltas.map((delta) => [delta.type, 'offset' in delta && delta.offset])).toEqual([
      ['reasoning-delta', 0],
      ['reasoning-delta', 2],
      ['text-delta', 0],
      ['reasoning-delta', 8],
    ]);
  });

  // Rules: 001.17
  it('logs each retry as its own request and gives up when retrying cannot help', async () => {
    const failure = (retryInMs?: number): ModelOutcome => ({
      kind: 'failure',
      code: 'rate-limited',
      message: 'too many',
      ...(retryInMs === undefined ? {} : { retryInMs }),
    });
    const { ports, events } = harness({ outcomes: [failure(10), failure()] });
    const end = await runAgent(ports, new AbortController().signal);
    expect(end).toMatchObject({ state: 'error', code: 'rate-limited', iterations: 0 });
    const tries = events().filter((event) => event.type === 'request-sent' || event.type === 'model-failed');
    expect(
      tries.map((event) => [
        event.type,
        'iteration' in event && event.iteration,
        'willRetry' in event && event.willRetry,
      ]),
    ).toEqual([
      ['request-sent', 1, false],
      ['model-failed', 1, true],
      ['request-sent', 1, false],
      ['model-failed', 1, false],
    ]);
  });

  // Rules: 001.16
  it('ends in max-iterations after N answered requests, with the last calls run', async () => {
    const outcomes = Array.from({ length: 2 }, (_, index) => answer('', { id: `c${index}`, name: 'one' }));
    const { ports, types } = harness({ outcomes, tools: { one: tool({ ok: true, content: '' }) }, maxIterations: 2 });
    expect(await runAgent(ports, new AbortController().signal)).toEqual({
      state: 'max-iterations',
      iterations: 2,
      text: 'Reached maximum iterations (2) before the task was finished. Continue to let it go further, or raise the limit.',
    });
    expect(types().filter((type) => type === 'tool-finished')).toHaveLength(2);
  });

  it('completes after a call that ends the run, runs the calls beside it and sends no further request', async () => {
    const { ports, types } = harness({
      outcomes: [answer('Where to?', { id: 'a', name: 'ask' }, { id: 'b', name: 'one' })],
      tools: { ask: tool({ ok: true, content: 'shown', endsRun: true }), one: tool({ ok: true, content: '1' }) },
    });
    expect(await runAgent(ports, new AbortController().signal)).toEqual({
      state: 'completed',
      iterations: 1,
      text: 'Where to?',
    });
    expect(types().filter((type) => type === 'tool-finished')).toHaveLength(2);
  });

  it('asks for approval and returns a refusal as an ordinary result', async () => {
    let executed = false;
    const guarded: PreparedCall = {
      approval: async () => ({
        kind: 'ask',
        action: 'run-command',
        detail: { command: 'rm x', reason: 'not a bundled script', needsPerson: false },
        denied: 'The person said no.',
        unasked: 'Nobody is here.',
      }),
      remember: () => {},
      execute: async () => {
        executed = true;
        return { ok: true, content: '' };
      },
    };
    const denied = harness({ outcomes: [answer('', { id: 'a', name: 'run' }), answer('')], tools: { run: guarded } });
    expect(await runAgent(denied.ports, new AbortController().signal)).toMatchObject({
      state: 'completed',
      code: 'refused',
    });
    expect(executed).toBe(false);
    expect(denied.state().calls.a).toMatchObject({ status: 'failed', content: 'The person said no.' });
    expect(denied.types()).toEqual(expect.arrayContaining(['approval-requested', 'approval-resolved']));

    const unasked = harness({
      outcomes: [answer('', { id: 'a', name: 'run' }), answer('')],
      tools: { run: guarded },
      decision: 'unasked',
    });
    expect(await runAgent(unasked.ports, new AbortController().signal)).toMatchObject({ code: 'refused' });
    expect(unasked.state().calls.a).toMatchObject({
      content: 'Nobody is here.',
      approval: { decision: 'denied', unasked: true },
    });

    const words = harness({
      outcomes: [answer('', { id: 'a', name: 'run' }), answer('as you wish')],
      tools: { run: guarded },
    });
    expect(await runAgent(words.ports, new AbortController().signal)).toEqual({
      state: 'completed',
      iterations: 2,
      text: 'as you wish',
    });
  });

  it('gives every call a result when stopped between two calls, and sends nothing more', async () => {
    const abort = new AbortController();
    const stopping: PreparedCall = {
      ...tool({ ok: true, content: 'half' }),
      execute: async () => {
        abort.abort();
        return { ok: false, content: 'half' };
      },
    };
    const { ports, state, types } = harness({
      outcomes: [answer('', { id: 'a', name: 'stop' }, { id: 'b', name: 'one' })],
      tools: { stop: stopping, one: tool({ ok: true, content: 'never' }) },
    });
    expect(await runAgent(ports, abort.signal)).toMatchObject({ state: 'stopped', iterations: 1 });
    expect(Object.values(state().calls).map((call) => call.content)).toEqual([
      'half',
      expect.stringContaining('Not run'),
    ]);
    expect(types().filter((type) => type === 'request-sent')).toHaveLength(1);
  });

  it('ends processes that calls left running before reporting the end of the run, however it ends', async () => {
    for (const outcomes of [[answer('hi')], []]) {
      const { ports, types } = harness({ outcomes });
      const left = {
        callId: 'a',
        exitCode: null,
        timedOut: false,
        truncated: false,
        ms: 1,
        outputs: [],
        stopped: true,
      };
      const close = async () => void ports.log.append({ type: 'script-finished', ...left });
      await runAgent({ ...ports, tools: { ...ports.tools, close } }, new AbortController().signal).catch(() => {});
      expect(types().filter((type) => type === 'script-finished' || type === 'run-finished')).toEqual(
        outcomes.length > 0 ? ['script-finished', 'run-finished'] : ['script-finished'],
      );
    }
  });

  it('keeps the partial answer when stopped while streaming', async () => {
    const { ports, state } = harness({ outcomes: [{ kind: 'stopped', text: 'half a sen', ms: 5 }] });
    expect(await runAgent(ports, new AbortController().signal)).toEqual({
      state: 'stopped',
      iterations: 0,
      text: 'half a sen',
    });
    expect(state().messages.at(-1)).toMatchObject({ role: 'assistant', text: 'half a sen', finishReason: 'stopped' });
  });

  it('replaces an empty or already used call id and keeps all others', async () => {
    const { ports, state } = harness({
      outcomes: [
        answer('', { id: 'x', name: 'one' }, { id: 'x', name: 'one' }, { id: '', name: 'one' }),
        answer('', { id: 'x', name: 'one' }, { id: 'y', name: 'one' }),
        answer('done'),
      ],
      tools: { one: tool({ ok: true, content: '' }) },
    });
    await runAgent(ports, new AbortController().signal);
    const asked = state().messages.flatMap((message) =>
      message.role === 'assistant' ? message.toolCalls.map((call) => call.id) : [],
    );
    const answered = state().messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
    expect(new Set(asked).size).toBe(5);
    expect(asked).toEqual(answered);
    expect([asked[0], asked[4]]).toEqual(['x', 'y']);
  });

  // Rules: 001.17
  it('ends with context-full without sending a request', async () => {
    const { ports, types } = harness({ outcomes: [] });
    const full: AgentPorts = {
      ...ports,
      context: {
        ...ports.context,
        prepare: async () => ({ code: 'context-full', reason: 'context-full', message: 'full' }),
      },
    };
    expect(await runAgent(full, new AbortController().signal)).toMatchObject({
      state: 'error',
      code: 'context-full',
      failure: { reason: 'context-full' },
    });
    expect(types()).not.toContain('request-sent');
  });
});
