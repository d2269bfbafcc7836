import { isSkilldeckError } from '../../../shared/errors.ts';
import type { ToolResult } from '../../agent/ports.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';
import { loadAgainEvents } from '../loading/load-again-events.ts';
import { unloadEvents } from '../loading/unload-events.ts';
import { readAgain } from './catalog-read-again.ts';
import { refreshSession } from './refresh.ts';

/**
 * Replaces a loaded skill in the context with its current version on disk, including the loaded references, for the
 * user. Applies the budgets of a load; if it does not fit, keeps what was loaded.
 */
export async function reloadSkill(deps: SessionDeps, session: LiveSession, id: string): Promise<ToolResult> {
  const find = () => session.state.loadedSkills.find((skill) => skill.id === id);
  const notLoaded: ToolResult = {
    ok: false,
    content: `Skill '${id}' is not loaded, so it cannot be loaded again. Load it.`,
    data: { code: 'skill-not-loaded' },
  };
  if (find() === undefined) return notLoaded;
  try {
    await refreshSession(deps, session);
    const loaded = find();
    if (loaded === undefined) return notLoaded;
    const again = await readAgain(deps, session.state, loaded);
    if (again.isSame) return { ok: true, content: `Skill '${id}' is loaded as it is on the disk.` };
    const { tokens, tools, instructions, references } = again;
    const plan = await deps.context.planSkillLoad(session.state, { id, tokens, tools });
    if (plan.kind !== 'fits') return { ok: false, content: plan.message, data: { code: plan.kind } };
    const { skillBudget } = session.state.limits;
    const tooLarge = references.filter((reference) => reference.tokens > skillBudget);
    const kept = references.filter((reference) => !tooLarge.includes(reference));
    if (find()?.seq !== loaded.seq) return notLoaded;
    session.append(
      ...unloadEvents(session.state, plan.unload, 'pressure'),
      ...loadAgainEvents(id, { tokens, instructions, tools, references: kept, by: 'user' }),
    );
    const left = tooLarge.map(
      ({ path, tokens: size }) => ` '${path}' went: it now takes ${size} tokens of ${skillBudget}.`,
    );
    return { ok: true, content: `Skill '${id}' loaded again (${tokens} tokens).${left.join('')}` };
  } catch (error) {
    if (isSkilldeckError(error)) return { ok: false, content: error.message, data: { code: error.code } };
    throw error;
  }
}
