/** The read model of how often skills are used, kept in the transaction of each append. */
import type { SessionEvent } from '../../../shared/events.ts';
import type { SkillUsage } from '../../../shared/skills/skill-list.ts';
import type { Db } from '../db.ts';
import { type EventRow, storedJson, toEvent } from '../event-log.ts';
import { createFactsTable } from './facts-table.ts';
import {
  advanceUse,
  carryUse,
  NO_USE,
  type OpenCall,
  type SessionUse,
  type SkillUse,
  USE_TYPES,
} from './skill-usage.ts';

export interface UsageTable {
  /** @param events continue what was applied before. None of a session that was imported. */
  apply(session: string, events: readonly SessionEvent[]): void;
  /** The whole log of a new branch. */
  carry(session: string, events: readonly SessionEvent[]): void;
  /** Keyed by skill, over all sessions of this data folder. @param session to report separately as well. */
  all(session?: string): ReadonlyMap<string, SkillUsage>;
  /** Drops everything and folds the log again. */
  rebuild(): void;
}

interface UseRow {
  readonly session: string;
  readonly skill: string;
  readonly loads: number;
  readonly runs: number;
  readonly last_used: string;
  readonly last_good: string | null;
  readonly error_at: string | null;
  readonly error: string | null;
}

interface SumRow {
  readonly skill: string;
  readonly sessions: number;
  readonly loads: number;
  readonly runs: number;
  readonly last_used: string;
  readonly last_good: string | null;
}

const LOOKED_AT: ReadonlySet<string> = new Set(USE_TYPES);
const TYPES = USE_TYPES.map((type) => `'${type}'`).join(', ');

export function createUsageTable(db: Db): UsageTable {
  const rowsOf = db.prepare<[string], UseRow>('SELECT * FROM skill_usage WHERE session = ?');
  const openOf = db.prepare<[string], { calls: string }>('SELECT calls FROM skill_calls WHERE session = ?');
  const put = db.prepare<[UseRow]>(
    `INSERT OR REPLACE INTO skill_usage (session, skill, loads, runs, last_used, last_good, error_at, error)
     VALUES (@session, @skill, @loads, @runs, @last_used, @last_good, @error_at, @error)`,
  );
  const putOpen = db.prepare<[string, string]>('INSERT OR REPLACE INTO skill_calls (session, calls) VALUES (?, ?)');
  const dropOpen = db.prepare<[string]>('DELETE FROM skill_calls WHERE session = ?');
  const sums = db.prepare<[], SumRow>(
    `SELECT skill, sum(loads + runs > 0) AS sessions, sum(loads) AS loads, sum(runs) AS runs,
       max(last_used) AS last_used, max(last_good) AS last_good
     FROM skill_usage GROUP BY skill`,
  );
  // From the row with the latest error: SQLite takes other columns from the row with the maximum (lang_select, 2.5).
  const errors = db.prepare<[], { skill: string; session: string; error: string; at: string }>(
    `SELECT skill, session, error, max(error_at) AS at FROM skill_usage WHERE error_at IS NOT NULL GROUP BY skill`,
  );
  const logged = db.prepare<[], EventRow>(
    `SELECT session, seq, at, type, raw FROM events WHERE type IN (${TYPES})
     AND session NOT IN (SELECT session FROM imports) ORDER BY session, seq`,
  );

  const load = (session: string): SessionUse => {
    const calls = openOf.get(session)?.calls;
    return {
      skills: Object.fromEntries(rowsOf.all(session).map((row) => [row.skill, useOf(row)])),
      open: calls === undefined ? {} : storedJson<Record<string, OpenCall>>(calls, {}),
    };
  };
  const store = (session: string, before: SessionUse, now: SessionUse): void => {
    for (const [skill, use] of Object.entries(now.skills)) {
      if (before.skills[skill] !== use) put.run(rowOf(session, skill, use));
    }
    if (now.open === before.open) return;
    if (Object.keys(now.open).length === 0) dropOpen.run(session);
    else putOpen.run(session, JSON.stringify(now.open));
  };

  const advance = (session: string, events: readonly SessionEvent[], step: typeof advanceUse): void => {
    if (!events.some(({ type }) => LOOKED_AT.has(type))) return;
    const before = load(session);
    const now = events.reduce(step, before);
    if (now !== before) store(session, before, now);
  };

  return {
    apply: (session, events) => advance(session, events, advanceUse),
    carry: (session, events) => advance(session, events, carryUse),
    all(session) {
      const here = new Map(session === undefined ? [] : rowsOf.all(session).map((row) => [row.skill, row]));
      const failed = new Map(errors.all().map((row) => [row.skill, row]));
      return new Map(
        sums.all().map(({ skill, last_used, last_good, ...counts }) => {
          const error = failed.get(skill);
          const own = here.get(skill);
          const usage: SkillUsage = {
            loads: counts.loads,
            runs: counts.runs,
            sessions: counts.sessions,
            ...(last_used === '' ? {} : { lastUsed: last_used }),
            ...(own === undefined ? {} : { here: { loads: own.loads, runs: own.runs } }),
            ...(error === undefined ? {} : { lastError: errorOf(error, last_good) }),
          };
          return [skill, usage];
        }),
      );
    },
    rebuild() {
      db.exec('DELETE FROM skill_usage; DELETE FROM skill_calls;');
      const copied = createFactsTable(db).copied();
      // Row by row, as a log may be larger than memory; written afterwards, as nothing is written while rows are read.
      const folded = new Map<string, SessionUse>();
      for (const row of logged.iterate()) {
        const step = row.seq <= (copied.get(row.session) ?? 0) ? carryUse : advanceUse;
        folded.set(row.session, step(folded.get(row.session) ?? NO_USE, toEvent(row)));
      }
      for (const [session, use] of folded) store(session, NO_USE, use);
    },
  };
}

const UNREADABLE_ERROR: NonNullable<SkillUse['error']> = { at: '', what: 'script', text: '', callId: '' };

const useOf = ({ loads, runs, last_used, last_good, error }: UseRow): SkillUse => ({
  loads,
  runs,
  lastUsed: last_used,
  ...(last_good === null ? {} : { lastGood: last_good }),
  ...(error === null ? {} : { error: storedJson(error, UNREADABLE_ERROR) }),
});

const rowOf = (session: string, skill: string, { loads, runs, lastUsed, lastGood, error }: SkillUse): UseRow => ({
  session,
  skill,
  loads,
  runs,
  last_used: lastUsed,
  last_good: lastGood ?? null,
  error_at: error?.at ?? null,
  error: error === undefined ? null : JSON.stringify(error),
});

function errorOf(
  { session, error: text, at }: { readonly session: string; readonly error: string; readonly at: string },
  lastGood: string | null,
): NonNullable<SkillUsage['lastError']> {
  const error = storedJson(text, UNREADABLE_ERROR);
  return { ...error, sessionId: session, ...(lastGood !== null && lastGood > at ? { workedSince: true } : {}) };
}
