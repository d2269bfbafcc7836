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
export const replaceField = (skill: LintSkill, key: string, value: string): Change | undefined =>
  changeLines(skill, [key], (line, next) =>
    new RegExp(`^${key}[ \\t]*:[ \\t]*[^\\s|>&*!]`).test(line) && !/^[ \t]/.test(next) ? `${key}: ${value}` : undefined,
  )[0];

/**
 * Changes the lines on which fields begin, and no other byte.
 * @param edit the line as it is to be; undefined leaves it.
 */
export function changeLines(
  skill: LintSkill,
  keys: Iterable<string>,
  edit: (line: string, next: string, key: string) => string | undefined,
): readonly Change[] {
  const { front, file, text } = skill;
  if (front === undefined) return [];
  const parts = text.split(/(\r\n|\n|\r)/);
  for (const key of keys) {
    const field = front.fields.get(key);
    if (field === undefined) continue;
    const index = 2 * (front.firstLine + field.source().line - 1);
    parts[index] = edit(parts[index] ?? '', parts[index + 2] ?? '', key) ?? parts[index] ?? '';
  }
  const after = parts.join('');
  return after === text ? [] : [{ kind: 'write', file, before: text, after }];
}

/** Puts the values of fields on one plain line into quotes: they are read as the text that they are now taken for. */
export function quoteFields(skill: LintSkill, keys: Iterable<string>): readonly Change[] {
  return changeLines(skill, keys, (line, next, key) => {
    const value = skill.front?.fields.get(key)?.source().raw ?? '';
    const start = line.trimEnd();
    const isPlain = /^[^\s"'|>&*!#]/.test(value) && start.endsWith(value) && !/^[ \t]+\S/.test(next);
    return isPlain ? `${start.slice(0, -value.length)}${JSON.stringify(value)}` : undefined;
  });
}
