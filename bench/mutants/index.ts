/** All mutants, by module. */
import { AGENT } from './agent.ts';
import { CONTEXT } from './context.ts';
import { EXPORT } from './export.ts';
import { IMPORT } from './import.ts';
import { MODEL } from './model.ts';
import type { Mutant } from './mutant.ts';
import { RENDERER } from './renderer.ts';
import { RUNNER } from './runner.ts';
import { SESSION } from './session.ts';
import { SHARED } from './shared.ts';
import { SKILLS } from './skills.ts';
import { PYTHON } from './skills-python.ts';
import { STORE } from './store.ts';
import { TOOLS } from './tools.ts';

export const MUTANTS: readonly Mutant[] = [
  ...AGENT,
  ...CONTEXT,
  ...EXPORT,
  ...IMPORT,
  ...MODEL,
  ...PYTHON,
  ...RENDERER,
  ...RUNNER,
  ...SESSION,
  ...SHARED,
  ...SKILLS,
  ...STORE,
  ...TOOLS,
];
