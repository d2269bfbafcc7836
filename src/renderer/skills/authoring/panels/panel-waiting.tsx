import type { ReactNode } from 'react';
import { Spinner } from '../../../ui/index.ts';

/** Shown while a panel's figures are computed. */
export function PanelWaiting({ children }: { readonly children: ReactNode }) {
  return (
    <p className="flex items-center gap-2 p-4 text-ink-soft text-sm">
      <Spinner decorative className="size-3.5" />
      {children}
    </p>
  );
}
