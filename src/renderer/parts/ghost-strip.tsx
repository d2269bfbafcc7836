import type { PartKind } from '../../shared/events.ts';
import { cn } from '../ui/index.ts';
import type { Ghost } from './ghost.ts';
import { SEGMENT_COLORS, SEGMENT_INKS } from './segment-colors.ts';

type Kinded = Ghost<{ readonly id: string; readonly kind: PartKind; readonly tokens: number }>;

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
  return (
    <div aria-hidden data-strip={side} className={cn('relative w-full', className)}>
      <div className="keep-colors flex h-full w-full gap-px overflow-hidden rounded-sm">
        {drawn.map((ghost) => {
          const other = side === 'before' ? ghost.after : ghost.before;
          const alone = other === 0;
          return (
            <span
              key={ghost.id}
              data-part={ghost.id}
              className={cn(
                'h-full',
                alone
                  ? cn('hatched border border-current border-dashed', SEGMENT_INKS[ghost.part.kind])
                  : SEGMENT_COLORS[ghost.part.kind],
              )}
              style={{ flexGrow: ghost[side], flexBasis: 0, minWidth: alone ? 3 : 0 }}
            />
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
