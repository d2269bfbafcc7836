import type { PartKind } from '../../shared/events.ts';
import { cn } from '../ui/index.ts';
import { joined, kindsOf } from './runs.ts';
import { SEGMENT_COLORS, SEGMENT_INKS } from './segments.ts';

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
      if (part !== undefined && !there.has(part.id)) ghosts.push({ id: part.id, part, before: part.tokens, after: 0 });
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

type Kinded = Ghost<{ readonly id: string; readonly kind: PartKind; readonly tokens: number }>;

/** Max slices: more are indistinguishable, and their gaps would take the strip's width. */
const MOST_SLICES = 240;

/**
 * One of two requests as a strip: what is, or what would be. What only one of them has is striped there. Both strips
 * are drawn to one scale, which `scale` gives in tokens.
 */
export function GhostStrip({
  ghosts,
  side,
  scale,
  mark,
  className,
}: {
  readonly ghosts: readonly Kinded[];
  readonly side: 'before' | 'after';
  readonly scale: number;
  /** Tokens from the start at which the prompt cache breaks. */
  readonly mark?: number | undefined;
  readonly className?: string;
}) {
  const drawn = ghosts.filter((ghost) => ghost[side] > 0);
  const total = drawn.reduce((sum, ghost) => sum + ghost[side], 0);
  const single = drawn.map((ghost) => ({ parts: [ghost], tokens: ghost[side] }));
  const slices =
    drawn.length > MOST_SLICES
      ? joined(single, total / MOST_SLICES, (one, other) => isAlone(one, side) === isAlone(other, side))
      : single;
  return (
    <div aria-hidden data-strip={side} className={cn('relative w-full', className)}>
      <div className="keep-colors flex h-full w-full gap-px overflow-hidden rounded-sm">
        {slices.map(({ parts, tokens }) => {
          const [first] = parts;
          if (first === undefined) return null;
          const alone = isAlone(first, side);
          const kinds = kindsOf(parts.map((ghost) => ({ kind: ghost.part.kind, tokens: ghost[side] })));
          const [{ kind } = first.part] = kinds;
          return (
            <span
              key={first.id}
              data-part={first.id}
              className={cn(
                'flex h-full flex-col overflow-hidden',
                alone
                  ? cn('hatched border border-current border-dashed', SEGMENT_INKS[kind])
                  : kinds.length === 1 && SEGMENT_COLORS[kind],
              )}
              style={{ flexGrow: tokens, flexBasis: 0, minWidth: alone ? 3 : 0 }}
            >
              {alone || kinds.length === 1 ? null : <KindShares kinds={kinds} />}
            </span>
          );
        })}
        {scale > total ? <span style={{ flexGrow: scale - total, flexBasis: 0 }} /> : null}
      </div>
      {mark === undefined || mark <= 0 || mark >= total ? null : (
        <span
          data-break={mark}
          className="absolute -inset-y-1 w-0.5 -translate-x-1/2 rounded-full bg-danger"
          style={{ left: `${(mark / Math.max(scale, total)) * 100}%` }}
        />
      )}
    </div>
  );
}

/** The other request has it not. */
const isAlone = ({ before, after }: Kinded, side: 'before' | 'after'): boolean =>
  (side === 'before' ? after : before) === 0;

/** Several parts that are drawn as one: their hues, one below the other, by their share. */
export function KindShares({
  kinds,
}: {
  readonly kinds: readonly { readonly kind: PartKind; readonly tokens: number }[];
}) {
  return kinds.map(({ kind, tokens }) => (
    <span key={kind} className={SEGMENT_COLORS[kind]} style={{ flexGrow: tokens, flexBasis: 0 }} />
  ));
}
