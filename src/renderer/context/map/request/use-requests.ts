import { useEffect, useState } from 'react';
import type { SentRequestView } from '../../../../shared/context-views.ts';
import { unlessGone } from '../../../shared/unless-gone.ts';
import { useActions } from '../../../store/index.ts';

/** Requests of the open session, read again when `key` changes; undefined until loaded. */
export function useRequests(key: string): readonly SentRequestView[] | undefined {
  const { map } = useActions();
  const [read, setRead] = useState<{ readonly of: string; readonly requests: readonly SentRequestView[] }>();
  useEffect(() => unlessGone(map.requests(), (requests) => setRead({ of: key, requests: requests ?? [] })), [map, key]);
  return read?.requests;
}
