/** Finds matches in a decoded text: secrets by their form, home folders, and random-looking text. */
import type { Find, Finder } from './finds.ts';
import { PATTERNS } from './patterns.ts';
import { looksRandom, RANDOM } from './random-text.ts';
import { recoveryWords } from './recovery-words.ts';

/** @param folders removed as home folders wherever they occur. */
export function patternFinder(folders: readonly string[]): Record<'inText' | 'inName', Finder> {
  // Includes their form in JSON within a text; longest first.
  const spellings = folders
    .filter((folder) => folder.length > 3)
    .flatMap((folder) => [folder, JSON.stringify(folder).slice(1, -1)])
    .sort((a, b) => b.length - a.length);
  const inName: Finder = (text, isBinary) => (isBinary ? [] : [...folderFinds(text, spellings), ...byForm(text)]);
  return {
    inName,
    /** Ids look random too. */
    inText: (text, isBinary) => (isBinary ? [] : [...inName(text, false), ...drawnByLot(text)]),
  };
}

function* folderFinds(text: string, folders: readonly string[]): Generator<Find> {
  for (const value of folders) {
    for (let from = text.indexOf(value); from !== -1; from = text.indexOf(value, from + value.length)) {
      yield { from, to: from + value.length, kind: 'home', value };
    }
  }
}

function* byForm(text: string): Generator<Find> {
  for (const { kind, pattern, needs, holds } of PATTERNS) {
    if (needs !== undefined && !has(text, needs)) continue;
    for (const match of text.matchAll(pattern)) {
      const from = match.index + (match[1]?.length ?? 0);
      const to = match.index + match[0].length;
      const value = text.slice(from, to);
      if (value !== '' && holds?.(value) !== false) yield { from, to, kind, value };
    }
  }
}

function* drawnByLot(text: string): Generator<Find> {
  for (const { 0: value, index: from } of text.matchAll(RANDOM)) {
    if (looksRandom(value)) yield { from, to: from + value.length, kind: 'key', value };
  }
  for (const { from, to } of recoveryWords(text)) yield { from, to, kind: 'key', value: text.slice(from, to) };
}

const has = (text: string, part: string | RegExp): boolean =>
  typeof part === 'string' ? text.includes(part) : part.test(text);
