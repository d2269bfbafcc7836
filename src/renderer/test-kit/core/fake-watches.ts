import type { ListedWatch } from '../../../features/watches/contract.ts';
import { Broadcast } from '../broadcast.ts';
import type { Answers } from './refused.ts';

/** Watches that are never checked. */
export function fakeWatches(given: readonly ListedWatch[]): Answers<'watches'> {
  const lists = new Broadcast<ListedWatch[]>();
  let list = [...given];
  return {
    watches: {
      watch: async (_input, options) => lists.read(options?.signal, list),
      async remove({ id }) {
        list = list.filter((one) => one.id !== id);
        lists.send(list);
        return {};
      },
    },
  };
}
