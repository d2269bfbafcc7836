import { useEffect, useState } from 'react';
import { usePlayhead } from '../../store/index.ts';

/** Milliseconds since the epoch, anew every second while `ticking`; of the moment that is shown, where that is of the past. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!ticking) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [ticking]);
  return usePlayhead(ticking) ?? now;
}
