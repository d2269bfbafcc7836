import { useEffect, useState } from 'react';
import { useT } from '../../../renderer/i18n/index.ts';
import { FailureNote } from '../../../renderer/shared/failures.tsx';
import { NO_SKILL_EVALS, NO_SKILL_IMPROVING, useActions, useApp } from '../../../renderer/store/index.ts';
import { Tabs } from '../../../renderer/ui/on-demand.ts';
import type { Goto } from '../../../renderer/workbench/code-editor.tsx';
import { CasesTable } from './cases-table.tsx';
import { CASES_FILE, readCaseRows } from './cases-text.ts';
import { useRows } from './fields.tsx';
import { ImproveDescription } from './improve-description.tsx';
import { ImproveForm, ImprovingProgress } from './improve-form.tsx';
import { Results } from './results.tsx';
import { EvalProgress } from './run-dialog.tsx';
import { RunForm } from './run-form.tsx';
import { SentencesTable } from './sentences-table.tsx';
import { Versions } from './versions.tsx';

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
