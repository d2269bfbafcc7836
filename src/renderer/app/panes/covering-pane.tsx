import type { ReactNode, RefObject } from 'react';
import { Spinner } from '../../ui/index.ts';
import { ErrorBoundary } from '../error-boundary.tsx';

/** In place of a pane that is still on its way. */
export const PANE_COMING = (
  <div className="grid h-full place-items-center">
    <Spinner />
  </div>
);

/** Covers the chat and its side columns, which keep their state. */
export function CoveringPane({
  pane,
  label,
  onEscape,
  children,
}: {
  /** From `useCoveringPane`. */
  readonly pane: RefObject<HTMLElement | null>;
  readonly label: string;
  readonly onEscape?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <main
      ref={pane}
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => {
        // Anything floating above it (a menu, a list of choices) closes first.
        const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (onEscape === undefined || event.key !== 'Escape' || event.defaultPrevented || !isOwn) return;
        event.preventDefault();
        onEscape();
      }}
      className="absolute inset-0 z-20 bg-canvas outline-none"
    >
      <ErrorBoundary>{children}</ErrorBoundary>
    </main>
  );
}
