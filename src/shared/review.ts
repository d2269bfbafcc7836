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
