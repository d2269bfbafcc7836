import { skillTools } from '../../../shared/loaded-skills.ts';
import type { ToolResult } from '../../agent/ports.ts';
import type { LiveSession } from '../live-session.ts';
import { unloadEvents } from './unload-events.ts';

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
      content: `Skill '${id}' was not unloaded: the person pinned it, so it stays until the person unloads or unpins it. Go on without unloading it.`,
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
