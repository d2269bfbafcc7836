/** States for tests, built the only way there is: from events. */
import type { CatalogEntry, EventBody } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { SessionState } from '../../../shared/session-state.ts';

export const created = (limits: Partial<SessionState['limits']> = {}): EventBody => ({
  type: 'session-created',
  environment: 'default',
  dialect: 'omni',
  model: 'gpt-4o',
  limits: { maxContext: 128_000, skillBudget: 8_000, maxIterations: 50, ...limits },
  loadMode: 'session',
  placement: 'system',
  approve: 'ask',
  workspace: '/home/ann/workspaces/s',
});

export const prompt = (tools: readonly string[] = ['load_skill', 'run_command']): EventBody => ({
  type: 'prompt-changed',
  basePrompt: 'You help.',
  workspaceSection: '- **Folder**: `/home/ann/workspaces/s`',
  tools: tools.map((name) => ({ name, description: `Does ${name}. And more.`, parameters: { type: 'object' } })),
});

export const entry = (id: string, description = `What ${id} does`): CatalogEntry => {
  return { id, name: id, description, source: 'bundled', path: `/skills/${id}` };
};

export const catalogOf = (skills: readonly CatalogEntry[]): EventBody => ({
  type: 'catalog-changed',
  skills: [...skills],
  added: skills.map(({ id }) => id),
  removed: [],
  changed: [],
  diagnostics: [],
});

export const catalog = (...ids: readonly string[]): EventBody => catalogOf(ids.map((id) => entry(id)));

export const loaded = (skill: string, instructions: string, tokens = 10): EventBody => ({
  type: 'skill-loaded',
  skill,
  tokens,
  sha256: '0'.repeat(64),
  instructions,
  by: 'agent',
});

export const referenced = (skill: string, path: string, text: string, tokens = 10): EventBody => ({
  type: 'reference-loaded',
  skill,
  path,
  tokens,
  sha256: '0'.repeat(64),
  text,
  by: 'agent',
});

export const said = (text: string): EventBody => ({ type: 'user-message-added', text });

export const answered = (
  text: string,
  ...calls: readonly { id: string; name: string; arguments: string }[]
): EventBody => ({ type: 'model-responded', iteration: 1, text, toolCalls: [...calls], finishReason: 'stop', ms: 1 });

export const result = (callId: string, name: string, content: string): EventBody => ({
  type: 'tool-finished',
  callId,
  name,
  ok: true,
  content,
  ms: 1,
});

export function stateOf(...bodies: readonly EventBody[]): SessionState {
  return foldEvents(
    's',
    bodies.map((body, index) => ({ v: 1, seq: index + 1, at: '2026-01-01T00:00:00.000Z', session: 's', ...body })),
  );
}
