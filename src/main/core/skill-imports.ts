/** Getting skills, with what it is not allowed to know: how tokens are counted, the budget that is set, all roots. */
import { DEFAULT_LIMITS } from '../../shared/settings/defaults.ts';
import { countTokens } from '../context/engine.ts';
import { createSkillImports, type SkillImports } from '../skills/import/skill-imports.ts';
import type { Core } from './core.ts';
import { documentTokens } from './skill-source.ts';

/** Tokens by the encoding of the model that is set, as a load counts them. */
export function skillImports({
  home,
  access,
  disposables,
  settings,
  library,
  packages,
  runner,
  runWith,
}: Pick<
  Core,
  'home' | 'access' | 'disposables' | 'settings' | 'library' | 'packages' | 'runner' | 'runWith'
>): SkillImports {
  const imports = createSkillImports({
    home,
    countTokens: (text) => countTokens(settings.modelId(), text),
    skillBudget: () => settings.config().skillBudget ?? DEFAULT_LIMITS.skillBudget,
    tokensOf: (document) => documentTokens(document, runWith, settings.modelId()),
    requirementsOf: (summary) => packages.of(summary),
    sandbox: async () => (await runner.sandbox()).kind,
    catalog: () => library.refresh(),
    now: () => new Date(),
  });
  // Another program may be moving folders while this one only reads.
  if (access === 'write') imports.recover();
  return disposables.add(imports, (open) => open.dispose());
}
