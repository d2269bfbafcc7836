import { example } from '../example.ts';
import type { Rule } from '../types.ts';

export const nameMissing: Rule = {
  id: 'name-missing',
  severity: 'error',
  bad: example({ fields: { name: undefined } }),
  good: example(),
  check: ({ loaded, file }) =>
    (loaded?.findings ?? [])
      .filter(({ rule }) => rule === 'name-missing')
      .map(({ line = 1 }) => ({ file, line, column: 1, code: 'name-missing' })),
};
