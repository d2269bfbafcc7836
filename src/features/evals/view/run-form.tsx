import { Play } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n.ts';
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
import { Collapsible, Switch, TextField } from '../../../renderer/ui/on-demand.ts';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { dirtyOf } from '../../../renderer/workbench/workbench-state.ts';
import { defined } from '../../../shared/defined.ts';
import type { EvalEstimate } from '../contract.ts';
import { Amount, againstOf, CompareField, type Comparison, isChosen } from './fields.tsx';

/** Milliseconds after the last change of the form. */
const ESTIMATE_AFTER = 400;
const MOST_RUNS = 100;

interface Asked {
  readonly runs: number | undefined;
  readonly compare: Comparison;
  readonly alone: boolean;
  /** Ids with commas. */
  readonly models: string;
  readonly judge: string;
  readonly maxTokens: number | undefined;
  readonly maxCost: number | undefined;
}

const FIRST: Asked = {
  runs: 3,
  compare: 'without',
  alone: false,
  models: '',
  judge: '',
  maxTokens: undefined,
  maxCost: undefined,
};

const isCase = (path: string): boolean => path.startsWith('evals/');

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
  const { save, saveOnly } = useBenchActions();
  const buffers = useBench((state) => state.buffers);
  const saves = useBench((state) => state.saves);
  const [asked, setAsked] = useState(FIRST);
  const change = (changed: Partial<Asked>) => setAsked((before) => ({ ...before, ...changed }));
  const isDraft = asked.compare === 'saved';
  const draft = useMemo(
    () =>
      dirtyOf({ buffers })
        .filter(({ path }) => !isCase(path))
        .map(({ path, text }) => ({ path, text })),
    [buffers],
  );
  const request = useMemo(
    (): EvalAsked => requestOf(skill, asked, cases, isDraft ? draft : []),
    [skill, asked, cases, isDraft, draft],
  );
  const estimate = useEstimate(request, saves, cases?.length === 0 || !isChosen(asked.compare));
  const start = async (): Promise<void> => {
    // A draft is tried as it is; its cases are the author's own and are saved.
    const isReady = isDraft ? await saveOnly(isCase) : await save();
    if (!isReady) return;
    onStarted();
    await evals.run(request);
  };

  return (
    <section aria-label={t('evals.form.title')} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end gap-3">
        <Amount
          className="w-24"
          label={t('evals.form.runs')}
          error={t('evals.notWhole')}
          value={asked.runs}
          onChange={(runs) => change({ runs })}
        />
        <CompareField
          skill={skill}
          isEdited={draft.length > 0}
          value={asked.compare}
          onChange={(compare) => change({ compare })}
        />
        <Button
          icon={Play}
          variant="primary"
          disabled={job !== undefined || triggers === 'testing' || cases?.length === 0 || !isChosen(asked.compare)}
          onClick={() => void start()}
        >
          {t('evals.form.run')}
        </Button>
        <EstimateLine estimate={estimate} />
      </div>
      {demo ? <Banner>{t('evals.form.demo')}</Banner> : null}
      <Collapsible summary={<span className="text-base">{t('evals.form.more')}</span>}>
        <div className="grid gap-3 p-1 pt-2 md:grid-cols-2">
          <TextField
            label={t('evals.form.models')}
            description={t('evals.form.modelsHint')}
            value={asked.models}
            onChange={(models) => change({ models })}
          />
          <TextField
            label={t('evals.form.judge')}
            description={t('evals.form.judgeHint')}
            value={asked.judge}
            onChange={(judge) => change({ judge })}
          />
          <Amount
            label={t('evals.form.maxTokens')}
            description={t('evals.form.budgetHint')}
            error={t('evals.notWhole')}
            value={asked.maxTokens}
            onChange={(maxTokens) => change({ maxTokens })}
          />
          <Amount
            label={t('evals.form.maxCost')}
            error={t('evals.notNumber')}
            value={asked.maxCost}
            whole={false}
            onChange={(maxCost) => change({ maxCost })}
          />
          <Switch
            label={t('evals.form.alone')}
            description={t('evals.form.aloneHint')}
            checked={asked.alone}
            onChange={(alone) => change({ alone })}
          />
        </div>
      </Collapsible>
    </section>
  );
}

function requestOf(
  skill: string,
  { runs = 1, compare, alone, models, judge, maxTokens, maxCost }: Asked,
  cases: readonly string[] | undefined,
  unsaved: readonly { readonly path: string; readonly text: string }[],
): EvalAsked {
  const named = models
    .split(/[,，\s]+/)
    .map((model) => model.trim())
    .filter((model) => model !== '');
  const against = againstOf(skill, compare);
  return {
    skill,
    runs: Math.min(runs, MOST_RUNS),
    concurrency: 2,
    ...defined({
      cases: cases === undefined ? undefined : [...cases],
      withAndWithout: compare === 'without' ? true : undefined,
      against,
      models: named.length === 0 ? undefined : named,
      judge: judge.trim() === '' ? undefined : judge.trim(),
      maxTokens,
      maxCost,
      alone: alone ? true : undefined,
      unsaved: unsaved.length === 0 ? undefined : [...unsaved],
    }),
  };
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
  const t = useT();
  const format = useFormat();
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
