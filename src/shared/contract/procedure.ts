/**
 * Base of every family of procedures. Expected failures are the closed list of `errors.ts`; the message is meant for
 * the user.
 */
import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ERROR_CODES, type ErrorCode } from '../errors.ts';

const errors = Object.fromEntries(ERROR_CODES.map((code) => [code, {}])) as Record<ErrorCode, Record<never, never>>;
export const procedure = oc.errors(errors);

export const sessionId = z.string().min(1).max(100);
export const inSession = z.object({ sessionId });
export const nothing = z.object({});
