/** All mutants, by room. */
import { AGENT } from './agent.ts';
import { CONTEXT } from './context.ts';
import { MODEL } from './model.ts';
import type { Mutant } from './mutant.ts';
import { RENDERER } from './renderer.ts';
import { SHARED } from './shared.ts';
import { PYTHON } from './skills-python.ts';

export const MUTANTS: readonly Mutant[] = [...AGENT, ...CONTEXT, ...MODEL, ...PYTHON, ...RENDERER, ...SHARED];
