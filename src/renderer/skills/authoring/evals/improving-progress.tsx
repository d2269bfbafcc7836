import { useFormat, useT } from '../../../i18n/index.ts';
import { type ImprovingWork, useActions } from '../../../store/index.ts';
import { Button, Spinner } from '../../../ui/index.ts';

/** Progress of a loop, and the way to stop it. */
export function ImprovingProgress({ skill, work }: { readonly skill: string; readonly work: ImprovingWork }) {
  const t = useT();
  const format = useFormat();
  const { improving } = useActions();
  const { kind, number, done, of, unusable } = work;
  const said = () => {
    if (kind === 'description') return t('improving.progress.description', { count: number, n: format.number(number) });
    if (of > 0) return t('improving.progress.trying', { n: number, done: format.number(done), of: format.number(of) });
    return number === 0 ? t('evals.progress.planning') : t('improving.progress.writing', { n: number });
  };
  return (
    <section
      aria-label={t('improving.progress.title')}
      className="flex flex-col gap-2 rounded-panel border border-line p-3"
    >
      <div className="flex flex-wrap items-center gap-3">
        <Spinner decorative className="size-4" />
        <p role="status" className="text-base">
          {said()}
        </p>
        <Button className="ml-auto" onClick={() => improving.stop(skill)}>
          {t('common.stop')}
        </Button>
      </div>
      {unusable === undefined ? null : (
        <p className="text-ink-soft text-sm">{t('improving.progress.unusable', { why: unusable })}</p>
      )}
    </section>
  );
}
