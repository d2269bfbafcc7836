/** Cost of a skill in each phase, dialect and placement, and how well its description is found. Calls no model. */
import path from 'node:path';
import { setImmediate as rest } from 'node:timers/promises';
import { encodingFor } from '../../../main/context/tokens/encoding.ts';
import { catalogEntry } from '../../../main/core/skill-source.ts';
import { LiveSession, type SessionDeps, sizeSkill } from '../../../main/session/live-session.ts';
import { loadSkill } from '../../../main/session/load-skill.ts';
import { firstEvent, inMemory } from '../../../main/session/run.ts';
import { refreshSession } from '../../../main/session/update-catalog.ts';
import { skillIndexOf } from '../../../main/skills/search.ts';
import type { SkillDocument, SkillLibrary } from '../../../main/skills/types.ts';
import type { SkillPreview } from '../../../shared/context-views.ts';
import { DIALECT_SETTINGS } from '../../../shared/dialects.ts';
import { type CatalogEntry, DIALECTS, type Dialect } from '../../../shared/events.ts';

export interface PreviewAsked {
  readonly skill: string;
  /** All where none is named. */
  readonly dialects?: readonly Dialect[] | undefined;
  /** Sentences as a person would say them. */
  readonly tries: readonly string[];
  /** Absent: the one that new sessions get. */
  readonly model?: string | undefined;
}

export interface PreviewDeps {
  readonly sessions: SessionDeps;
  readonly library: SkillLibrary;
}

/** Skills that are named for each sentence. */
const BEST = 3;

type PreviewSettings = Pick<Costs, 'dialect' | 'placement'> & { readonly model?: string };
type Costs = SkillPreview['dialects'][number];

/** @throws SkilldeckError `skill-not-found` (lists the ids), `skill-broken`. */
export async function previewSkill(deps: PreviewDeps, asked: PreviewAsked): Promise<SkillPreview> {
  const { skills: catalog } = await deps.sessions.skills.catalog();
  const skill = await deps.library.read(idOf(catalog, asked.skill));
  const model = asked.model ?? deps.sessions.defaults().model;
  const named = asked.model === undefined ? {} : { model };
  const dialects: Costs[] = [];
  for (const dialect of DIALECTS.filter((one) => asked.dialects?.includes(one) ?? true)) {
    for (const placement of DIALECT_SETTINGS[dialect].placements) {
      dialects.push(await costsIn(deps.sessions, { ...named, dialect, placement }, skill));
    }
  }
  const encoding = await encodingFor(model);
  return {
    skill: skill.summary.id,
    model,
    encoding,
    dialects,
    tries: await tried(catalog, skill.summary.id, asked.tries),
  };
}

/** Finds it by its folder's name, or by the name in its front matter if only one has it. */
function idOf(catalog: readonly CatalogEntry[], name: string): string {
  if (catalog.some(({ id }) => id === name)) return name;
  const named = catalog.filter((entry) => entry.name === name);
  return named.length === 1 ? (named[0]?.id ?? name) : name;
}

/** Creates a session in memory alone, up to its first request. */
async function emptySession(deps: SessionDeps, given: PreviewSettings): Promise<LiveSession> {
  const session = new LiveSession('preview', inMemory());
  // No agent, so that skills it may not use are measured as well.
  session.append(firstEvent(deps, session.id, { ...given, agent: 'none' }));
  await refreshSession(deps, session);
  return session;
}

async function costsIn(sessions: SessionDeps, given: PreviewSettings, skill: SkillDocument): Promise<Costs> {
  const { id } = skill.summary;
  const session = await emptySession(sessions, given);
  const base = await sessions.context.total(session.state);
  const instructions = await sessions.skills.instructions(id, given.dialect);
  const { tools: declared } = await sessions.skills.tools(id);
  const sized = await sizeSkill(sessions, session.state, { id, instructions, declared });
  const own = await sessions.context.skillTokens(session.state, id, instructions);
  const loading = await emptySession(sessions, given);
  const loaded = await loadSkill(sessions, loading, id, 'user');
  const { dialect, placement } = given;
  return {
    dialect,
    placement,
    base,
    phases: {
      catalog: await catalogTokens(sessions, given, skill),
      instructions: own,
      references: await references(sessions, loading, skill),
      tools: sized.tokens - own,
    },
    ...(loaded.ok ? {} : { refused: loaded.content }),
  };
}

/** Tokens that the skill adds to a catalog of one other: with none there would be no catalog, and with many a cap. */
async function catalogTokens(deps: SessionDeps, given: PreviewSettings, { summary }: SkillDocument): Promise<number> {
  const other = {
    id: 'other',
    name: 'other',
    description: 'Another.',
    source: summary.source,
    path: path.join(path.dirname(summary.dir), 'other'),
  };
  const entry = catalogEntry(summary);
  const totalOf = async (skills: readonly CatalogEntry[]) => {
    const few = { ...deps, skills: { ...deps.skills, catalog: async () => ({ skills, diagnostics: [] }) } };
    return deps.context.total((await emptySession(few, given)).state);
  };
  return (await totalOf([other, entry])) - (await totalOf([other]));
}

/** Loads each alone, right after the skill. */
async function references(
  deps: SessionDeps,
  { state }: LiveSession,
  { summary: { id }, references: files }: SkillDocument,
): Promise<Costs['phases']['references']> {
  const costs: Costs['phases']['references'] = [];
  /** Tokens of the largest that fits: a smaller one does too, and a plan counts the whole request. */
  let fitting = -1;
  for (const { path: file, text: isText } of files) {
    if (!isText) continue;
    await rest();
    const { text } = await deps.skills.reference(id, file);
    const tokens = await deps.context.referenceTokens(state, id, file, text);
    const plan = tokens <= fitting ? undefined : await deps.context.planReferenceLoad(state, id, file, tokens);
    if (plan?.kind === 'fits') fitting = tokens;
    costs.push({
      path: file,
      tokens,
      ...(plan === undefined || plan.kind === 'fits' ? {} : { refused: plan.message }),
    });
  }
  return costs;
}

async function tried(
  catalog: readonly CatalogEntry[],
  id: string,
  sentences: readonly string[],
): Promise<SkillPreview['tries']> {
  const index = await skillIndexOf(catalog);
  return sentences.map((sentence) => {
    const ranked = index.search(sentence, catalog.length);
    return {
      sentence,
      rank: ranked.findIndex((found) => found.id === id) + 1,
      of: catalog.length,
      best: ranked.slice(0, BEST).map((found) => ({ skill: found.id, score: Math.round(found.score * 10) / 10 })),
    };
  });
}
