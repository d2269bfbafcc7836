/** The unfinished answer of each session, so that a crash in mid-stream loses none of what was on the screen. */
import type { Db } from './db.ts';

export interface Draft {
  readonly iteration: number;
  readonly text: string;
  readonly reasoning: string;
}

export interface Drafts {
  save(session: string, draft: Draft): void;
  get(session: string): Draft | undefined;
  remove(session: string): void;
}

export function createDrafts(db: Db): Drafts {
  const upsert = db.prepare<[string, number, string, string]>(
    `INSERT INTO drafts (session, iteration, text, reasoning) VALUES (?, ?, ?, ?)
     ON CONFLICT (session) DO UPDATE
     SET iteration = excluded.iteration, text = excluded.text, reasoning = excluded.reasoning`,
  );
  const select = db.prepare<[string], Draft>('SELECT iteration, text, reasoning FROM drafts WHERE session = ?');
  const remove = db.prepare<[string]>('DELETE FROM drafts WHERE session = ?');
  return {
    save(session, { iteration, text, reasoning }) {
      // Several times a second: the death of this process loses nothing, a power cut may lose the last moment.
      db.pragma('synchronous = NORMAL');
      try {
        upsert.run(session, iteration, text, reasoning);
      } finally {
        db.pragma('synchronous = FULL');
      }
    },
    get: (session) => select.get(session),
    remove: (session) => void remove.run(session),
  };
}
