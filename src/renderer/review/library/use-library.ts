import { useCallback, useEffect, useRef, useState } from 'react';
import type { LibraryPage, LibraryRow } from '../../../shared/review.ts';
import { type Failure, type LibraryAsked, useActions, useApp } from '../../store/index.ts';
import { usesWords } from './filters/search-words.ts';

/** Milliseconds without a key, or without another change of the sessions, after which the core is asked. */
const SETTLED_MS = 120;
const PAGE = 200;
/** The most that one question may answer. */
const MOST = 1_000;

export interface LibraryList {
  /** `page` is the latest answer; `rows` are from all pages read. */
  readonly page: LibraryPage | undefined;
  readonly rows: readonly LibraryRow[];
  /** Query of these rows. */
  readonly asked: LibraryAsked;
  /** Another answer is on its way. */
  readonly busy: boolean;
  readonly failure: Failure | undefined;
  /** The next page, where there is one. */
  more(): void;
  again(): void;
}

type Answer = Pick<LibraryList, 'page' | 'rows' | 'asked'>;

/** Reloads when the query or the sessions change, or the connection is back. Cancels an older request. */
export function useLibrary(): LibraryList {
  const { library } = useActions();
  const asked = useApp((data) => data.asked);
  const sessions = useApp((data) => data.sessions);
  const seenAt = useApp((data) => data.archive?.seenAt);
  const connection = useApp((data) => data.connection);
  const [answer, setAnswer] = useState<Answer>({ page: undefined, rows: [], asked });
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

export function queryOf({ words, filters, sort, direction }: LibraryAsked) {
  const wanted = usesWords(words) ? words.trim() : '';
  return {
    filters,
    sort,
    timeZone: TIME_ZONE,
    ...(wanted === '' ? {} : { words: wanted }),
    ...(direction === undefined ? {} : { direction }),
  };
}
