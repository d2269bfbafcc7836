import { isSkilldeckError } from '../../../shared/errors.ts';
import type { ToolResult } from '../../agent/ports.ts';
import { sha256 } from '../../lib/sha256.ts';
import { refreshSession } from '../catalog/refresh.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { sizeSkill } from './size-skill.ts';
import { unloadEvents } from './unload-events.ts';

/**
 * Loads a skill's instructions into the context, for the agent or the user, within the budgets of CONTRACT §5. Never
 * throws for an expected failure: the result describes it, with both figures if a budget refused. Its `data.notes` has
 * further notes for the agent, if the result is the skill's own text.
 */
export async function loadSkill(
  deps: SessionDeps,
  session: LiveSession,
  id: string,
  by: 'agent' | 'user',
): Promise<ToolResult> {
  const alreadyLoaded: ToolResult = {
    ok: true,
    content: `Skill '${id}' is already loaded: its instructions are in your context.`,
  };
  const isLoaded = () => session.state.loadedSkills.some((skill) => skill.id === id);
  if (isLoaded()) return alreadyLoaded;
  try {
    await refreshSession(deps, session);
    const availability = deps.skills.availability(id, session.state);
    if (availability.kind === 'off' || availability.kind === 'unusable') {
      const code = availability.kind === 'off' ? 'skill-disabled' : 'skill-unusable';
      return { ok: false, content: availability.message, data: { code } };
    }
    const instructions = await deps.skills.instructions(id, session.state.dialect);
    const { tools: declared, faults } = await deps.skills.tools(id);
    const sized = await sizeSkill(deps, session.state, { id, instructions, declared });
    const plan = await deps.context.planSkillLoad(session.state, { id, ...sized });
    if (plan.kind !== 'fits') {
      return { ok: false, content: plan.message, data: { code: plan.kind, figures: plan.figures } };
    }
    // The person may have loaded it while it was being counted.
    if (isLoaded()) return alreadyLoaded;
    const { tokens, tools } = sized;
    session.append(...unloadEvents(session.state, plan.unload, 'pressure'), {
      type: 'skill-loaded',
      skill: id,
      tokens,
      sha256: sha256(instructions),
      instructions,
      by,
      ...(tools.length === 0 ? {} : { tools: [...tools] }),
    });
    const brings = tools.length === 0 ? [] : [`It brings tools: ${tools.map((tool) => tool.name).join(', ')}.`];
    const faulty = faults.length === 0 ? [] : [`Tools of it that are left out: ${faults.join(' ')}`];
    const lacks = availability.kind === 'usable' ? availability.notes : [];
    const notes = [...brings, ...lacks, ...(plan.note === undefined ? [] : [plan.note]), ...faulty].join(' ');
    return {
      ok: true,
      content: `Skill '${id}' loaded successfully (${tokens} tokens). Its instructions are now in your context: follow them.${notes === '' ? '' : ` ${notes}`}`,
      ...(notes === '' ? {} : { data: { notes } }),
    };
  } catch (error) {
    if (isSkilldeckError(error)) return { ok: false, content: error.message, data: { code: error.code } };
    throw error;
  }
}
