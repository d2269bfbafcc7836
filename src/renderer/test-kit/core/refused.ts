/** What the core in memory refuses with. */
import { ORPCError } from '@orpc/client';
import type { ErrorCode } from '../../../shared/errors.ts';

export const refused = (code: ErrorCode, message: string): Error => new ORPCError(code, { defined: true, message });

/** For what it takes a real core to answer. */
export const notHere = async (): Promise<never> => {
  throw refused('not-supported', 'Only the real core answers this.');
};
