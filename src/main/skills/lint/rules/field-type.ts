import { example } from '../example.ts';
import { shown } from '../shown.ts';
import type { Rule } from '../types.ts';

const WRONG_TYPE = ['not-text', 'not-a-list', 'metadata-not-fields'];

export const fieldType: Rule = {
  id: 'field-type',
  severity: 'error',
  why: 'The name, description, license and compatibility are text, metadata is a map. A value in brackets is a list to YAML, and one that begins with "#" is a comment, whatever its author meant.',
  bad: example({ fields: { description: '[beta]' } }),
  good: example({
    fields: { description: '"[beta] Fills PDF forms. Use when there is a form to fill. 填写表单时使用。"' },
  }),
  check: ({ loaded, file }) =>
    (loaded?.findings ?? [])
      .filter(({ rule }) => WRONG_TYPE.includes(rule))
      .map(({ line = 1, message, remedy = '' }) => ({
        file,
        line,
        column: 1,
        message: shown(`${message}. ${remedy}`),
      })),
};
