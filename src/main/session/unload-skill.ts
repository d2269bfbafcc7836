/**
 * Unloads automatically: load modes `turn` and `once` (seeds/002; CONTRACT §8) and idle skills (seeds/004 §2.2).
 * References and tools are unloaded with their skill; a pinned skill stays.
 */
import type { EventOf } from '../../shared/events.ts';
import type { LoadedSkill, SessionState } from '../../shared/session-state.ts';
import { freedInTurn, skillTools } from '../../shared/skills/loaded-skills.ts';
import type { ToolResult } from '../agent/ports.ts';
import type { LiveSession } from './live-session.ts';

type Unloaded = Omit<EventOf<'skill-unloaded'>, 'v' | 'seq' | 'at' | 'session'>;

/** These skills go, in this order; `tokens` of each are what its going frees (a tool that another one brings too stays). */
export function unloadEvents(
  state: SessionState,
  going: readonly Pick<LoadedSkill, 'id'>[],
  reason: Unloaded['reason'],
): readonly Unloaded[] {
  return freedInTurn(state.loadedSkills, going).map(({ id, tokens }) => ({
    type: 'skill-unloaded',
    skill: id,
    tokens,
    reason,
  }));
}

/**
 * Takes a skill's instructions, references and tools out of the context. The second time says that it is not loaded.
 * Only the person unloads what the person pinned.
 */
export function unloadSkill(session: LiveSession, id: string, reason: 'agent' | 'user'): ToolResult {
  const skill = session.state.loadedSkills.find((loaded) => loaded.id === id);
  if (skill === undefined) {
    const loaded = session.state.loadedSkills.map((other) => other.id).join(', ');
    return {
      ok: false,
      content: `Skill '${id}' is not loaded. Loaded now: ${loaded === '' ? 'none' : loaded}.`,
      data: { code: 'skill-not-loaded' },
    };
  }
  if (skill.pinned && reason === 'agent') {
    return {
      ok: false,
      content: `Skill '${id}' was not unloaded: the person pinned it, so it stays until the person unloads or unpins it. Continue without unloading it.`,
      data: { code: 'skill-pinned' },
    };
  }
  const toolsBefore = skillTools(session.state.loadedSkills).map((tool) => tool.name);
  const unloads = unloadEvents(session.state, [skill], reason);
  session.append(...unloads);
  const toolsNow = new Set(skillTools(session.state.loadedSkills).map((tool) => tool.name));
  const gone = toolsBefore.filter((name) => !toolsNow.has(name));
  const withTools = gone.length === 0 ? '' : ` Its tools went with it: ${gone.join(', ')}.`;
  const freed = unloads.reduce((sum, { tokens }) => sum + tokens, 0);
  return { ok: true, content: `Skill '${id}' unloaded: ${freed} tokens are free again.${withTools}` };
}

/** Takes one reference out of the context. */
export function unloadReference(session: LiveSession, id: string, path: string, reason: 'agent' | 'user'): ToolResult {
  const skill = session.state.loadedSkills.find((loaded) => loaded.id === id);
  if (!skill?.references.some((reference) => reference.path === path)) {
    return {
      ok: false,
      content: `Reference '${path}' of skill '${id}' is not loaded.`,
      data: { code: 'reference-not-found' },
    };
  }
  session.append({ type: 'reference-unloaded', skill: id, path, reason });
  return { ok: true, content: `Reference '${path}' unloaded.` };
}

/**
 * `once`: unloads after the first answered request that included the skill. If that answer calls the skill's own tools,
 * it stays now, and is unloaded after they have run, before the next request.
 */
export function unloadAfterRequest(session: LiveSession): void {
  const { messages } = session.state;
  const calls = messages.findLast((message) => message.role === 'assistant')?.toolCalls ?? [];
  const called = new Set(calls.map((call) => call.name));
  unloadCarried(session, (skill) => !skill.tools.some((tool) => called.has(tool.name)));
}

export function unloadAfterCalls(session: LiveSession): void {
  const { messages, lastRequest } = session.state;
  const answer = messages.findLast((message) => message.role === 'assistant');
  // A request that is to be tried again has not been answered.
  if (answer !== undefined && answer.seq > (lastRequest?.seq ?? 0)) unloadCarried(session, () => true);
}

function unloadCarried(session: LiveSession, goes: (skill: LoadedSkill) => boolean): void {
  const { state } = session;
  const { loadMode, lastRequest, loadedSkills } = state;
  if (loadMode !== 'once' || lastRequest === undefined) return;
  const going = loadedSkills.filter((skill) => !skill.pinned && skill.seq < lastRequest.seq && goes(skill));
  session.append(...unloadEvents(state, going, 'mode'));
}
