import path from 'node:path';
import { example } from '../example.ts';
import { findMentions } from '../mentions.ts';
import { inBody, inFile } from '../place.ts';
import { short } from '../shown.ts';
import { inEach } from '../sources.ts';
import type { LintSkill, Place, Rule, RuleFinding } from '../types.ts';

const isScript = (file: string): boolean => file.startsWith('scripts/');

/** @param folder that contains the text, relative to the skill's. */
function missingFrom(
  places: ReadonlySet<string>,
  text: string,
  folder: string,
  at: (offset: number) => Place,
): RuleFinding[] {
  const has = (wanted: string): boolean => places.has(path.posix.normalize(wanted).replace(/\/$/, ''));
  return findMentions(text).flatMap((mention): readonly RuleFinding[] => {
    const { path: wanted, kind, fenced, offset } = mention;
    if (isScript(wanted) || /^skill\.md$/i.test(wanted) || (fenced && kind !== 'link')) return [];
    if (path.posix.normalize(path.posix.join(folder, wanted)).startsWith('..')) {
      return [{ ...at(offset), severity: 'warning', code: 'reference-outside', figures: { path: short(wanted) } }];
    }
    if (has(wanted) || has(path.posix.join(folder, wanted)) || /^skill\.md$/i.test(path.posix.basename(wanted)))
      return [];
    const severity = mention.example ? 'info' : kind === 'name' ? 'warning' : 'error';
    return [{ ...at(offset), severity, code: 'reference-missing', figures: { path: short(wanted) } }];
  });
}

/** The files and all folders above them. */
function placesOf({ files }: LintSkill): ReadonlySet<string> {
  const places = new Set(['.']);
  for (const file of files) {
    for (let at = file.path; !places.has(at); at = path.posix.dirname(at)) places.add(at);
  }
  return places;
}

export const referenceMissing: Rule = {
  id: 'reference-missing',
  severity: 'error',
  bad: example({ body: 'The fields are described in [the list](references/fields.md).\n' }),
  good: example(
    { body: 'The fields are described in [the list](references/fields.md).\n' },
    { 'references/fields.md': '# Fields\n' },
  ),
  *check(skill) {
    const places = placesOf(skill);
    yield* missingFrom(places, skill.body, '', (offset) => inBody(skill, offset));
    yield* inEach(skill.references, (file) =>
      file.content.kind === 'text' && file.path.endsWith('.md')
        ? missingFrom(places, file.content.text, path.posix.dirname(file.path), (offset) => inFile(file, offset))
        : [],
    );
  },
};
