/** Limits notes on single files: a script can leave ten thousand of them, and a model reads them all. */

/** Max notes of one kind. */
const MOST = 20;

export interface BoundedNotes {
  add(note: string): void;
  /** The first ones, and how many there were besides. */
  all(): string[];
}

/** @param rest says how many more there were, such as `3 more were left out likewise.` */
export function boundedNotes(
  rest: (more: number) => string = (more) => `${more} more notes are left out.`,
): BoundedNotes {
  const notes: string[] = [];
  let more = 0;
  return {
    add(note) {
      if (notes.length < MOST) notes.push(note);
      else more += 1;
    },
    all: () => (more === 0 ? [...notes] : [...notes, rest(more)]),
  };
}
