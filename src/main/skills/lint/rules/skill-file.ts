import { example, skillMd } from '../example.ts';
import { atTop } from '../place.ts';
import type { Rule } from '../types.ts';

const REASONS = {
  absent: 'The file is a link to nothing, or has gone. Put a SKILL.md here, or remove the folder.',
  outside: 'The file is a link that leads out of the folder of skills. Copy the file here instead.',
  'not-a-file': 'This is no regular file. Replace it by a text file.',
  unreadable: 'The file cannot be read. Give yourself read access to it.',
  'too-large': 'The file is larger than 4 MiB and is not read. Move parts of it to references.',
} as const;

export const skillFile: Rule = {
  id: 'skill-file',
  severity: 'error',
  why: 'A skill is loaded from a regular file of bounded size inside its folder. A link to somewhere else is not followed, and a pipe or a device is never opened: it could hold up every other skill.',
  bad: { files: { 'SKILL.md': { linkTo: '/nowhere/SKILL.md' } } },
  good: example({}, { 'SKILL.md': skillMd() }),
  check: (skill) =>
    skill.fault === undefined || skill.fault === 'not-utf8' ? [] : [{ ...atTop(skill), message: REASONS[skill.fault] }],
};
