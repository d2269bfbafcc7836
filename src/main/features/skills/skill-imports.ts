/** Getting skills, with what it is not allowed to know: how tokens are counted, the budget that is set, all roots. */
import { DEFAULT_LIMITS } from '../../../shared/reducer.ts';
import type { AppOptions } from '../../api/app-handle.ts';
import type { SettingsStore } from '../../config/settings.ts';
import { countTokens } from '../../context/engine.ts';
import { documentTokens } from '../../core/skill-source.ts';
import { createSkillImports, type SkillImports } from '../../skill-import/skill-imports.ts';
import type { SkillLibrary } from '../../skills/types.ts';

/** Tokens by the encoding of the model that is set, as a load counts them. */
export function skillImports(
  home: string,
  access: AppOptions['access'],
  settings: SettingsStore,
  library: SkillLibrary,
  runWith: (absoluteScript: string) => string,
): SkillImports {
  const imports = createSkillImports({
    home,
    countTokens: (text) => countTokens(settings.modelId(), text),
    skillBudget: () => settings.config().skillBudget ?? DEFAULT_LIMITS.skillBudget,
    tokensOf: (document) => documentTokens(document, runWith, settings.modelId()),
    catalog: () => library.refresh(),
    now: () => new Date(),
  });
  // A reader may stand beside the program that is just moving folders.
  if (access === 'write') imports.recover();
  return imports;
}
