import { useEffect, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote } from '../../../renderer/shared/failures.tsx';
import { NO_SKILL_EVALS, useActions, useApp } from '../../../renderer/store/index.ts';
import { Button, Waiting } from '../../../renderer/ui/index.ts';
import { Tabs } from '../../../renderer/ui/on-demand.ts';
import type { Goto } from '../../../renderer/workbench/code-editor.tsx';
import { useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import type { TriggerReport } from '../../../shared/evals.ts';
import { CasesTable, SentencesTable } from './cases-table.tsx';
import { CASES_FILE, readCaseRows, readSentences, SENTENCES_FILE, useRows } from './fields.tsx';
import { ImproveDescription, ImproveForm, ImprovingProgress, Versions } from './improve.tsx';
import { PaidWorkField, usePaidWork } from './paid-work-form.tsx';
import { Results } from './results.tsx';
import { EvalProgress } from './run-dialog.tsx';
import { RunForm } from './run-form.tsx';

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
