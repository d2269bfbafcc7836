/** Reads of sessions on the disk, whatever process writes them. */
import type { SessionSummary } from '../../shared/contract.ts';
import type { EventBody, SessionEvent } from '../../shared/events.ts';
import type { SharedSession } from '../../shared/review/archive.ts';
import type { Correction } from '../../shared/review/correction.ts';
import type { Verdict } from '../../shared/review/reviews.ts';
import type { SearchResult } from '../../shared/review.ts';
import { ABOUT_THE_LIST } from '../../shared/session-list-events.ts';
import type { SkillUsage } from '../../shared/skills/skill-list.ts';
import { createLogEnds, type LogEnd, type LogEnds, readClosing } from './chain.ts';
import { type Db, explained } from './db.ts';
import {
  createDrafts,
  createEventLog,
  type Draft,
  type Drafts,
  type EventLog,
  type EventRange,
  type EventRow,
  perState,
} from './event-log.ts';
import { createImports, type Imports } from './imports.ts';
import {
  type AnswerRatios,
  type CardRecords,
  createAnswerRatios,
  createCardRecords,
  createFactsTable,
  type FactsTable,
  type ShownCard,
} from './projections/facts-table.ts';
import { createSearchIndex, type SearchIndex } from './projections/search-index.ts';
import type { SearchOptions } from './projections/search-lookup.ts';
import type { SearchedText, TerminalText } from './projections/search-texts.ts';
import { NO_FACTS, type SessionFacts } from './projections/session-facts.ts';
import { createSessionList, type SessionList, type SummaryQuery } from './projections/session-list.ts';
import { createUsageTable, type UsageTable } from './projections/usage-table.ts';
import { createReviewTable, type ReviewTable } from './reviews.ts';

/** A session that a team shares, as last seen. */
export interface SharedEntry {
  readonly entry: LibraryEntry;
  /** Name of the person who shared it, and the time in ISO 8601. */
  readonly by: string;
  readonly at: string;
  readonly here: SharedSession['here'];
  /** Verdicts on the whole session, where it is not here. */
  readonly verdicts: readonly Verdict[];
  /** Absolute: file of the texts that are searched, `SharedText[]` as JSON. */
  readonly texts: string;
}

export interface SharedText extends SearchedText {
  readonly seq: number;
  /** ISO 8601. */
  readonly at: string;
}

/** Marks and notes that were added here to an imported log. */
export function addedHere(store: Pick<StoreReading, 'events' | 'end'>, session: string): EventBody[] {
  const { events: given = 0 } = readClosing(store.end(session)?.closing ?? '') ?? {};
  return store.events(session, { afterSeq: given }).flatMap((event) => {
    const { v: _v, seq: _seq, at: _at, session: _session, prev: _prev, ...body } = event;
    return ABOUT_THE_LIST.has(event.type) ? [body as EventBody] : [];
  });
}

export interface Tables {
  readonly db: Db;
  readonly log: EventLog;
  readonly list: SessionList;
  readonly drafts: Drafts;
  readonly search: SearchIndex;
  readonly imports: Imports;
  readonly ratios: AnswerRatios;
  readonly facts: FactsTable;
  readonly usage: UsageTable;
  readonly cards: CardRecords;
  readonly ends: LogEnds;
  readonly reviews: ReviewTable;
  readonly library: () => readonly LibraryEntry[];
}

export interface LibraryEntry {
  readonly summary: SessionSummary;
  readonly facts: SessionFacts;
  readonly imported: boolean;
}

export function tablesOf(db: Db, terminal: TerminalText): Tables {
  const list = createSessionList(db);
  const imports = createImports(db);
  const facts = createFactsTable(db);
  return {
    db,
    log: createEventLog(db),
    list,
    drafts: createDrafts(db),
    search: createSearchIndex(db, terminal),
    imports,
    ratios: createAnswerRatios(db),
    facts,
    usage: createUsageTable(db),
    cards: createCardRecords(db),
    ends: createLogEnds(db),
    reviews: createReviewTable(db),
    library: perState(db, () => libraryOf({ list, facts, imports })),
  };
}

function libraryOf({ list, facts, imports }: Pick<Tables, 'list' | 'facts' | 'imports'>): readonly LibraryEntry[] {
  const known = facts.all();
  const imported = imports.all();
  return list
    .summaries({ includeDeleted: true })
    .map((summary) => ({ summary, facts: known.get(summary.id) ?? NO_FACTS, imported: imported.has(summary.id) }));
}

export type StoreReading = ReturnType<typeof readingPart>;

/** @param tables undefined where there is no database yet: all reads as empty. */
export function readingPart(file: string, tables: () => Tables | undefined) {
  const read = <T>(otherwise: T, work: (open: Tables) => T): T =>
    explained(file, () => {
      const open = tables();
      return open === undefined ? otherwise : work(open);
    });
  /** Treats a session as missing until its log is completely stored. */
  const readOne = <T>(session: string, otherwise: T, work: (open: Tables) => T): T =>
    read(otherwise, (open) => (open.imports.isHidden(session) ? otherwise : work(open)));
  return {
    /** In order; unknown types and newer versions become `unknown`, with their original. Empty for an unknown session. */
    events: (sessionId: string, range: EventRange = {}) =>
      readOne<SessionEvent[]>(sessionId, [], ({ log }) => log.read(sessionId, range)),
    /** The stored rows, in order, as they are. */
    rows: (sessionId: string, range: EventRange = {}) =>
      readOne<EventRow[]>(sessionId, [], ({ log }) => log.rows(sessionId, range)),
    /** Number of its last event; 0 for an unknown session. */
    lastSeq: (sessionId: string) => readOne(sessionId, 0, ({ log }) => log.lastSeq(sessionId)),
    /** Texts with every word, the latest first; complete at any time. */
    search: (words: string, options: SearchOptions) =>
      read<SearchResult>({ total: 0, results: [] }, ({ search }) => search.search(words, options)),
    /** Number of matching texts by session, including deleted ones. Undefined if `words` contains no word. */
    hits: (words: string) =>
      read<ReadonlyMap<string, number> | undefined>(undefined, ({ search }) => search.hits(words)),
    /** All sessions with what a library knows of them, deleted and imported ones too; the latest first. */
    library: () => read<readonly LibraryEntry[]>([], ({ library }) => library()),
    /** Number of conversations whose answers passed a skill over, by skill. */
    missedSkills: () => read<ReadonlyMap<string, number>>(new Map(), ({ usage }) => usage.missed()),
    /** Usage of each skill, by its id. @param sessionId to report separately as well. */
    skillUsage: (sessionId?: string) =>
      read<ReadonlyMap<string, SkillUsage>>(new Map(), ({ usage }) => usage.all(sessionId)),
    /** Results that show a record of that kind, of all sessions that were held here. */
    shownCards: (kind: string) => read<readonly ShownCard[]>([], ({ cards }) => cards.of(kind)),
    /** Artifact events of all sessions; each session's in order. */
    artifactEvents: () =>
      read<SessionEvent[]>([], ({ log, imports }) => {
        const hidden = new Set(imports.hidden());
        return log.artifacts().filter(({ session }) => !hidden.has(session));
      }),
    /** Watch events of the sessions that were held here; each session's in order, without what a branch copied. */
    watchEvents: () =>
      read<SessionEvent[]>([], ({ log, imports, facts }) => {
        const events = log.watches();
        if (events.length === 0) return events;
        const [imported, copied] = [imports.all(), facts.copied()];
        return events.filter(({ session, seq }) => !imported.has(session) && seq > (copied.get(session) ?? 0));
      }),
    /** True if the session came from elsewhere. */
    isImported: (sessionId: string) => readOne(sessionId, false, ({ imports }) => imports.has(sessionId)),
    has: (sessionId: string) => readOne(sessionId, false, ({ log }) => log.lastSeq(sessionId) > 0),
    /** The recorded end of its log; undefined for one of an older version. */
    end: (sessionId: string) =>
      readOne<LogEnd | undefined>(sessionId, undefined, ({ ends, imports }) => {
        const end = ends.of(sessionId);
        const isOpen = end !== undefined && end.closing === undefined && imports.has(sessionId);
        return isOpen ? { ...end, isOpen } : end;
      }),
    /** Latest first. */
    summaries: (query: SummaryQuery = {}) =>
      read<SessionSummary[]>([], ({ list, imports }) => {
        const imported = imports.all();
        return list.summaries(query).map((one) => (imported.has(one.id) ? { ...one, imported: true } : one));
      }),
    /** Token estimate correction, learned from the model's latest answers in all sessions; undefined while too few. */
    correction: (model: string) => read<Correction | undefined>(undefined, ({ ratios }) => ratios.correction(model)),
    /** Sessions of this data folder whose run was interrupted when the last writer ended, oldest first. */
    unfinished: () => read<string[]>([], ({ list, imports }) => list.unfinished().filter((id) => !imports.has(id))),
    /** Gone once the answer, or its failure, is in the log. */
    draft: (sessionId: string) => read<Draft | undefined>(undefined, ({ drafts }) => drafts.get(sessionId)),
  };
}
