/**
 * The person's own patterns, each text looked through once. A regular expression may take longer than the universe is
 * old: those run where they can be interrupted, over all texts at once.
 */
import { createContext, runInContext } from 'node:vm';
import { messageOf, SkilldeckError } from '../../../shared/errors.ts';
import type { OwnPattern } from '../../../shared/review.ts';

export type Range = readonly [from: number, to: number];
export type OwnFinds = ReadonlyMap<string, readonly Range[]>;

/** Milliseconds for all patterns over a whole session. */
const TIME_LIMIT = 3_000;

/** Where each text has something of the patterns', in order and without overlaps. @throws SkilldeckError `bad-input`. */
export function ownFinds(
  patterns: readonly OwnPattern[],
  texts: ReadonlySet<string>,
  timeLimit: number = TIME_LIMIT,
): OwnFinds {
  const found = new Map<string, Range[]>();
  if (patterns.length === 0) return found;
  const given = [...texts];
  for (const { source, flags, pattern } of patterns.map(compiled)) {
    for (const [index, from, to] of matches({ pattern, source, flags }, given, timeLimit)) {
      const text = given[index] ?? '';
      found.set(text, [...(found.get(text) ?? []), [from, to]]);
    }
  }
  return new Map([...found].map(([text, ranges]) => [text, withoutOverlaps(ranges)]));
}

interface Compiled {
  readonly pattern: string;
  readonly source: string;
  readonly flags: string;
}

function compiled({ pattern, regex = false }: OwnPattern): Compiled {
  const source = regex ? pattern : pattern.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
  const flags = ['giu', 'gi'].find((one) => isPattern(source, one));
  if (flags === undefined) {
    throw new SkilldeckError(
      'bad-input',
      `The pattern '${pattern}' is no regular expression: ${whyNot(source)}. Correct it.`,
    );
  }
  if (new RegExp(source, flags).test('')) {
    throw new SkilldeckError(
      'bad-input',
      `The pattern '${pattern}' finds what is empty, everywhere. Make it say more.`,
    );
  }
  return { pattern, source, flags };
}

function isPattern(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) !== undefined;
  } catch {
    return false;
  }
}

function whyNot(source: string): string {
  try {
    return String(new RegExp(source, 'gi'));
  } catch (error) {
    return messageOf(error).replace(/^Invalid regular expression: /, '');
  }
}

const LOOK = `(() => {
  const pattern = new RegExp(source, flags);
  const found = [];
  for (let index = 0; index < texts.length; index += 1) {
    for (const match of texts[index].matchAll(pattern)) {
      if (match[0] !== '') found.push([index, match.index, match.index + match[0].length]);
    }
  }
  return found;
})()`;

function matches(
  { pattern, source, flags }: Compiled,
  texts: readonly string[],
  timeout: number,
): readonly (readonly [number, number, number])[] {
  try {
    return runInContext(LOOK, createContext({ source, flags, texts }), { timeout });
  } catch (error) {
    throw new SkilldeckError(
      'bad-input',
      `The pattern '${pattern}' takes too long over this session. Make it simpler: without repetitions within repetitions.`,
      { cause: error },
    );
  }
}

function withoutOverlaps(ranges: readonly Range[]): Range[] {
  const kept: Range[] = [];
  for (const range of ranges.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    if (range[0] >= (kept.at(-1)?.[1] ?? 0)) kept.push(range);
  }
  return kept;
}
