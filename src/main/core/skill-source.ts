/** The skill library as the sessions and the screen use it. */

import path from 'node:path';
import type { SkillView } from '../../shared/contract.ts';
import { defined } from '../../shared/defined.ts';
import { isSkilldeckError, messageOf } from '../../shared/errors.ts';
import type { CatalogEntry, Diagnostic } from '../../shared/events.ts';
import { diagnosed } from '../../shared/messages/failure.ts';
import { DEFAULT_LIMITS } from '../../shared/settings/defaults.ts';
import { catalogLine, inItsFolder, type RunWith, skillInstructions } from '../context/dialects.ts';
import { countTokens, loadTokens } from '../context/engine.ts';
import { DIALECT_PROMPTS } from '../context/more-dialects.ts';
import { encodingFor } from '../context/tokens/encoding.ts';
import type { SessionDeps, SkillScope, SkillSource } from '../session/live-session.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { lookAlike } from '../skills/confusable.ts';
import { createTimeSlice } from '../skills/discovery/time-slice.ts';
import { readUnsaved } from '../skills/files.ts';
import type { LintOptions } from '../skills/lint/lint.ts';
import { hasNeeds, needsOf } from '../skills/needs.ts';
import { requirementsOf, skillsNeeded } from '../skills/requirements.ts';
import { inParts, skillSections } from '../skills/sections.ts';
import type { SkillDocument, SkillFields, SkillLibrary, SkillSummary } from '../skills/types.ts';
import { lookedAtOnce, settledLook } from '../skills/watch.ts';
import { confirmEntries } from '../tools/approval/confirm.ts';
import type { EnvironmentSkills } from './environment-sessions.ts';
import { availabilityOf, type KeptFigures, lacksOf, type SkillRules, unmetDiagnostics } from './skill-rules.ts';

/** Every field given, if only as undefined. */
type AllOf<T> = { readonly [Key in keyof Required<T>]: T[Key] };

/** Facts about a skill that its folder alone does not show. */
export interface SkillStock {
  readonly rules: SkillRules;
  /** Content hash of a skill's files; undefined if there are too many skills to check all of them each time. */
  contentOf(skills: readonly SkillSummary[]): Promise<(dir: string) => string | undefined>;
  /** Figures of skills that were counted before. */
  readonly figures?: KeptFigures;
}

export function skillSource(library: SkillLibrary, runWith: RunWith, stock: SkillStock = NO_STOCK): SkillSource {
  return {
    async catalog(scope: Partial<SkillScope> = {}) {
      const { skills, diagnostics } = await settledLook(library);
      const toUse = stock.rules.now(scope);
      const slice = createTimeSlice();
      const used: SkillSummary[] = [];
      const lacks: Diagnostic[] = [];
      for (const skill of skills) {
        const use = toUse(skill);
        if (use.enabled) used.push(skill);
        if (use.unmet.length > 0) lacks.push(...unmetDiagnostics(skill, use));
        if (slice.due()) await slice.pause();
      }
      const contentOf = await stock.contentOf(used);
      return {
        skills: used.map((skill) => {
          const content = contentOf(skill.dir);
          return content === undefined ? catalogEntry(skill) : { ...catalogEntry(skill), content };
        }),
        diagnostics: lacks.length === 0 ? diagnostics : [...diagnostics, ...lacks],
      };
    },
    availability(id, scope: Partial<SkillScope> = {}) {
      const all = library.catalog().skills;
      const skill = all.find((one) => one.id === id);
      if (skill !== undefined) {
        const found = availabilityOf(id, stock.rules.now(scope)(skill));
        return found.kind === 'usable' ? { ...found, notes: [...found.notes, ...buildsOn(skill, all)] } : found;
      }
      if (library.catalog().broken.some((one) => one.id === id)) return { kind: 'usable', notes: [] };
      return { kind: 'missing', message: `There is no skill "${id}".` };
    },
    async instructions(id, dialect, sections) {
      const whole = await library.read(id);
      const document = sections === undefined ? whole : inParts(whole, dialect, sections);
      return DIALECT_PROMPTS[dialect].instructions(inItsFolder(document), runWith);
    },
    sections: async (id) => skillSections((await library.read(id)).body),
    async tools(id) {
      const { tools = [], diagnostics = [] } = (await library.read(id)).tools ?? {};
      return { tools, faults: diagnostics.filter(({ severity }) => severity === 'error').map(faultLine) };
    },
    async documents(id) {
      const { references } = await library.read(id);
      return references.filter(({ text }) => text).map((reference) => reference.path);
    },
    async reference(id, wanted) {
      const { path: own, text } = await library.readReference(id, wanted);
      return { path: own, text };
    },
  };
}

/** For the model: other skills that this one says it needs. */
function buildsOn(skill: SkillSummary, all: readonly SkillSummary[]): readonly string[] {
  const isSkill = (id: string) => all.some((one) => one.id === id);
  return skillsNeeded(skill, isSkill).map((id) =>
    isSkill(id)
      ? `It builds on the skill '${id}': load that too, where the task needs it.`
      : `It needs the skill '${id}', which is not installed.`,
  );
}

const NO_STOCK: SkillStock = {
  rules: { now: () => () => ({ enabled: true, unmet: [] }) },
  contentOf: async () => () => undefined,
};

const NO_FIGURES: KeptFigures = {
  get: async () => undefined,
  counted: (_skill, _encoding, count) => count(),
  save() {},
};

/** Skills that are read at a time: reading is many small waits, and open files are few. */
const READ_AT_ONCE = 32;

export interface SkillListing {
  readonly model: string;
  /**
   * `all`: every skill is read and counted. `kept`: none is read, and figures are those kept of unchanged skills. `none`:
   * views have only the catalog's data.
   */
  readonly count: 'all' | 'kept' | 'none';
  /** Ids; only these, as of the last look, where the list was seen before. */
  readonly only?: readonly string[] | undefined;
}

/** Lists every skill, including disabled ones. Unreadable instructions are reported among the diagnostics. */
export async function listSkills(
  library: SkillLibrary,
  runWith: RunWith,
  { model, count, only }: SkillListing,
  { rules, figures = NO_FIGURES }: Pick<SkillStock, 'rules' | 'figures'> = NO_STOCK,
  scope: Partial<SkillScope> = {},
): Promise<{ skills: SkillView[]; diagnostics: Diagnostic[] }> {
  const { skills: all, diagnostics: found } = only === undefined ? await settledLook(library) : library.catalog();
  const wanted = only === undefined ? undefined : new Set(only);
  const skills = wanted === undefined ? all : all.filter(({ id }) => wanted.has(id));
  const toUse = rules.now(scope);
  const known = [...found, ...skills.flatMap(confusableDiagnostics)];
  const diagnostics = [...known, ...skills.flatMap((skill) => unmetDiagnostics(skill, toUse(skill)))];
  const own = Map.groupBy(known, ({ skill }) => skill);
  const viewOf = async (summary: SkillSummary): Promise<SkillView> => {
    const use = toUse(summary);
    const told = [...(own.get(summary.id) ?? []), ...lacksOf(summary, use)];
    const available = availabilityView(use);
    if (count !== 'all') {
      const tokens = (count === 'kept' ? await figures.get(summary, encoding) : undefined) ?? null;
      return { ...unread(summary, told), tokens, ...available };
    }
    try {
      const whole = async () => skillView(await library.read(summary.id), runWith, model, told);
      return { ...(await figures.counted(summary, encoding, whole)), ...available };
    } catch (error) {
      // Its front matter is good, so the model still sees it.
      const fault = unreadable(summary, error);
      diagnostics.push(fault);
      return { ...unread(summary, [...told, fault]), ...available };
    }
  };
  const encoding = await encodingFor(model);
  const views: SkillView[] = [];
  for (let from = 0; from < skills.length; from += READ_AT_ONCE) {
    views.push(...(await Promise.all(skills.slice(from, from + READ_AT_ONCE).map(viewOf))));
  }
  figures.save();
  return { skills: views, diagnostics };
}

/** @throws SkilldeckError `skill-not-found` (lists the ids), `skill-broken`. */
export async function showSkill(
  library: SkillLibrary,
  runWith: RunWith,
  { skill, model }: { readonly skill: string; readonly model: string },
  { rules }: Pick<SkillStock, 'rules'> = NO_STOCK,
  scope: Partial<SkillScope> = {},
): Promise<SkillView> {
  const { diagnostics: found } = await settledLook(library);
  const document = await library.read(skill);
  const use = rules.now(scope)(document.summary);
  const told = [
    ...found.filter((one) => one.skill === skill),
    ...lacksOf(document.summary, use),
    ...confusableDiagnostics(document.summary),
  ];
  return { ...(await skillView(document, runWith, model, told)), ...availabilityView(use) };
}

function availabilityView({
  enabled,
  by,
  unmet,
}: ReturnType<ReturnType<SkillRules['now']>>): Pick<SkillView, 'use' | 'trusted'> {
  return {
    use: {
      enabled,
      ...(by === undefined ? {} : { by }),
      unmet: unmet.map(({ names, ...one }) => ({ ...one, names: [...names] })),
    },
    ...(by === 'trust' ? { trusted: false } : {}),
  };
}

const unreadable = ({ id, file }: SkillSummary, error: unknown): Diagnostic => ({
  severity: 'error',
  file,
  skill: id,
  rule: 'unreadable',
  message: messageOf(error),
});

const unread = (summary: SkillSummary, diagnostics: readonly Diagnostic[]): SkillView => ({
  ...catalogEntry(summary),
  ...frontMatterOf(summary),
  tokens: null,
  references: [],
  scripts: [],
  diagnostics: [...diagnostics],
});

async function skillView(
  document: SkillDocument,
  runWith: RunWith,
  model: string,
  diagnostics: readonly Diagnostic[],
): Promise<SkillView> {
  const { summary, references, scripts } = document;
  const entry = catalogEntry(summary);
  return {
    ...entry,
    tokens: await documentTokens(document, runWith, model),
    references: references.map(({ path, bytes }) => ({ path, bytes, tokens: null })),
    scripts: await Promise.all(
      scripts.map(async ({ path: file, absolute }) => ({ path: file, runWith: await runWith(absolute) })),
    ),
    ...(document.tools === undefined
      ? {}
      : { tools: document.tools.tools.map(({ name, description, script }) => ({ name, description, script })) }),
    ...frontMatterOf(summary),
    ...askedOf(summary),
    diagnostics: [...diagnostics, ...(document.tools?.diagnostics ?? [])],
  };
}

/** A name that is taken for another one. */
function confusableDiagnostics({ id, file }: SkillSummary): readonly Diagnostic[] {
  const ascii = lookAlike(id);
  if (ascii === undefined) return [];
  return [
    {
      severity: 'warning',
      file,
      skill: id,
      rule: 'name-confusable',
      ...diagnosed({ code: 'name-confusable-other', figures: { ascii } }),
    },
  ];
}

/** Fields that only the person reads: all that the catalog's entry does not have. */
function frontMatterOf({ license, compatibility, metadata, allowedTools }: SkillSummary): Partial<SkillView> {
  const fields: AllOf<Pick<SkillView, Exclude<keyof SkillFields, keyof CatalogEntry>>> = {
    license,
    compatibility,
    metadata: Object.keys(metadata).length === 0 ? undefined : { ...metadata },
    allowedTools: allowedTools.length === 0 ? undefined : [...allowedTools],
  };
  return defined(fields);
}

/** Needs of the skill: folders, addresses and programs, and approval for each run of some scripts. */
function askedOf(summary: SkillSummary): Pick<SkillView, 'needs' | 'confirm' | 'optionalSecrets'> {
  const needs = needsOf(summary);
  const { hosts, folders, programs, withSecret, refused } = needs;
  const { optional } = requirementsOf(summary);
  const confirm = confirmEntries([summary]).flatMap(({ script, argument, file }) =>
    file === undefined ? [] : [[script, ...(argument === undefined ? [] : [argument])].join(' ')],
  );
  return {
    ...(hasNeeds(needs) || refused.length > 0
      ? {
          needs: {
            hosts: [...hosts],
            folders: folders.map(({ path: folder, write }) => ({ path: folder, write })),
            programs: [...programs],
            ...(withSecret.length === 0
              ? {}
              : { withSecret: withSecret.map((one) => ({ name: one.name, hosts: [...one.hosts] })) }),
            refused: refused.map(({ entry }) => entry),
          },
        }
      : {}),
    ...(optional.length === 0 ? {} : { optionalSecrets: [...optional] }),
    ...(confirm.length === 0 ? {} : { confirm }),
  };
}

/** Tokens of a skill as a line of the catalog, and of all that its load adds: text, frame and tools. */
export async function documentTokens(
  document: SkillDocument,
  runWith: RunWith,
  model: string,
): Promise<{ catalog: number; instructions: number }> {
  const entry = catalogEntry(document.summary);
  return {
    // A skill that only the person loads has no line.
    catalog: entry.modelInvocable === false ? 0 : await countTokens(model, catalogLine(entry, false)),
    instructions: await loadTokens(
      { model, dialect: 'omni', placement: 'system' },
      entry.id,
      await skillInstructions(inItsFolder(document), runWith),
      document.tools?.tools ?? [],
    ),
  };
}

/** A skill as lists and sessions have it. The type asks for every field, so that none is left out. */
export function catalogEntry(skill: SkillSummary): CatalogEntry {
  const { id, name, description, source, dir, whenToUse, tags, modelInvocable, userInvocable } = skill;
  const entry: AllOf<Omit<CatalogEntry, 'content'>> = {
    id,
    name,
    description,
    source,
    path: dir,
    whenToUse,
    tags: tags.length === 0 ? undefined : [...tags],
    modelInvocable,
    userInvocable,
  };
  return defined(entry);
}

const faultLine = ({ file, line = 1, message, remedy = '' }: Diagnostic): string =>
  `${path.basename(file)}:${line}: ${message}. ${remedy}`.trimEnd();

/** The skills as one look at the disk finds them, for all sessions that ask: after a save, those that are open. */
interface Parts {
  readonly skills: EnvironmentSkills;
  readonly runWith: RunWith;
  readonly stock: SkillStock;
}

export function oneLook({ skills, runWith, stock }: Parts): SessionDeps['skillsOf'] {
  const sources = new Map<SkillLibrary, SkillSource>();
  return (state) => {
    const library = skills.of(state);
    const source = sources.get(library) ?? listedOnce(skillSource(lookedAtOnce(library), runWith, stock));
    sources.set(library, source);
    return source;
  };
}

/** One list for all sessions with the same switches. */
function listedOnce(source: SkillSource): SkillSource {
  const lists = new Map<string, ReturnType<SkillSource['catalog']>>();
  return {
    ...source,
    catalog(scope) {
      const key = JSON.stringify([scope?.environment, scope?.skillSwitches]);
      const list = lists.get(key) ?? source.catalog(scope);
      lists.set(key, list);
      return list;
    },
  };
}

/** Counts that the linter may not know by itself: tokens, the size of a load, and the budget that is set. */
export type LintCounts = Required<Pick<LintOptions, 'countTokens' | 'countLoad' | 'skillBudget'>>;

/** By the encoding of the model that is set. */
export const lintCounts = ({ settings, runWith }: { settings: SettingsStore; runWith: RunWith }): LintCounts =>
  countsFor(settings.modelId(), settings.config().skillBudget ?? DEFAULT_LIMITS.skillBudget, runWith);

export const countsFor = (model: string, skillBudget: number, runWith: RunWith): LintCounts => ({
  skillBudget,
  countTokens: (text) => countTokens(model, text),
  async countLoad(found, root, overlay) {
    const place = { ...found, name: found.id, root, source: 'user', writable: false } as const;
    try {
      const { document } = await readUnsaved(place, overlay);
      return document === undefined ? undefined : (await documentTokens(document, runWith, model)).instructions;
    } catch (error) {
      if (isSkilldeckError(error)) return undefined;
      throw error;
    }
  },
});
