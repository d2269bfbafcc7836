/** Search in all that was said and printed. */
import { z } from 'zod';
import { libraryFiltersSchema } from './library.ts';

export const SEARCH_ROLES = ['user', 'assistant', 'tool', 'terminal', 'title'] as const;
export type SearchRole = (typeof SEARCH_ROLES)[number];

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
