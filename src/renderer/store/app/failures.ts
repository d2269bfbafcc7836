import { ORPCError } from '@orpc/client';
import { ERROR_CODES, type ErrorCode, messageOf } from '../../../shared/errors.ts';
import { DisconnectedError } from '../../client.ts';
import { type Figures, refusalIn } from './remedy.ts';

const CODES: ReadonlySet<string> = new Set(ERROR_CODES);

/** The code of an expected failure, or undefined for a broken connection or a bug. */
export function failureCode(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && isErrorCode(code) ? code : undefined;
}

const isErrorCode = (code: string): code is ErrorCode => CODES.has(code);

export interface Failure {
  readonly code: ErrorCode | 'not-connected' | 'unexpected';
  readonly message: string;
  /** Of a failure that is about figures, by the names that the words have. */
  readonly figures?: Figures;
}

export function failureOf(error: unknown, connected: boolean): Failure {
  const code = failureCode(error);
  if (code !== undefined) {
    const { figures } = refusalIn(error instanceof ORPCError ? error.data : undefined);
    return { code, message: messageOf(error), ...(Object.keys(figures).length === 0 ? {} : { figures }) };
  }
  const reached = connected && !(error instanceof DisconnectedError);
  return { code: reached ? 'unexpected' : 'not-connected', message: messageOf(error) };
}
