import type { ReactNode } from 'react';
import { Afterwards, cn } from '../../ui/index.ts';

const HIDDEN_UNTIL_NEEDED =
  'opacity-0 transition-opacity duration-fast focus-within:opacity-100 group-hover/message:opacity-100 pointer-coarse:opacity-100';

/**
 * Visible on hover and focus, or always with `shown`; always reachable by keyboard and touch. Always takes its space,
 * so that nothing moves. Hidden ones are drawn after everything that is to be seen: they are half of a message's cost
 * while one scrolls.
 */
export function MessageActions({
  end = false,
  shown = false,
  children,
}: {
  readonly end?: boolean;
  readonly shown?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={cn(
        'mt-0.5 flex h-7 items-center gap-0.5 text-ink-soft text-xs',
        !shown && HIDDEN_UNTIL_NEEDED,
        end && 'justify-end',
      )}
    >
      <Afterwards now={shown}>{children}</Afterwards>
    </div>
  );
}
