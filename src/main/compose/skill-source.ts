/** The skill library as the sessions and the screen use it. */
import type { SkillView } from '../../shared/contract.ts';
import type { CatalogEntry, Diagnostic } from '../../shared/events.ts';
import { catalogLine } from '../context/catalog-line.ts';
import { DIALECT_PROMPTS } from '../context/dialects/index.ts';
import { countTokens, skillTokens } from '../context/engine.ts';
import { skillInstructions } from '../context/skill-section.ts';
import type { SkillSource } from '../session/deps.ts';
import type { SkillDocument, SkillLibrary, SkillSummary } from '../skills/types.ts';

type RunWith = (absoluteScript: string) => string;

export function skillSource(library: SkillLibrary, runWith: RunWith): SkillSource {
  return {
    async catalog() {
      const { skills, diagnostics } = await library.refresh();
      return { skills: skills.map(catalogEntry), diagnostics };
    },
    instructions: async (id, dialect) => DIALECT_PROMPTS[dialect].instructions(await library.read(id), runWith),
    async reference(id, path) {
      const { path: own, text } = await library.readReference(id, path);
      return { path: own, text };
    },
  };
}

/** Every skill; with what it costs, by the encoding of `model`, where one is given. A skill that cannot be read is among the diagnostics. */
export async function listSkills(
  library: SkillLibrary,
  runWith: RunWith,
  model: string | undefined,
): Promise<{ skills: SkillView[]; diagnostics: Diagnostic[] }> {
  const { skills, diagnostics } = await library.refresh();
  const views = await Promise.all(
    skills.map(async (summary) => {
      try {
        return [await skillView(await library.read(summary.id), runWith, model, diagnostics)];
      } catch {
        return [];
      }
    }),
  );
  return { skills: views.flat(), diagnostics: [...diagnostics] };
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
    tokens:
      model === undefined
        ? null
        : {
            catalog: await countTokens(model, catalogLine(entry, false)),
            instructions: await skillTokens({ model, dialect: 'omni' }, entry.id, skillInstructions(document, runWith)),
          },
    references: references.map(({ path, bytes }) => ({ path, bytes, tokens: null })),
    scripts: scripts.map(({ path, absolute }) => ({ path, runWith: runWith(absolute) })),
    diagnostics: diagnostics.filter((diagnostic) => diagnostic.skill === summary.id),
  };
}

function catalogEntry({ id, name, description, source, dir }: SkillSummary): CatalogEntry {
  return { id, name, description, source, path: dir };
}
