import type { ToolResult } from '../agent/ports.ts';
import type { LiveSession } from './live-session.ts';

/** Takes a skill's instructions and references out of the context. The second time says that it is not loaded. */
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
  const tokens = skill.references.reduce((sum, reference) => sum + reference.tokens, skill.tokens);
  session.append({ type: 'skill-unloaded', skill: id, tokens, reason });
  return { ok: true, content: `Skill '${id}' unloaded: ${tokens} tokens are free again.` };
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
