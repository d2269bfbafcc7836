import { useEffect, useState } from 'react';
import type { UpdateState } from '../../shared/contract/updates.ts';
import { useActions } from './hooks.tsx';

/** Undefined until the core has said it. Only where `info.updates` is true. */
export function useUpdates(): UpdateState | undefined {
  const { updates } = useActions();
  const [state, setState] = useState<UpdateState>();
  useEffect(() => {
    const abort = new AbortController();
    updates.follow(setState, abort.signal);
    return () => abort.abort();
  }, [updates]);
  return state;
}
