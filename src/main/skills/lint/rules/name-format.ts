import { example } from '../example.ts';
import { lengthOf, replaceField, textField } from '../fields.ts';
import { atField } from '../place.ts';
import { quoted } from '../shown.ts';
import type { LintSkill, Rule } from '../types.ts';

const MAX_LENGTH = 64;
/** Letters without case (Chinese, Arabic, Thai …) are as good as lower case ones. */
const CHARACTERS = /^[\p{Ll}\p{Lo}\p{Lm}\p{Nd}-]*$/u;

/** Says why a name is invalid, or undefined. */
export function nameFault(name: string): string | undefined {
  if (lengthOf(name) > MAX_LENGTH) return `has ${lengthOf(name)} characters, and at most ${MAX_LENGTH} are allowed`;
  if (name !== name.normalize('NFKC')) return 'is not in the normal form NFKC';
  if (/^-|-$/.test(name)) return 'begins or ends with a hyphen';
  if (name.includes('--')) return 'has two hyphens in a row';
  if (name !== name.toLowerCase()) return 'has capital letters';
  if (!CHARACTERS.test(name)) return 'has characters other than lower case letters, digits and hyphens';
  return undefined;
}

/** The same name as the specification would have it; undefined where that is not plain. */
function normalName(name: string): string | undefined {
  const normal = name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
  return normal !== '' && nameFault(normal) === undefined ? normal : undefined;
}

function given(skill: LintSkill): string | undefined {
  const name = textField(skill, 'name');
  return name === undefined || name.trim() === '' ? undefined : name;
}

export const nameFormat: Rule = {
  id: 'name-format',
  severity: 'error',
  why: 'The name is typed, put into paths and compared. The specification allows lower case letters (letters of scripts without case count), digits, and hyphens that are neither first nor last nor doubled, in the normal form NFKC.',
  bad: example({ fields: { name: '"PDF_Forms "' } }),
  good: example(),
  check(skill) {
    const name = given(skill);
    const fault = name === undefined ? undefined : nameFault(name);
    if (name === undefined || fault === undefined) return [];
    const normal = normalName(name);
    const remedy = normal === undefined ? 'Use lower case letters, digits and single hyphens.' : `Write "${normal}".`;
    return [{ ...atField(skill, 'name'), message: `The name ${quoted(name)} ${fault}. ${remedy}` }];
  },
  fix: {
    does: 'Writes the name in lower case, in NFKC, without spaces at its ends, and with hyphens for spaces and underscores, where that gives a valid name.',
    changes(skill) {
      const normal = normalName(given(skill) ?? '');
      const change = normal === undefined ? undefined : replaceField(skill, 'name', normal);
      return change === undefined ? [] : [change];
    },
  },
};
