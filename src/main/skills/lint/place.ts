/** Turns offsets in a text into positions that an editor can open. */
import type { LintSkill, Place, SkillFile } from './types.ts';

const LINE_BREAK = /\r\n|\n|\r/g;

/** Offsets at which the lines of a text begin; made once for a text that is asked for often. */
let last: { readonly text: string; readonly starts: readonly number[] } = { text: '', starts: [0] };

function lineStarts(text: string): readonly number[] {
  if (last.text === text) return last.starts;
  const starts = [0];
  for (const match of text.matchAll(LINE_BREAK)) starts.push(match.index + match[0].length);
  last = { text, starts };
  return starts;
}

export function placeAt(file: string, text: string, offset: number): Place {
  const starts = lineStarts(text);
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return { file, line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
}

/** @param offset in the body. */
export const inBody = (skill: LintSkill, offset: number): Place =>
  placeAt(skill.file, skill.text, skill.bodyStart + offset);

export const inFile = (file: SkillFile, offset = 0): Place =>
  file.content.kind === 'text'
    ? placeAt(file.absolute, file.content.text, offset)
    : { file: file.absolute, line: 1, column: 1 };

export const atTop = (skill: LintSkill): Place => ({ file: skill.file, line: 1, column: 1 });

/** The line of a field, or of the first line of YAML where it is missing. */
export function atField(skill: LintSkill, ...keys: readonly string[]): Place {
  const { front } = skill;
  if (front === undefined) return atTop(skill);
  const field = keys.map((key) => front.fields.get(key)).find((found) => found !== undefined);
  return { file: skill.file, line: front.firstLine + (field?.source().line ?? 0), column: 1 };
}
