import { useEffect, useState } from 'react';
import { usePlayhead } from '../../store/index.ts';

/** Milliseconds since the epoch, updated every second while `ticking`; for a past moment, its time. */
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
