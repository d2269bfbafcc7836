/**
 * Unloads automatically: load modes `turn` and `once` (seeds/002; CONTRACT §8) and idle skills (seeds/004 §2.2).
 * References and tools are unloaded with their skill; a pinned skill stays.
 */
import type { LoadedSkill } from '../../../shared/session-state.ts';
import type { LiveSession } from '../live-session.ts';
import { unloadEvents } from './unload-events.ts';

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
