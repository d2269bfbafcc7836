/** Each answer at the card, and its meaning for the call, the log and the next request. */
import { expect, it } from 'vitest';
import { runAgent } from './loop.ts';
import type { ApprovalAnswer, ApprovalNeed, PreparedCall } from './ports.ts';
import { answer, harness } from './test-kit/harness.ts';

const ask: Extract<ApprovalNeed, { kind: 'ask' }> = {
  kind: 'ask',
  action: 'run-command',
  detail: { command: 'rm a', reason: 'r', needsPerson: true },
  denied: 'they said no',
  unasked: 'no one was there',
};

/** A run of one call, with the answers that its questions get in turn. */
async function run(needs: readonly ApprovalNeed[], answers: readonly ApprovalAnswer[]) {
  const [open, given] = [[...needs], [...answers]];
  const remembered: string[] = [];
  let times = 0;
  const call: PreparedCall = {
    approval: async () => open.shift() ?? { kind: 'allowed' },
    remember: (decision) => void remembered.push(decision),
    execute: async () => {
      times += 1;
      return { ok: true, content: 'ran', data: { a: 1 }, dataOf: { skill: 'fly' } } as never;
    },
  };
  const { ports, events } = harness({
    outcomes: [answer('', { id: 'c', name: 'rm' }), answer('done')],
    tools: { rm: call },
  });
  const approvals = { ask: async () => given.shift() ?? 'denied' };
  expect(await runAgent({ ...ports, approvals }, new AbortController().signal)).toMatchObject({ state: 'completed' });
  const list = events();
  return {
    times,
    remembered,
    resolved: list.flatMap((event) => (event.type === 'approval-resolved' ? [{ ...event }] : [])),
    finished: list.find((event) => event.type === 'tool-finished'),
  };
}

const REFUSED = { ok: false, content: 'they said no', refusal: { code: 'denied' } };

it.each<[string, readonly ApprovalNeed[], readonly ApprovalAnswer[], object]>([
  ['runs unasked what is allowed', [], [], { times: 1, remembered: [], resolved: [] }],
  ['runs once', [ask], ['once'], { times: 1, remembered: ['once'], resolved: [{ decision: 'once' }] }],
  ['keeps a grant for the conversation', [ask], ['session'], { times: 1, remembered: ['session'] }],
  ['keeps a grant for good', [ask], ['always'], { times: 1, remembered: ['always'] }],
  ['does not run what was declined', [ask], ['denied'], { times: 0, remembered: [], finished: REFUSED }],
  [
    'tells a question that no one saw from one that was declined',
    [ask],
    ['unasked'],
    {
      times: 0,
      resolved: [{ decision: 'denied', unasked: true }],
      finished: { content: 'no one was there', refusal: { code: 'unasked' } },
    },
  ],
  [
    'does not run for words, and hands them on',
    [ask],
    [{ words: 'which file is it?' }],
    {
      times: 0,
      remembered: [],
      resolved: [{ decision: 'denied', words: 'which file is it?' }],
      finished: { ok: false, content: expect.stringContaining('which file is it?'), refusal: { code: 'undecided' } },
    },
  ],
  [
    'takes answers in a form as one yes, and keeps them',
    [ask],
    [{ answers: { city: 'Lisbon' } }],
    { times: 1, remembered: ['once'], resolved: [{ decision: 'once', answers: { city: 'Lisbon' } }] },
  ],
  [
    'asks again after a question that leads on to another',
    [{ ...ask, leadsOn: true }, ask],
    ['once', 'denied'],
    { times: 0, remembered: ['once'], resolved: [{ decision: 'once' }, { decision: 'denied' }], finished: REFUSED },
  ],
  [
    'runs after both questions were answered with yes',
    [{ ...ask, leadsOn: true }, ask],
    ['once', 'session'],
    { times: 1, remembered: ['once', 'session'], finished: { ok: true, content: 'ran', data: { a: 1 } } },
  ],
  [
    'refuses without a question what may never run',
    [{ kind: 'refused', message: 'never', refusal: { code: 'denied' } }],
    [],
    { times: 0, resolved: [], finished: { ok: false, content: 'never', refusal: { code: 'denied' } } },
  ],
])('%s', async (_title, needs, answers, expected) => {
  expect(await run(needs, answers)).toMatchObject(expected);
});
