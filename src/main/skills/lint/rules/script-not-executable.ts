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
  why: 'The line says that the script can be started by its name; without the permission it cannot. Commit the permission too: `git update-index --chmod=+x FILE`. On Windows there is no such permission, and nothing is reported.',
  bad: example({}, { 'scripts/fill.sh': text }),
  good: example({}, { 'scripts/fill.sh': { text, executable: true } }),
  check: (skill) =>
    found(skill).map((file) => ({ ...inFile(file), code: 'script-not-executable', figures: { path: file.path } })),
  fix: {
    does: 'Makes the script executable for everybody who may read it.',
    changes: (skill) =>
      found(skill).map(({ absolute, mode }) => ({
        kind: 'executable',
        file: absolute,
        mode: mode | ((mode & 0o444) >> 2),
      })),
  },
};
