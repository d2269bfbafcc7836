import { example } from '../example.ts';
import { short } from '../shown.ts';
import { scriptSources } from '../sources.ts';
import { type Language, languageOf } from '../syntax/language.ts';
import type { Rule } from '../types.ts';

const ANY_LANGUAGE = String.raw`\brm\s{1,5}(?:-[\w-]{1,30}\s{1,5}){0,5}-\w{0,10}[rR]\w{0,10}\b|\bgit\s{1,5}(?:clean\s{1,5}-\w{0,10}f|reset\s{1,5}--hard)|\bmkfs\b|\bdd\s[^\n]{0,100}\bof=/dev/`;
const DELETES: Readonly<Record<Language, RegExp>> = {
  python: new RegExp(`\\b(?:shutil\\.)?rmtree\\s{0,3}\\(|\\bremovedirs\\s{0,3}\\(|${ANY_LANGUAGE}`),
  javascript: new RegExp(
    `\\brimraf\\b|\\b(?:rm|rmSync|rmdir|rmdirSync)\\s{0,3}\\([^)]{0,200}recursive|${ANY_LANGUAGE}`,
  ),
  shell: new RegExp(`\\bfind\\s[^\\n|;]{0,300}(?:-delete\\b|-exec\\s{1,5}rm\\b)|\\bshred\\s|${ANY_LANGUAGE}`),
};

export const scriptDeletes: Rule = {
  id: 'script-deletes',
  severity: 'warning',
  bad: example({}, { 'scripts/fill.py': 'import argparse\nimport shutil\n\nshutil.rmtree("out")\n' }),
  good: example({}, { 'scripts/fill.py': 'import argparse\nimport os\n\nos.unlink("out/form.lock")\n' }),
  check: (skill) =>
    scriptSources(skill).flatMap((source) => {
      const language = source.file === undefined ? undefined : languageOf(source.file);
      const match = language === undefined ? null : DELETES[language].exec(source.text);
      if (match === null || source.file === undefined) return [];
      const figures = { path: source.file.path, call: short(match[0].trim()) };
      return [{ ...source.at(match.index), code: 'script-deletes', figures }];
    }),
};
