/** Counts that the linter may not know by itself: tokens, the size of a load, and the budget that is set. */
import { isSkilldeckError } from '../../shared/errors.ts';
import { DEFAULT_LIMITS } from '../../shared/settings/defaults.ts';
import { countTokens } from '../context/engine.ts';
import { readUnsaved } from '../skills/author/unsaved-skill.ts';
import type { LintOptions } from '../skills/lint/lint.ts';
import type { CoreParts } from './parts.ts';
import { documentTokens } from './skill-source.ts';

export type LintCounts = Required<Pick<LintOptions, 'countTokens' | 'countLoad' | 'skillBudget'>>;

/** By the encoding of the model that is set. */
export const lintCounts = ({ settings, runWith }: Pick<CoreParts, 'settings' | 'runWith'>): LintCounts =>
  countsFor(settings.modelId(), settings.config().skillBudget ?? DEFAULT_LIMITS.skillBudget, runWith);

export const countsFor = (model: string, skillBudget: number, runWith: CoreParts['runWith']): LintCounts => ({
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
