/** Events during a wait: a stop, an immediate answer, a provider that refuses again. */
import { expect, it } from 'vitest';
import { runAgent } from './loop.ts';
import type { AgentPorts, ModelOutcome, PreparedCall } from './ports.ts';
import { answer, harness, REQUEST, tool } from './test-kit/harness.ts';

const asking = (execute: PreparedCall['execute'] = async () => ({ ok: true, content: 'ran' })): PreparedCall => ({
  approval: async () => ({
    kind: 'ask',
    action: 'run-command',
    detail: { command: 'x', reason: '', needsPerson: false },
    denied: 'The person refused.',
    unasked: 'Nobody is here.',
  }),
  remember: () => {},
  execute,
});
const tooLong: ModelOutcome = { kind: 'failure', code: 'context-too-long', message: 'too long', tooLong: { limit: 5 } };

it('compacts a request refused as too long once, even if more could be compacted', async () => {
  const { ports, types } = harness({ outcomes: [tooLong, tooLong] });
  let compacted = 0;
  const compactFor = async () => {
    compacted += 1;
    return 'done' as const;
  };
  const end = await runAgent(
    { ...ports, context: { ...ports.context, canCompact: async () => true, compactFor } },
    new AbortController().signal,
  );
  expect(end).toMatchObject({ state: 'error', code: 'context-too-long' });
  expect([compacted, types().filter((type) => type === 'request-sent').length]).toEqual([1, 2]);
});

it('compares the retry after a compaction with the previous request; a plain retry is identical', async () => {
  const again: ModelOutcome = { kind: 'failure', code: 'server-error', message: 'busy', retryInMs: 1 };
  const { ports, events } = harness({ outcomes: [tooLong, again, answer('done')] });
  const prefixes = [{ tokens: 900 }, { tokens: 7 }];
  const prepare: AgentPorts['context']['prepare'] = async () => ({
    ...REQUEST,
    tokens: { ...REQUEST.tokens, total: 1000 },
    prefix: prefixes.shift() ?? { tokens: -1 },
  });
  await runAgent(
    { ...ports, context: { ...ports.context, canCompact: async () => true, prepare } },
    new AbortController().signal,
  );
  const sent = events().flatMap((event) => (event.type === 'request-sent' ? [event.prefix?.tokens] : []));
  expect(sent).toEqual([900, 7, 1000]);
});

it('treats a stop during an approval as a stop, not as a refusal', async () => {
  const abort = new AbortController();
  const { ports, state } = harness({ outcomes: [answer('', { id: 'a', name: 'run' })], tools: { run: asking() } });
  const approvals: AgentPorts['approvals'] = {
    ask: async () => {
      abort.abort();
      return 'denied';
    },
  };
  expect(await runAgent({ ...ports, approvals }, abort.signal)).toMatchObject({ state: 'stopped' });
  expect(state().calls.a?.content).toBe('Not run: the person stopped the run before this call.');
});

it('reports a stop when the stop arrives during a call that ends the run', async () => {
  const abort = new AbortController();
  const ending: PreparedCall = {
    ...tool({ ok: true, content: '' }),
    execute: async () => {
      abort.abort();
      return { ok: true, content: 'asked', endsRun: true };
    },
  };
  const { ports } = harness({ outcomes: [answer('', { id: 'a', name: 'form' })], tools: { form: ending } });
  expect(await runAgent(ports, abort.signal)).toMatchObject({ state: 'stopped' });
});

it('waits for an answer before the question becomes visible', async () => {
  const { ports, state } = harness({
    outcomes: [answer('', { id: 'a', name: 'run' }), answer('ok')],
    tools: { run: asking() },
  });
  const waiting = new Map<string, (decision: 'once') => void>();
  const missed: string[] = [];
  const approvals: AgentPorts['approvals'] = {
    ask: (callId) => new Promise((resolve) => waiting.set(callId, resolve)),
  };
  const log: AgentPorts['log'] = {
    ...ports.log,
    append(...bodies) {
      const events = ports.log.append(...bodies);
      for (const event of events) {
        if (event.type !== 'approval-requested') continue;
        const answerIt = waiting.get(event.callId);
        if (answerIt === undefined) missed.push(event.callId);
        answerIt?.('once');
      }
      return events;
    },
  };
  const running = runAgent({ ...ports, approvals, log }, new AbortController().signal);
  const outcome = missed.length > 0 ? missed : await running;
  expect(outcome).toMatchObject({ state: 'completed' });
  expect(state().calls.a).toMatchObject({ status: 'done', content: 'ran' });
});
