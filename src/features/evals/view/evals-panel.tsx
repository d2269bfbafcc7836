import { Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote } from '../../../renderer/shared/failures.tsx';
import { type ImprovingWork, NO_SKILL_EVALS, useActions, useApp, useSettings } from '../../../renderer/store/index.ts';
import { Badge, Banner, Button, Waiting } from '../../../renderer/ui/index.ts';
import { Collapsible, Tabs } from '../../../renderer/ui/on-demand.ts';
import type { Goto } from '../../../renderer/workbench/code-editor.tsx';
import { DiffView } from '../../../renderer/workbench/diff-view.tsx';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import { useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import type { TriggerReport } from '../../../shared/evals.ts';
import type { Optimised, SentenceShare } from '../improving.ts';
import { CasesTable, SentencesTable } from './cases-table.tsx';
import {
  Amount,
  CASES_FILE,
  readCaseRows,
  readSentences,
  SENTENCES_FILE,
  signed,
  useRows,
  useTake,
} from './fields.tsx';
import { BudgetFields, PaidWorkField, ProgressFrame, useDraft, usePaidWork, useSaveCases } from './paid-work-form.tsx';
import { Results } from './results.tsx';
import { EvalProgress } from './run-dialog.tsx';
import { RunForm } from './run-form.tsx';
import { Versions } from './versions.tsx';

/** Progress of a loop, and the way to stop it. */
function ImprovingProgress({ skill, work }: { readonly skill: string; readonly work: ImprovingWork }) {
  const { t, format } = useText();
  const { evals } = useActions();
  const { kind, number, done, of, unusable } = work;
  const said = () => {
    if (kind === 'description') return t('improving.progress.description', { count: number, n: format.number(number) });
    if (of > 0) return t('improving.progress.trying', { n: number, done: format.number(done), of: format.number(of) });
    return number === 0 ? t('evals.progress.planning') : t('improving.progress.writing', { n: number });
  };
  return (
    <ProgressFrame title={t('improving.progress.title')} said={said()} onStop={() => void evals.stop(skill)}>
      {unusable === undefined ? null : (
        <p className="text-ink-soft text-sm">{t('improving.progress.unusable', { why: unusable })}</p>
      )}
    </ProgressFrame>
  );
}

/** Task and budget of a loop. */
function ImproveForm({ skill, hasCases }: { readonly skill: string; readonly hasCases: boolean }) {
  const t = useT();
  const { evals } = useActions();
  const { demo } = useSettings();
  const saveCases = useSaveCases();
  const { job, work } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const { unsaved } = useDraft();
  const form = usePaidWork({ rounds: 5, mostRounds: 50 });
  const start = async (): Promise<void> => {
    if (!(await saveCases())) return;
    await evals.improve({ skill, concurrency: 2, ...form.numbers, ...form.options, ...unsaved });
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
  const [runs, setRuns] = useState<number | undefined>(3);
  const report = triggers === 'testing' ? undefined : triggers;
  const test = async (): Promise<void> => {
    if (await save()) await evals.testTriggers({ skill, runs: Math.min(runs ?? 1, 100) });
  };
  return (
    <>
      {rows.length === 0 ? null : (
        <div className="flex items-end gap-2">
          <Amount
            className="w-28"
            label={t('evals.sentences.runs')}
            error={t('evals.notWhole')}
            value={runs}
            onChange={setRuns}
          />
          {triggers === 'testing' ? (
            <Button onClick={() => void evals.stop(skill)}>{t('common.stop')}</Button>
          ) : (
            <Button variant="primary" disabled={job !== undefined || work !== undefined} onClick={() => void test()}>
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

const RUNS = 3;
const ROUNDS = 3;
/** Min sentences of each kind, for two halves. */
const LEAST = 2;

/** Looks for a description that leads to the right choice more often, and shows what was found. */
function ImproveDescription({ skill, writable }: { readonly skill: string; readonly writable: boolean }) {
  const t = useT();
  const { evals } = useActions();
  const { demo } = useSettings();
  const { saveOnly } = useBenchActions();
  const { unsaved } = useDraft();
  const { job, work, triggers, optimised } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const { rows } = useRows(SENTENCES_FILE, readSentences);
  const wanted = rows.filter(({ should_trigger }) => should_trigger).length;
  const isEnough = wanted >= LEAST && rows.length - wanted >= LEAST;
  const isBusy = job !== undefined || work !== undefined || triggers === 'testing';
  const start = async (): Promise<void> => {
    if (!(await saveOnly((path) => path === SENTENCES_FILE))) return;
    await evals.optimise({ skill, runs: RUNS, rounds: ROUNDS, concurrency: 2, ...unsaved });
  };
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('improving.description.title')} className="flex flex-col gap-3 border-line border-t pt-4">
      <h3 className="font-medium text-base">{t('improving.description.title')}</h3>
      <p className="max-w-3xl text-base text-ink-soft">{t('improving.description.about')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Sparkles} disabled={demo || !isEnough || isBusy} onClick={() => void start()}>
          {t('improving.description.start')}
        </Button>
        {demo || !isEnough ? (
          <p className="text-base text-ink-soft">{t(demo ? 'improving.demo' : 'improving.description.tooFew')}</p>
        ) : null}
      </div>
      {optimised === undefined ? null : <Found skill={skill} found={optimised} writable={writable} />}
    </section>
  );
}

function Found({
  skill,
  found,
  writable,
}: {
  readonly skill: string;
  readonly found: Optimised;
  readonly writable: boolean;
}) {
  const { t, format } = useText();
  const { current, proposals, best, errors, ended } = found;
  const shown = (share: SentenceShare | undefined) =>
    share === undefined
      ? '–'
      : t('improving.description.share', {
          n: format.number(share.right),
          of: format.number(share.of),
          low: format.percent(share.interval[0]),
          high: format.percent(share.interval[1]),
        });
  return (
    <>
      <FigureTable
        caption={t('improving.description.result')}
        columns={[
          { name: t('improving.description.columns.description') },
          { name: t('improving.description.columns.training'), align: 'right' },
          { name: t('improving.description.columns.heldOut'), align: 'right' },
        ]}
        rows={[current, ...proposals].map(({ description, training, heldOut }, index) => ({
          key: String(index),
          name: (
            <>
              {description} {index === 0 ? <Badge>{t('improving.description.current')}</Badge> : null}
              {index - 1 === best ? <Badge>{t('improving.versions.best')}</Badge> : null}
            </>
          ),
          cells: [shown(training), shown(heldOut)],
        }))}
      />
      {errors.map((error) => (
        <p key={error} className="text-base text-ink-soft">
          {error}
        </p>
      ))}
      {ended === 'passed' || ended === 'rounds' ? null : (
        <p className="text-base text-ink-soft">{t(`improving.ended.${ended}`)}</p>
      )}
      <Outcome skill={skill} found={found} writable={writable} />
    </>
  );
}

function Outcome({
  skill,
  found: { difference, file, clear, sentencesNeeded },
  writable,
}: {
  readonly skill: string;
  readonly found: Optimised;
  readonly writable: boolean;
}) {
  const { t, format } = useText();
  const { take, refused } = useTake(skill, writable);
  if (difference === undefined || file === undefined) {
    return <p className="text-base">{t('improving.description.none')}</p>;
  }
  const [low, high] = difference.interval;
  const sentences = [
    t('improving.description.better', {
      points: format.number(Math.round(difference.right * 100)),
      low: signed(format, low),
      high: signed(format, high),
    }),
    t(clear ? 'improving.description.clear' : 'improving.description.unclear'),
    ...(sentencesNeeded === undefined
      ? []
      : [t('improving.description.needed', { n: format.number(sentencesNeeded) })]),
  ];
  return (
    <>
      <p className="text-base">{sentences.join(' ')}</p>
      <div className="h-64 overflow-hidden rounded-panel border border-line">
        <DiffView
          before={file.before}
          after={file.text}
          beforeLabel={t('improving.description.before')}
          afterLabel={t('improving.description.after')}
          unfolded={false}
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="primary"
          disabled={refused !== undefined}
          onClick={() => void take([{ path: file.path, text: file.text, known: [file.before] }])}
        >
          {t('improving.description.take')}
        </Button>
        {refused === undefined ? null : <p className="text-base text-ink-soft">{refused}</p>}
      </div>
    </>
  );
}
