import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { currentLanguage, formatFor, translate } from '../../../../renderer/i18n.ts';
import { notifyFailure } from '../../../../renderer/shared/failures.tsx';
import { type Failure, type LibraryAsked, type Marks, useActions, useApp } from '../../../../renderer/store/index.ts';
import { notify } from '../../../../renderer/ui/index.ts';
import type { LibraryPage, LibraryRow } from '../../../../shared/review.ts';
import { usesWords } from './filters.tsx';

type BulkAction = 'archived' | 'unarchived' | 'removed' | 'restored' | 'queued';

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
    const say = (what: BulkAction, count: number, undo: () => unknown) =>
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

/** Milliseconds without a key, or without another change of the sessions, after which the core is asked. */
const SETTLED_MS = 120;
const PAGE = 200;
/** The most that one question may answer. */
const MOST = 1_000;

export interface LibraryList {
  /** `page` is the latest answer; `rows` are from all pages read. */
  readonly page: LibraryPage | undefined;
  readonly rows: readonly LibraryRow[];
  readonly asked: LibraryAsked;
  /** Another answer is on its way. */
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  /** The next page, where there is one. */
  more(): void;
  again(): void;
}

type LibraryAnswer = Pick<LibraryList, 'page' | 'rows' | 'asked'>;

/** Reloads when the query or the sessions change, or the connection is back. Cancels an older request. */
export function useLibrary(): LibraryList {
  const { library } = useActions();
  const asked = useApp((data) => data.asked);
  const sessions = useApp((data) => data.sessions);
  const seenAt = useApp((data) => data.archive?.seenAt);
  const connection = useApp((data) => data.connection);
  const [answer, setAnswer] = useState<LibraryAnswer>({ page: undefined, rows: [], asked });
  const [busy, setBusy] = useState(true);
  const [failure, setFailure] = useState<Failure>();
  const [attempt, setAttempt] = useState(0);
  const loaded = useRef({ asked, count: PAGE });
  const answered = useRef(-1);

  useEffect(() => {
    // Every new list of the sessions is a reason to ask again.
    if (connection === 'lost' || sessions === undefined) return;
    const abort = new AbortController();
    setBusy(true);
    const wait = answered.current === attempt ? SETTLED_MS : 0;
    const timer = setTimeout(async () => {
      answered.current = attempt;
      const count = loaded.current.asked === asked ? loaded.current.count : PAGE;
      const read = await library.page({ ...queryOf(asked), limit: Math.min(count, MOST) }, abort.signal);
      if (abort.signal.aborted) return;
      setBusy(false);
      setFailure(read.ok ? undefined : read.failure);
      if (!read.ok) return;
      loaded.current = { asked, count: Math.max(PAGE, read.value.sessions.length) };
      setAnswer({ page: read.value, rows: read.value.sessions, asked });
    }, wait);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [library, asked, sessions, connection, attempt]);

  useEffect(() => {
    // Each look at the team's archive reads the list again.
    if (seenAt !== undefined) setAttempt((count) => count + 1);
  }, [seenAt]);

  const reading = useRef<string>(undefined);
  const more = useCallback(() => {
    const { page } = answer;
    if (page?.next === undefined || reading.current === page.next) return;
    reading.current = page.next;
    void library
      .page({ ...queryOf(answer.asked), cursor: page.next, limit: PAGE }, new AbortController().signal)
      .then((read) => {
        reading.current = undefined;
        if (!read.ok) return;
        setAnswer((now) => {
          // The query has changed in the meantime, or the list was reloaded.
          if (now.page !== page) return now;
          const known = new Set(now.rows.map(({ id }) => id));
          const rows = [...now.rows, ...read.value.sessions.filter(({ id }) => !known.has(id))];
          loaded.current = { asked: now.asked, count: rows.length };
          return { ...now, page: read.value, rows };
        });
      });
  }, [library, answer]);

  return { ...answer, busy, failure, more, again: () => setAttempt((count) => count + 1) };
}

const TIME_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

function queryOf({ words, filters, sort, direction }: LibraryAsked) {
  const wanted = usesWords(words) ? words.trim() : '';
  return {
    filters,
    sort,
    timeZone: TIME_ZONE,
    ...(wanted === '' ? {} : { words: wanted }),
    ...(direction === undefined ? {} : { direction }),
  };
}
