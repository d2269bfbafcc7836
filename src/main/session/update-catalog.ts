/** Keeps the list of skills within its budget. Chosen once a turn, so that the requests of a turn begin alike. */
import { isDeepStrictEqual } from 'node:util';
import { isEqual } from '../../shared/defined.ts';
import { isSkilldeckError } from '../../shared/errors.ts';
import type { CatalogEntry, DiskState, EventBody, SkillTool } from '../../shared/events.ts';
import { detailed } from '../../shared/messages/failure.ts';
import type { LoadedReference, LoadedSkill, SessionState } from '../../shared/session-state.ts';
import type { ToolResult } from '../agent/ports.ts';
import { isCapped } from '../context/more-dialects.ts';
import { sha256 } from '../lib/text.ts';
import { findSections } from '../skills/sections.ts';
import { type LiveSession, type SessionDeps, sizeSkill } from './live-session.ts';
import { refusalOf, refusedLoad } from './refused-load.ts';
import { loadAgainEvents, loadLaterDocuments, reloadInDialect } from './reload-in-dialect.ts';
import { unloadEvents } from './unload-skill.ts';

/** Computes additions, removals and changes between two catalogs. Pure. */
interface CatalogDifference {
  readonly added: string[];
  readonly removed: string[];
  /** Its line in the catalog, or the files in its folder. */
  readonly changed: string[];
}

/** Undefined where there is nothing to log. */
function compareCatalogs(
  before: readonly CatalogEntry[],
  after: readonly CatalogEntry[],
): CatalogDifference | undefined {
  const known = new Map(before.map((entry) => [entry.id, entry]));
  const difference: CatalogDifference = { added: [], removed: [], changed: [] };
  for (const entry of after) {
    const earlier = known.get(entry.id);
    known.delete(entry.id);
    if (earlier === undefined) difference.added.push(entry.id);
    else if (!saysTheSame(earlier, entry) || wasWritten(earlier, entry)) difference.changed.push(entry.id);
  }
  difference.removed.push(...known.keys());
  const { added, removed, changed } = difference;
  return added.length + removed.length + changed.length > 0 ? difference : undefined;
}

/** Every field but the fingerprint, which very large catalogs do not have. */
const saysTheSame = ({ content: _, ...before }: CatalogEntry, { content: __, ...after }: CatalogEntry): boolean =>
  isEqual(before, after);

const wasWritten = (before: CatalogEntry, after: CatalogEntry): boolean =>
  before.content !== undefined && after.content !== undefined && before.content !== after.content;

/** A loaded skill as a load now would have it. */
interface ReadAgain {
  /** Instructions, tools and loaded references are those that are in the context. */
  readonly isSame: boolean;
  readonly instructions: string;
  readonly tokens: number;
  readonly tools: readonly SkillTool[];
  /** All that are loaded: as they are on the disk now, or as they were loaded where they are there no more. */
  readonly references: readonly LoadedReference[];
  /** Tokens that it would add to the context, references included. */
  readonly added: number;
}

/** @throws SkilldeckError `skill-not-found`, `skill-broken`. */
async function readAgain(deps: SessionDeps, state: SessionState, loaded: LoadedSkill): Promise<ReadAgain> {
  const { id } = loaded;
  const instructions = await deps.skills.instructions(id, state.dialect, loaded.sections);
  const { tools: declared } = await deps.skills.tools(id);
  const references = await Promise.all(loaded.references.map((one) => referenceNow(deps, state, id, one)));
  const hasTools = declared.length > 0 || loaded.tools.length > 0;
  // Counting is what costs: what is the same needs none.
  const sized =
    instructions === loaded.instructions && !hasTools
      ? { tokens: loaded.tokens, tools: loaded.tools }
      : await sizeSkill(deps, state, { id, instructions, declared });
  const isSame =
    instructions === loaded.instructions &&
    isDeepStrictEqual(asLogged(sized.tools), asLogged(loaded.tools)) &&
    references.every((reference, index) => reference === loaded.references[index]);
  const sum = (all: readonly LoadedReference[]) => all.reduce((tokens, reference) => tokens + reference.tokens, 0);
  const added = sized.tokens - loaded.tokens + sum(references) - sum(loaded.references);
  return { isSame, instructions, ...sized, references, added };
}

/** Form stored in the log, for comparison: key order and absent fields make no difference. */
const asLogged = (tools: readonly SkillTool[]): unknown => JSON.parse(JSON.stringify(tools));

/** The same object where nothing changed. */
async function referenceNow(
  deps: SessionDeps,
  state: SessionState,
  id: string,
  loaded: LoadedReference,
): Promise<LoadedReference> {
  try {
    const { text } = await deps.skills.reference(id, loaded.path);
    if (text === loaded.text) return loaded;
    const tokens = await deps.context.referenceTokens(state, id, loaded.path, text);
    return { ...loaded, text, tokens, sha256: sha256(text) };
  } catch (error) {
    if (isSkilldeckError(error)) return loaded;
    throw error;
  }
}

/** Loaded skills beside their folders: what is loaded stays as it was, and the log says when the disk no longer agrees. */
interface OnDisk {
  readonly state: DiskState;
  readonly tokens?: number;
}

export interface LoadedOnDisk {
  readonly id: string;
  readonly tokens: number;
  readonly onDisk: OnDisk;
}

interface ComparedState {
  /** Identifies the compared states: the load, and the folder's fingerprint. */
  readonly key: string;
  readonly found: OnDisk;
}

/** Skills compared already: once for each change of a folder, not at each request. */
const seen = new WeakMap<LiveSession, Map<string, ComparedState>>();

/** Only the skills that are loaded are read. What is turned off in the meantime is unloaded. */
async function checkLoadedSkills(deps: SessionDeps, session: LiveSession): Promise<void> {
  const off = session.state.loadedSkills.filter(({ id }) => deps.skills.availability(id, session.state).kind === 'off');
  session.append(...unloadEvents(session.state, off, 'user'));
  for (const { id } of session.state.loadedSkills) {
    const found = await look(deps, session, id);
    const now = session.state.loadedSkills.find((one) => one.id === id);
    if (found === undefined || now === undefined || isKnown(now, found)) continue;
    session.append({ type: 'loaded-skill-changed', skill: id, ...found } satisfies EventBody);
  }
}

/** Compares with the current files, for display; logs nothing. */
export async function loadedOnDisk(deps: SessionDeps, session: LiveSession): Promise<readonly LoadedOnDisk[]> {
  if (session.state.loadedSkills.length === 0) return [];
  await deps.skills.catalog(session.state);
  const all: LoadedOnDisk[] = [];
  for (const loaded of session.state.loadedSkills) {
    const onDisk = await compare(deps, session, loaded);
    const references = loaded.references.reduce((sum, { tokens }) => sum + tokens, 0);
    all.push({ id: loaded.id, tokens: loaded.tokens + references, onDisk });
  }
  return all;
}

const isKnown = ({ onDisk }: LoadedSkill, { state, tokens }: OnDisk): boolean =>
  (onDisk?.state ?? 'current') === state && onDisk?.tokens === tokens;

async function look(deps: SessionDeps, session: LiveSession, id: string): Promise<OnDisk | undefined> {
  const { state } = session;
  const loaded = state.loadedSkills.find((skill) => skill.id === id);
  if (loaded === undefined) return undefined;
  const content = state.catalog.find((entry) => entry.id === id)?.content;
  const references = loaded.references.map(({ seq }) => seq);
  const key = content === undefined ? undefined : JSON.stringify([content, loaded.seq, references, state.dialect]);
  const known = seen.get(session) ?? new Map<string, ComparedState>();
  seen.set(session, known);
  const before = known.get(id);
  if (key !== undefined && before?.key === key) return before.found;
  const found = await compare(deps, session, loaded);
  // It may have been loaded again in the meantime: that load is compared next time.
  if (session.state.loadedSkills.find((skill) => skill.id === id)?.seq !== loaded.seq) return undefined;
  if (key !== undefined) known.set(id, { key, found });
  return found;
}

async function compare(deps: SessionDeps, session: LiveSession, loaded: LoadedSkill): Promise<OnDisk> {
  try {
    const again = await readAgain(deps, session.state, loaded);
    return again.isSame ? { state: 'current' } : { state: 'changed', tokens: again.added };
  } catch (error) {
    if (!isSkilldeckError(error)) throw error;
    return { state: error.code === 'skill-not-found' ? 'deleted' : 'broken' };
  }
}

/** Basis of the latest choice. Loads are not part of it: within a turn they change nothing. */
const chosenFor = new WeakMap<LiveSession, readonly unknown[]>();

async function updateList(
  { context, skillUses }: Pick<SessionDeps, 'context' | 'skillUses'>,
  session: LiveSession,
): Promise<void> {
  for (;;) {
    const basis = basisOf(session.state);
    if (isSame(chosenFor.get(session), basis)) return;
    const { skills, ...figures } = await context.chooseList(session.state, skillUses);
    // In the meantime the person may have changed a setting.
    if (!isSame(basis, basisOf(session.state))) continue;
    chosenFor.set(session, basis);
    // Without any choice a list has all skills, but for trpc's of old logs.
    if (!isEqual(session.state.listing?.skills, skills) || isCapped(session.state)) {
      session.append({ type: 'catalog-listed', ...(skills === undefined ? {} : { skills: [...skills] }), ...figures });
    }
    return;
  }
}

function basisOf({ catalog, dialect, model, placement, limits, messages }: SessionState): readonly unknown[] {
  const turn = messages.findLast((message) => message.role === 'user')?.seq;
  return [catalog, dialect, model, placement, limits.catalogBudget, turn];
}

const isSame = (one: readonly unknown[] | undefined, other: readonly unknown[]): boolean =>
  one?.every((value, index) => value === other[index]) === true;

/** Brings what a request is made of up to date: the catalog on disk and the app's own fixed words. */
export async function refreshSession(deps: SessionDeps, session: LiveSession): Promise<void> {
  const { skills, diagnostics } = await deps.skills.catalog(session.state);
  const before = session.state.catalog;
  const difference = compareCatalogs(before, skills);
  if (difference !== undefined || !isEqual(session.state.diagnostics, diagnostics)) {
    session.append({
      type: 'catalog-changed',
      skills: [...skills],
      ...(difference ?? { added: [], removed: [], changed: [] }),
      diagnostics: [...diagnostics],
    });
  }
  await reloadInDialect(deps, session);
  await checkLoadedSkills(deps, session);
  await loadLaterDocuments(deps, session);
  await updateList(deps, session);
  const prompt = await deps.fixedPrompt(session.state);
  const { basePrompt, workspaceSection, tools } = session.state;
  if (!isEqual(prompt, { basePrompt, workspaceSection, tools })) {
    session.append({ type: 'prompt-changed', ...prompt, tools: [...prompt.tools] });
  }
}

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
    const root = await deps.skills.sections(id);
    const sections = loaded.sections?.filter((title) => findSections(root, title)[0]?.title === title);
    const plan = await deps.context.planSkillLoad(session.state, { id, tokens, tools });
    if (plan.kind !== 'fits') return await refusedLoad(session.state, plan, { root });
    const { skillBudget } = session.state.limits;
    const tooLarge = references.filter((reference) => reference.tokens > skillBudget);
    const kept = references.filter((reference) => !tooLarge.includes(reference));
    if (find()?.seq !== loaded.seq) return notLoaded;
    session.append(
      ...unloadEvents(session.state, plan.unload, 'pressure'),
      ...loadAgainEvents(id, { tokens, instructions, tools, references: kept, by: 'user', sections }),
    );
    const left = tooLarge.map(
      ({ path, tokens: size }) => ` '${path}' went: it now takes ${size} tokens of ${skillBudget}.`,
    );
    return { ok: true, content: `Skill '${id}' loaded again (${tokens} tokens).${left.join('')}` };
  } catch (error) {
    return refusalOf(error);
  }
}

/**
 * Switches a skill on or off for this session only; `null`: follows the app's setting. Unloads a loaded skill that is
 * now off.
 * @throws SkilldeckError `skill-not-found`.
 */
export async function switchSkill(
  deps: SessionDeps,
  session: LiveSession,
  id: string,
  enabled: boolean | null,
): Promise<void> {
  await deps.skills.catalog(session.state);
  const { skillSwitches } = session.state;
  const before = Object.hasOwn(skillSwitches, id) ? skillSwitches[id] : null;
  const others = Object.fromEntries(Object.entries(skillSwitches).filter(([other]) => other !== id));
  // If nothing else disables it, no switch is needed: the session then follows later changes of the app's setting.
  const isOnAnyway =
    enabled === true && deps.skills.availability(id, { ...session.state, skillSwitches: others }).kind === 'usable';
  const wanted = isOnAnyway ? null : enabled;
  const availability = deps.skills.availability(id, session.state);
  // One that is gone can still be forgotten.
  if (availability.kind === 'missing' && enabled !== null) throw detailed('skill-not-found', 'skill-unknown', { id });
  if (before !== wanted) session.append({ type: 'skill-switch-changed', skill: id, enabled: wanted });
  await refreshSession(deps, session);
}
