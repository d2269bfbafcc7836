/** Reading and changing single fields of a front matter. */
import type { Change, LintSkill } from './types.ts';

/** The field's text; undefined where it is missing or something else. */
export function textField(skill: LintSkill, key: string): string | undefined {
  const value = skill.front?.fields.get(key)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** Counts characters, as the specification does, not code units. */
export const lengthOf = (text: string): number => Array.from(text).length;

/** Replaces the plain value of a field on a single line; undefined if the field is not on a single line. */
export function replaceField(skill: LintSkill, key: string, value: string): Change | undefined {
  const field = skill.front?.fields.get(key);
  if (field === undefined || skill.front === undefined) return undefined;
  const parts = skill.text.split(/(\r\n|\n|\r)/);
  const index = 2 * (skill.front.firstLine + field.source().line - 1);
  const line = parts[index] ?? '';
  const isOneLine =
    new RegExp(`^${key}[ \\t]*:[ \\t]*[^\\s|>&*!]`).test(line) && !/^[ \t]/.test(parts[index + 2] ?? '');
  if (!isOneLine) return undefined;
  const after = parts.with(index, `${key}: ${value}`).join('');
  return { kind: 'write', file: skill.file, before: skill.text, after };
}
