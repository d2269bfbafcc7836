/** The texts of a skill in which rules look for something, each with the way back to its places. */
import { inFile, placeAt } from './place.ts';
import type { LintSkill, Place, RuleFinding, SkillFile } from './types.ts';

export interface Source {
  readonly text: string;
  readonly file: SkillFile | undefined;
  at(offset: number): Place;
}

/** The whole `SKILL.md`, front matter included: the description is in every request. */
export const skillSource = (skill: LintSkill): Source => ({
  text: skill.text,
  file: undefined,
  at: (offset) => placeAt(skill.file, skill.text, offset),
});

const sourceOf = (file: SkillFile): readonly Source[] =>
  file.content.kind === 'text' ? [{ text: file.content.text, file, at: (offset) => inFile(file, offset) }] : [];

/** What the agent reads: the `SKILL.md` and the references. */
export const instructionSources = (skill: LintSkill): readonly Source[] => [
  skillSource(skill),
  ...skill.references.flatMap(sourceOf),
];

export const scriptSources = (skill: LintSkill): readonly Source[] => skill.scripts.flatMap(sourceOf);

export const allSources = (skill: LintSkill): readonly Source[] => [
  skillSource(skill),
  ...skill.files.flatMap(sourceOf),
];

/** One finding for each match; `say` gives undefined for one that is none after all. */
export function findAll(
  source: Source,
  pattern: RegExp,
  say: (match: RegExpExecArray) => string | undefined,
): readonly RuleFinding[] {
  return [...source.text.matchAll(pattern)].flatMap((match) => {
    const message = say(match);
    return message === undefined ? [] : [{ ...source.at(match.index), message }];
  });
}

/** The line in which an offset lies. At most 400 characters to each side. */
export function lineAround(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - 400), offset);
  const after = text.slice(offset, offset + 400);
  return `${before.slice(before.search(/[^\r\n]*$/))}${/^[^\r\n]*/.exec(after)?.[0] ?? ''}`;
}
