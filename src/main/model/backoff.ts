/** Waiting time before a retry. */

/** The first wait; each later one is twice as long. */
const BASE_MS = 500;
/** Max wait, whatever the server asks: a user is looking at the screen. */
export const MAX_WAIT_MS = 30_000;
/** Attempts in total, with waits of about 0.5, 1, 2 and 4 s between them. */
export const MAX_ATTEMPTS = 5;

export interface Wait {
  readonly ms: number;
  /** The server's requested wait, if longer than `MAX_WAIT_MS`. */
  readonly askedMs?: number;
}

/**
 * Exponential with a quarter of jitter either way, or what the server asked for, capped.
 * @param random from 0 to 1.
 */
export function retryWait(attempt: number, askedMs: number | undefined, random: number): Wait {
  if (askedMs !== undefined) {
    return askedMs <= MAX_WAIT_MS ? { ms: askedMs } : { ms: MAX_WAIT_MS, askedMs };
  }
  const exponential = Math.min(MAX_WAIT_MS, BASE_MS * 2 ** Math.min(attempt - 1, 16));
  return { ms: Math.min(MAX_WAIT_MS, Math.round(exponential * (0.75 + random / 2))) };
}

/** Milliseconds from `retry-after-ms` or `retry-after` (seconds or a date, RFC 9110 §10.2.3). */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const exact = Number.parseFloat(headers.get('retry-after-ms') ?? '');
  if (Number.isFinite(exact) && exact >= 0) return exact;
  const value = headers.get('retry-after')?.trim();
  if (value === undefined || value === '') return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
  // Dates begin with a weekday; `Date.parse` takes `-9` for one too.
  const at = /^[a-z]/i.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
