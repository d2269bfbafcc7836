import type { TakenFile } from '../../../../shared/contract/evals.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { useActions } from '../../../store/index.ts';
import { notify } from '../../../ui/index.ts';
import { useBench, useBenchActions } from '../use-workbench.ts';
import { dirtyOf } from '../workbench-state.ts';

/** Puts texts of a version into the skill, and what prevents that. */
export function useTake(skill: string, writable: boolean) {
  const t = useT();
  const format = useFormat();
  const { improving } = useActions();
  const { refresh } = useBenchActions();
  const isEdited = useBench((state) => dirtyOf(state).length > 0);
  return {
    refused: writable ? (isEdited ? t('improving.unsaved') : undefined) : t('improving.readOnly'),
    /** @returns whether the skill is at that version now. */
    async take(files: TakenFile[]): Promise<boolean> {
      const changed = await improving.take(skill, files);
      if (changed === undefined) return false;
      const count = changed.length;
      notify.done(
        count === 0
          ? t('improving.versions.already')
          : t('improving.versions.taken', { count, n: format.number(count) }),
      );
      await refresh();
      return true;
    },
  };
}
