import { isSkilldeckError } from '../../../shared/errors.ts';
import type { ToolResult } from '../../agent/ports.ts';
import { sha256 } from '../../lib/sha256.ts';
import { compactForReference } from '../compaction/compact.ts';
import type { SummaryWriter } from '../compaction/write-summary.ts';
import type { SessionDeps } from '../deps.ts';
import type { LiveSession } from '../live-session.ts';

/** Loads a reference of a loaded skill into the context (seeds/000, phase 3), under the budgets of CONTRACT §5. */
export async function loadReference(
  deps: SessionDeps,
  session: LiveSession,
  id: string,
  path: string,
  by: 'agent' | 'user',
  writer?: SummaryWriter,
): Promise<ToolResult> {
  try {
    const reference = await deps.skills.reference(id, path);
    const settled = settledAlready(session, id, reference.path);
    if (settled !== undefined) return settled;
    const tokens = await deps.context.referenceTokens(session.state, id, reference.path, reference.text);
    const planNow = () => deps.context.planReferenceLoad(session.state, id, reference.path, tokens);
    let plan = await planNow();
    if (plan.kind === 'context-full') {
      if ((await compactForReference(deps, session, tokens, writer)) === 'stopped') {
        return { ok: false, content: `Reference '${reference.path}' was not loaded: the person stopped the run.` };
      }
      plan = await planNow();
    }
    if (plan.kind !== 'fits') {
      return { ok: false, content: plan.message, data: { code: plan.kind, figures: plan.figures } };
    }
    // The user may have unloaded the skill, or loaded this, during counting and compaction.
    const meanwhile = settledAlready(session, id, reference.path);
    if (meanwhile !== undefined) return meanwhile;
    const { text } = reference;
    session.append({
      type: 'reference-loaded',
      skill: id,
      path: reference.path,
      tokens,
      sha256: sha256(text),
      text,
      by,
    });
    return {
      ok: true,
      content: `Reference '${reference.path}' of skill '${id}' loaded (${tokens} tokens). Its text is now in your context.`,
    };
  } catch (error) {
    if (isSkilldeckError(error)) return { ok: false, content: error.message, data: { code: error.code } };
    throw error;
  }
}

/** Result if there is nothing to load, or no loaded skill to add it to. */
function settledAlready({ state }: LiveSession, id: string, path: string): ToolResult | undefined {
  const skill = state.loadedSkills.find((loaded) => loaded.id === id);
  if (skill === undefined) {
    return {
      ok: false,
      content: `Skill '${id}' is not loaded, so its references cannot be. Call load_skill with '${id}' first.`,
      data: { code: 'skill-not-loaded' },
    };
  }
  if (!skill.references.some((loaded) => loaded.path === path)) return undefined;
  return { ok: true, content: `Reference '${path}' is already loaded: its text is in your context.` };
}
