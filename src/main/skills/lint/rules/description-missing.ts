import { example } from '../example.ts';
import type { Rule } from '../types.ts';

export const descriptionMissing: Rule = {
  id: 'description-missing',
  severity: 'error',
  bad: example({ fields: { description: undefined } }),
  good: example(),
  check: ({ loaded, file }) =>
    (loaded?.findings ?? [])
      .filter(({ rule }) => rule === 'description-missing')
      .map(({ line = 1 }) => ({ file, line, column: 1, code: 'description-missing' })),
};
