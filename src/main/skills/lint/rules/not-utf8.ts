import { example } from '../example.ts';
import { atTop, inFile } from '../place.ts';
import type { Rule } from '../types.ts';

export const notUtf8: Rule = {
  id: 'not-utf8',
  severity: 'error',
  bad: {
    files: { 'SKILL.md': { bytes: [...Buffer.from('---\nname: pdf-forms\ndescription: caf\xe9\n---\n', 'latin1')] } },
  },
  good: example({ fields: { description: 'Finds a café 咖啡馆. Use when the person is thirsty.' } }),
  check(skill) {
    if (skill.fault === 'not-utf8') return [{ ...atTop(skill), code: 'not-utf8' }];
    return skill.references
      .filter((file) => file.content.kind === 'not-utf8' && /\.(?:md|txt)$/i.test(file.path))
      .map((file) => ({ ...inFile(file), severity: 'warning', code: 'reference-not-utf8' }));
  },
};
