/** Data folders and events for tests. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { EventBody, TokenTable } from '../../../shared/events.ts';

export interface TestHome {
  readonly dir: string;
  readonly database: string;
  remove(): void;
}

export function makeHome(): TestHome {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-home-'));
  return {
    dir,
    database: path.join(dir, 'skilldeck.db'),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
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

export function answered(text: string): EventBody {
  return { type: 'model-responded', iteration: 1, text, toolCalls: [], finishReason: 'stop', ms: 1 };
}
