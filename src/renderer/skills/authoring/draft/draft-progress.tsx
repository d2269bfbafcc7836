import { useFormat, useT } from '../../../i18n/index.ts';
import { type DraftWork, useActions } from '../../../store/index.ts';
import { Button, Dialog, Spinner } from '../../../ui/index.ts';

/** The draft is being written or tried, also while this is closed. */
export function DraftProgress({
  session,
  work: { skill, number, done, of, unusable },
  onClose,
}: {
  readonly session: string;
  readonly work: DraftWork;
  readonly onClose: () => void;
}) {
  const t = useT();
  const format = useFormat();
  const { drafting } = useActions();
  const said = () => {
    if (of > 0) return t('improving.progress.trying', { n: number, done: format.number(done), of: format.number(of) });
    return skill === undefined ? t('improving.draft.writing') : t('improving.draft.written', { skill });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('improving.draft.title')}
      description={t('improving.draft.goesOn')}
      footer={<Button onClick={() => drafting.stop(session)}>{t('common.stop')}</Button>}
    >
      <div className="flex flex-col gap-2">
        <p role="status" className="flex items-center gap-3 text-base">
          <Spinner decorative className="size-4" />
          {said()}
        </p>
        {unusable === undefined ? null : (
          <p className="text-ink-soft text-sm">{t('improving.progress.unusable', { why: unusable })}</p>
        )}
      </div>
    </Dialog>
  );
}
