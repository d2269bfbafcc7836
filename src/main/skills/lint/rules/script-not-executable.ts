import { example } from '../example.ts';
import { inFile } from '../place.ts';
import type { LintSkill, Rule, SkillFile } from '../types.ts';

const text = '#!/usr/bin/env bash\nif [ "$1" = --help ]; then echo "fill.sh FILE"; fi\n';
const found = (skill: LintSkill): readonly SkillFile[] =>
  skill.scripts.filter(
    ({ content, mode }) => content.kind === 'text' && content.text.startsWith('#!') && (mode & 0o111) === 0,
  );

export const scriptNotExecutable: Rule = {
  id: 'script-not-executable',
  severity: 'warning',
  bad: example({}, { 'scripts/fill.sh': text }),
  good: example({}, { 'scripts/fill.sh': { text, executable: true } }),
  check: (skill) =>
    found(skill).map((file) => ({ ...inFile(file), code: 'script-not-executable', figures: { path: file.path } })),
  fix: {
    changes: (skill) =>
      found(skill).map(({ absolute, mode }) => ({
        kind: 'executable',
        file: absolute,
        before: mode,
        mode: mode | ((mode & 0o444) >> 2),
      })),
  },
};
