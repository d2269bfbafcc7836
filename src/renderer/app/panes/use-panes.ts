import { useCallback, useState } from 'react';
import { useMediaQuery } from '../../ui/index.ts';

export type PaneName = 'sessions' | 'inspector';

export type Pane = ReturnType<typeof usePane>;

/** In rem, so that larger text collapses the columns sooner: 1000 and 1200 pixels at the usual size. */
const DOCKED_FROM: Readonly<Record<PaneName, string>> = {
  sessions: '(min-width: 62.5rem)',
  inspector: '(min-width: 75rem)',
};

const keyOf = (name: PaneName): string => `skilldeck.pane.${name}`;

function remembered(name: PaneName): boolean {
  try {
    return localStorage.getItem(keyOf(name)) !== 'closed';
  } catch {
    return true;
  }
}

/** A side column: docked if there is space and it may be, with its state remembered; otherwise a drawer that starts closed. */
export function usePane(name: PaneName, dockable = true) {
  const fits = useMediaQuery(DOCKED_FROM[name]);
  const docked = dockable && fits;
  const [beside, setBeside] = useState(() => remembered(name));
  const [over, setOver] = useState(false);
  const open = docked ? beside : over;
  const setOpen = useCallback(
    (next: boolean) => {
      if (!docked) {
        setOver(next);
        return;
      }
      setBeside(next);
      try {
        localStorage.setItem(keyOf(name), next ? 'open' : 'closed');
      } catch {
        // Not remembered then.
      }
    },
    [docked, name],
  );
  const toggle = useCallback(() => setOpen(!open), [setOpen, open]);
  return {
    /** Shown beside the chat; otherwise slides over it. */
    docked,
    open,
    setOpen,
    toggle,
  };
}
