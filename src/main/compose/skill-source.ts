/** The skill library as the sessions and the screen use it. */
import path from 'node:path';
import type { SkillView } from '../../shared/contract.ts';
import type { CatalogEntry, Diagnostic } from '../../shared/events.ts';
import { catalogLine } from '../context/catalog-line.ts';
import { DIALECT_PROMPTS } from '../context/dialects/index.ts';
import { countTokens, skillTokens } from '../context/engine.ts';
import { skillInstructions } from '../context/skill-section.ts';
import type { SkillScope, SkillSource } from '../session/deps.ts';
import type { SkillDocument, SkillLibrary, SkillSummary } from '../skills/types.ts';
import { settledLook } from '../skills/watch-settled.ts';
import { type SkillRules, standingOf, unmetDiagnostics } from './skill-rules.ts';

type RunWith = (absoluteScript: string) => string;

/** What the folders alone do not say of a skill. */
export interface SkillStock {
  readonly rules: SkillRules;
  /** Of a skill's files; undefined where there are too many skills to look at all of them each time. */
  contentOf(skills: readonly SkillSummary[]): Promise<(dir: string) => string | undefined>;
}

export function skillSource(library: SkillLibrary, runWith: RunWith, stock: SkillStock = NO_STOCK): SkillSource {
  return {
    async catalog(scope: Partial<SkillScope> = {}) {
      const { skills, diagnostics } = await settledLook(library);
      const toUse = stock.rules.now(scope);
      const used = skills.filter((skill) => toUse(skill).enabled);
      const contentOf = await stock.contentOf(used);
      return {
        skills: used.map((skill) => {
          const content = contentOf(skill.dir);
          return { ...catalogEntry(skill), ...(content === undefined ? {} : { content }) };
        }),
        diagnostics: [...diagnostics, ...skills.flatMap((skill) => unmetDiagnostics(skill, toUse(skill)))],
      };
    },
    standing(id, scope: Partial<SkillScope> = {}) {
      const skill = library.catalog().skills.find((one) => one.id === id);
      if (skill !== undefined) return standingOf(id, stock.rules.now(scope)(skill));
      if (library.catalog().broken.some((one) => one.id === id)) return { kind: 'usable', notes: [] };
      return { kind: 'missing', message: `There is no skill "${id}".` };
    },
    instructions: async (id, dialect) => DIALECT_PROMPTS[dialect].instructions(await library.read(id), runWith),
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

const NO_STOCK: SkillStock = {
  rules: { now: () => () => ({ enabled: true, unmet: [] }) },
  contentOf: async () => () => undefined,
};

/** Every skill, those that are switched off too; with what it costs, by the encoding of `model`, where one is given. A skill that cannot be read is among the diagnostics. */
export async function listSkills(
  library: SkillLibrary,
  runWith: RunWith,
  model: string | undefined,
  { rules }: Pick<SkillStock, 'rules'> = NO_STOCK,
  scope: Partial<SkillScope> = {},
): Promise<{ skills: SkillView[]; diagnostics: Diagnostic[] }> {
  const { skills, diagnostics: found } = await settledLook(library);
  const toUse = rules.now(scope);
  const diagnostics = [...found, ...skills.flatMap((skill) => unmetDiagnostics(skill, toUse(skill)))];
  const views = await Promise.all(
    skills.map(async (summary) => {
      try {
        const { enabled, by, unmet } = toUse(summary);
        const use = {
          enabled,
          ...(by === undefined ? {} : { by }),
          unmet: unmet.map(({ names, ...one }) => ({ ...one, names: [...names] })),
        };
        return [{ ...(await skillView(await library.read(summary.id), runWith, model, diagnostics)), use }];
      } catch {
        return [];
      }
    }),
  );
  return { skills: views.flat(), diagnostics };
}

async function skillView(
  document: SkillDocument,
  runWith: RunWith,
  model: string | undefined,
  diagnostics: readonly Diagnostic[],
): Promise<SkillView> {
  const { summary, references, scripts } = document;
  const entry = catalogEntry(summary);
  return {
    ...entry,
    tokens: model === undefined ? null : await documentTokens(document, runWith, model),
    references: references.map(({ path, bytes }) => ({ path, bytes, tokens: null })),
    scripts: scripts.map(({ path: file, absolute }) => ({ path: file, runWith: runWith(absolute) })),
    ...(document.tools === undefined
      ? {}
      : { tools: document.tools.tools.map(({ name, description, script }) => ({ name, description, script })) }),
    diagnostics: [
      ...diagnostics.filter((diagnostic) => diagnostic.skill === summary.id),
      ...(document.tools?.diagnostics ?? []),
    ],
  };
}

/** What a skill costs as a line of the catalog and as loaded instructions. */
export async function documentTokens(
  document: SkillDocument,
  runWith: RunWith,
  model: string,
): Promise<{ catalog: number; instructions: number }> {
  const entry = catalogEntry(document.summary);
  return {
    catalog: await countTokens(model, catalogLine(entry, false)),
    instructions: await skillTokens({ model, dialect: 'omni' }, entry.id, skillInstructions(document, runWith)),
  };
}

function catalogEntry({ id, name, description, source, dir }: SkillSummary): CatalogEntry {
  return { id, name, description, source, path: dir };
}

function faultLine({ file, line = 1, message }: Diagnostic): string {
  return `${path.basename(file)}:${line}: ${message}.`;
}
