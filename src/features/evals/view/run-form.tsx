import { Play } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote, onceCalm } from '../../../renderer/shared/failures.tsx';
import {
  type EvalAsked,
  NO_SKILL_EVALS,
  type Tried,
  useActions,
  useApp,
  useSettings,
} from '../../../renderer/store/index.ts';
import { Banner, Button } from '../../../renderer/ui/index.ts';
import { Collapsible } from '../../../renderer/ui/on-demand.ts';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { defined } from '../../../shared/defined.ts';
import type { EvalEstimate } from '../contract.ts';
import { againstOf, CompareField, type Comparison, isChosen } from './fields.tsx';
import { PaidWorkField, useDraft, usePaidWork, useSaveCases } from './paid-work-form.tsx';

/** Milliseconds after the last change of the form. */
const ESTIMATE_AFTER = 400;

/** Settings of an eval, with its estimated cost. */
export function RunForm({
  skill,
  cases,
  onStarted,
}: {
  readonly skill: string;
  /** Ids; undefined: all. */
  readonly cases: readonly string[] | undefined;
  readonly onStarted: () => void;
}) {
  const t = useT();
  const { evals } = useActions();
  const { demo } = useSettings();
  const { job, triggers } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const { save } = useBenchActions();
  const saveCases = useSaveCases();
  const saves = useBench((state) => state.saves);
  const form = usePaidWork();
  const [compare, setCompare] = useState<Comparison>('without');
  const isDraft = compare === 'saved';
  const { draft, unsaved } = useDraft();
  const { models = '' } = form.values;
  const { runs } = form.numbers;
  const { judge, maxTokens, maxCost } = form.options;
  const request = useMemo((): EvalAsked => {
    const named = models.split(/[,，\s]+/).filter((model) => model !== '');
    return {
      skill,
      runs,
      concurrency: 2,
      ...(isDraft ? unsaved : {}),
      ...defined({
        cases: cases === undefined ? undefined : [...cases],
        withAndWithout: compare === 'without' ? true : undefined,
        against: againstOf(skill, compare),
        models: named.length === 0 ? undefined : named,
        judge,
        maxTokens,
        maxCost,
      }),
    };
  }, [skill, cases, compare, runs, models, judge, maxTokens, maxCost, isDraft, unsaved]);
  const isReady = form.isReady && cases?.length !== 0 && isChosen(compare);
  const estimate = useEstimate(request, saves, !isReady);
  const start = async (): Promise<void> => {
    // A draft is tried as it is; its cases are the author's own and are saved.
    if (!(await (isDraft ? saveCases() : save()))) return;
    onStarted();
    await evals.run(request);
  };

  return (
    <section aria-label={t('evals.form.title')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <PaidWorkField of={form} field="runs" className="w-24" />
        <CompareField skill={skill} isEdited={draft.length > 0} value={compare} onChange={setCompare} />
        <Button
          icon={Play}
          variant="primary"
          disabled={!isReady || job !== undefined || triggers === 'testing'}
          onClick={() => void start()}
        >
          {t('evals.form.run')}
        </Button>
        <EstimateLine estimate={estimate} />
      </div>
      {demo ? <Banner>{t('evals.form.demo')}</Banner> : null}
      <Collapsible summary={<span className="text-base">{t('improving.more')}</span>}>
        <div className="grid gap-3 p-1 pt-2 md:grid-cols-2">
          <PaidWorkField of={form} field="models" hint="evals.form.modelsHint" />
          <PaidWorkField of={form} field="judge" hint="evals.form.judgeHint" />
          <PaidWorkField of={form} field="maxTokens" hint="evals.form.budgetHint" />
          <PaidWorkField of={form} field="maxCost" />
        </div>
      </Collapsible>
    </section>
  );
}

type Estimated = Tried<EvalEstimate> | undefined;

function useEstimate(request: EvalAsked, saves: number, isEmpty: boolean): Estimated {
  const { evals } = useActions();
  const [estimate, setEstimate] = useState<Estimated>();
  const question = useMemo(() => ({ request, saves }), [request, saves]);
  useEffect(() => {
    if (isEmpty) return setEstimate(undefined);
    return onceCalm(ESTIMATE_AFTER, () => evals.estimate(question.request), setEstimate);
  }, [evals, question, isEmpty]);
  return estimate;
}

function EstimateLine({ estimate }: { readonly estimate: Estimated }) {
  const { t, format } = useText();
  if (estimate === undefined) return null;
  if (!estimate.ok) {
    return (
      <div className="basis-full">
        <FailureNote failure={estimate.failure} />
      </div>
    );
  }
  const { runs, tokens, cost } = estimate.value;
  return (
    <p className="pb-1.5 text-ink-soft text-sm" aria-live="polite">
      {[
        t('evals.form.runsInAll', { count: runs, n: format.number(runs) }),
        ...(tokens === undefined ? [] : [t('evals.form.about', { tokens: format.tokens(tokens) })]),
        ...(cost === undefined || cost === 0 ? [] : [format.dollars(cost)]),
      ].join(' · ')}
    </p>
  );
}
