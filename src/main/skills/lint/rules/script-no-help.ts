import path from 'node:path';
import { example } from '../example.ts';
import { wordsOf } from '../mentions.ts';
import { inFile } from '../place.ts';
import type { LintSkill, Rule, SkillFile } from '../types.ts';

/** Patterns that show `--help` is handled, by hand or by one of these libraries. */
const HELP =
  /--help\b|\b(?:argparse|optparse|click|typer|docopt|fire|commander|yargs|parseArgs|minimist|getopts|oclif)\b/;

const textOf = ({ content }: SkillFile): string => (content.kind === 'text' ? content.text : '');

/** Files in `scripts/` that are not scripts and whose name, or folder's name, the script mentions. */
function librariesOf(skill: LintSkill, script: SkillFile): readonly SkillFile[] {
  const words = wordsOf(textOf(script).replaceAll('.', ' '));
  return skill.scripts.filter((file) => {
    if (skill.entries.includes(file.path)) return false;
    const [, folder = '', ...rest] = file.path.split('/');
    const stem = path.posix.parse(file.path).name;
    return words.has(stem) || (rest.length > 0 && words.has(folder));
  });
}

export const scriptNoHelp: Rule = {
  id: 'script-no-help',
  severity: 'info',
  bad: example({}, { 'scripts/fill.py': 'import sys\n\nprint(sys.argv[1])\n' }),
  good: example(
    {},
    { 'scripts/fill.py': 'import argparse\n\nargparse.ArgumentParser(description="Fills a form.").parse_args()\n' },
  ),
  check: (skill) =>
    skill.scripts
      .filter((file) => skill.entries.includes(file.path) && file.content.kind === 'text')
      .filter((file) => ![file, ...librariesOf(skill, file)].some((one) => HELP.test(textOf(one))))
      .map((file) => ({ ...inFile(file), code: 'script-no-help', figures: { path: file.path } })),
};
