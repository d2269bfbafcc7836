/** The sessions that a reviewer looks for: filters, rows, pages. */

import { z } from 'zod';
import { RUN_STATES } from '../events.ts';
import { SHARED_HERE } from './archive.ts';
import { VERDICTS } from './reviews.ts';

// Filters and sort orders of the library.

/** Model name in the log if another program did not record it. */
export const UNKNOWN_MODEL = 'unknown';

/** End of a session's last run: `running` during a run, `none` before the first message. */
export const OUTCOMES = ['completed', 'stopped', 'error', 'max-iterations', 'refused', 'running', 'none'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/**
 * Origin of a session: created here, imported from another Skilldeck, written by another program, or shared by a colleague
 * in the team's archive.
 */
export const ORIGINS = ['here', 'imported', 'foreign', 'shared'] as const;
export type Origin = (typeof ORIGINS)[number];

/**
 * Problems: anything that failed, a step of a minute or more, the same call five times in a row, a refused approval,
 * claims that no source holds, evidence that does not hold.
 */
export const PROBLEMS = ['failed', 'slow', 'loop', 'refused', 'unsupported', 'unverified'] as const;

/** Verdicts on the whole session; `none`: no one gave one. */
export const JUDGED = [...VERDICTS, 'none'] as const;

export const LIBRARY_SORTS = [
  'updated',
  'created',
  'title',
  'turns',
  'tokens',
  'cost',
  'errors',
  'duration',
  'hits',
] as const;
export type LibrarySort = (typeof LIBRARY_SORTS)[number];

const names = z.array(z.string().max(500)).max(200);
const which = z.enum(['without', 'with', 'only']);

/** An absent or empty filter matches everything; a list matches any of its values. */
export const libraryFiltersSchema = z.object({
  /** ISO 8601 in UTC, of the session's last change: `from` included, `to` not. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  environments: names.optional(),
  skills: names.optional(),
  models: names.optional(),
  outcomes: z.array(z.enum(OUTCOMES)).optional(),
  tags: names.optional(),
  origins: z.array(z.enum(ORIGINS)).optional(),
  problems: z.array(z.enum(PROBLEMS)).optional(),
  verdicts: z.array(z.enum(JUDGED)).optional(),
  /** US dollars, both included. A session without a price has no cost, and is in no range. */
  cost: z.object({ min: z.number().min(0).optional(), max: z.number().min(0).optional() }).optional(),
  /** Default: `without`. */
  archived: which.optional(),
  /** Default: `without`. */
  deleted: which.optional(),
});
export type LibraryFilters = z.infer<typeof libraryFiltersSchema>;

const libraryRowSchema = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** `YYYY-MM-DD` of `updatedAt`, in the time zone that was asked for. */
  day: z.string(),
  environment: z.string(),
  origin: z.enum(ORIGINS),
  /** Ids of all that were ever loaded, in the order of first use. */
  skills: z.array(z.string()),
  /** That answered, in the order of first use; before that the one that is set. */
  models: z.array(z.string()),
  outcome: z.enum(OUTCOMES),
  runState: z.enum(RUN_STATES),
  /** Messages of the person's that count. */
  turns: z.int(),
  /** Absent, like tokens, where an imported transcript says nothing of them. */
  requests: z.int().optional(),
  toolCalls: z.int(),
  /** Reported for all its requests; if the provider reports nothing, our estimate of what was sent. */
  tokens: z.int().optional(),
  /** US dollars by the price table; absent where no model of it has a price. What a fork was copied from is not in it. */
  cost: z.number().optional(),
  /** Models that took tokens and have no price. */
  unpriced: z.array(z.string()),
  /** Failed tool calls, failed requests, and runs that ended in an error. */
  errors: z.int(),
  /** Approval requests approved, and denied. */
  approvals: z.object({ given: z.int(), denied: z.int() }),
  /** Milliseconds that runs took in all, waiting for answers included; absent for a transcript without times. */
  duration: z.int().optional(),
  notes: z.int(),
  /** Each once, of all reviewers. */
  verdicts: z.array(z.enum(VERDICTS)),
  /** Facts of the steps, `true` where there is one. */
  slow: z.literal(true).optional(),
  loop: z.literal(true).optional(),
  unsupported: z.literal(true).optional(),
  /** Absent where it was not asked for. */
  unverified: z.boolean().optional(),
  pinned: z.boolean(),
  archived: z.boolean(),
  deleted: z.boolean(),
  tags: z.array(z.string()),
  forkedFrom: z.object({ session: z.string(), seq: z.int() }).optional(),
  /** In the team's archive, as last seen; `by`: who shared it, as they call themselves. */
  shared: z.object({ by: z.string(), at: z.string(), here: z.enum(SHARED_HERE) }).optional(),
  /** Texts in it that have every word; absent where none were asked for. */
  hits: z.int().optional(),
});
export type LibraryRow = z.infer<typeof libraryRowSchema>;

const facet = z.array(z.object({ value: z.string(), count: z.int() }));

export const libraryQuerySchema = z.object({
  filters: libraryFiltersSchema.optional(),
  /** Same as in `search`: sessions with a text that contains every word. */
  words: z.string().max(1_000).optional(),
  sort: z.enum(LIBRARY_SORTS).optional(),
  /** Default: as the sort suggests (names upwards, figures and times downwards). */
  direction: z.enum(['up', 'down']).optional(),
  /** IANA, such as `Asia/Shanghai`, for days; default UTC. */
  timeZone: z.string().max(100).optional(),
  /** `next` of the page before. */
  cursor: z.string().max(300).optional(),
  limit: z.int().min(1).max(1_000).optional(),
});
export type LibraryQuery = z.infer<typeof libraryQuerySchema>;

export const libraryPageSchema = z.object({
  /** Pinned ones first where they are sorted by time. */
  sessions: z.array(libraryRowSchema),
  /** Over all pages. */
  total: z.int(),
  /** Absent on the last page. */
  next: z.string().optional(),
  /** Count for each value with all other filters unchanged; values without matches are omitted unless chosen. */
  facets: z.object({
    environments: facet,
    skills: facet,
    models: facet,
    outcomes: facet,
    tags: facet,
    origins: facet,
    /** `unverified` only where it is filtered by; then also where there is none. */
    problems: facet,
    verdicts: facet,
    archived: z.int(),
    deleted: z.int(),
  }),
  /** Over all pages. */
  sums: z.object({ tokens: z.int(), cost: z.number() }),
});
export type LibraryPage = z.infer<typeof libraryPageSchema>;

// A session at a glance: what was asked, what came of it, and the steps in between.

/** Turns at the beginning and at the end that are shown of a long session. */
export const PREVIEWED_TURNS = 20;

const previewedTurnSchema = z.object({
  /** Event of the person's message. */
  seq: z.int(),
  text: z.string(),
  /** The last answer, with its event; absent where none came. */
  answer: z.object({ seq: z.int(), text: z.string() }).optional(),
  steps: z.array(
    z.object({
      seq: z.int(),
      text: z.string(),
      failed: z.boolean(),
      /** Command or path of a call, its arguments and its result. */
      said: z.string().optional(),
      given: z.string().optional(),
      result: z.string().optional(),
    }),
  ),
  /** Steps beyond those that are listed. */
  moreSteps: z.int(),
  /** The conversation continued from before it. */
  setAside: z.boolean(),
});

export const previewSchema = z.object({
  session: z.string(),
  title: z.string(),
  model: z.string(),
  events: z.int(),
  outcome: z.enum(OUTCOMES),
  /** In all; those that are not in `turns` lie between its first and its last ones. */
  turnCount: z.int(),
  turns: z.array(previewedTurnSchema),
});
export type Preview = z.infer<typeof previewSchema>;

/** Search in all that was said and printed. */
export const SEARCH_ROLES = ['user', 'assistant', 'reasoning', 'call', 'tool', 'terminal', 'title'] as const;
export type SearchRole = (typeof SEARCH_ROLES)[number];

/** Start and end, in UTF-16 code units. */
const place = z.tuple([z.int(), z.int()]);

export const searchQuerySchema = z.object({
  words: z.string().max(1_000),
  limit: z.int().min(1).max(1_000).optional(),
  /** Limits the search to one session, deleted or not. */
  sessionId: z.string().min(1).max(100).optional(),
  roles: z.array(z.enum(SEARCH_ROLES)).optional(),
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

export const searchResultSchema = z.object({
  /** Number of texts that contain every word, shown or not. */
  total: z.int(),
  results: z.array(
    z.object({
      session: z.string(),
      title: z.string(),
      seq: z.int(),
      at: z.string(),
      role: z.enum(SEARCH_ROLES),
      /** For a tool's result and a script's output. */
      callId: z.string().optional(),
      /** True where the conversation continued from an earlier point: the text no longer counts for the context. */
      rewound: z.boolean(),
      /** The text around the first hit, on one line. */
      snippet: z.string(),
      /** Hits in the snippet: start and end, in UTF-16 code units. */
      hits: z.array(place),
      /** First hits in the whole text, for highlighting in place; for `terminal`, in its plain text. */
      places: z.array(place).optional(),
    }),
  ),
});
export type SearchResult = z.infer<typeof searchResultSchema>;
export type SearchHit = SearchResult['results'][number];
