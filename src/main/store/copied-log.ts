/** The log of a branch: what it was copied from, under its own id. */
import { Relinking } from './chain.ts';
import type { EventRow } from './event-log.ts';

export interface LogCopy {
  /** Sequence number of the last event to copy. */
  readonly toSeq: number;
  /** Workspace of the new session. */
  readonly workspace: string;
  /** It was written on another machine: what it says of endpoints, keys and folders gives no rights on this one. */
  readonly fromElsewhere: boolean;
}

const SETTINGS: ReadonlySet<string> = new Set(['session-created', 'settings-changed']);

/** Keeps every event's number, time and content, with a chain over the copy: requests are built from them. Copies a non-JSON row unchanged. */
export function copiedRows(
  rows: readonly EventRow[],
  session: string,
  { toSeq, workspace, fromElsewhere }: LogCopy,
): EventRow[] {
  const links = new Relinking();
  return rows
    .filter(({ seq }) => seq <= toSeq)
    .map((row) => {
      const own = row.type === 'session-created' ? { workspace, forkedFrom: { session: row.session, seq: toSeq } } : {};
      // No request is made of either.
      const dropped = fromElsewhere && SETTINGS.has(row.type) ? { pinned: undefined, foreign: undefined } : {};
      return { ...row, session, raw: links.next(row, rewritten(row.raw, { session, ...own, ...dropped })) };
    });
}

function rewritten(raw: string, change: Readonly<Record<string, unknown>>): string {
  try {
    const event: unknown = JSON.parse(raw);
    return event === null || typeof event !== 'object' ? raw : JSON.stringify({ ...event, ...change });
  } catch {
    return raw;
  }
}
