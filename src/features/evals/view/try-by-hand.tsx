import { ArrowDownToLine, RotateCcw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote, onceCalm } from '../../../renderer/shared/failures.tsx';
import { signedTokens } from '../../../renderer/shared/segments.ts';
import { type ByHandRequest, type Tried, type TryRequest, useActions } from '../../../renderer/store/index.ts';
import { Banner, Button, cn, EmptyState, Spinner } from '../../../renderer/ui/index.ts';
import { Select } from '../../../renderer/ui/on-demand.ts';
import { DiffView } from '../../../renderer/workbench/diff-view.tsx';
import { type Column, TableHead } from '../../../renderer/workbench/table.tsx';
import type { EvalCase } from '../../../shared/evals.ts';
import { PART_KINDS } from '../../../shared/events.ts';
import { failureText } from '../../../shared/messages/failure.ts';
import type { ByHand } from '../try-out.ts';
import {
  againstOf,
  CASES_FILE,
  type Comparison,
  readCaseRows,
  readSentences,
  SENTENCES_FILE,
  useRows,
} from './fields.tsx';
import { useDraft } from './paid-work-form.tsx';

// Input of a try: kept while one goes to other tabs and back.

interface TryForm {
  readonly sentence: string;
  /** Case that the sentence is from, where that has files. */
  readonly caseId: string | undefined;
  /** Undefined until it is chosen. */
  readonly compare: Comparison | undefined;
  readonly alone: boolean;
}

const EMPTY: TryForm = { sentence: '', caseId: undefined, compare: undefined, alone: false };
const forms = create<Readonly<Record<string, TryForm>>>(() => ({}));

export function useTryForm(skill: string) {
  const form = forms((all) => all[skill]) ?? EMPTY;
  const change = (changed: Partial<TryForm>) => forms.setState({ [skill]: { ...form, ...changed } });
  return { form, change };
}

interface GivenSentence {
  readonly sentence: string;
  readonly caseId?: string | undefined;
}

/** Messages of the cases and sentences of the triggers, without repetition. */
export function useGivenSentences(): readonly GivenSentence[] {
  const { rows: cases } = useRows<EvalCase>(CASES_FILE, readCaseRows);
  const { rows: sentences } = useRows(SENTENCES_FILE, readSentences);
  const given = new Map<string, GivenSentence>();
  for (const { id, prompt, files = [] } of cases) {
    given.set(prompt, { sentence: prompt, ...(files.length === 0 ? {} : { caseId: id }) });
  }
  for (const { query } of sentences) if (!given.has(query)) given.set(query, { sentence: query });
  return [...given.values()].filter(({ sentence }) => sentence.trim() !== '');
}

/** A draft is compared with what is saved, anything else with nothing in its place, unless the person chose otherwise. */
export const compareOf = ({ compare }: TryForm, isEdited: boolean): string =>
  compare === undefined || (compare === 'saved' && !isEdited) ? (isEdited ? 'saved' : 'without') : compare;

export function requestOf(skill: string, form: TryForm, unsaved: Pick<TryRequest, 'unsaved'>): TryRequest {
  const compare = compareOf(form, unsaved.unsaved !== undefined);
  const against = againstOf(skill, compare);
  return {
    skill,
    sentence: form.sentence,
    ...(form.caseId === undefined ? {} : { caseId: form.caseId }),
    ...(compare === 'without' ? { withAndWithout: true } : {}),
    ...(against === undefined ? {} : { against }),
    ...(form.alone ? { alone: true } : {}),
    ...unsaved,
  };
}

/** Milliseconds after the last key. */
const ASK_AFTER = 300;

interface TakenParts {
  readonly load: boolean;
  readonly references: readonly string[];
}
const NOTHING: TakenParts = { load: false, references: [] };

/** The request with the sentence, then with the skill, then with each reference: what it costs and what the model reads. */
export function ByHandView({ skill }: { readonly skill: string }) {
  const { t, language } = useText();
  const { form } = useTryForm(skill);
  const { unsaved } = useDraft();
  const [taken, setTaken] = useState(NOTHING);
  const request = useMemo(
    (): ByHandRequest => ({
      skill,
      sentence: form.sentence,
      load: taken.load,
      references: [...taken.references],
      ...(form.alone ? { alone: true } : {}),
      ...unsaved,
    }),
    [skill, form.sentence, form.alone, taken, unsaved],
  );
  const outcome = useByHand(request);
  if (form.sentence.trim() === '') return <EmptyState className="py-6" title={t('tryOut.byHand.empty')} />;
  if (outcome === undefined) return <Spinner className="m-4" />;
  if (!outcome.ok) return <FailureNote failure={outcome.failure} />;
  const { steps, guess, references, refused } = outcome.value;
  const why = refused === undefined ? undefined : failureText(language, refused);
  const others = references.filter((path) => !taken.references.includes(path));
  return (
    <div className="flex flex-col gap-4 pt-3">
      <div className="flex flex-col gap-1">
        <p className="text-ink-soft text-sm">{t('tryOut.byHand.hint')}</p>
        <p className="text-base">
          {guess.skill === undefined
            ? t('tryOut.byHand.nowhere')
            : guess.skill === skill
              ? t('tryOut.byHand.points', { words: guess.matched.join(', ') })
              : t('tryOut.byHand.elsewhere', { skill: guess.skill })}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {taken.load ? (
          others.map((path) => (
            <Button
              icon={ArrowDownToLine}
              key={path}
              size="sm"
              onClick={() => setTaken({ ...taken, references: [...taken.references, path] })}
            >
              {t('tryOut.byHand.load', { what: path })}
            </Button>
          ))
        ) : (
          <Button icon={ArrowDownToLine} variant="primary" onClick={() => setTaken({ load: true, references: [] })}>
            {t('tryOut.byHand.load', { what: skill })}
          </Button>
        )}
        {taken.load ? (
          <Button icon={RotateCcw} size="sm" variant="ghost" onClick={() => setTaken(NOTHING)}>
            {t('tryOut.byHand.again')}
          </Button>
        ) : null}
      </div>
      {refused === undefined ? null : (
        <Banner tone="warning" title={t('tryOut.byHand.refused', { what: refused.what })}>
          <p>{why?.text}</p>
          {why?.exact === undefined ? null : <p lang={why.exact.language}>{why.exact.text}</p>}
        </Banner>
      )}
      <TokenSteps steps={steps} />
      <Seen steps={steps} />
    </div>
  );
}

function useByHand(request: ByHandRequest): Tried<ByHand> | undefined {
  const { tries } = useActions();
  const [outcome, setOutcome] = useState<Tried<ByHand>>();
  useEffect(() => {
    if (request.sentence.trim() === '') return setOutcome(undefined);
    return onceCalm(ASK_AFTER, () => tries.byHand(request), setOutcome);
  }, [tries, request]);
  return outcome;
}

type Steps = ByHand['steps'];

const tokensOf = ({ tokens }: Steps[number], kind: (typeof PART_KINDS)[number]): number =>
  tokens.parts.filter((part) => part.kind === kind).reduce((sum, part) => sum + part.tokens, 0);

/** Each kind of part in each request, with what the step before it did not have. */
function TokenSteps({ steps }: { readonly steps: Steps }) {
  const { t, format } = useText();
  const kinds = PART_KINDS.filter((kind) => steps.some((step) => tokensOf(step, kind) > 0));
  const columns: readonly Column[] = [
    { name: t('common.part') },
    ...steps.map(({ loaded }) => ({
      name: loaded === undefined ? t('tryOut.byHand.before') : t('tryOut.byHand.after', { what: loaded }),
      align: 'right' as const,
    })),
  ];
  const figure = (now: number, before: number | undefined): string =>
    before === undefined || before === now
      ? format.number(now)
      : `${format.number(now)} (${signedTokens(format, now - before)})`;
  const row = (key: string, name: string, read: (step: Steps[number]) => number, isSum = false) => (
    <tr key={key} className={isSum ? 'border-line-strong border-t font-medium' : 'border-line border-t'}>
      <th scope="row" className={cn('py-1 text-left', isSum ? 'font-medium' : 'font-normal')}>
        {name}
      </th>
      {steps.map((step, index) => {
        const earlier = steps[index - 1];
        return (
          <td key={step.loaded ?? ''} className="py-1 pl-3 text-right tabular-nums">
            {figure(read(step), earlier === undefined ? undefined : read(earlier))}
          </td>
        );
      })}
    </tr>
  );
  const last = steps.at(-1);
  return (
    <div className="overflow-x-auto">
      <table className="w-full max-w-3xl border-collapse text-base">
        <caption className="pb-1 text-left text-ink-soft text-sm">
          {t('tryOut.byHand.tokens')}
          {last === undefined
            ? ''
            : ` · ${t('tryOut.byHand.ofContext', { n: format.number(last.tokens.total), max: format.number(last.tokens.max) })}`}
        </caption>
        <TableHead columns={columns} />
        <tbody>
          {kinds.map((kind) => row(kind, t(`gauge.kind.${kind}`), (step) => tokensOf(step, kind)))}
          {row('total', t('common.total'), (step) => step.tokens.total, true)}
        </tbody>
      </table>
    </div>
  );
}

/** The system message of a request, beside the one before it. */
function Seen({ steps }: { readonly steps: Steps }) {
  const t = useT();
  const [chosen, setChosen] = useState<string>();
  const last = steps.length - 1;
  const index = chosen === undefined ? last : Math.min(Number(chosen), last);
  const step = steps[index];
  const before = steps[Math.max(0, index - 1)];
  if (step === undefined || before === undefined) return null;
  return (
    <section aria-label={t('tryOut.byHand.sees')} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-3">
        <Select
          className="w-64"
          label={t('tryOut.byHand.sees')}
          value={String(index)}
          options={steps.map(({ loaded }, at) => ({
            value: String(at),
            label: loaded === undefined ? t('tryOut.byHand.before') : t('tryOut.byHand.after', { what: loaded }),
          }))}
          onChange={setChosen}
        />
        <p className="min-w-0 flex-1 break-words pb-1.5 text-ink-soft text-sm">
          {t('tryOut.byHand.tools', { names: step.tools.join(', ') })}
        </p>
      </div>
      {index === 0 ? (
        <textarea
          readOnly
          aria-label={t('tryOut.byHand.system')}
          className="h-96 resize-none rounded-panel border border-line bg-sunken p-2.5 font-mono text-xs"
          value={step.system}
        />
      ) : (
        <div className="h-96 overflow-hidden rounded-panel border border-line">
          <DiffView
            before={before.system}
            after={step.system}
            beforeLabel={t('tryOut.byHand.systemBefore')}
            afterLabel={t('tryOut.byHand.system')}
            unfolded={false}
          />
        </div>
      )}
    </section>
  );
}
