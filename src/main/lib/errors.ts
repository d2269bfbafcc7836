/** A thread's failure as data: an error loses its class between threads. */

import { ORPCError } from '@orpc/server';
import type { ErrorDetail } from '../../shared/error-detail.ts';
import { type ErrorCode, isSkilldeckError, messageOf, SkilldeckError } from '../../shared/errors.ts';
import type { Log } from './crash-records.ts';

/**
 * The fourth channel of failure: a bug is caught once, at the host, with its stack in the log. Everything shown so far
 * is on disk, so the program continues after a stray rejection; after a stray exception its state is unreliable, and
 * `end` closes it.
 */
export function catchBugs(log: Log, end: (error: Error) => void): void {
  process.on('unhandledRejection', (reason) => log.error('unhandled rejection', reason));
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', error);
    end(error);
  });
}

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

export interface Failure {
  /** Absent: a bug. */
  readonly code?: ErrorCode | undefined;
  readonly message: string;
  readonly figures?: Readonly<Record<string, number>> | undefined;
  readonly detail?: ErrorDetail | undefined;
}

export function failureOf(error: unknown): Failure {
  if (!isSkilldeckError(error)) return { message: (error as Error).stack ?? messageOf(error) };
  const { code, message, figures, detail } = error;
  return { code, message, figures, detail };
}

export const errorOf = ({ code, message, figures, detail }: Failure): Error =>
  code === undefined ? new Error(message) : new SkilldeckError(code, message, { figures, detail });
