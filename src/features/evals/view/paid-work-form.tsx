import { type ReactNode, useMemo, useState } from 'react';
import { useT, type WordKey } from '../../../renderer/i18n.ts';
import { Button, Spinner } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { dirtyOf } from '../../../renderer/workbench/workbench-state.ts';
import { defined } from '../../../shared/defined.ts';
import { Amount } from './fields.tsx';

const isOfCases = (path: string): boolean => path.startsWith('evals/');

/** Unsaved text of the skill itself, without its cases; also as the field of a request, which an empty draft leaves out. */
export function useDraft() {
  const buffers = useBench((state) => state.buffers);
  return useMemo(() => {
    const draft = dirtyOf({ buffers })
      .filter(({ path }) => !isOfCases(path))
      .map(({ path, text }) => ({ path, text }));
    return { draft, unsaved: draft.length === 0 ? {} : { unsaved: draft } };
  }, [buffers]);
}

/** Saves the cases alone: a draft is tried as it is. @returns whether that was done. */
export function useSaveCases(): () => Promise<boolean> {
  const { saveOnly } = useBenchActions();
  return () => saveOnly(isOfCases);
}

/** Fields of the forms that spend tokens. */
interface PaidWork {
  readonly name: string;
  readonly words: string;
  readonly writer: string;
  readonly judge: string;
  /** Ids with commas. */
  readonly models: string;
  readonly rounds: number | undefined;
  readonly runs: number | undefined;
  readonly maxTokens: number | undefined;
  readonly maxCost: number | undefined;
}
const NOTHING: PaidWork = {
  name: '',
  words: '',
  writer: '',
  judge: '',
  models: '',
  rounds: undefined,
  runs: 3,
  maxTokens: undefined,
  maxCost: undefined,
};
const MOST_RUNS = 100;

/** @param limits rounds to begin with, and the most. */
export function usePaidWork({ rounds, mostRounds }: { readonly rounds: number; readonly mostRounds: number }) {
  const [values, setValues] = useState<PaidWork>({ ...NOTHING, rounds });
  const change = (changed: Partial<PaidWork>) => setValues((before) => ({ ...before, ...changed }));
  const filled = (text: string) => text.trim() || undefined;
  const { name, words, writer, judge, maxTokens, maxCost } = values;
  return {
    values,
    change,
    numbers: {
      rounds: Math.min(values.rounds ?? rounds, mostRounds),
      runs: Math.min(values.runs ?? NOTHING.runs ?? 1, MOST_RUNS),
    },
    /** Other fields that have a value. */
    options: defined({
      maxTokens,
      maxCost,
      name: filled(name),
      words: filled(words),
      writer: filled(writer),
      judge: filled(judge),
    }),
  };
}

const LABELS = {
  words: 'improving.words',
  writer: 'improving.writer',
  judge: 'evals.form.judge',
  models: 'evals.form.models',
  rounds: 'improving.rounds',
  runs: 'evals.form.runs',
  maxTokens: 'evals.form.maxTokens',
  maxCost: 'evals.form.maxCost',
} as const satisfies Partial<Record<keyof PaidWork, WordKey>>;

/** One field of such a form. */
export function PaidWorkField({
  of: { values, change },
  field,
  label = LABELS[field],
  hint,
  className,
}: {
  readonly of: Pick<ReturnType<typeof usePaidWork>, 'values' | 'change'>;
  readonly field: keyof typeof LABELS;
  readonly label?: WordKey;
  readonly hint?: WordKey;
  readonly className?: string;
}) {
  const t = useT();
  const common = { label: t(label), description: hint && t(hint), className };
  const onChange = (value: string | number | undefined) => change({ [field]: value });
  const value = values[field];
  if (typeof value === 'string') {
    return <TextField {...common} {...(field === 'words' ? { rows: 2 } : {})} value={value} onChange={onChange} />;
  }
  const whole = field !== 'maxCost';
  const error = t(whole ? 'evals.notWhole' : 'evals.notNumber');
  return <Amount {...common} error={error} whole={whole} value={value} onChange={onChange} />;
}

/** Models and budget of what writes and tries versions. */
export const BudgetFields = ({ of }: { readonly of: ReturnType<typeof usePaidWork> }) => (
  <div className="grid gap-3 p-1 pt-2 md:grid-cols-2">
    <PaidWorkField of={of} field="writer" hint="improving.writerHint" />
    <PaidWorkField of={of} field="judge" />
    <PaidWorkField of={of} field="maxTokens" hint="improving.budgetHint" />
    <PaidWorkField of={of} field="maxCost" />
  </div>
);

/** Work under way, and the way to stop it. */
export function ProgressFrame({
  title,
  said,
  more,
  onStop,
  children,
}: {
  readonly title: string;
  readonly said: string;
  /** Beside it. */
  readonly more?: ReactNode;
  readonly onStop: () => void;
  readonly children: ReactNode;
}) {
  const t = useT();
  return (
    <section aria-label={title} className="flex flex-col gap-2 rounded-panel border border-line p-3">
      <div className="flex flex-wrap items-center gap-3">
        <Spinner decorative className="size-4" />
        <p role="status" className="text-base">
          {said}
        </p>
        {more}
        <Button className="ml-auto" onClick={onStop}>
          {t('common.stop')}
        </Button>
      </div>
      {children}
    </section>
  );
}
