import { FILE_FAULTS, MAX_SKILL_BYTES } from '../../front-matter/skill-file.ts';
import { example, skillMd } from '../example.ts';
import { atTop } from '../place.ts';
import type { Rule } from '../types.ts';

const CODES = { ...FILE_FAULTS, 'too-large': 'file-too-large' } as const;

export const skillFile: Rule = {
  id: 'skill-file',
  severity: 'error',
  bad: { files: { 'SKILL.md': { linkTo: '/nowhere/SKILL.md' } } },
  good: example({}, { 'SKILL.md': skillMd() }),
  check: (skill) =>
    skill.fault === undefined || skill.fault === 'not-utf8'
      ? []
      : [{ ...atTop(skill), code: CODES[skill.fault], figures: { most: MAX_SKILL_BYTES / 1024 / 1024 } }],
};
