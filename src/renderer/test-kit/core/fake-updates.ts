import type { UpdateState } from '../../../shared/contract/updates.ts';
import { Broadcast } from '../broadcast.ts';
import type { Answers } from './refused.ts';

export const NO_UPDATE: UpdateState = { way: 'self', server: 'updates.example', status: 'idle' };

/** A newer version is there when it is looked for. */
export function fakeUpdates(given: Partial<UpdateState> = {}): Answers<'updates'> {
  const states = new Broadcast<UpdateState>();
  let state: UpdateState = { ...NO_UPDATE, ...given };
  const set = (change: Partial<UpdateState>) => {
    state = { ...state, ...change };
    states.send(state);
    return {};
  };
  return {
    updates: {
      watch: async (_input, options) => states.read(options?.signal, state),
      check: async () => set({ status: 'available', version: '0.2.0', notes: 'Faster searches' }),
      download: async () => set({ status: 'ready' }),
      undoneSeen: async () => {
        const { undone: _seen, ...rest } = state;
        state = rest;
        return set({});
      },
    },
  };
}
