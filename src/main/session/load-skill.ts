import { isSkilldeckError } from '../../shared/errors.ts';
import type { ToolResult } from '../agent/ports.ts';
import { sha256 } from '../lib/sha256.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';
import { refreshSession } from './refresh.ts';

/**
 * Loads a skill's instructions into the context, for the agent or for the person, under the budgets of CONTRACT §5.
 * Never throws for an expected failure: the result says what happened, with both figures where a budget refused.
 */
export async function loadSkill(
  deps: SessionDeps,
  session: LiveSession,
  id: string,
  by: 'agent' | 'user',
): Promise<ToolResult> {
  if (session.state.loadedSkills.some((skill) => skill.id === id)) {
    return { ok: true, content: `Skill '${id}' is already loaded: its instructions are in your context.` };
  }
  try {
    await refreshSession(deps, session);
    const instructions = await deps.skills.instructions(id, session.state.dialect);
    const tokens = await deps.context.skillTokens(session.state, id, instructions);
    const plan = await deps.context.planSkillLoad(session.state, id, tokens);
    if (plan.kind !== 'fits') return { ok: false, content: plan.message, data: { code: plan.kind } };
    session.append(
      ...plan.unload.map((skill) => ({
        type: 'skill-unloaded' as const,
        skill: skill.id,
        tokens: skill.tokens,
        reason: 'pressure' as const,
      })),
      { type: 'skill-loaded', skill: id, tokens, sha256: sha256(instructions), instructions, by },
    );
    const gone = plan.unload.map((skill) => `'${skill.id}'`).join(', ');
    const note = gone === '' ? '' : ` To make room, ${gone} was unloaded.`;
    return {
      ok: true,
      content: `Skill '${id}' loaded successfully (${tokens} tokens). Its instructions are now in your context: follow them.${note}`,
    };
  } catch (error) {
    if (isSkilldeckError(error)) return { ok: false, content: error.message, data: { code: error.code } };
    throw error;
  }
}
