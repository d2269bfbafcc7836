import { ORPCError } from '@orpc/server';
import type { Log } from './log.ts';

/**
 * An interceptor for a transport's handler. Passes expected failures to the page unchanged; any other error is a bug:
 * its stack goes to the log, and the page learns only that there was one.
 */
export function reportBugs(log: Log) {
  return async <T>(call: { readonly request: { readonly url: URL }; next(): Promise<T> }): Promise<T> => {
    try {
      return await call.next();
    } catch (error) {
      if (isBug(error)) log.error(`bug in ${call.request.url.pathname}`, error);
      throw error;
    }
  };
}

/** Not an expected failure, and not a page that hung up. An answer that breaks the contract is one too. */
function isBug(error: unknown): boolean {
  if (error instanceof ORPCError) return error.code === 'INTERNAL_SERVER_ERROR';
  return !(error instanceof Error && error.name === 'AbortError');
}
