/** What review answers: search, export, import, verification. */
import { z } from 'zod';

export const SEARCH_ROLES = ['user', 'assistant', 'tool', 'title'] as const;

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
      /** True where the conversation went on from an earlier point: the text no longer counts for the context. */
      rewound: z.boolean(),
      /** The text around the first hit, on one line. */
      snippet: z.string(),
      /** Where the hits are in the snippet: from, to, in UTF-16 code units. */
      hits: z.array(z.tuple([z.int(), z.int()])),
    }),
  ),
});
export type SearchResult = z.infer<typeof searchResultSchema>;
export type SearchHit = SearchResult['results'][number];

export const EXPORT_FORMATS = ['jsonl', 'md', 'html'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const sessionExportSchema = z.object({
  text: z.string(),
  events: z.int(),
  /** What was replaced; absent where nothing was to be. */
  redacted: z
    .object({ total: z.int(), key: z.int(), email: z.int(), phone: z.int(), card: z.int(), home: z.int() })
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
});
export type Verification = z.infer<typeof verificationSchema>;
