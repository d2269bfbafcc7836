/** Meanings of phrases that are heard in the same way wherever they are said. */
import phrases from '../data/phrases.json' with { type: 'json' };

const TABLES = new Map(
  Object.entries(phrases).map(([name, table]) => [
    name,
    table.map(({ means, said }) => ({ means, pattern: new RegExp(said.join('|'), 'iu') })),
  ]),
);

/** The meaning whose phrases fit first; undefined where none do. */
export const meaningOf = (table: keyof typeof phrases, text: string): string | undefined =>
  TABLES.get(table)?.find(({ pattern }) => pattern.test(text))?.means;
