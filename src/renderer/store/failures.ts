import { ERROR_CODES, type ErrorCode, messageOf } from '../../shared/errors.ts';
import { DisconnectedError } from '../client.ts';

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
}

export function failureOf(error: unknown, connected: boolean): Failure {
  const code = failureCode(error);
  if (code !== undefined) return { code, message: messageOf(error) };
  const reached = connected && !(error instanceof DisconnectedError);
  return { code: reached ? 'unexpected' : 'not-connected', message: messageOf(error) };
}
