/** Data folders and events for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { EVENT_VERSION, type EventBody, type KnownEvent, type TokenTable } from '../../../shared/events.ts';
import type { EventRow } from '../event-log.ts';

export interface TestHome {
  readonly dir: string;
  readonly database: string;
  remove(): void;
}

export function makeHome(): TestHome {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-home-'));
  return { dir, database: path.join(dir, 'skilldeck.db'), remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export const created: Extract<EventBody, { type: 'session-created' }> = {
  type: 'session-created',
  environment: 'default',
  dialect: 'omni',
  model: 'demo',
  limits: { maxContext: 128_000, skillBudget: 8_000, maxIterations: 50 },
  loadMode: 'session',
  placement: 'system',
  approve: 'ask',
  workspace: '/w',
};

export const said = (text: string): EventBody => ({ type: 'user-message-added', text });

export const became = (to: 'thinking' | 'completed' | 'waiting-approval'): EventBody => ({
  type: 'state-changed',
  from: 'idle',
  to,
});

export function requested(total: number, purpose: 'turn' | 'summary' = 'turn'): EventBody {
  const tokens: TokenTable = { total, max: 128_000, parts: [], encoding: 'o200k_base' };
  return { type: 'request-sent', iteration: 1, sha256: '0'.repeat(64), tokens, model: 'demo', purpose };
}

type Body<T extends EventBody['type']> = Extract<EventBody, { type: T }>;

export const answered = (text: string, more: Partial<Body<'model-responded'>> = {}): Body<'model-responded'> => {
  return { type: 'model-responded', iteration: 1, text, toolCalls: [], finishReason: 'stop', ms: 1, ...more };
};

export const started = (callId: string, name: string, given: object = {}): Body<'tool-started'> => {
  return { type: 'tool-started', callId, name, arguments: JSON.stringify(given) };
};

export const finished = (
  callId: string,
  name: string,
  content: string,
  more: Partial<Body<'tool-finished'>> = {},
): Body<'tool-finished'> => ({ type: 'tool-finished', callId, name, ok: true, content, ms: 1, ...more });

export const loaded = (skill: string, tokens = 10): Body<'skill-loaded'> => {
  return { type: 'skill-loaded', skill, tokens, sha256: '0'.repeat(64), instructions: 'x', by: 'agent' };
};

export const AT = '2030-01-02T03:04:05.000Z';

/** Events as the log of session `s` has them. */
export const eventsAt = (at: (index: number) => string, bodies: readonly EventBody[]): KnownEvent[] =>
  bodies.map((body, index) => ({ v: EVENT_VERSION, seq: index + 1, at: at(index), session: 's', ...body }));
export const eventsOf = (...bodies: readonly EventBody[]): KnownEvent[] => eventsAt(() => AT, bodies);

/** Also of events that this version does not know. */
type AnyBody = EventBody | Readonly<Record<string, unknown>>;
export const rowsAt = (at: (index: number) => string, bodies: readonly AnyBody[]): EventRow[] =>
  eventsAt(at, bodies as readonly EventBody[]).map((event) => {
    return { session: 's', seq: event.seq, at: event.at, type: String(event.type), raw: JSON.stringify(event) };
  });
export const rowsOf = (...bodies: readonly AnyBody[]): EventRow[] => rowsAt(() => AT, bodies);
