/** Reads a server's JSON field by field: a value of another type counts as absent. */

export type Json = Readonly<Record<string, unknown>>;

export const asObject = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A count that fits into the log: beyond 2^53 a server is not counting tokens. */
export const asCount = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && Math.round(value) <= Number.MAX_SAFE_INTEGER
    ? Math.round(value)
    : undefined;
