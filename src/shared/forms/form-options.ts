import type { FormOption } from './forms.ts';

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[\s'’-]+/g, '');

/**
 * Match score of an option for the typed text: 0 for no match; a code or name with that prefix ranks above a match
 * inside one.
 */
export function rankOption({ label, also = '', code = '', words = '' }: FormOption, query: string): number {
  const wanted = plain(query);
  if (wanted === '') return 1;
  const codes = [code, ...words.split(/[\s,]+/)].map(plain);
  if (codes.includes(wanted)) return 4;
  const names = [label, also].map(plain);
  if (names.some((name) => name.startsWith(wanted))) return 3;
  if (codes.some((one) => one.startsWith(wanted))) return 2;
  return names.some((name) => wanted.length > 1 && name.includes(wanted)) ? 1 : 0;
}
