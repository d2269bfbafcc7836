/** Search in all that was said and printed. */
import { z } from 'zod';
import { libraryFiltersSchema } from './library.ts';

export const SEARCH_ROLES = ['user', 'assistant', 'tool', 'terminal', 'title'] as const;
export type SearchRole = (typeof SEARCH_ROLES)[number];

/** Start and end, in UTF-16 code units. */
const place = z.tuple([z.int(), z.int()]);

export const searchQuerySchema = z.object({
  words: z.string().max(1_000),
  limit: z.int().min(1).max(1_000).optional(),
  /** Passes over the first ones. */
  offset: z.int().min(0).optional(),
  /** Limits the search to one session, deleted or not. */
  sessionId: z.string().min(1).max(100).optional(),
  roles: z.array(z.enum(SEARCH_ROLES)).optional(),
  filters: libraryFiltersSchema.optional(),
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
