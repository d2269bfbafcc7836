import { useEffect, useState } from 'react';
import type { SentRequestView } from '../../../../shared/context-views.ts';
import { useActions } from '../../../store/index.ts';

/** Requests of the open session, read again when `key` changes; undefined until loaded. */
export function useRequests(key: string): readonly SentRequestView[] | undefined {
  const { map } = useActions();
  const [read, setRead] = useState<{ readonly of: string; readonly requests: readonly SentRequestView[] }>();
  useEffect(() => {
    let current = true;
    void map.requests().then((requests) => {
      if (current) setRead({ of: key, requests: requests ?? [] });
    });
    return () => {
      current = false;
    };
  }, [map, key]);
  return read?.requests;
}
