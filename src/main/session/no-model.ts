import type { ModelPort } from '../agent/ports.ts';

/** For what must not ask a model: summaries are then written without one. */
export const NO_MODEL: ModelPort = {
  stream: async () => ({ kind: 'failure', code: 'unreachable', message: 'No model is asked for this.' }),
};
