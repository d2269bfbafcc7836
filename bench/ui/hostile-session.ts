/** A conversation of 15,000 events whose labels are long, reverse the text direction, and imitate other text. */
import { openStore } from '../../src/main/store/store.ts';
import type { EventBody, TokenPart } from '../../src/shared/events.ts';
import { CREATED } from '../logs.ts';

export const HOSTILE_TURNS = 1_250;
const LABEL = `\u202E<script>alert(1)</script>שלום ${'长'.repeat(60)}${'A'.repeat(200)} `;

const part = (kind: TokenPart['kind'], label: string): TokenPart => ({
  kind,
  label,
  tokens: 300,
  reason: 'conversation',
});
const parts = [
  part('base', 'base'),
  part('user', 'user'),
  ...Array.from({ length: 6 }, (_, index) => part('tool-result', `${LABEL}${index}`)),
];

function asked(iteration: number): EventBody {
  const tokens = { total: 2_400, max: 10_000_000, encoding: 'o200k_base', parts };
  return { type: 'request-sent', iteration, sha256: '0'.repeat(64), tokens, model: 'scripted-model' };
}

const answered = (iteration: number, text: string, calls: readonly string[]): EventBody => ({
  type: 'model-responded',
  iteration,
  text,
  ms: 1,
  finishReason: calls.length > 0 ? 'tool_calls' : 'stop',
  toolCalls: calls.map((id) => ({ id, name: LABEL, arguments: JSON.stringify({ command: LABEL }) })),
});

const turn = (index: number): EventBody[] => [
  { type: 'user-message-added', text: `${index} ${LABEL}${LABEL}` },
  { type: 'state-changed', from: 'idle', to: 'thinking' } as const,
  asked(1),
  answered(1, '', [`c${index}`]),
  { type: 'tool-started', callId: `c${index}`, name: LABEL, arguments: JSON.stringify({ command: LABEL }) },
  { type: 'script-started', callId: `c${index}`, command: LABEL.repeat(2), cwd: '/w', interpreter: 'bash' },
  { type: 'script-finished', callId: `c${index}`, exitCode: 0, timedOut: false, truncated: false, ms: 1, outputs: [] },
  { type: 'tool-finished', callId: `c${index}`, name: LABEL, ok: index % 7 !== 0, content: LABEL.repeat(8), ms: 1 },
  asked(2),
  answered(2, `**Answer ${index}** ${LABEL.repeat(3)}\n\n- one\n- two`, []),
  { type: 'run-finished', state: 'completed', iterations: 2, text: '' },
  { type: 'state-changed', from: 'thinking', to: 'completed' },
];

/** @returns its JSON, for what is to be measured against. */
export function storeHostileSession(home: string): string {
  const store = openStore({ home, access: 'write' });
  store.append('hostile', [
    { ...CREATED, model: 'scripted-model', title: 'A hostile one' },
    ...Array.from({ length: HOSTILE_TURNS }, (_, index) => turn(index)).flat(),
  ]);
  const text = `[${store
    .rows('hostile')
    .map(({ raw }) => raw)
    .join(',')}]`;
  store.close();
  return text;
}
