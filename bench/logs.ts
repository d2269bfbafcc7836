/** Conversations that the benches store, fold, send and import. */
import type { EventBody } from '../src/shared/events.ts';

export const CREATED = {
  type: 'session-created',
  environment: 'default',
  dialect: 'omni',
  model: 'gpt-4o',
  limits: { maxContext: 10_000_000, skillBudget: 8_000, maxIterations: 50 },
  loadMode: 'session',
  placement: 'system',
  approve: 'ask',
  workspace: '/w',
} as const satisfies EventBody;

export const turn = (message: string, answer: string): EventBody[] => [
  { type: 'user-message-added', text: message },
  { type: 'model-responded', iteration: 1, text: answer, toolCalls: [], finishReason: 'stop', ms: 1 },
];

export const EVENTS_A_TURN = 5;
function turnWithCall(index: number): EventBody[] {
  const [callId, name] = [`c${index}`, 'run_command'];
  const call = { id: callId, name, arguments: '{"command":"x"}' };
  return [
    { type: 'user-message-added', text: `Message ${index}: 我想订一张明天从北京去东京的机票` },
    { type: 'model-responded', iteration: 1, text: '', toolCalls: [call], finishReason: 'tool_calls', ms: 1 },
    { type: 'tool-started', callId, name, arguments: '{}' },
    { type: 'tool-finished', callId, name, ok: true, content: 'a line\n'.repeat(40), ms: 1 },
    { type: 'model-responded', iteration: 2, text: `Answer ${index}`, toolCalls: [], finishReason: 'stop', ms: 1 },
  ];
}

/** A session's first event, then turns of `EVENTS_A_TURN` with a tool call in each. */
export const conversation = (turns: number): [EventBody, ...EventBody[]] => [
  CREATED,
  ...Array.from({ length: turns }, (_, index) => turnWithCall(index)).flat(),
];

/** Events as a store gives them. */
export const logOf = (bodies: readonly EventBody[], session = 's', at = '') =>
  bodies.map((body, index) => ({ v: 1, seq: index + 1, at, session, ...body }));

/** Another program's file of so many messages. */
export function transcript(messages: number): string {
  const one = (index: number) =>
    index % 2 === 0
      ? { role: 'user', content: `question ${index} ${'what about it '.repeat(10)}` }
      : { role: 'assistant', content: `answer ${index} ${'lorem ipsum dolor '.repeat(20)}` };
  return JSON.stringify(Array.from({ length: messages }, (_, index) => one(index)));
}
