import { ArrowDownToLine, RotateCcw } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { create } from 'zustand';
import { useText } from '../../../renderer/i18n.ts';
import { FailureNote, onceCalm } from '../../../renderer/shared/failures.tsx';
import { signedTokens } from '../../../renderer/shared/segments.ts';
import { type ByHandRequest, type Tried, type TryRequest, useActions } from '../../../renderer/store/index.ts';
import { Banner, Button, Spinner } from '../../../renderer/ui/index.ts';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import { PART_KINDS } from '../../../shared/events.ts';
import { failureText } from '../../../shared/messages/failure.ts';
import type { ByHand } from '../contract.ts';
import {
  againstOf,
  CASES_FILE,
  type Comparison,
  DiffBox,
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

type GivenSentence = Pick<TryRequest, 'sentence' | 'caseId'>;

/** Messages of the cases and sentences of the triggers, without repetition. */
export function useGivenSentences(): readonly GivenSentence[] {
  const { rows: cases } = useRows(CASES_FILE, readCaseRows);
  const { rows: sentences } = useRows(SENTENCES_FILE, readSentences);
  const given: readonly GivenSentence[] = [
    ...cases.map(({ id, prompt, files = [] }) => ({ sentence: prompt, caseId: files.length === 0 ? undefined : id })),
    ...sentences.map(({ query }) => ({ sentence: query })),
  ];
  return given.filter(({ sentence }, at) => given.findIndex((one) => one.sentence === sentence) === at);
}

/** A draft is compared with what is saved, anything else with nothing in its place, unless the person chose otherwise. */
export const compareOf = ({ compare }: TryForm, isEdited: boolean): string =>
  compare === undefined || (compare === 'saved' && !isEdited) ? (isEdited ? 'saved' : 'without') : compare;

export function requestOf(skill: string, form: TryForm, unsaved: Pick<TryRequest, 'unsaved'>): TryRequest {
  const compare = compareOf(form, unsaved.unsaved !== undefined);
  const { sentence, caseId, alone } = form;
  return {
    skill,
    sentence,
    caseId,
    alone,
    withAndWithout: compare === 'without',
    against: againstOf(skill, compare),
    ...unsaved,
  };
}

/** Milliseconds after the last key. */
const ASK_AFTER = 300;
const NOTHING: Pick<ByHandRequest, 'load' | 'references'> = { load: false, references: [] };

/** The request with the sentence, then with the skill, then with each reference: what it costs and what the model reads. */
export function ByHandView({ skill }: { readonly skill: string }) {
  const { t, language } = useText();
  const { tries } = useActions();
  const { sentence, alone } = useTryForm(skill).form;
  const { unsaved } = useDraft();
  const [taken, setTaken] = useState(NOTHING);
  const [outcome, setOutcome] = useState<Tried<ByHand>>();
  const request = useMemo(
    () => ({ skill, sentence, alone, ...taken, ...unsaved }),
    [skill, sentence, alone, taken, unsaved],
  );
  useEffect(() => onceCalm(ASK_AFTER, () => tries.byHand(request), setOutcome), [tries, request]);
  if (outcome === undefined) return <Spinner className="m-4" />;
  if (!outcome.ok) return <FailureNote failure={outcome.failure} />;
  const { steps, guess, references, refused } = outcome.value;
  const why = refused === undefined ? undefined : failureText(language, refused);
  const words = { skill: guess.skill ?? '', words: guess.matched.join(', ') };
  const points = guess.skill === undefined ? 'nowhere' : guess.skill === skill ? 'points' : 'elsewhere';
  return (
    <div className="flex flex-col gap-4 pt-3">
      <div className="flex flex-col gap-1">
        <p className="text-ink-soft text-sm">{t('tryOut.byHand.hint')}</p>
        {sentence.trim() === '' ? null : <p className="text-base">{t(`tryOut.byHand.${points}`, words)}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {taken.load ? (
          references
            .filter((path) => !taken.references.includes(path))
            .map((path) => (
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

type Steps = ByHand['steps'];

/** Each kind of part in each request, with what the step before it did not have. */
function TokenSteps({ steps }: { readonly steps: Steps }) {
  const { t, format } = useText();
  const rowOf = (key: string, name: string, tokensOf: (step: Steps[number]) => number) => ({
    key,
    name,
    cells: steps.map((step, index) => {
      const [now, before = step] = [tokensOf(step), steps[index - 1]];
      const change = now - tokensOf(before);
      return change === 0 ? format.number(now) : `${format.number(now)} (${signedTokens(format, change)})`;
    }),
  });
  const kinds = PART_KINDS.filter((kind) =>
    steps.some(({ tokens }) => tokens.parts.some((part) => part.kind === kind)),
  );
  return (
    <FigureTable
      caption={t('tryOut.byHand.tokens')}
      columns={[
        { name: t('common.part') },
        ...steps.map(({ loaded }) => ({
          name: loaded === undefined ? t('tryOut.byHand.before') : t('tryOut.byHand.after', { what: loaded }),
          align: 'right' as const,
        })),
      ]}
      rows={[
        ...kinds.map((kind) =>
          rowOf(kind, t(`gauge.kind.${kind}`), ({ tokens }) =>
            tokens.parts.reduce((sum, part) => sum + (part.kind === kind ? part.tokens : 0), 0),
          ),
        ),
        rowOf('total', t('common.total'), ({ tokens }) => tokens.total),
      ]}
    />
  );
}

/** The system message after the last load, beside the one before it. */
function Seen({ steps }: { readonly steps: Steps }) {
  const { t } = useText();
  const [step, before] = [steps.at(-1), steps.at(-2)];
  return (
    <section aria-label={t('tryOut.byHand.sees')} className="flex flex-col gap-2">
      <p className="break-words text-ink-soft text-sm">
        {t('tryOut.byHand.tools', { names: step?.tools.join(', ') ?? '' })}
      </p>
      {before === undefined ? (
        <textarea
          readOnly
          aria-label={t('tryOut.byHand.system')}
          className="h-96 resize-none rounded-panel border border-line bg-sunken p-2.5 font-mono text-xs"
          value={step?.system}
        />
      ) : (
        <DiffBox
          before={before.system}
          after={step?.system ?? ''}
          beforeLabel={t('tryOut.byHand.systemBefore')}
          afterLabel={t('tryOut.byHand.system')}
        />
      )}
    </section>
  );
}
