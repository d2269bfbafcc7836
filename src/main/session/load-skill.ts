/** `/name` at the beginning of a message loads that skill before the message is sent (CONTRACT §13). */
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode, SkilldeckError } from '../../shared/errors.ts';
import { detailed } from '../../shared/messages/failure.ts';
import { isOffered, skillNamed } from '../../shared/skills/skill-list.ts';
import type { ToolHost, ToolResult } from '../agent/ports.ts';
import { sha256 } from '../lib/text.ts';
import { findSections } from '../skills/sections.ts';
import { compactForReference, type SummaryWriter } from './compact.ts';
import { type LiveSession, type SessionDeps, sizeSkill } from './live-session.ts';
import { refusalOf, refusedLoad } from './refused-load.ts';
import { loadAgainEvents } from './reload-in-dialect.ts';
import { unloadEvents, unloadReference, unloadSkill } from './unload-skill.ts';
import { refreshSession } from './update-catalog.ts';

const codeSchema = z.object({ code: z.enum(ERROR_CODES) });
const partsSchema = z.object({ code: z.literal('over-skill-budget'), sections: z.array(z.unknown()).min(1) });
const figuresSchema = z.object({ figures: z.record(z.string(), z.number()) });

interface Refused {
  readonly code: ErrorCode;
  readonly message: string;
  readonly figures: Readonly<Record<string, number>> | undefined;
}

/** A result that is not ok, as an expected failure. */
export const refusalIn = ({ content, data }: Pick<ToolResult, 'content' | 'data'>): Refused => ({
  code: codeSchema.safeParse(data).data?.code ?? 'bad-input',
  message: content,
  figures: figuresSchema.safeParse(data).data?.figures,
});

/** A refused request of the person is an expected failure. @throws SkilldeckError */
export function expectOk(result: Pick<ToolResult, 'ok' | 'content' | 'data'>): void {
  if (result.ok) return;
  const { code, message, figures } = refusalIn(result);
  throw new SkilldeckError(code, message, { figures });
}

/**
 * Loads a skill's instructions into the context, for the agent or the user, within the budgets of CONTRACT §5. Never
 * throws for an expected failure: the result describes it, with both figures if a budget refused. Its `data.notes` has
 * further notes for the agent, if the result is the skill's own text.
 * @param section title of the only one to load, beside those that are loaded; '': the beginning. Absent: the whole skill.
 */
export async function loadSkill(
  deps: SessionDeps,
  session: LiveSession,
  id: string,
  by: 'agent' | 'user',
  section?: string,
): Promise<ToolResult> {
  const alreadyLoaded = (what = `Skill '${id}'`): ToolResult => ({
    ok: true,
    content: `${what} is already loaded: its instructions are in your context.`,
  });
  const find = () => session.state.loadedSkills.find((skill) => skill.id === id);
  const before = find();
  if (before !== undefined && (before.sections === undefined || section === '')) return alreadyLoaded();
  try {
    await refreshSession(deps, session);
    const availability = deps.skills.availability(id, session.state);
    if (availability.kind === 'off' || availability.kind === 'unusable') {
      const code = availability.kind === 'off' ? 'skill-disabled' : 'skill-unusable';
      return { ok: false, content: availability.message, data: { code } };
    }
    const root = await deps.skills.sections(id);
    const found = section ? findSections(root, section) : [];
    const [within] = found;
    if (section && found.length !== 1) return await refusedLoad(session.state, section, { root, near: found });
    if (within !== undefined && before?.sections?.includes(within.title))
      return alreadyLoaded(`Section "${within.title}" of skill '${id}'`);
    const added = within === undefined ? [] : [within.title];
    const sections = section === undefined ? undefined : [...(before?.sections ?? []), ...added];
    const instructions = await deps.skills.instructions(id, session.state.dialect, sections);
    const { tools: declared, faults } = await deps.skills.tools(id);
    const sized = await sizeSkill(deps, session.state, { id, instructions, declared });
    const plan = await deps.context.planSkillLoad(session.state, { id, ...sized });
    if (plan.kind !== 'fits') return await refusedLoad(session.state, plan, { root, within, before });
    // The user may have loaded the skill while it was being counted.
    if (find()?.seq !== before?.seq) return alreadyLoaded();
    const { tokens, tools } = sized;
    session.append(
      ...unloadEvents(session.state, plan.unload, 'pressure'),
      ...loadAgainEvents(id, { tokens, instructions, tools, references: before?.references ?? [], by, sections }),
    );
    const brings = tools.length === 0 ? [] : [`It brings tools: ${tools.map((tool) => tool.name).join(', ')}.`];
    const faulty = faults.length === 0 ? [] : [`Tools of it that are left out: ${faults.join(' ')}`];
    const lacks = availability.kind === 'usable' ? availability.notes : [];
    const notes = [...brings, ...lacks, ...(plan.note === undefined ? [] : [plan.note]), ...faulty].join(' ');
    const what = within === undefined ? `Skill '${id}'` : `Section "${within.title}" of skill '${id}'`;
    return {
      ok: true,
      content: `${what} loaded successfully (${tokens} tokens). Its instructions are now in your context: follow them.${notes === '' ? '' : ` ${notes}`}`,
      ...(notes === '' ? {} : { data: { notes } }),
    };
  } catch (error) {
    return refusalOf(error);
  }
}

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
      if ((await compactForReference(deps, session, tokens, writer)) === 'stopped')
        return { ok: false, content: `Reference '${reference.path}' was not loaded: the person stopped the run.` };
      plan = await planNow();
    }
    if (plan.kind !== 'fits')
      return { ok: false, content: plan.message, data: { code: plan.kind, figures: plan.figures } };
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
    return refusalOf(error);
  }
}

/** The calls of a session's model. */
export const skillCalls = (deps: SessionDeps, session: LiveSession, writer?: SummaryWriter): ToolHost['skills'] => ({
  load: (id, section) => loadSkill(deps, session, id, 'agent', section),
  unload: async (id) => unloadSkill(session, id, 'agent'),
  loadReference: (id, path) => loadReference(deps, session, id, path, 'agent', writer),
  unloadReference: async (id, path) => unloadReference(session, id, path, 'agent'),
});

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

/**
 * @returns the skill's id; undefined if the message names none, and is sent as it is.
 * @throws SkilldeckError why it cannot be loaded: then the message is not sent.
 */
export async function loadNamed(deps: SessionDeps, session: LiveSession, text: string): Promise<string | undefined> {
  if (!text.startsWith('/')) return undefined;
  session.assertIdle();
  const { skills } = await deps.skills.catalog(session.state);
  const named = skillNamed(text, skills);
  if (named === undefined) return undefined;
  if (!isOffered(named)) throw detailed('bad-input', 'skill-model-only', { id: named.id });
  const loaded = await loadSkill(deps, session, named.id, 'user');
  // The beginning of one that is too long names its sections: the model loads those that it needs.
  const isInParts = partsSchema.safeParse(loaded.data).success;
  expectOk(isInParts ? await loadSkill(deps, session, named.id, 'user', '') : loaded);
  return named.id;
}
