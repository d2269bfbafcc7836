/** Errors: bugs go to the log, failures pass between threads as data, and a disk's refusals get words for the person. */

import { ORPCError } from '@orpc/server';
import { defined } from '../../shared/defined.ts';
import { type ErrorCode, type ErrorDetail, isSkilldeckError, messageOf, SkilldeckError } from '../../shared/errors.ts';
import { type DetailCode, detailed } from '../../shared/messages/failure.ts';
import type { Log } from './crash-records.ts';

/** Logs bugs with their stack. A stray rejection changes nothing stored; after a stray exception, `end` closes the program. */
export function catchBugs(log: Log, end: (error: Error) => void): void {
  process.on('unhandledRejection', (reason) => log.error('unhandled rejection', reason));
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', error);
    end(error);
  });
}

/** An interceptor for a transport's handler: the stack of a bug goes to the log, the page learns only that there was one. */
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

/** An error as data: it loses its class between threads. */
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

/** Refusals of a disk that a person can do something about. */
const REFUSALS: Readonly<Record<string, DetailCode>> = {
  ENOSPC: 'disk-no-room',
  EDQUOT: 'disk-quota',
  EFBIG: 'disk-file-size',
  EROFS: 'disk-read-only',
  EACCES: 'disk-no-right',
  EPERM: 'disk-no-right',
};

const isSystemError = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'syscall' in error && 'code' in error;

/**
 * An error for the user where the disk is full, read-only or closed to them; any other error unchanged. Node says
 * ENOENT where a folder and its parents cannot be made on a read-only disk.
 */
export const ofFullOrClosedDisk = (error: unknown): unknown =>
  isSystemError(error) && (`${error.code}` in REFUSALS || (error.code === 'ENOENT' && error.syscall === 'mkdir'))
    ? ofTheDisk(error)
    : error;

/** The same for work that only reads and writes files: whatever the system refuses is the disk's. */
export function ofTheDisk(error: unknown): unknown {
  if (!isSystemError(error)) return error;
  const code = `${error.code}`;
  const because = REFUSALS[code];
  // When a copy fails, `path` is its source; the target is what was refused.
  const place = 'dest' in error ? `${error.dest}` : (error.path ?? `${error.syscall}`);
  const words = because === undefined ? 'disk-refused' : 'disk-refused-why';
  return detailed('home-unusable', words, { code, place, ...defined({ because }) }, { cause: error });
}
