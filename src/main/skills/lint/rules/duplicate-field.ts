import { example } from '../example.ts';
import type { Rule } from '../types.ts';

export const duplicateField: Rule = {
  id: 'duplicate-field',
  severity: 'error',
  bad: example({ fields: { license: 'MIT\nlicense: Apache-2.0' } }),
  good: example({ fields: { license: 'Apache-2.0' } }),
  check: ({ front, file }) =>
    (front?.problems ?? [])
      .filter(({ code }) => code === 'duplicate-field')
      .map(({ line, code, figures }) => ({ file, line: (front?.firstLine ?? 1) + line, column: 1, code, figures })),
};
