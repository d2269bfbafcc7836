import { example } from '../example.ts';
import { changeLines } from '../fields.ts';
import { atField } from '../place.ts';
import { short } from '../shown.ts';
import type { Rule } from '../types.ts';

const SPECIFIED = ['name', 'description', 'license', 'compatibility', 'metadata', 'allowed-tools'];
/** Read by Skilldeck and the systems it grew from. */
const ALSO_READ = ['when_to_use', 'when-to-use', 'tags', 'disable-model-invocation', 'user-invocable'];

/** Insertions, deletions and replacements from one word to another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, character] of Array.from(a).entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j += 1) {
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, (row[j] ?? 0) + (character === b[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

const meantBy = (key: string): string | undefined =>
  [...SPECIFIED, ...ALSO_READ].find(
    (known) => key.length < 40 && distance(key.toLowerCase().replaceAll('_', '-'), known) <= 2,
  );

const isUnknown = (key: string): boolean => ![...SPECIFIED, ...ALSO_READ].includes(key);

export const unknownField: Rule = {
  id: 'unknown-field',
  severity: 'warning',
  bad: example({ fields: { licence: 'MIT' } }),
  good: example({ fields: { license: 'MIT' } }),
  check: (skill) =>
    [...(skill.front?.fields.keys() ?? [])].filter(isUnknown).map((key) => {
      const meant = meantBy(key);
      const place = atField(skill, key);
      if (meant === undefined) return { ...place, code: 'unknown-field', figures: { key: short(key) } };
      return { ...place, code: 'unknown-field-meant', figures: { key: short(key), meant } };
    }),
  fix: {
    /** A misspelled field gets the name that it was meant to have, unless that is there too. */
    changes(skill) {
      const taken = new Set(skill.front?.fields.keys());
      return changeLines(skill, [...taken].filter(isUnknown), (line, _next, key) => {
        const meant = meantBy(key);
        if (meant === undefined || taken.has(meant) || !line.startsWith(key)) return undefined;
        taken.add(meant);
        return `${meant}${line.slice(key.length)}`;
      });
    },
  },
};
