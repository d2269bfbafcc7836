import type { SessionSummary } from '../../shared/contract.ts';

type DayGroup = 'today' | 'yesterday' | 'thisWeek' | 'thisMonth';

export type Row =
  /** `group` is a fixed label, or the month that it names. */
  | { readonly type: 'heading'; readonly key: string; readonly group: DayGroup | { readonly month: Date } }
  | { readonly type: 'session'; readonly key: string; readonly session: SessionSummary };

const DAY_MS = 86_400_000;

const startOfDay = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

function groupOf(updatedAt: string, now: Date): DayGroup | { readonly month: Date } {
  const date = new Date(updatedAt);
  // By calendar day and not by hours: an hour after midnight, earlier messages are yesterday's.
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY_MS);
  if (days <= 0) return 'today';
  if (days === 1) return 'yesterday';
  if (days < 7) return 'thisWeek';
  if (days < 30) return 'thisMonth';
  return { month: new Date(date.getFullYear(), date.getMonth(), 1) };
}

const keyOf = (group: DayGroup | { readonly month: Date }): string =>
  typeof group === 'string' ? group : `${group.month.getFullYear()}-${group.month.getMonth() + 1}`;

/** Sessions whose title contains `search`, ignoring case. */
export function titlesWith(sessions: readonly SessionSummary[], search: string): readonly SessionSummary[] {
  const wanted = search.trim().toLocaleLowerCase();
  return wanted === '' ? sessions : sessions.filter((session) => session.title.toLocaleLowerCase().includes(wanted));
}

/** Newest first, under headings by day, week and month. */
export function groupSessions(sessions: readonly SessionSummary[], now: Date): readonly Row[] {
  const rows: Row[] = [];
  let last = '';
  for (const session of sessions.toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt))) {
    const group = groupOf(session.updatedAt, now);
    const key = keyOf(group);
    if (key !== last) rows.push({ type: 'heading', key: `heading ${key}`, group });
    last = key;
    rows.push({ type: 'session', key: session.id, session });
  }
  return rows;
}
