/** The read model of how often skills are used, kept in the transaction of each append. */
import type { EventOf, EventType, SessionEvent } from '../../../shared/events.ts';
import type { SkillUsage } from '../../../shared/skills/skill-list.ts';
import type { Db } from '../db.ts';
import { type EventRow, storedJson, toEvent } from '../event-log.ts';
import { createFactsTable, EVALS } from './facts-table.ts';

interface SkillError {
  /** ISO 8601. */
  readonly at: string;
  readonly what: 'load' | 'script';
  /** End of the tool result that the model saw, where programs report their errors. */
  readonly text: string;
  readonly callId: string;
}

interface SkillUse {
  readonly loads: number;
  readonly runs: number;
  /** ISO 8601, of the last load or run. */
  readonly lastUsed: string;
  /** Time of the last successful run. */
  readonly lastGood?: string | undefined;
  readonly error?: SkillError | undefined;
}

/** A call that is under way and is about a skill. */
interface OpenCall {
  readonly skill: string;
  readonly what: SkillError['what'];
  /** The run is over; the tool's answer is still to come. */
  readonly ended?: 'well' | 'badly' | undefined;
  /** The tool has answered; the run continues in the background. */
  readonly answered?: true | undefined;
}

interface SessionUse {
  readonly skills: Readonly<Record<string, SkillUse>>;
  readonly open: Readonly<Record<string, OpenCall>>;
}

/**
 * The fold behind "how often used" of the skills list: of one session, what each skill was loaded and run for, and what
 * went wrong with it last. Over all events, those that a rewind replaced included: they happened. Pure.
 */
const NO_USE: SessionUse = { skills: {}, open: {} };

/** Events this fold uses; it ignores all others. */
const USE_TYPES = [
  'skill-loaded',
  'reference-loaded',
  'tool-started',
  'tool-finished',
  'script-started',
  'script-finished',
] as const satisfies readonly EventType[];

/** Tools by which a model asks for a skill or a part of it, and the argument that names the skill. */
const ASKING: Readonly<Record<string, string>> = {
  load_skill: 'name',
  load_skill_reference: 'skill_name',
  skill_load: 'skill',
  skill_select_docs: 'skill',
  skill: 'skill',
  load_skill_through_path: 'skillId',
};

/** UTF-16 units of an error's text: a few lines. */
const MAX_ERROR_LENGTH = 600;

function advanceUse(use: SessionUse, event: SessionEvent): SessionUse {
  switch (event.type) {
    case 'skill-loaded':
      return used(use, event.skill, event.at, { loads: 1, runs: 0 });
    case 'reference-loaded':
      return used(use, event.skill, event.at, { loads: 0, runs: 0 });
    case 'tool-started': {
      const skill = askedFor(event);
      return skill === undefined ? use : opened(use, event.callId, { skill, what: 'load' });
    }
    case 'script-started': {
      const skill = skillOfRun(use, event);
      if (skill === undefined) return use;
      return opened(used(use, skill, event.at, { loads: 0, runs: 1 }), event.callId, { skill, what: 'script' });
    }
    case 'script-finished':
      return ranOut(use, event);
    case 'tool-finished':
      return closed(use, event);
    default:
      return use;
  }
}

/** For copied events: usage counts in the original session, but the skills are also loaded in the branch. */
function carryUse(use: SessionUse, event: SessionEvent): SessionUse {
  if (event.type !== 'skill-loaded' || Object.hasOwn(use.skills, event.skill)) return use;
  return { ...use, skills: { ...use.skills, [event.skill]: { loads: 0, runs: 0, lastUsed: '' } } };
}

/** A skill, and what a model calls its calls, may be named `constructor`. */
const entry = <T>(entries: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(entries, name) ? entries[name] : undefined;

function used(use: SessionUse, skill: string, at: string, more: Pick<SkillUse, 'loads' | 'runs'>): SessionUse {
  const before = entry(use.skills, skill) ?? { loads: 0, runs: 0 };
  const now = { ...before, loads: before.loads + more.loads, runs: before.runs + more.runs, lastUsed: at };
  return { ...use, skills: { ...use.skills, [skill]: now } };
}

const opened = (use: SessionUse, callId: string, call: OpenCall): SessionUse => ({
  ...use,
  open: { ...use.open, [callId]: call },
});

function askedFor({ name, arguments: text }: EventOf<'tool-started'>): string | undefined {
  const key = Object.hasOwn(ASKING, name) ? ASKING[name] : undefined;
  if (key === undefined) return undefined;
  try {
    const given: unknown = JSON.parse(text);
    const skill = typeof given === 'object' && given !== null ? Reflect.get(given, key) : undefined;
    return typeof skill === 'string' && skill !== '' ? skill : undefined;
  } catch {
    // Arguments that are no JSON name no skill.
    return undefined;
  }
}

/** Finds the loaded skill whose folder, named by its id, contains the script. The innermost folder wins. */
function skillOfRun({ skills }: SessionUse, { command, cwd }: EventOf<'script-started'>): string | undefined {
  const where = `${command}\n${cwd}/`.replaceAll('\\', '/');
  const places = Object.keys(skills).map((id) => ({ id, at: where.indexOf(`/${id}/`) }));
  return places.filter(({ at }) => at >= 0).toSorted((a, b) => b.at - a.at)[0]?.id;
}

function ranOut(use: SessionUse, event: EventOf<'script-finished'>): SessionUse {
  const call = entry(use.open, event.callId);
  if (call === undefined) return use;
  const isGood = event.exitCode === 0 && !event.timedOut;
  const ended =
    call.answered === true
      ? without(use, event.callId)
      : opened(use, event.callId, { ...call, ended: isGood ? 'well' : 'badly' });
  if (event.stopped === true) return without(use, event.callId);
  // The error text follows with the tool's answer; a background run has none.
  return isGood ? ranWell(ended, call, event.at) : failed(ended, call, event, '');
}

function ranWell(use: SessionUse, { skill }: OpenCall, at: string): SessionUse {
  const before = entry(use.skills, skill);
  return before === undefined ? use : { ...use, skills: { ...use.skills, [skill]: { ...before, lastGood: at } } };
}

function closed(use: SessionUse, event: EventOf<'tool-finished'>): SessionUse {
  const call = entry(use.open, event.callId);
  if (call === undefined) return use;
  const runsOn = call.what === 'script' && call.ended === undefined;
  const next = runsOn ? opened(use, event.callId, { ...call, answered: true }) : without(use, event.callId);
  const isFailure = call.what === 'load' ? !event.ok : call.ended === 'badly';
  return isFailure ? failed(next, call, event, tail(event.content)) : next;
}

function without(use: SessionUse, callId: string): SessionUse {
  const { [callId]: _closed, ...open } = use.open;
  return { ...use, open };
}

function failed(
  use: SessionUse,
  { skill, what }: OpenCall,
  { callId, at }: { readonly callId: string; readonly at: string },
  text: string,
): SessionUse {
  const before = entry(use.skills, skill) ?? { loads: 0, runs: 0, lastUsed: '' };
  return { ...use, skills: { ...use.skills, [skill]: { ...before, error: { at, what, text, callId } } } };
}

const tail = (text: string): string => {
  const trimmed = text.trim();
  return trimmed.length <= MAX_ERROR_LENGTH ? trimmed : `…${trimmed.slice(-MAX_ERROR_LENGTH)}`;
};

export type UsageTable = ReturnType<typeof createUsageTable>;

interface UseRow {
  readonly session: string;
  readonly skill: string;
  readonly loads: number;
  readonly runs: number;
  readonly lastUsed: string;
  readonly lastGood: string | null;
  readonly errorAt: string | null;
  readonly error: string | null;
}

interface SumRow extends Pick<UseRow, 'skill' | 'loads' | 'runs' | 'lastUsed' | 'lastGood'> {
  readonly sessions: number;
}

const LOOKED_AT: ReadonlySet<string> = new Set(USE_TYPES);
const TYPES = USE_TYPES.map((type) => `'${type}'`).join(', ');

export function createUsageTable(db: Db) {
  const rowsOf = db.prepare<[string], UseRow>('SELECT * FROM skill_usage WHERE session = ?');
  const openOf = db.prepare<[string], { calls: string }>('SELECT calls FROM skill_calls WHERE session = ?');
  const put = db.prepare<[UseRow]>(
    `INSERT OR REPLACE INTO skill_usage (session, skill, loads, runs, lastUsed, lastGood, errorAt, error)
     VALUES (@session, @skill, @loads, @runs, @lastUsed, @lastGood, @errorAt, @error)`,
  );
  const putOpen = db.prepare<[string, string]>('INSERT OR REPLACE INTO skill_calls (session, calls) VALUES (?, ?)');
  const dropOpen = db.prepare<[string]>('DELETE FROM skill_calls WHERE session = ?');
  const sums = db.prepare<[], SumRow>(
    `SELECT skill, sum(loads + runs > 0) AS sessions, sum(loads) AS loads, sum(runs) AS runs,
       max(lastUsed) AS lastUsed, max(lastGood) AS lastGood
     FROM skill_usage WHERE session NOT IN (${EVALS}) GROUP BY skill`,
  );
  // From the row with the latest error: SQLite takes other columns from the row with the maximum (lang_select, 2.5).
  const errors = db.prepare<[], { skill: string; session: string; error: string; at: string }>(
    `SELECT skill, session, error, max(errorAt) AS at FROM skill_usage
     WHERE errorAt IS NOT NULL AND session NOT IN (${EVALS}) GROUP BY skill`,
  );
  const logged = db.prepare<[], EventRow>(
    `SELECT session, seq, at, type, raw FROM events WHERE type IN (${TYPES})
     AND session NOT IN (SELECT session FROM imports) ORDER BY session, seq`,
  );
  // By a partial index, `events_missed`: few events of a log are of this type. Copied ones count in the original session.
  const misses = db.prepare<[], { skill: string; count: number }>(
    `SELECT raw ->> '$.skill' AS skill, count(*) AS count FROM events
     WHERE type = 'skill-missed' AND json_valid(raw) AND session NOT IN (SELECT session FROM imports UNION ${EVALS}) AND seq > coalesce(
       (SELECT facts ->> '$.forkedFrom.seq' FROM session_facts AS f WHERE f.session = events.session AND json_valid(facts)), 0)
     GROUP BY 1`,
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
    /** @param events continue what was applied before. None of a session that was imported. */
    apply: (session: string, events: readonly SessionEvent[]) => advance(session, events, advanceUse),
    /** The whole log of a new branch. */
    carry: (session: string, events: readonly SessionEvent[]) => advance(session, events, carryUse),
    /** Keyed by skill, over all sessions of this data folder but evals. @param session to report separately as well. */
    all(session?: string) {
      const here = new Map(session === undefined ? [] : rowsOf.all(session).map((row) => [row.skill, row]));
      const failed = new Map(errors.all().map((row) => [row.skill, row]));
      return new Map(
        sums.all().map(({ skill, lastUsed, lastGood, loads, runs, sessions }) => {
          const error = failed.get(skill);
          const own = here.get(skill);
          const usage: SkillUsage = {
            loads,
            runs,
            sessions,
            ...(lastUsed === '' ? {} : { lastUsed }),
            ...(own === undefined ? {} : { here: { loads: own.loads, runs: own.runs } }),
            ...(error === undefined ? {} : { lastError: errorOf(error, lastGood) }),
          };
          return [skill, usage];
        }),
      );
    },
    /** Number of conversations whose answers passed a skill over, by skill; of the same sessions. */
    missed: () => new Map(misses.all().map(({ skill, count }) => [skill, count])),
    /** Drops everything and folds the log again. */
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

const useOf = ({ loads, runs, lastUsed, lastGood, error }: UseRow): SkillUse => ({
  loads,
  runs,
  lastUsed,
  ...(lastGood === null ? {} : { lastGood }),
  ...(error === null ? {} : { error: storedJson(error, UNREADABLE_ERROR) }),
});

const rowOf = (session: string, skill: string, { lastGood, error, ...use }: SkillUse): UseRow => ({
  ...use,
  session,
  skill,
  lastGood: lastGood ?? null,
  errorAt: error?.at ?? null,
  error: error === undefined ? null : JSON.stringify(error),
});

function errorOf(
  { session, error: text, at }: { readonly session: string; readonly error: string; readonly at: string },
  lastGood: string | null,
): NonNullable<SkillUsage['lastError']> {
  const error = storedJson(text, UNREADABLE_ERROR);
  return { ...error, sessionId: session, ...(lastGood !== null && lastGood > at ? { workedSince: true } : {}) };
}
