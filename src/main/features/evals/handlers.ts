import type { Implementer } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { evaluate } from './evaluate.ts';
import { tryTriggers } from './triggers.ts';

const NEVER = new AbortController().signal;

export function evalHandlers(os: Implementer, core: Core) {
  return {
    run: os.evals.run.handler(({ input, signal = NEVER }) => evaluate(core, input, signal)),
    triggers: os.evals.triggers.handler(({ input, signal = NEVER }) => tryTriggers(core, input, signal)),
  };
}
