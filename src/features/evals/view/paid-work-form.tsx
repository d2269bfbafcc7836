import { type ReactNode, useMemo, useState } from 'react';
import { type Format, type Translate, useT, type WordKey } from '../../../renderer/i18n.ts';
import { Button, Spinner } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { dirtyOf } from '../../../renderer/workbench/workbench-state.ts';
import { defined } from '../../../shared/defined.ts';
import type { LoopSpending } from '../improving.ts';

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

const LABELS = {
  name: 'common.name',
  words: 'improving.words',
  writer: 'improving.writer',
  judge: 'evals.form.judge',
  models: 'evals.form.models',
  rounds: 'improving.rounds',
  runs: 'evals.form.runs',
  maxTokens: 'evals.form.maxTokens',
  maxCost: 'evals.form.maxCost',
} as const satisfies Readonly<Record<string, WordKey>>;
/** Fields of the forms that spend tokens. */
type Field = keyof typeof LABELS;
/** Numbers above 0; all but money are whole. */
const AMOUNTS: ReadonlySet<Field> = new Set(['rounds', 'runs', 'maxTokens', 'maxCost']);
const RUNS = 3;
const MOST_RUNS = 100;

/** Undefined where it is empty or no such number. */
function amountIn(field: Field, text: string): number | undefined {
  const amount = Number(text);
  return amount > 0 && (field === 'maxCost' ? Number.isFinite(amount) : Number.isSafeInteger(amount))
    ? amount
    : undefined;
}

/** @param limits rounds to begin with, and the most. */
export function usePaidWork({ rounds = 1, mostRounds = 1 } = {}) {
  const [values, setValues] = useState<Readonly<Partial<Record<Field, string>>>>({
    rounds: String(rounds),
    runs: String(RUNS),
  });
  const textOf = (field: Field) => values[field]?.trim() || undefined;
  const amountOf = (field: Field) => amountIn(field, values[field] ?? '');
  const isBad = (field: Field) => AMOUNTS.has(field) && textOf(field) !== undefined && amountOf(field) === undefined;
  return {
    values,
    change: (field: Field, text: string) => setValues((before) => ({ ...before, [field]: text })),
    isBad,
    /** No amount is refused. */
    isReady: ![...AMOUNTS].some(isBad),
    numbers: {
      rounds: Math.min(amountOf('rounds') ?? rounds, mostRounds),
      runs: Math.min(amountOf('runs') ?? RUNS, MOST_RUNS),
    },
    /** Other fields that have a value. */
    options: defined({
      maxTokens: amountOf('maxTokens'),
      maxCost: amountOf('maxCost'),
      name: textOf('name'),
      words: textOf('words'),
      writer: textOf('writer'),
      judge: textOf('judge'),
    }),
  };
}

/** One field of such a form. */
export function PaidWorkField({
  of: { values, change, isBad },
  field,
  label = LABELS[field],
  hint,
  className,
}: {
  readonly of: ReturnType<typeof usePaidWork>;
  readonly field: Field;
  readonly label?: WordKey;
  readonly hint?: WordKey;
  readonly className?: string;
}) {
  const t = useT();
  return (
    <TextField
      label={t(label)}
      description={hint && t(hint)}
      className={className}
      {...(field === 'words' ? { rows: 2 } : {})}
      value={values[field] ?? ''}
      error={isBad(field) ? t(field === 'maxCost' ? 'evals.notNumber' : 'evals.notWhole') : undefined}
      onChange={(text) => change(field, text)}
    />
  );
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
  onStop,
  children,
}: {
  readonly title: string;
  readonly said: string;
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
        <Button className="ml-auto" onClick={onStop}>
          {t('common.stop')}
        </Button>
      </div>
      {children}
    </section>
  );
}

/** Tokens, and money where there is a price. */
export const spentText = (t: Translate, format: Format, { tokens, cost = 0 }: LoopSpending): string =>
  t('improving.spent', { tokens: format.number(tokens) }) + (cost === 0 ? '' : ` · ${format.dollars(cost)}`);
