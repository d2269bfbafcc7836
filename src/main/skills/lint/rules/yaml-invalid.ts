import { example } from '../example.ts';
import type { Rule } from '../types.ts';

export const yamlInvalid: Rule = {
  id: 'yaml-invalid',
  severity: 'error',
  why: 'Skilldeck repairs what it can, field by field, and takes a value that is no YAML as the text it was meant to be. Other programs refuse the skill. The usual cause is a colon and a space inside a value without quotes; quote the value, or begin it with ">-" on the line above.',
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
};
