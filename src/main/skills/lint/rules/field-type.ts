import { example } from '../example.ts';
import { quoteFields } from '../fields.ts';
import type { Rule } from '../types.ts';

const WRONG_TYPE = ['not-text', 'not-a-list', 'not-yes-or-no', 'metadata-not-fields'] as const;

export const fieldType: Rule = {
  id: 'field-type',
  severity: 'error',
  bad: example({ fields: { description: '[beta]' } }),
  good: example({
    fields: { description: '"[beta] Fills PDF forms. Use when there is a form to fill. 填写表单时使用。"' },
  }),
  check: ({ loaded, file }) =>
    (loaded?.findings ?? []).flatMap(({ line = 1, rule, figures }) => {
      const code = WRONG_TYPE.find((known) => known === rule);
      return code === undefined ? [] : [{ file, line, column: 1, code, figures }];
    }),
  fix: {
    mended: example({ fields: { description: '"[beta]"' } }),
    changes: (skill) =>
      quoteFields(
        skill,
        (skill.loaded?.findings ?? []).flatMap(({ rule, figures }) =>
          rule === 'not-text' && figures?.key !== undefined ? [String(figures.key)] : [],
        ),
      ),
  },
};
