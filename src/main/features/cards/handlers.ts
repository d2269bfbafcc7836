import { placeRecords, type ShownRecord } from '../../../shared/cards/records.ts';
import { cardsContract } from '../../../shared/contract/cards.ts';
import { implementContract } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { claimReminders } from './shown-reminders.ts';
import { storedRecords } from './stored-records.ts';

export function cardHandlers({ home, bundledRoot, sessions, store, reportBug }: Core) {
  const os = implementContract(cardsContract, reportBug);
  return {
    claimReminders: os.claimReminders.handler(({ input: { ids } }) => [...claimReminders(home, ids, new Date())]),
    records: os.records.handler(async () => {
      const titles = new Map(
        sessions.summaries({}).flatMap(({ id, title, deleted }) => (deleted ? [] : [[id, title] as const])),
      );
      const stores = await storedRecords(home, bundledRoot);
      return stores.map(({ skill, store: { kind, title, example }, records, unreadable }) => {
        const shown = store.shownCards(kind).flatMap(({ session, seq, at, key, owner }): ShownRecord[] => {
          const conversation = titles.get(session);
          // Another skill's card belongs to that skill's store, if any.
          if (conversation === undefined || (owner !== null && owner !== skill)) return [];
          return [{ key, sessionId: session, seq, at, title: conversation, trusted: owner === skill }];
        });
        return {
          skill,
          title,
          records: placeRecords(records, shown, Date.now()),
          ...(example === undefined ? {} : { example }),
          ...(unreadable.length === 0 ? {} : { unreadable: [...unreadable] }),
        };
      });
    }),
  };
}
