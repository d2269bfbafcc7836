import type { FindingCode, FindingFacts } from '../../../../shared/messages/finding.ts';
import { example } from '../example.ts';
import { lengthOf, replaceField, textField } from '../fields.ts';
import { atField } from '../place.ts';
import { short } from '../shown.ts';
import type { LintSkill, Rule } from '../types.ts';

export const MAX_NAME = 64;
/** Letters without case (Chinese, Arabic, Thai …) are as good as lower case ones. */
export const CHARACTERS = /^[\p{Ll}\p{Lo}\p{Lm}\p{Nd}-]*$/u;

/** Reason why a name is invalid, or undefined. */
export function nameFault(name: string): FindingFacts | undefined {
  const code = codeOf(name);
  if (code === undefined) return undefined;
  const figures = { name: short(name), n: lengthOf(name), most: MAX_NAME, better: normalName(name) ?? 'my-skill' };
  return { code, figures };
}

function codeOf(name: string): FindingCode | undefined {
  if (lengthOf(name) > MAX_NAME) return 'name-too-long';
  if (name !== name.normalize('NFKC')) return 'name-not-nfkc';
  if (/^-|-$/.test(name)) return 'name-hyphen-ends';
  if (name.includes('--')) return 'name-double-hyphen';
  if (name !== name.toLowerCase()) return 'name-capitals';
  return CHARACTERS.test(name) ? undefined : 'name-characters';
}

/** The same name as the specification would have it; undefined where that is not plain. */
function normalName(name: string): string | undefined {
  const normal = name
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
  return normal !== '' && codeOf(normal) === undefined ? normal : undefined;
}

function given(skill: LintSkill): string | undefined {
  const name = textField(skill, 'name');
  return name === undefined || name.trim() === '' ? undefined : name;
}

export const nameFormat: Rule = {
  id: 'name-format',
  severity: 'error',
  bad: example({ fields: { name: '"PDF_Forms "' } }),
  good: example(),
  check(skill) {
    const name = given(skill);
    const fault = name === undefined ? undefined : nameFault(name);
    return fault === undefined ? [] : [{ ...atField(skill, 'name'), ...fault }];
  },
  fix: {
    changes(skill) {
      const normal = normalName(given(skill) ?? '');
      const change = normal === undefined ? undefined : replaceField(skill, 'name', normal);
      return change === undefined ? [] : [change];
    },
  },
};
