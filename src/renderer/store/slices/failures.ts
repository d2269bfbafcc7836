import { ORPCError } from '@orpc/client';
import { ERROR_CODES, type ErrorCode, messageOf } from '../../../shared/errors.ts';
import type { Failure } from '../../../shared/messages/failure.ts';
import { type Connection, DisconnectedError } from '../../client.ts';
import { detailIn, refusalIn } from '../refusal.ts';

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
