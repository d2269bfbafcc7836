/** All mutants, by room. */
import { AGENT } from './agent.ts';
import { EXPORT } from './export.ts';
import { IMPORT } from './import.ts';
import { MODEL } from './model.ts';
import type { Mutant } from './mutant.ts';
import { RUNNER } from './runner.ts';
import { SESSION } from './session.ts';
import { SKILLS } from './skills.ts';
import { STORE } from './store.ts';
import { TOOLS } from './tools.ts';

export const MUTANTS: readonly Mutant[] = [
  ...AGENT,
  ...EXPORT,
  ...IMPORT,
  ...MODEL,
  ...RUNNER,
  ...SESSION,
  ...SKILLS,
  ...STORE,
  ...TOOLS,
];
