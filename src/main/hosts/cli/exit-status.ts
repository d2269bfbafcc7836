/** Exit statuses (CONTRACT §1), and how a failure becomes one. */
import { ORPCError } from '@orpc/server';
import { z } from 'zod';
import { errorDetailSchema } from '../../../shared/error-detail.ts';
import { ERROR_CODES, isSkilldeckError, SkilldeckError } from '../../../shared/errors.ts';
import type { EventOf } from '../../../shared/events.ts';
import { failureLine } from '../../../shared/messages/failure.ts';
import type { Language } from '../../../shared/messages/types.ts';

export const EXIT = { done: 0, error: 1, usage: 2, model: 3, iterations: 4, refused: 5, stopped: 130 } as const;
export type ExitStatus = (typeof EXIT)[keyof typeof EXIT];

/** Wrong usage: the message is the one line on stderr. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** An expected failure that the terminal found itself: its message is in the person's language already. */
export class TerminalError extends SkilldeckError {}

/** An expected failure as its line on stderr and its status; undefined for a bug, which is to be thrown on. */
export function readFailure(
  error: unknown,
  language: Language,
): { readonly message: string; readonly status: ExitStatus } | undefined {
  if (error instanceof UsageError) return { message: error.message, status: EXIT.usage };
  const isContract = error instanceof ORPCError && error.code !== 'INTERNAL_SERVER_ERROR';
  if (!isSkilldeckError(error) && !isContract) return undefined;
  const wrongUsage = ['bad-input', 'BAD_REQUEST', 'not-supported'].includes(error.code);
  const code = error instanceof TerminalError ? undefined : ERROR_CODES.find((one) => one === error.code);
  const facts = isSkilldeckError(error) ? error : factsSchema.safeParse(error.data).data;
  const { figures, detail } = facts ?? {};
  const { message: english } = error;
  const message = code === undefined ? english : failureLine(language, { code, message: english, figures, detail });
  return { message, status: wrongUsage ? EXIT.usage : EXIT.error };
}

const factsSchema = z.object({
  figures: z.record(z.string(), z.number()).optional(),
  detail: errorDetailSchema.optional(),
});

/**
 * @param modelFailure code of the run's last failed try without another to come. A run that ended with it ended
 * because of the model; any other error is the run's own.
 */
export function runStatus(end: EventOf<'run-finished'>, modelFailure: string | undefined): ExitStatus {
  if (end.code === 'refused') return EXIT.refused;
  switch (end.state) {
    case 'completed':
      return EXIT.done;
    case 'max-iterations':
      return EXIT.iterations;
    case 'stopped':
      return EXIT.stopped;
    default:
      return end.code !== undefined && end.code === modelFailure ? EXIT.model : EXIT.error;
  }
}
