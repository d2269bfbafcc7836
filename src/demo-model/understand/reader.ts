/** Building blocks of the phrase readers. */
import type { Reader, Said } from './phrases.ts';

export const fact = (slot: Said['slot'], value: Said['value']) => [{ slot, value }];
export const anyOf = (match: readonly (string | undefined)[]): string =>
  match.slice(1).find((one) => one !== undefined && one !== '') ?? '';

/** Letters of any size, but for names and codes, which say themselves what they take. */
export const reader = (source: string, read: Reader['read'], flags = 'giu'): Reader => ({
  pattern: new RegExp(source, flags),
  read,
});
