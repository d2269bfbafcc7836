/** All mutants, by room. */
import { AGENT } from './agent.ts';
import { MODEL } from './model.ts';
import type { Mutant } from './mutant.ts';
import { RUNNER } from './runner.ts';
import { SESSION } from './session.ts';
import { STORE } from './store.ts';

export const MUTANTS: readonly Mutant[] = [...AGENT, ...MODEL, ...RUNNER, ...SESSION, ...STORE];
