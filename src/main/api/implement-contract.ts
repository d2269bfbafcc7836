/** The contract, to be filled with handlers: what they throw reaches the caller in the contract's own words. */
import type { AnyContractRouter } from '@orpc/contract';
import { implement, ORPCError, type RouterImplementer } from '@orpc/server';
import { isSkilldeckError } from '../../shared/errors.ts';

export const inContractWords = (error: unknown): unknown =>
  isSkilldeckError(error)
    ? new ORPCError(error.code, {
        message: error.message,
        data:
          error.figures === undefined && error.detail === undefined
            ? undefined
            : { figures: error.figures, detail: error.detail },
      })
    : error;

type Free = Record<never, never>;

/** @param family of the contract. */
export function implementContract<C extends AnyContractRouter>(family: C, reportBug: (error: unknown) => void) {
  // `use` of a family that is not known yet has no type.
  const os = implement(family) as unknown as RouterImplementer<C, Free, Free>;
  return os.use(async ({ next }) => {
    try {
      return await next();
    } catch (error) {
      if (!isSkilldeckError(error) && !(error instanceof ORPCError)) reportBug(error);
      throw inContractWords(error);
    }
  });
}

/** Result of a procedure that returns nothing. */
export const done = (_result: unknown): Record<string, never> => ({});
