import { example } from '../example.ts';
import { quoteFields } from '../fields.ts';
import type { Rule } from '../types.ts';

export const yamlInvalid: Rule = {
  id: 'yaml-invalid',
  severity: 'error',
  bad: example({ fields: { description: 'Use when: the person has a form to fill. 填写表单时使用。' } }),
  good: example({ fields: { description: '"Use when: the person has a form to fill. 填写表单时使用。"' } }),
  check: ({ front, file }) =>
    (front?.problems ?? [])
      .filter(({ code }) => code !== 'duplicate-field')
      .map(({ line, column = 0, code, figures }) => ({
        file,
        line: (front?.firstLine ?? 1) + line,
        column: column + 1,
        code,
        figures,
      })),
  fix: {
    // Values read as plain text are written as such.
    changes: (skill) =>
      quoteFields(
        skill,
        (skill.front?.problems ?? []).flatMap(({ code, figures }) =>
          code === 'yaml-repaired' && figures?.key !== undefined ? [String(figures.key)] : [],
        ),
      ),
  },
};
