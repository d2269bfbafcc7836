import { useMemo } from 'react';
import type { LibraryRow } from '../../../shared/review.ts';
import { currentLanguage, formatFor, translate } from '../../i18n/index.ts';
import { notifyFailure } from '../../shared/notify-failure.ts';
import { type Marks, useActions } from '../../store/index.ts';
import { notify } from '../../ui/index.ts';

type Done = 'archived' | 'unarchived' | 'removed' | 'restored' | 'queued';

export interface Keep {
  /** All of them pinned, or none where all were. */
  pin(rows: readonly LibraryRow[]): void;
  archive(rows: readonly LibraryRow[]): void;
  remove(rows: readonly LibraryRow[]): void;
  restore(rows: readonly LibraryRow[]): void;
  /** Into the review queue. */
  queue(rows: readonly LibraryRow[]): Promise<void>;
}

const idsOf = (rows: readonly LibraryRow[]): string[] => rows.map(({ id }) => id);

/** Changes conversations at once, with an undo in a notice. */
export function useKeep(): Keep {
  const { library, judging } = useActions();
  return useMemo(() => {
    const mark = async (sessions: readonly string[], marks: Marks): Promise<boolean> => {
      if (sessions.length === 0) return false;
      const done = await library.mark(sessions, marks);
      if (!done.ok) notifyFailure(done.failure);
      return done.ok;
    };
    const say = (what: Done, count: number, undo: () => unknown) =>
      notify.undo(
        translate(`library.done.${what}`, { count, n: formatFor(currentLanguage()).number(count) }),
        translate('common.undo'),
        () => void undo(),
      );
    const remove = async (sessions: readonly string[]) => {
      const done = await library.removeMany(sessions);
      if (!done.ok) return notifyFailure(done.failure);
      if (done.value.length > 0) say('removed', done.value.length, () => restore(done.value));
    };
    const restore = async (sessions: readonly string[]) => {
      const done = await library.restoreMany(sessions);
      if (!done.ok) notifyFailure(done.failure);
    };
    return {
      pin: (rows) => void mark(idsOf(rows), { pinned: !rows.every(({ pinned }) => pinned) }),
      archive: (rows) => {
        const archived = !rows.every((row) => row.archived);
        const changed = idsOf(rows.filter((row) => row.archived !== archived));
        void mark(changed, { archived }).then((done) => {
          const what = archived ? 'archived' : 'unarchived';
          if (done) say(what, changed.length, () => mark(changed, { archived: !archived }));
        });
      },
      remove: (rows) => {
        const there = idsOf(rows.filter(({ deleted }) => !deleted));
        if (there.length > 0) void remove(there);
      },
      queue: async (rows) => {
        const sessions = idsOf(rows);
        const done = await judging.enqueue(sessions);
        if (done.ok) say('queued', sessions.length, () => judging.dequeue(sessions));
        else notifyFailure(done.failure);
      },
      restore: (rows) => {
        const gone = idsOf(rows.filter(({ deleted }) => deleted));
        if (gone.length === 0) return;
        void restore(gone).then(() => say('restored', gone.length, () => library.removeMany(gone)));
      },
    };
  }, [library, judging]);
}
