import { MessageSquare, Play, Square } from 'lucide-react';
import { create } from 'zustand';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote, notifyFailure } from '../../../renderer/shared/failures.tsx';
import { signedTokens } from '../../../renderer/shared/segments.ts';
import { type TryRequest, useActions, useApp, useSettings } from '../../../renderer/store/index.ts';
import {
  Badge,
  Banner,
  Button,
  EmptyState,
  platformKeys,
  Spinner,
  type Tone,
  Tooltip,
} from '../../../renderer/ui/index.ts';
import { Select, TextField } from '../../../renderer/ui/on-demand.ts';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import { useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import type { TrySide } from '../contract.ts';
import {
  againstOf,
  CASES_FILE,
  CompareField,
  type Comparison,
  isChosen,
  readCaseRows,
  readSentences,
  SENTENCES_FILE,
  sideName,
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

function useTryForm(skill: string) {
  const form = forms((all) => all[skill]) ?? EMPTY;
  const change = (changed: Partial<TryForm>) => forms.setState({ [skill]: { ...form, ...changed } });
  return { form, change };
}

type GivenSentence = Pick<TryRequest, 'sentence' | 'caseId'>;

/** Messages of the cases and sentences of the triggers, without repetition. */
function useGivenSentences(): readonly GivenSentence[] {
  const { rows: cases } = useRows(CASES_FILE, readCaseRows);
  const { rows: sentences } = useRows(SENTENCES_FILE, readSentences);
  const given: readonly GivenSentence[] = [
    ...cases.map(({ id, prompt, files = [] }) => ({ sentence: prompt, caseId: files.length === 0 ? undefined : id })),
    ...sentences.map(({ query }) => ({ sentence: query })),
  ];
  return given.filter(({ sentence }, at) => given.findIndex((one) => one.sentence === sentence) === at);
}

/** A draft is compared with what is saved, anything else with nothing in its place, unless the person chose otherwise. */
const compareOf = ({ compare }: TryForm, isEdited: boolean): string =>
  compare === undefined || (compare === 'saved' && !isEdited) ? (isEdited ? 'saved' : 'without') : compare;

function requestOf(skill: string, form: TryForm, unsaved: Pick<TryRequest, 'unsaved'>): TryRequest {
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

const OWN = 'own';

function TryFields({ skill }: { readonly skill: string }) {
  const t = useT();
  const { author, tries } = useActions();
  const { save } = useBenchActions();
  const running = useApp((data) => data.tries[skill]?.running === true);
  const { form, change } = useTryForm(skill);
  const { draft, unsaved } = useDraft();
  const given = useGivenSentences();
  const { sentence, caseId, alone } = form;
  const chosen = given.findIndex((one) => one.sentence === sentence);
  const compare = compareOf(form, draft.length > 0);
  const isReady = sentence.trim() !== '' && !running && isChosen(compare);
  const start = (): void => {
    if (isReady) void tries.start(requestOf(skill, form, unsaved));
  };
  const converse = async (): Promise<void> => {
    if (draft.length > 0 && !(await save())) return;
    const outcome = await author.tryIt(skill);
    if (!outcome.ok) notifyFailure(outcome.failure);
  };
  return (
    <form
      aria-label={t('common.tryIt')}
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        start();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        start();
      }}
    >
      <TextField
        rows={2}
        label={t('tryOut.sentence')}
        description={caseId === undefined ? undefined : t('tryOut.files', { id: caseId })}
        value={sentence}
        onChange={(text) => change({ sentence: text, caseId: undefined })}
      />
      <div className="flex flex-wrap items-end gap-3">
        {given.length === 0 ? null : (
          <Select
            className="w-56"
            label={t('tryOut.from')}
            value={chosen < 0 ? OWN : String(chosen)}
            options={[
              { value: OWN, label: t('tryOut.own') },
              ...given.map((one, index) => ({ value: String(index), label: one.sentence })),
            ]}
            onChange={(value) => {
              const one = given[Number(value)];
              change({ sentence: one?.sentence ?? '', caseId: one?.caseId });
            }}
          />
        )}
        <CompareField
          skill={skill}
          isEdited={draft.length > 0}
          value={compare}
          onChange={(changed) => change({ compare: changed })}
        />
        <Select
          className="w-36"
          label={t('tryOut.listed')}
          value={alone ? 'alone' : 'all'}
          options={[
            { value: 'all', label: t('tryOut.all') },
            { value: 'alone', label: t('tryOut.alone') },
          ]}
          onChange={(value) => change({ alone: value === 'alone' })}
        />
        {running ? (
          <Button icon={Square} type="button" onClick={() => tries.stop(skill)}>
            {t('common.stop')}
          </Button>
        ) : (
          <Tooltip content={`${t('tryOut.startHint')} ${platformKeys(['Mod', 'Enter']).join(' ')}`}>
            <Button icon={Play} type="submit" variant="primary" disabled={!isReady}>
              {t('common.tryIt')}
            </Button>
          </Tooltip>
        )}
        <Tooltip content={t('tryOut.conversationHint')}>
          <Button
            icon={MessageSquare}
            type="button"
            variant="ghost"
            className="ml-auto"
            onClick={() => void converse()}
          >
            {t('tryOut.conversation')}
          </Button>
        </Tooltip>
      </div>
    </form>
  );
}

const TONES: Readonly<Record<TrySide['state'], Tone>> = {
  running: 'neutral',
  asking: 'warning',
  form: 'warning',
  completed: 'success',
  failed: 'danger',
  stopped: 'neutral',
};

/** Figures of both sides as they go, and below them the answers: before at the left, after at the right. */
function Sides({ skill }: { readonly skill: string }) {
  const { t, format } = useText();
  const { openAt, select, tries } = useActions();
  const tried = useApp((data) => data.tries[skill]);
  if (tried === undefined) {
    return <EmptyState className="py-6" title={t('tryOut.nothing')} description={t('tryOut.nothingHint')} />;
  }
  const { asked, failure, running } = tried;
  const sides = tried.sides.toSorted((a, b) => Number(a.side === 'with_skill') - Number(b.side === 'with_skill'));
  const [before] = sides;
  const goTo = ({ session, state, at }: TrySide): void => {
    tries.leaveFor(session, skill, 'try');
    if (state === 'asking' || state === 'form') select(session);
    else openAt(session, at, { past: true });
  };
  const wordsOf = (state: TrySide['state']) =>
    state === 'asking' ? 'tryOut.decide' : state === 'form' ? 'tryOut.answerForm' : 'evals.run.open';
  const figures = ['loads', 'calls', 'tokens', 'requests', 'seconds', 'cost', 'model'] as const;
  return (
    <div className="flex flex-col gap-3 pt-3">
      <p className="line-clamp-2 whitespace-pre-wrap break-words text-ink-soft text-base">“{asked.sentence}”</p>
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {running && sides.length === 0 ? <Spinner className="m-4" /> : null}
      {before === undefined ? null : (
        <FigureTable
          caption={t('tryOut.sides')}
          columns={[
            { name: t('evals.results.side') },
            ...figures.map((figure) => ({ name: t(`tryOut.figures.${figure}`) })),
            { name: t('evals.run.open'), hidden: true },
          ]}
          rows={sides.map((side) => ({
            key: side.session,
            name: (
              <span className="flex items-center gap-2">
                {sideName(t, side.side, asked)}
                <span role="status">
                  <Badge tone={TONES[side.state]}>{t(`tryOut.state.${side.state}`)}</Badge>
                </span>
              </span>
            ),
            cells: [
              side.loads.join(', ') || t('common.none'),
              format.number(side.calls),
              format.number(side.tokens) +
                (side === before ? '' : ` (${signedTokens(format, side.tokens - before.tokens)})`),
              format.number(side.requests),
              format.duration(side.seconds * 1000),
              side.cost === undefined ? '–' : format.dollars(side.cost),
              side.model,
              <Button key="go" size="sm" onClick={() => goTo(side)}>
                {t(wordsOf(side.state))}
              </Button>,
            ],
          }))}
        />
      )}
      <div className="grid gap-3 lg:grid-cols-2">
        {sides.map(({ session, side, answer, failure: why }) => (
          <section key={session} aria-label={sideName(t, side, asked)} className="min-w-0">
            <h3 className="mb-1 font-medium text-base">{sideName(t, side, asked)}</h3>
            {why === undefined ? null : <p className="mb-1 break-words text-base text-danger">{why}</p>}
            <p className="max-h-96 overflow-y-auto whitespace-pre-wrap break-words rounded-panel bg-sunken p-2.5 text-base">
              {answer === '' ? <span className="text-ink-soft">{t('tryOut.noAnswer')}</span> : answer}
            </p>
          </section>
        ))}
      </div>
    </div>
  );
}

/** One sentence on two sides of the skill. */
export function TryPanel({ skill }: { readonly skill: string }) {
  const t = useT();
  const { openDialog } = useActions();
  const { demo } = useSettings();
  return (
    <div className="flex flex-col gap-3 p-4">
      <TryFields skill={skill} />
      {demo ? (
        <Banner
          action={
            <Button size="sm" onClick={() => openDialog({ name: 'settings', tab: 'model' })}>
              {t('common.connect')}
            </Button>
          }
        >
          {t('tryOut.demo')}
        </Banner>
      ) : null}
      <Sides skill={skill} />
    </div>
  );
}
