import type { Db } from '../db.ts';

/**
 * The full-text table split words at the vowel signs of Devanagari, Thai and others, unlike `search-words.ts`, and so
 * found false matches. It is recreated, and refilled as the log is followed.
 */
export function marksBelongToWords(db: Db): void {
  db.exec(`
    DROP TABLE search;
    CREATE VIRTUAL TABLE search USING fts5(
      text, content='', tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
    );
    DELETE FROM search_texts;
    UPDATE search_progress SET last_event = 0;
  `);
}
