import type { ReactNode } from 'react';

export interface PaletteCommand {
  readonly id: string;
  readonly label: string;
  readonly icon: ReactNode;
  readonly keys?: readonly string[];
  readonly run: () => void;
}
