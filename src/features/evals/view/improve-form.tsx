import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n.ts';
import {
  type ImprovingWork,
  NO_SKILL_EVALS,
  NO_SKILL_IMPROVING,
  useActions,
  useApp,
  useSettings,
} from '../../../renderer/store/index.ts';
import { Banner, Button, Spinner } from '../../../renderer/ui/index.ts';
import { Collapsible, TextField } from '../../../renderer/ui/on-demand.ts';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { dirtyOf } from '../../../renderer/workbench/workbench-state.ts';
import { defined } from '../../../shared/defined.ts';
import { Amount } from './fields.tsx';

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

const MOST_ROUNDS = 50;
const MOST_RUNS = 100;
const isCase = (path: string): boolean => path.startsWith('evals/');

export interface Budgeted {
  readonly words: string;
  readonly writer: string;
  readonly judge: string;
  readonly maxTokens: number | undefined;
  readonly maxCost: number | undefined;
}
export const NO_BUDGET: Budgeted = { words: '', writer: '', judge: '', maxTokens: undefined, maxCost: undefined };

interface Asked extends Budgeted {
  readonly rounds: number | undefined;
  readonly runs: number | undefined;
}
const FIRST: Asked = { ...NO_BUDGET, rounds: 5, runs: 3 };

/** Task and budget of a loop. */
export function ImproveForm({ skill, hasCases }: { readonly skill: string; readonly hasCases: boolean }) {
  const t = useT();
  const { improving } = useActions();
  const { demo } = useSettings();
  const { saveOnly } = useBenchActions();
  const { job } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const { work } = useApp((data) => data.improving[skill] ?? NO_SKILL_IMPROVING);
  const draft = useBench((state) => state.buffers);
  const [asked, setAsked] = useState(FIRST);
  const change = (changed: Partial<Asked>) => setAsked((before) => ({ ...before, ...changed }));
  const start = async (): Promise<void> => {
    if (!(await saveOnly(isCase))) return;
    const unsaved = dirtyOf({ buffers: draft })
      .filter(({ path }) => !isCase(path))
      .map(({ path, text }) => ({ path, text }));
    await improving.improve({
      skill,
      concurrency: 2,
      ...numbersOf(asked),
      ...textsOf(asked),
      ...(unsaved.length === 0 ? {} : { unsaved }),
    });
  };
  return (
    <section aria-label={t('improving.title')} className="flex flex-col gap-3">
      <p className="max-w-3xl text-base text-ink-soft">{t('improving.about')}</p>
      {demo ? <Banner>{t('improving.demo')}</Banner> : null}
      {hasCases ? null : <Banner>{t('improving.needsCases')}</Banner>}
      <TextField
        rows={2}
        className="max-w-3xl"
        label={t('improving.words')}
        description={t('improving.wordsHint')}
        value={asked.words}
        onChange={(words) => change({ words })}
      />
      <div className="flex flex-wrap items-end gap-3">
        <Amount
          className="w-32"
          label={t('improving.rounds')}
          error={t('evals.notWhole')}
          value={asked.rounds}
          onChange={(rounds) => change({ rounds })}
        />
        <Amount
          className="w-24"
          label={t('evals.form.runs')}
          error={t('evals.notWhole')}
          value={asked.runs}
          onChange={(runs) => change({ runs })}
        />
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
        <Budget asked={asked} onChange={change} />
      </Collapsible>
    </section>
  );
}

const numbersOf = ({ rounds = 5, runs = 3, maxTokens, maxCost }: Asked) => ({
  rounds: Math.min(rounds, MOST_ROUNDS),
  runs: Math.min(runs, MOST_RUNS),
  ...defined({ maxTokens, maxCost }),
});

export const textsOf = ({ words, writer, judge }: Budgeted) =>
  defined({ words: words.trim() || undefined, writer: writer.trim() || undefined, judge: judge.trim() || undefined });

export function Budget({
  asked,
  onChange,
}: {
  readonly asked: Budgeted;
  readonly onChange: (changed: Partial<Budgeted>) => void;
}) {
  const t = useT();
  return (
    <div className="grid gap-3 p-1 pt-2 md:grid-cols-2">
      <TextField
        label={t('improving.writer')}
        description={t('improving.writerHint')}
        value={asked.writer}
        onChange={(writer) => onChange({ writer })}
      />
      <TextField label={t('evals.form.judge')} value={asked.judge} onChange={(judge) => onChange({ judge })} />
      <Amount
        label={t('evals.form.maxTokens')}
        description={t('improving.budgetHint')}
        error={t('evals.notWhole')}
        value={asked.maxTokens}
        onChange={(maxTokens) => onChange({ maxTokens })}
      />
      <Amount
        label={t('evals.form.maxCost')}
        error={t('evals.notNumber')}
        value={asked.maxCost}
        whole={false}
        onChange={(maxCost) => onChange({ maxCost })}
      />
    </div>
  );
}
