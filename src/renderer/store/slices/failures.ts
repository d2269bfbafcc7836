import { ORPCError } from '@orpc/client';
import { ERROR_CODES, type ErrorCode, type ErrorDetail, messageOf } from '../../../shared/errors.ts';
import type { ErrorFigures, Failure } from '../../../shared/messages/failure.ts';
import { type Connection, DisconnectedError } from '../../client.ts';

const CODES: ReadonlySet<string> = new Set(ERROR_CODES);

/** The code of an expected failure, or undefined for a broken connection or a bug. */
export function failureCode(error: unknown): ErrorCode | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  const { code } = error;
  return typeof code === 'string' && isErrorCode(code) ? code : undefined;
}

const isErrorCode = (code: string): code is ErrorCode => CODES.has(code);

export type { Failure };

export function failureOf(error: unknown, connected: boolean): Failure {
  const code = failureCode(error);
  if (code !== undefined) {
    const data: unknown = error instanceof ORPCError ? error.data : undefined;
    const { figures } = refusalIn(data);
    const detail = detailIn(data);
    return {
      code,
      message: messageOf(error),
      ...(Object.keys(figures).length === 0 ? {} : { figures }),
      ...(detail === undefined ? {} : { detail }),
    };
  }
  const reached = connected && !(error instanceof DisconnectedError);
  return { code: reached ? 'unexpected' : 'not-connected', message: messageOf(error) };
}

/** The view shows the failure itself, where the person is looking. */
export type Tried<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: Failure };

/** Runs a command over a connection; never throws. */
export type Try = <T>(command: () => Promise<T>) => Promise<Tried<T>>;

export const tryOver =
  (connection: Connection): Try =>
  async (command) => {
    try {
      return { ok: true, value: await command() };
    } catch (error) {
      return { ok: false, failure: failureOf(error, connection.status() === 'open') };
    }
  };

/** Error code and figures in the data of a failed command or refused tool call. */
export function refusalIn(data: unknown): { readonly code: ErrorCode | undefined; readonly figures: ErrorFigures } {
  const { code, figures } = fields(data);
  const numbers = Object.entries(fields(figures)).filter((entry): entry is [string, number] => {
    return typeof entry[1] === 'number';
  });
  return { code: ERROR_CODES.find((known) => known === code), figures: Object.fromEntries(numbers) };
}

/** The exact reason, in the data of a failed command. */
function detailIn(data: unknown): ErrorDetail | undefined {
  const { code, figures } = fields(fields(data).detail);
  if (typeof code !== 'string') return undefined;
  const known = Object.entries(fields(figures)).filter((entry): entry is [string, string | number] => {
    return typeof entry[1] === 'string' || typeof entry[1] === 'number';
  });
  return { code, figures: Object.fromEntries(known) };
}

const fields = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};
