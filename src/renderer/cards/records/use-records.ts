import { useCallback, useEffect, useState } from 'react';
import type { CardRecordView, RecordGroup } from '../../../shared/cards/records.ts';
import { parseCard } from '../../../shared/cards/registry.ts';
import { useActions, useApp } from '../../store/index.ts';

export type LoadedRecords =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'ready'; readonly groups: readonly RecordGroup[] };

/** Everything that skills keep, read again whenever a conversation has moved on. */
export function useRecords(): { readonly loaded: LoadedRecords; readonly again: () => void } {
  const { records } = useActions();
  const newest = useApp((data) => data.sessions?.[0]?.updatedAt);
  const [loaded, setLoaded] = useState<LoadedRecords>({ kind: 'loading' });
  const load = useCallback(async () => {
    const groups = await records();
    setLoaded(groups === undefined ? { kind: 'failed' } : { kind: 'ready', groups });
  }, [records]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a conversation that moved on may have made a record.
  useEffect(() => void load(), [load, newest]);
  return { loaded, again: () => void load() };
}

/** The soonest of all skills that is not over. */
export const nextRecord = (groups: readonly RecordGroup[]): CardRecordView | undefined =>
  groups
    .flatMap(({ records }) => records.filter(({ upcoming }) => upcoming))
    .sort((a, b) => beginOf(a) - beginOf(b))[0];

const beginOf = ({ card }: CardRecordView): number => Date.parse(parseCard(card)?.plain().period?.from ?? '') || 0;
