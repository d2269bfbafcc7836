import { useMemo } from 'react';
import { useT } from '../../i18n/index.ts';
import { useApp } from '../../store/index.ts';
import { type Entered, entered } from './entered.ts';

/** Part in the next request; undefined until it is built with the skill. */
export function useEntered(id: string): Entered | undefined {
  const parts = useApp((data) => data.nextRequest?.view.manifest.parts);
  return useMemo(() => (parts === undefined ? undefined : entered(parts, id)), [parts, id]);
}

/** "after book-flight's instructions". */
export function useWhereWords(): (where: Entered) => string {
  const t = useT();
  return ({ after }) => {
    if (after === undefined) return t('skills.entered.first');
    return t(`skills.entered.after.${after.kind}`, { label: after.label });
  };
}
