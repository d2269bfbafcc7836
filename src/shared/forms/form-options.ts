import type { FormOption } from './forms.ts';

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const plain = (text: string): string => folded(text).replace(/[\s'’-]+/g, '');

/** Beginnings of the words of a name; a script without spaces has one at every character. */
function beginnings(name: string): string[] {
  const parts = folded(name).split(/[\s'’()/-]+/);
  const at = (index: number) => plain(parts.slice(index).join(' '));
  const words = parts.map((_, index) => at(index));
  return /\p{Script=Han}/u.test(name)
    ? [...words, ...[...plain(name)].map((_, index, all) => all.slice(index).join(''))]
    : words;
}

/**
 * Match score of an option for the typed text: 0 for no match. A name is found by the beginning of each of its words,
 * never by the middle of one; the beginning of the whole name and codes rank first.
 */
export function rankOption({ label, also = '', code = '', words = '' }: FormOption, query: string): number {
  const wanted = plain(query);
  if (wanted === '') return 1;
  const codes = [code, ...words.split(/[\s,]+/)].map(plain);
  if (codes.includes(wanted)) return 4;
  const names = [label, also].map(plain);
  if (names.some((name) => name.startsWith(wanted))) return 3;
  if (codes.some((one) => one.startsWith(wanted))) return 2;
  return [label, also].some((name) => beginnings(name).some((one) => one.startsWith(wanted))) ? 1 : 0;
}
