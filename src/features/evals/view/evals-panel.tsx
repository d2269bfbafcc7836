import { Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote } from '../../../renderer/shared/failures.tsx';
import {
  type ImprovingWork,
  NO_SKILL_EVALS,
  NO_SKILL_IMPROVING,
  useActions,
  useApp,
  useSettings,
} from '../../../renderer/store/index.ts';
import { Badge, Banner, Button } from '../../../renderer/ui/index.ts';
import { Collapsible, Tabs } from '../../../renderer/ui/on-demand.ts';
import type { Goto } from '../../../renderer/workbench/code-editor.tsx';
import { DiffView } from '../../../renderer/workbench/diff-view.tsx';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import { useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import type { Optimised, SentenceShare } from '../improving.ts';
import { CasesTable } from './cases-table.tsx';
import { CASES_FILE, readCaseRows, readSentences, SENTENCES_FILE, signed, useRows, useTake } from './fields.tsx';
import { BudgetFields, PaidWorkField, ProgressFrame, useDraft, usePaidWork, useSaveCases } from './paid-work-form.tsx';
import { Results } from './results.tsx';
import { EvalProgress } from './run-dialog.tsx';
import { RunForm } from './run-form.tsx';
import { SentencesTable } from './sentences-table.tsx';
import { Versions } from './versions.tsx';

/** Progress of a loop, and the way to stop it. */
function ImprovingProgress({ skill, work }: { readonly skill: string; readonly work: ImprovingWork }) {
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
function ImproveForm({ skill, hasCases }: { readonly skill: string; readonly hasCases: boolean }) {
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

type Page = 'cases' | 'sentences' | 'results' | 'improve';

/** Evals: is the skill chosen when it should be, and does it help? */
export function EvalsPanel({
  skill,
  writable,
  onGo,
}: {
  readonly skill: string;
  readonly writable: boolean;
  readonly onGo: (to: Goto) => void;
}) {
  const t = useT();
  const { job, failure } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const improving = useApp((data) => data.improving[skill] ?? NO_SKILL_IMPROVING);
  const { evals } = useActions();
  // It may have begun before this window was opened.
  useEffect(() => void evals.follow(skill), [evals, skill]);
  const [page, setPage] = useState<Page>('cases');
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const { rows } = useRows(CASES_FILE, readCaseRows);
  const some = rows.some(({ id }) => left.has(id)) ? rows.map(({ id }) => id).filter((id) => !left.has(id)) : undefined;
  const above = (
    <>
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {job === undefined ? null : <EvalProgress skill={skill} job={job} />}
      {improving.failure === undefined ? null : <FailureNote failure={improving.failure} />}
      {improving.work === undefined ? null : <ImprovingProgress skill={skill} work={improving.work} />}
    </>
  );
  return (
    <Tabs
      className="h-full"
      label={t('author.tabs.evals')}
      value={page}
      onChange={setPage}
      items={[
        {
          value: 'cases',
          label: t('evals.cases.title'),
          panel: (
            <div className="flex flex-col gap-4 p-4">
              {above}
              {rows.length === 0 ? null : <RunForm skill={skill} cases={some} onStarted={() => setPage('results')} />}
              <CasesTable skill={skill} writable={writable} left={left} onLeft={setLeft} onGo={onGo} />
            </div>
          ),
        },
        {
          value: 'sentences',
          label: t('evals.sentences.title'),
          panel: (
            <div className="flex flex-col gap-4 p-4">
              {above}
              <SentencesTable skill={skill} writable={writable} onGo={onGo} />
              <ImproveDescription skill={skill} writable={writable} />
            </div>
          ),
        },
        {
          value: 'results',
          label: t('evals.results.title'),
          panel: (
            <div className="flex flex-col gap-4 p-4">
              {above}
              <Results skill={skill} />
            </div>
          ),
        },
        {
          value: 'improve',
          label: t('improving.title'),
          panel: (
            <div className="flex flex-col gap-4 p-4">
              {above}
              <ImproveForm skill={skill} hasCases={rows.length > 0} />
              <Versions skill={skill} writable={writable} />
            </div>
          ),
        },
      ]}
    />
  );
}

const RUNS = 3;
const ROUNDS = 3;
/** Min sentences of each kind, for two halves. */
const LEAST = 2;

/** Looks for a description that leads to the right choice more often, and shows what was found. */
function ImproveDescription({ skill, writable }: { readonly skill: string; readonly writable: boolean }) {
  const t = useT();
  const { improving } = useActions();
  const { demo } = useSettings();
  const { saveOnly } = useBenchActions();
  const { unsaved } = useDraft();
  const { job, triggers } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const { work, optimised } = useApp((data) => data.improving[skill] ?? NO_SKILL_IMPROVING);
  const { rows } = useRows(SENTENCES_FILE, readSentences);
  const wanted = rows.filter(({ should_trigger }) => should_trigger).length;
  const isEnough = wanted >= LEAST && rows.length - wanted >= LEAST;
  const isBusy = job !== undefined || work !== undefined || triggers === 'testing';
  const start = async (): Promise<void> => {
    if (!(await saveOnly((path) => path === SENTENCES_FILE))) return;
    await improving.optimise({ skill, runs: RUNS, rounds: ROUNDS, concurrency: 2, ...unsaved });
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
