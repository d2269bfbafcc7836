/** Refusals of the in-memory core. */
import { ORPCError } from '@orpc/client';
import type { ErrorCode } from '../../../shared/errors.ts';

export const refused = (code: ErrorCode, message: string): Error => new ORPCError(code, { defined: true, message });

/** Refuses calls that need a real core. */
export const notHere = async (): Promise<never> => {
  throw refused('not-supported', 'Only the real core answers this.');
};
