import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

export type Side = 'top' | 'bottom' | 'left' | 'right';

/** One per app: after the first tooltip its neighbours show at once. */
export function TooltipProvider({ children }: { readonly children: ReactNode }) {
  return (
    <Base.Provider delay={500} closeDelay={0}>
      {children}
    </Base.Provider>
  );
}

/** Words on hover and focus. Never the only place where something is said. */
export function Tooltip({
  content,
  side = 'bottom',
  children,
}: {
  readonly content: ReactNode;
  readonly side?: Side;
  readonly children: ReactElement;
}) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} collisionPadding={8} className="z-50">
          <Base.Popup className="max-w-72 rounded-control bg-tooltip px-2 py-1 text-sm text-on-tooltip shadow-float transition-opacity duration-fast data-ending-style:opacity-0 data-starting-style:opacity-0">
            {content}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
