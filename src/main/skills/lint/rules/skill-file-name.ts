import path from 'node:path';
import { example, skillMd } from '../example.ts';
import { atTop } from '../place.ts';
import type { Rule } from '../types.ts';

export const skillFileName: Rule = {
  id: 'skill-file-name',
  severity: 'warning',
  bad: { files: { 'skill.md': skillMd() } },
  good: example(),
  check(skill) {
    const name = path.basename(skill.file);
    if (name === 'SKILL.md') return [];
    return [{ ...atTop(skill), code: 'skill-file-name', figures: { name } }];
  },
  fix: {
    changes: ({ file }) => [{ kind: 'rename', file, to: path.join(path.dirname(file), 'SKILL.md') }],
  },
};
