/** What review answers: search, library, cost, comparison, export, import, verification. */
import { z } from 'zod';
import { PART_KINDS, RUN_STATES, usageSchema } from './events.ts';

export const SEARCH_ROLES = ['user', 'assistant', 'tool', 'terminal', 'title'] as const;
export type SearchRole = (typeof SEARCH_ROLES)[number];

/** How a session's last run ended: `running` while one goes on, `none` where nothing was asked yet. */
export const OUTCOMES = ['completed', 'stopped', 'error', 'max-iterations', 'refused', 'running', 'none'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** Where a session is from: made here, taken in from another Skilldeck, or written by another program. */
export const ORIGINS = ['here', 'imported', 'foreign'] as const;
export type Origin = (typeof ORIGINS)[number];

const names = z.array(z.string().max(500)).max(200);
const which = z.enum(['without', 'with', 'only']);

/** What is absent or empty narrows nothing; of a list, any one suffices. */
export const libraryFiltersSchema = z.object({
  /** ISO 8601 in UTC, of the session's last change: `from` included, `to` not. */
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
  environments: names.optional(),
  skills: names.optional(),
  models: names.optional(),
  outcomes: z.array(z.enum(OUTCOMES)).optional(),
  tags: names.optional(),
  origins: z.array(z.enum(ORIGINS)).optional(),
  /** US dollars, both included. A session without a price has no cost, and is in no range. */
  cost: z.object({ min: z.number().min(0).optional(), max: z.number().min(0).optional() }).optional(),
  pinned: z.boolean().optional(),
  /** Default: `without`. */
  archived: which.optional(),
  /** Default: `without`. */
  deleted: which.optional(),
});
export type LibraryFilters = z.infer<typeof libraryFiltersSchema>;

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

export const libraryRowSchema = z.object({
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
  requests: z.int(),
  toolCalls: z.int(),
  /** As reported, over all its requests; where the provider reports nothing, our estimate of what was sent. */
  tokens: z.int(),
  /** US dollars by the price table; absent where no model of it has a price. What a fork was copied from is not in it. */
  cost: z.number().optional(),
  /** Models that took tokens and have no price. */
  unpriced: z.array(z.string()),
  /** Failed tool calls, failed requests, and runs that ended in an error. */
  errors: z.int(),
  /** Questions that were answered with a yes, and with a no. */
  approvals: z.object({ given: z.int(), denied: z.int() }),
  /** Milliseconds that runs took in all, waiting for answers included. */
  duration: z.int(),
  notes: z.int(),
  pinned: z.boolean(),
  archived: z.boolean(),
  deleted: z.boolean(),
  tags: z.array(z.string()),
  forkedFrom: z.object({ session: z.string(), seq: z.int() }).optional(),
  /** Texts in it that have every word; absent where none were asked for. */
  hits: z.int().optional(),
});
export type LibraryRow = z.infer<typeof libraryRowSchema>;

const facet = z.array(z.object({ value: z.string(), count: z.int() }));

export const libraryQuerySchema = z.object({
  filters: libraryFiltersSchema.optional(),
  /** As in `search`: sessions with a text that has every word. */
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
  /** Of all pages. */
  total: z.int(),
  /** Absent on the last page. */
  next: z.string().optional(),
  /** How many each value would give with all other filters as they are; values without any are left out, save those chosen. */
  facets: z.object({
    days: facet,
    environments: facet,
    skills: facet,
    models: facet,
    outcomes: facet,
    tags: facet,
    origins: facet,
    archived: z.int(),
    deleted: z.int(),
    pinned: z.int(),
    /** Of what is there; absent where nothing has a price. */
    cost: z.object({ min: z.number(), max: z.number() }).optional(),
  }),
  /** Of all pages. */
  sums: z.object({ tokens: z.int(), cost: z.number(), errors: z.int(), turns: z.int() }),
});
export type LibraryPage = z.infer<typeof libraryPageSchema>;

/** From, to, in UTF-16 code units. */
const place = z.tuple([z.int(), z.int()]);

export const searchQuerySchema = z.object({
  words: z.string().max(1_000),
  limit: z.int().min(1).max(1_000).optional(),
  /** Passes over the first ones. */
  offset: z.int().min(0).optional(),
  /** Within one session alone, deleted or not. */
  sessionId: z.string().min(1).max(100).optional(),
  roles: z.array(z.enum(SEARCH_ROLES)).optional(),
  filters: libraryFiltersSchema.optional(),
});
export type SearchQuery = z.infer<typeof searchQuerySchema>;

export const searchResultSchema = z.object({
  /** Of all texts that have every word, shown or not. */
  total: z.int(),
  results: z.array(
    z.object({
      session: z.string(),
      title: z.string(),
      seq: z.int(),
      at: z.string(),
      role: z.enum(SEARCH_ROLES),
      /** Of a tool's result and of what a script printed. */
      callId: z.string().optional(),
      /** True where the conversation went on from an earlier point: the text no longer counts for the context. */
      rewound: z.boolean(),
      /** The text around the first hit, on one line. */
      snippet: z.string(),
      /** Where the hits are in the snippet: from, to, in UTF-16 code units. */
      hits: z.array(place),
      /** Where the first hits are in the whole text, to be shown in place; of `terminal` in its plain text. */
      places: z.array(place).optional(),
    }),
  ),
});
export type SearchResult = z.infer<typeof searchResultSchema>;
export type SearchHit = SearchResult['results'][number];

const spentSchema = z.object({
  /** As reported; without a report our estimate. */
  promptTokens: z.int(),
  cachedTokens: z.int(),
  completionTokens: z.int(),
  /** US dollars; absent where a model of it has no price. */
  cost: z.number().optional(),
});

/** Something that stood in requests: what carrying it took. */
const carriedSchema = z.object({
  /** Tokens of it in one request, at the most. */
  tokens: z.int(),
  /** Requests that had it. */
  requests: z.int(),
  /** Added up over those requests, and how many of these the provider's cache gave back. */
  carried: z.int(),
  cached: z.int(),
  /** Its part of what the prompts cost, in US dollars, and of all that the session cost (0 to 1). */
  cost: z.number().optional(),
  share: z.number().optional(),
});
export type Carried = z.infer<typeof carriedSchema>;

export const turnCostSchema = spentSchema.extend({
  /** Of the person's message, and the last event of the turn. */
  seq: z.int(),
  toSeq: z.int(),
  at: z.string(),
  /** Its beginning, on one line. */
  text: z.string(),
  requests: z.int(),
  toolCalls: z.int(),
  errors: z.int(),
  approvals: z.int(),
  ms: z.int(),
  share: z.number().optional(),
  outcome: z.enum(OUTCOMES),
  /** The conversation went on from before it. */
  setAside: z.boolean(),
  /** Of a fork: copied, and paid for elsewhere. */
  copied: z.boolean(),
});
export type TurnCost = z.infer<typeof turnCostSchema>;

export const STEP_KINDS = ['model', 'tool', 'approval'] as const;

export const sessionCostsSchema = z.object({
  /** Copied turns of a fork not counted. */
  total: spentSchema.extend({ requests: z.int(), unpriced: z.array(z.string()), ms: z.int() }),
  turns: z.array(turnCostSchema),
  skills: z.array(carriedSchema.extend({ skill: z.string(), loads: z.int(), seq: z.int() })),
  references: z.array(carriedSchema.extend({ skill: z.string(), path: z.string(), loads: z.int(), seq: z.int() })),
  /** By name; what is carried are its results. */
  tools: z.array(
    carriedSchema.extend({
      tool: z.string(),
      calls: z.int(),
      failed: z.int(),
      ms: z.int(),
      slowest: z.int(),
      seq: z.int(),
    }),
  ),
  /** What requests were made of, by kind. */
  kinds: z.array(carriedSchema.extend({ kind: z.enum(PART_KINDS) })),
  /** Milliseconds each, the slowest first. */
  slowSteps: z.array(z.object({ kind: z.enum(STEP_KINDS), name: z.string(), seq: z.int(), ms: z.int() })),
  errors: z.array(
    z.object({
      kind: z.enum(['model', 'tool', 'run']),
      name: z.string(),
      message: z.string(),
      seq: z.int(),
      at: z.string(),
    }),
  ),
  approvals: z.array(
    z.object({
      seq: z.int(),
      at: z.string(),
      callId: z.string(),
      action: z.string(),
      what: z.string(),
      /** Absent where nobody answered. */
      decision: z.enum(['once', 'session', 'always', 'denied']).optional(),
      unasked: z.boolean(),
      waitedMs: z.int(),
    }),
  ),
});
export type SessionCosts = z.infer<typeof sessionCostsSchema>;

const comparedTurnSchema = z.object({
  seq: z.int(),
  toSeq: z.int(),
  text: z.string(),
  answer: z.string(),
  requests: z.int(),
  /** Of its last request, by kind, in tokens. */
  parts: z.record(z.string(), z.int()),
  /** Tokens of its last request. */
  context: z.int(),
  usage: usageSchema,
  cost: z.number().optional(),
  ms: z.int(),
  /** Names with how often each was called. */
  tools: z.record(z.string(), z.int()),
  skills: z.array(z.string()),
  errors: z.int(),
  outcome: z.enum(OUTCOMES),
});
export type ComparedTurn = z.infer<typeof comparedTurnSchema>;

export const COMPARED_FIELDS = ['text', 'answer', 'context', 'tools', 'skills', 'tokens', 'outcome'] as const;

export const comparisonSchema = z.object({
  a: z.object({ session: z.string(), title: z.string(), model: z.string(), turns: z.int() }),
  b: z.object({ session: z.string(), title: z.string(), model: z.string(), turns: z.int() }),
  /** In order; a turn that only one of them has stands alone. */
  turns: z.array(
    z.object({
      a: comparedTurnSchema.optional(),
      b: comparedTurnSchema.optional(),
      /** Of what the person wrote: 1 is the same, 0 nothing alike. */
      similarity: z.number(),
      /** In what they differ; empty where only one is there. */
      differs: z.array(z.enum(COMPARED_FIELDS)),
    }),
  ),
  /** b against a, over the whole sessions. */
  totals: z.object({
    a: spentSchema.extend({ requests: z.int(), ms: z.int(), errors: z.int(), outcome: z.enum(OUTCOMES) }),
    b: spentSchema.extend({ requests: z.int(), ms: z.int(), errors: z.int(), outcome: z.enum(OUTCOMES) }),
  }),
});
export type Comparison = z.infer<typeof comparisonSchema>;

export const EXPORT_FORMATS = ['jsonl', 'md', 'html', 'pdf'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const REDACTION_KINDS = ['key', 'email', 'phone', 'card', 'home', 'own'] as const;
export type RedactionKind = (typeof REDACTION_KINDS)[number];

/** A pattern of the person's own: words as they are, or with `regex` a regular expression. Letters in either case. */
export const ownPatternSchema = z.object({ pattern: z.string().min(1).max(500), regex: z.boolean().optional() });
export type OwnPattern = z.infer<typeof ownPatternSchema>;

/** What is taken out of an export, and what of it the person keeps. */
export const redactionChoiceSchema = z.object({
  patterns: z.array(ownPatternSchema).max(50).optional(),
  /** Ids of finds that stay as they are. */
  keep: z.array(z.string().max(100)).max(100_000).optional(),
});

export const redactionFindSchema = z.object({
  /** The same text has the same id wherever it stands, and at any later look. */
  id: z.string(),
  kind: z.enum(REDACTION_KINDS),
  /** As it stands there. */
  text: z.string(),
  /** With its middle hidden, where it is a secret. */
  masked: z.string(),
  /** What will stand in its place. */
  replacement: z.string(),
  /** Where it stands first, with what is around it there; 0 where no event is meant. */
  seq: z.int(),
  before: z.string(),
  after: z.string(),
  /** How often in the whole session. */
  count: z.int(),
});
export type RedactionFind = z.infer<typeof redactionFindSchema>;

export const redactionPreviewSchema = z.object({
  /** In the order of their first place. */
  finds: z.array(redactionFindSchema),
  total: z.int(),
});
export type RedactionPreview = z.infer<typeof redactionPreviewSchema>;

export const sessionExportSchema = z.object({
  /** Empty where it is not text. */
  text: z.string(),
  /** Of a PDF. */
  base64: z.string().optional(),
  mime: z.string(),
  /** A name for the file, made of the title and the day. */
  fileName: z.string(),
  events: z.int(),
  /** What was replaced; absent where nothing was to be. */
  redacted: z
    .object({
      total: z.int(),
      key: z.int(),
      email: z.int(),
      phone: z.int(),
      card: z.int(),
      home: z.int(),
      own: z.int().optional(),
    })
    .optional(),
});
export type SessionExport = z.infer<typeof sessionExportSchema>;

/** Bytes of a file that is taken in: a hundred long sessions' worth, and well below what one string may hold. */
export const MAX_IMPORT_BYTES = 256 * 1024 * 1024;

export const importResultSchema = z.object({
  session: z.string(),
  events: z.int(),
  /** True where the very same log was there before: nothing was changed. */
  alreadyThere: z.boolean(),
  /** Events that this version keeps and does not understand. */
  unknownEvents: z.int(),
  /** The log says of itself that it was redacted: it cannot be verified. */
  redacted: z.boolean(),
  /** Set where it was another program's transcript: what it was taken for. */
  foreign: z.object({ format: z.string(), messages: z.int(), skipped: z.int() }).optional(),
});
export type ImportResult = z.infer<typeof importResultSchema>;

export const verificationSchema = z.object({
  session: z.string(),
  /** Every request was rebuilt to the hash that was recorded, and the log is whole and as it was written. */
  ok: z.boolean(),
  events: z.int(),
  requests: z.int(),
  verified: z.int(),
  differing: z.array(z.object({ seq: z.int(), recorded: z.string(), rebuilt: z.string() })),
  /** Requests for a summary: they are made beside the conversation and not rebuilt. */
  notRebuilt: z.int(),
  /** First and last of the events that are missing. */
  gaps: z.array(z.object({ from: z.int(), to: z.int() })),
  /** Events whose text is not theirs, or is no event. */
  damaged: z.array(z.int()),
  redacted: z.boolean(),
  /** Another program's transcript: no request was recorded, so there is nothing to verify. */
  foreign: z.boolean().optional(),
});
export type Verification = z.infer<typeof verificationSchema>;
