import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import { failureOf, refusalIn } from './failures.ts';

it('keeps the numeric figures of a failure', () => {
  const figuresOf = (data: unknown) =>
    failureOf(new ORPCError('over-skill-budget', { message: 'English.', data }), true).figures;
  expect(figuresOf({ figures: { tokens: 9006, budget: 'x' } })).toEqual({ tokens: 9006 });
  expect(figuresOf(undefined)).toBeUndefined();
});

it('extracts the failure of a refused call from any thrown value', () => {
  expect(refusalIn({ code: 'context-full', figures: { total: 1 } })).toEqual({
    code: 'context-full',
    figures: { total: 1 },
  });
  for (const data of [undefined, null, 'x', { code: 'no-such' }, { figures: 3 }]) {
    expect(refusalIn(data)).toEqual({ code: undefined, figures: {} });
  }
});
