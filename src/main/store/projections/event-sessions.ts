/**
 * Whose each searched text is, in memory: of a very common word, looking up every one of its texts in the table takes
 * longer than finding them all. An event's session never changes, so what is known stays true until the event is removed.
 */
import type { Db } from '../db.ts';

export interface EventSessions {
  /** Of each session, how many of these texts (ids of events) are its own. */
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
  /** By id of the event, the session's place in `names` and one more; 0: not known. Four bytes an event. */
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
      const counts = new Map<number, number>();
      for (const id of ids) {
        // While an index is built anew, texts come that are older than the last one known.
        const place = known[id] ?? 0;
        const number = place > 0 ? place - 1 : numberOf(one.get(id)?.session ?? '');
        counts.set(number, (counts.get(number) ?? 0) + 1);
      }
      return new Map([...counts].map(([number, count]) => [names[number] ?? '', count]));
    },
  };
}

function grown(numbers: Int32Array<ArrayBuffer>, id: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(Math.max(numbers.length * 2, id + 1));
  larger.set(numbers);
  return larger;
}
