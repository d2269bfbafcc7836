/**
 * Maps each searched text to its session, in memory: for a very common word, looking up all its texts in the table
 * takes longer than finding them. An event's session never changes, so entries are valid until the event is removed.
 */
import type { Db } from '../db.ts';

export interface EventSessions {
  /** Counts these texts (event ids) per session. */
  countBySession(ids: readonly number[]): Map<string, number>;
  /** The ids from this one on may name other events. */
  forgetFrom(id: number): void;
}

export function createEventSessions(db: Db): EventSessions {
  const after = db.prepare<[number], { id: number; session: string }>(
    'SELECT id, session FROM search_texts WHERE id > ? ORDER BY id',
  );
  const one = db.prepare<[number], { session: string }>('SELECT session FROM search_texts WHERE id = ?');
  const names: string[] = [];
  const numbers = new Map<string, number>();
  /** By event id: the session's index in `names` plus one; 0: unknown. Four bytes per event. */
  let known = new Int32Array(1_024);
  let last = 0;
  const numberOf = (session: string): number => {
    const number = numbers.get(session) ?? names.push(session) - 1;
    numbers.set(session, number);
    return number;
  };

  return {
    forgetFrom(id) {
      known.fill(0, id);
      last = Math.min(last, id - 1);
    },
    countBySession(ids) {
      for (const { id, session } of after.iterate(last)) {
        if (id >= known.length) known = grown(known, id);
        known[id] = numberOf(session) + 1;
        last = id;
      }
      /** By the session's index. */
      const counts: number[] = [];
      for (const id of ids) {
        // While an index is rebuilt, texts older than the last known one arrive.
        const place = known[id] ?? 0;
        const number = place > 0 ? place - 1 : numberOf(one.get(id)?.session ?? '');
        counts[number] = (counts[number] ?? 0) + 1;
      }
      return new Map(names.flatMap((name, number) => (counts[number] === undefined ? [] : [[name, counts[number]]])));
    },
  };
}

function grown(numbers: Int32Array<ArrayBuffer>, id: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(numbers.length * 2, id + 1));
  larger.set(numbers);
  return larger;
}
