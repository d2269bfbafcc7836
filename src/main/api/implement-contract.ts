/** The contract, to be filled with handlers: what they throw reaches the caller in the contract's own words. */
import { implement, ORPCError } from '@orpc/server';
import { contract } from '../../shared/contract.ts';
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

export function implementContract(reportBug: (error: unknown) => void) {
  return implement(contract).use(async ({ next }) => {
    try {
      return await next();
    } catch (error) {
      if (!isSkilldeckError(error) && !(error instanceof ORPCError)) reportBug(error);
      throw inContractWords(error);
    }
  });
}

export type Implementer = ReturnType<typeof implementContract>;

/** Result of a procedure that returns nothing. */
export const done = (_result: unknown): Record<string, never> => ({});
