/** A thread's failure as data: an error loses its class between threads. */
import type { ErrorDetail } from '../../shared/error-detail.ts';
import { type ErrorCode, isSkilldeckError, messageOf, SkilldeckError } from '../../shared/errors.ts';

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
