/**
 * Patterns of paths as doublestar has them, which trpc-agent-go's users know (seeds/002): `*`, `?`, `[a-z]`, `{a,b}`,
 * and `**` for any number of folders. Not by regular expressions: model and script together choose pattern and names,
 * and `*a*a*a*a*b` must not hold the app up.
 */
import { fitsLetters, type Letter } from '../lib/patterns.ts';

/** `{a,b}{c,d}` doubles with each: more than these are refused. */
const MAX_ALTERNATIVES = 256;

/** Characters: each alternative is made of as many. */
const MAX_PATTERN = 1_000;

/** The first `{…}` with a comma in it, by its ends; nested ones count as its inside. */
function firstBraces(pattern: string): readonly [number, number, readonly number[]] | undefined {
  const open: { readonly start: number; readonly commas: number[] }[] = [];
  let first: readonly [number, number, readonly number[]] | undefined;
  for (let at = 0; at < pattern.length; at += 1) {
    const letter = pattern[at];
    if (letter === '\\') at += 1;
    else if (letter === '{') open.push({ start: at, commas: [] });
    else if (letter === ',') open.at(-1)?.commas.push(at);
    else if (letter === '}') {
      const { start, commas } = open.pop() ?? { start: at, commas: [] };
      if (commas.length > 0 && start < (first?.[0] ?? at)) first = [start, at, commas];
    }
  }
  return first;
}

/** Undefined where there are too many. */
function alternatives(pattern: string): string[] | undefined {
  const done: string[] = [];
  const open = [pattern];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const braces = firstBraces(next);
    if (braces === undefined) done.push(next);
    else {
      const [start, end, commas] = braces;
      const edges = [start, ...commas, end];
      const head = next.slice(0, start);
      const tail = next.slice(end + 1);
      for (const [index, edge] of edges.slice(0, -1).entries()) {
        open.push(`${head}${next.slice(edge + 1, edges[index + 1])}${tail}`);
      }
    }
    if (done.length + open.length > MAX_ALTERNATIVES) return undefined;
  }
  return done;
}

/** `[…]` that begins at `start`: what it takes, and where it ends. Undefined where it does not end. */
function readClass(letters: readonly string[], start: number): { takes: Letter; end: number } | undefined {
  const negated = letters[start + 1] === '!' || letters[start + 1] === '^';
  const first = start + (negated ? 2 : 1);
  if (letters.lastIndexOf(']') <= first) return undefined;
  const ranges: (readonly [string, string])[] = [];
  for (let at = first; at < letters.length; at += 1) {
    const letter = letters[at] ?? '';
    if (letter === ']' && at > first) {
      const isIn = (one: string) => ranges.some(([low, high]) => one >= low && one <= high);
      return { takes: (one) => isIn(one) !== negated, end: at };
    }
    const to = letters[at + 2];
    if (letters[at + 1] === '-' && to !== undefined && to !== ']') {
      ranges.push([letter, to]);
      at += 2;
    } else ranges.push([letter, letter]);
  }
  return undefined;
}

function segmentMatcher(segment: string): (name: string) => boolean {
  const given = [...segment];
  const wanted: Letter[] = [];
  for (let at = 0; at < given.length; at += 1) {
    const letter = given[at] ?? '';
    const found = letter === '[' ? readClass(given, at) : undefined;
    if (letter === '*') {
      if (wanted.at(-1) !== undefined || wanted.length === 0) wanted.push(undefined);
    } else if (letter === '?') wanted.push(() => true);
    else if (found !== undefined) {
      wanted.push(found.takes);
      at = found.end;
    } else {
      if (letter === '\\' && at + 1 < given.length) at += 1;
      const literal = given[at];
      wanted.push((one) => one === literal);
    }
  }
  return (name) => fitsLetters(wanted, name);
}

function pathMatcher(pattern: string): (parts: readonly string[]) => boolean {
  const names = pattern.split('/').filter((name, at, all) => name !== '**' || all[at - 1] !== '**');
  const segments = names.map((name) => (name === '**' ? undefined : segmentMatcher(name)));
  return (parts) => {
    // Beginnings of the pattern that the path so far can be; a set, so that no path is tried twice.
    const onward = (reached: readonly number[]): number[] => {
      const all = new Set<number>();
      for (const first of reached) {
        let at = first;
        all.add(at);
        while (at < segments.length && segments[at] === undefined) {
          at += 1;
          all.add(at);
        }
      }
      return [...all];
    };
    let reached = onward([0]);
    for (const part of parts) {
      const next = reached.flatMap((at) => {
        if (at >= segments.length) return [];
        const takes = segments[at];
        if (takes === undefined) return [at];
        return takes(part) ? [at + 1] : [];
      });
      if (next.length === 0) return false;
      reached = onward(next);
    }
    return reached.includes(segments.length);
  };
}

/** Matches paths with `/`. Undefined for a pattern that is too long or has too many alternatives in braces. */
export function globMatcher(pattern: string): ((name: string) => boolean) | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  const matchers = alternatives(pattern)?.map(pathMatcher);
  if (matchers === undefined) return undefined;
  return (name) => {
    const parts = name.split('/');
    return matchers.some((matches) => matches(parts));
  };
}

export const isGlob = (pattern: string): boolean => /[*?[{]/.test(pattern);

/** The folders before the first one that is a pattern. */
export function globBase(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex(isGlob);
  return parts.slice(0, first === -1 ? -1 : first).join('/');
}
