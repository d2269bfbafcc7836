import { Sparkles } from 'lucide-react';
import { useT, useText } from '../../../renderer/i18n.ts';
import {
  type ImprovingWork,
  NO_SKILL_EVALS,
  NO_SKILL_IMPROVING,
  useActions,
  useApp,
  useSettings,
} from '../../../renderer/store/index.ts';
import { Banner, Button } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import { BudgetFields, PaidWorkField, ProgressFrame, useDraft, usePaidWork, useSaveCases } from './paid-work-form.tsx';

/** Progress of a loop, and the way to stop it. */
export function ImprovingProgress({ skill, work }: { readonly skill: string; readonly work: ImprovingWork }) {
  const { t, format } = useText();
  const { improving } = useActions();
  const { kind, number, done, of, unusable } = work;
  const said = () => {
    if (kind === 'description') return t('improving.progress.description', { count: number, n: format.number(number) });
    if (of > 0) return t('improving.progress.trying', { n: number, done: format.number(done), of: format.number(of) });
    return number === 0 ? t('evals.progress.planning') : t('improving.progress.writing', { n: number });
  };
  return (
    <ProgressFrame title={t('improving.progress.title')} said={said()} onStop={() => improving.stop(skill)}>
      {unusable === undefined ? null : (
        <p className="text-ink-soft text-sm">{t('improving.progress.unusable', { why: unusable })}</p>
      )}
    </ProgressFrame>
  );
}

/** Task and budget of a loop. */
export function ImproveForm({ skill, hasCases }: { readonly skill: string; readonly hasCases: boolean }) {
  const t = useT();
  const { improving } = useActions();
  const { demo } = useSettings();
  const saveCases = useSaveCases();
  const { job } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const { work } = useApp((data) => data.improving[skill] ?? NO_SKILL_IMPROVING);
  const { unsaved } = useDraft();
  const form = usePaidWork({ rounds: 5, mostRounds: 50 });
  const start = async (): Promise<void> => {
    if (!(await saveCases())) return;
    await improving.improve({ skill, concurrency: 2, ...form.numbers, ...form.options, ...unsaved });
  };
  return (
    <section aria-label={t('improving.title')} className="flex flex-col gap-3">
      <p className="max-w-3xl text-base text-ink-soft">{t('improving.about')}</p>
      {demo ? <Banner>{t('improving.demo')}</Banner> : null}
      {hasCases ? null : <Banner>{t('improving.needsCases')}</Banner>}
      <PaidWorkField of={form} field="words" hint="improving.wordsHint" className="max-w-3xl" />
      <div className="flex flex-wrap items-end gap-3">
        <PaidWorkField of={form} field="rounds" className="w-32" />
        <PaidWorkField of={form} field="runs" className="w-24" />
        <Button
          icon={Sparkles}
          variant="primary"
          disabled={demo || !hasCases || job !== undefined || work !== undefined}
          onClick={() => void start()}
        >
          {t('improving.start')}
        </Button>
      </div>
      <Collapsible summary={<span className="text-base">{t('improving.more')}</span>}>
        <BudgetFields of={form} />
      </Collapsible>
    </section>
  );
}
