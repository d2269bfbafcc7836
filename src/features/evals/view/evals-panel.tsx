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
import { Banner, Button, Waiting } from '../../../renderer/ui/index.ts';
import { Collapsible, Tabs } from '../../../renderer/ui/on-demand.ts';
import type { Goto } from '../../../renderer/workbench/code-editor.tsx';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { defined } from '../../../shared/defined.ts';
import type { TriggerReport } from '../../../shared/evals.ts';
import type { EvalEstimate } from '../contract.ts';
import { CasesTable, SentencesTable } from './cases-table.tsx';
import {
  againstOf,
  CASES_FILE,
  CompareField,
  type Comparison,
  isChosen,
  readCaseRows,
  readSentences,
  SENTENCES_FILE,
  useRows,
} from './fields.tsx';
import { ImproveDescription, ImproveForm, ImprovingProgress, Versions } from './improve.tsx';
import { PaidWorkField, useDraft, usePaidWork, useSaveCases } from './paid-work-form.tsx';
import { Results } from './results.tsx';
import { EvalProgress } from './run-dialog.tsx';

/** Milliseconds after the last change of the form. */
const ESTIMATE_AFTER = 400;

/** Settings of an eval, with its estimated cost. */
function RunForm({
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

/** Work under way, and why the last one failed. */
function Above({ skill }: { readonly skill: string }) {
  const { job, work, failure } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  return (
    <>
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {job === undefined ? null : <EvalProgress skill={skill} job={job} />}
      {work === undefined ? null : <ImprovingProgress skill={skill} work={work} />}
    </>
  );
}

interface PageProps {
  readonly skill: string;
  readonly writable: boolean;
  readonly onGo: (to: Goto) => void;
}

/** Evals: is the skill chosen when it should be, and does it help? */
export function EvalsPanel({ skill, writable, onGo }: PageProps) {
  const t = useT();
  const { evals } = useActions();
  // It may have begun before this window was opened.
  useEffect(() => void evals.follow(skill), [evals, skill]);
  const [page, setPage] = useState<'cases' | 'sentences' | 'results' | 'improve'>('cases');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { rows } = useRows(CASES_FILE, readCaseRows);
  const some = rows.some(({ id }) => left.has(id)) ? rows.map(({ id }) => id).filter((id) => !left.has(id)) : undefined;
  const pages = {
    cases: (
      <>
        {rows.length === 0 ? null : <RunForm skill={skill} cases={some} onStarted={() => setPage('results')} />}
        <CasesTable skill={skill} writable={writable} left={left} onLeft={setLeft} onGo={onGo} />
      </>
    ),
    sentences: <Triggers skill={skill} writable={writable} onGo={onGo} />,
    results: <Results skill={skill} />,
    improve: (
      <>
        <ImproveForm skill={skill} hasCases={rows.length > 0} />
        <Versions skill={skill} writable={writable} />
      </>
    ),
  };
  const titles = {
    cases: t('evals.cases.title'),
    sentences: t('evals.sentences.title'),
    results: t('evals.results.title'),
    improve: t('improving.title'),
  };
  return (
    <Tabs
      className="h-full"
      label={t('author.tabs.evals')}
      value={page}
      onChange={setPage}
      items={(['cases', 'sentences', 'results', 'improve'] as const).map((value) => ({
        value,
        label: titles[value],
        panel: (
          <div className="flex flex-col gap-4 p-4">
            <Above skill={skill} />
            {pages[value]}
          </div>
        ),
      }))}
    />
  );
}

/** The sentences, which skill the model chooses for each, and a description that is chosen more often. */
function Triggers({ skill, writable, onGo }: PageProps) {
  const t = useT();
  const { evals } = useActions();
  const { save } = useBenchActions();
  const { triggers, job, work } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const { rows } = useRows(SENTENCES_FILE, readSentences);
  const form = usePaidWork();
  const report = triggers === 'testing' ? undefined : triggers;
  const test = async (): Promise<void> => {
    if (await save()) await evals.testTriggers({ skill, runs: form.numbers.runs });
  };
  return (
    <>
      {rows.length === 0 ? null : (
        <div className="flex items-end gap-2">
          <PaidWorkField of={form} field="runs" label="evals.sentences.runs" className="w-28" />
          {triggers === 'testing' ? (
            <Button onClick={() => void evals.stop(skill)}>{t('common.stop')}</Button>
          ) : (
            <Button
              variant="primary"
              disabled={!form.isReady || job !== undefined || work !== undefined}
              onClick={() => void test()}
            >
              {t('evals.sentences.test')}
            </Button>
          )}
        </div>
      )}
      <div aria-live="polite" className="flex flex-col gap-2">
        {triggers === 'testing' ? <Waiting className="text-sm">{t('evals.sentences.testing')}</Waiting> : null}
        {report === undefined ? null : <Figures report={report} />}
      </div>
      <SentencesTable report={report} writable={writable} onGo={onGo} />
      <ImproveDescription skill={skill} writable={writable} />
    </>
  );
}

function Figures({ report: { guess, errors, precision, recall } }: { readonly report: TriggerReport }) {
  const { t, format } = useText();
  const share = (value: number | null) => (value === null ? t('common.none') : format.percent(value));
  return (
    <>
      {guess ? <p className="text-sm text-warning">{t('evals.sentences.guess')}</p> : null}
      {errors.map((error) => (
        <p key={error} className="text-danger text-sm">
          {error}
        </p>
      ))}
      <p className="text-base">
        {t('evals.sentences.figures', { precision: share(precision), recall: share(recall) })}
      </p>
    </>
  );
}
