import path from 'node:path';
import { example } from '../example.ts';
import { wordsOf } from '../mentions.ts';
import { inFile } from '../place.ts';
import { allSources } from '../sources.ts';
import type { Rule, SkillFile } from '../types.ts';

/** Files for people or programs, not for the agent. */
const FOR_OTHERS =
  /^(?:readme|licen[cs]e|changelog|notice|copying|contributing|authors)\b|^(?:requirements|constraints|cmakelists)[\w.-]*\.txt$/i;
/** `references/` or `references/*.md`: all that is in there. */
const WHOLE_FOLDER = /\b(references|assets)\/(?:\*|(?![\p{L}\p{N}_.]))/gu;

/** Such a name has spaces or is in Chinese, so it may begin or end within what looks like a word. */
const NO_WORD = /[^\x21-\x7e]/;

export const referenceUnnamed: Rule = {
  id: 'reference-unnamed',
  severity: 'warning',
  bad: example({}, { 'references/fields.md': '# Fields\n' }),
  good: example(
    { body: 'Read `references/fields.md` when a field is unclear.\n' },
    { 'references/fields.md': '# Fields\n' },
  ),
  *check(skill) {
    const sources = allSources(skill);
    /** Maps a reference's name to the files that mention it. */
    const namers = new Map<string, (SkillFile | undefined)[]>(
      skill.references.map((file) => [path.posix.basename(file.path), []]),
    );
    for (const { text, file } of sources) {
      for (const word of wordsOf(text)) namers.get(word)?.push(file);
      yield undefined;
    }
    const folders = new Set(
      sources.flatMap(({ text }) => [...text.matchAll(WHOLE_FOLDER)].map(([, folder]) => folder)),
    );
    yield* skill.references
      .filter((file) => !FOR_OTHERS.test(path.posix.basename(file.path)) && !folders.has(file.path.split('/')[0]))
      .filter((file) => {
        const name = path.posix.basename(file.path);
        const isNamed = namers.get(name)?.some((namer) => namer !== file) === true;
        return !isNamed && !(NO_WORD.test(name) && skill.text.includes(name));
      })
      .map((file) => ({ ...inFile(file), code: 'reference-unnamed', figures: { path: file.path } }) as const);
  },
};
