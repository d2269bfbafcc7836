import { useCallback } from 'react';
import type { LibraryRow } from '../../../../shared/review.ts';
import { shownText } from '../../../../shared/text/invisible.ts';
import { useT } from '../../../i18n/index.ts';
import { notifyFailure } from '../../../shared/notify-failure.ts';
import { useActions } from '../../../store/index.ts';

/** True for a conversation that is only in the team's archive. */
export const isAway = ({ shared }: LibraryRow): boolean => shared?.here === 'archive';

/** Does something with a conversation once it is here: fetched first, where only the team's archive has it. */
export function useOpenRow(): (row: LibraryRow, then: () => void) => void {
  const t = useT();
  const { archive } = useActions();
  return useCallback(
    (row, then) => {
      if (!isAway(row)) return then();
      const title = row.title === '' ? t('common.untitled') : shownText(row.title);
      void archive.pull(row.id, title).then((pulled) => {
        if (pulled.ok) then();
        else notifyFailure(pulled.failure);
      });
    },
    [archive, t],
  );
}
