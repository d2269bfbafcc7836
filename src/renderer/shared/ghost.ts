/** Two requests laid over each other: what is, and what would be. */

interface Sized {
  readonly id: string;
  readonly tokens: number;
}

export interface Ghost<T extends Sized> {
  readonly id: string;
  /** The new state of the part, or the old one if it would be removed. */
  readonly part: T;
  readonly before: number;
  readonly after: number;
}

/** In the new order; removed parts stay at their old place. */
export function ghostOf<T extends Sized>(before: readonly T[], after: readonly T[]): readonly Ghost<T>[] {
  const there = new Set(after.map(({ id }) => id));
  const was = new Map(before.map((part, index) => [part.id, { part, index }]));
  const ghosts: Ghost<T>[] = [];
  let next = 0;
  const goneBefore = (index: number): void => {
    for (; next < index; next += 1) {
      const part = before[next];
      if (part !== undefined && !there.has(part.id)) {
        ghosts.push({ id: part.id, part, before: part.tokens, after: 0 });
      }
    }
  };
  for (const part of after) {
    const earlier = was.get(part.id);
    if (earlier !== undefined) goneBefore(earlier.index);
    ghosts.push({ id: part.id, part, before: earlier?.part.tokens ?? 0, after: part.tokens });
  }
  goneBefore(before.length);
  return ghosts;
}
