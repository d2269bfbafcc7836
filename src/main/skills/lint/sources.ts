/** The texts of a skill in which rules look for something, each with the way back to its places. */
import type { FindingFacts } from '../../../shared/messages/finding.ts';
import { inFile, placeAt } from './place.ts';
import type { Findings, LintSkill, Place, RuleFinding, SkillFile } from './types.ts';

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

/** Texts the agent reads: the `SKILL.md` and the references. */
export const instructionSources = (skill: LintSkill): readonly Source[] => [
  skillSource(skill),
  ...skill.references.flatMap(sourceOf),
];

export const scriptSources = (skill: LintSkill): readonly Source[] => skill.scripts.flatMap(sourceOf);

export const allSources = (skill: LintSkill): readonly Source[] => [
  skillSource(skill),
  ...skill.files.flatMap(sourceOf),
];

/** One after the other, with a step after each. */
export function* inEach<T>(items: readonly T[], look: (item: T) => readonly RuleFinding[]): Findings {
  for (const item of items) {
    yield* look(item);
    yield undefined;
  }
}

/** The first matches of a pattern. @param most of them. */
export function firstMatches(text: string, pattern: RegExp, most: number): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(pattern)) {
    if (found.length === most) break;
    found.push(match);
  }
  return found;
}

/** Findings after which a text is given up: it is hostile, or one finding says it all. */
const MAX_FINDINGS = 200;

/** One finding for each match; `read` gives undefined for one that is none after all. */
export function findAll(
  source: Source,
  pattern: RegExp,
  read: (match: RegExpExecArray) => FindingFacts | undefined,
): readonly RuleFinding[] {
  const findings: RuleFinding[] = [];
  for (const match of source.text.matchAll(pattern)) {
    const facts = read(match);
    if (facts !== undefined) findings.push({ ...source.at(match.index), ...facts });
    if (findings.length === MAX_FINDINGS) break;
  }
  return findings;
}

/** The line around an offset, at most 400 characters to each side. */
export function lineAround(text: string, offset: number): string {
  const before = text.slice(Math.max(0, offset - 400), offset);
  const after = text.slice(offset, offset + 400);
  return `${before.slice(before.search(/[^\r\n]*$/))}${/^[^\r\n]*/.exec(after)?.[0] ?? ''}`;
}
