import { example, skillMd } from '../example.ts';
import { atTop, inFile } from '../place.ts';
import type { LintSkill, Rule, SkillFile } from '../types.ts';

const BOM = '\ufeff';
const marked = (skill: LintSkill): readonly SkillFile[] =>
  [...skill.references, ...skill.scripts].filter(
    ({ content }) => content.kind === 'text' && content.text.startsWith(BOM),
  );

export const byteOrderMark: Rule = {
  id: 'byte-order-mark',
  severity: 'warning',
  bad: { files: { 'SKILL.md': `${BOM}${skillMd()}` } },
  good: example(),
  check(skill) {
    const code = 'byte-order-mark' as const;
    return [
      ...(skill.text.startsWith(BOM) ? [{ ...atTop(skill), code }] : []),
      ...marked(skill).map((file) => ({ ...inFile(file), code })),
    ];
  },
  fix: {
    changes: (skill) =>
      [
        { absolute: skill.file, text: skill.text },
        ...marked(skill).map(({ absolute, content }) => ({
          absolute,
          text: content.kind === 'text' ? content.text : '',
        })),
      ]
        .filter(({ text }) => text.startsWith(BOM))
        .map(({ absolute, text }) => ({ kind: 'write', file: absolute, before: text, after: text.slice(1) })),
  },
};
