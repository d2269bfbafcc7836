import { Check, CircleHelp, CircleX, History, MessageSquare, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote, notifyFailure } from '../../../renderer/shared/failures.tsx';
import { signedTokens } from '../../../renderer/shared/segments.ts';
import { useActions, useApp, useSettings } from '../../../renderer/store/index.ts';
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
import { Select, Tabs, TextField } from '../../../renderer/ui/on-demand.ts';
import { useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import type { TrySide } from '../try-out.ts';
import { CompareField, isChosen, sideName } from './fields.tsx';
import { useDraft } from './paid-work-form.tsx';
import { ByHandView, compareOf, requestOf, useGivenSentences, useTryForm } from './try-by-hand.tsx';

const OWN = 'own';

function TryFields({ skill, withModel }: { readonly skill: string; readonly withModel: boolean }) {
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
    if (isReady && withModel) void tries.start(requestOf(skill, form, unsaved));
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
        {withModel ? (
          <CompareField
            skill={skill}
            isEdited={draft.length > 0}
            value={compare}
            onChange={(changed) => change({ compare: changed })}
          />
        ) : null}
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
        {!withModel ? null : running ? (
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

/** Both sides as they go: before at the left, after at the right; one below the other where there is no room. */
function TryPanes({ skill }: { readonly skill: string }) {
  const t = useT();
  const tried = useApp((data) => data.tries[skill]);
  if (tried === undefined) {
    return <EmptyState className="py-6" title={t('tryOut.nothing')} description={t('tryOut.nothingHint')} />;
  }
  const { asked, sides, failure, running } = tried;
  const after = sides.find(({ side }) => side === 'with_skill');
  const before = sides.find(({ side }) => side !== 'with_skill');
  return (
    <div className="flex flex-col gap-3 pt-3">
      <p className="line-clamp-2 whitespace-pre-wrap break-words text-ink-soft text-base">“{asked.sentence}”</p>
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {running && sides.length === 0 ? <Spinner className="m-4" /> : null}
      <div className="grid gap-3 lg:grid-cols-2">
        {before === undefined ? null : <Pane skill={skill} name={sideName(t, before.side, asked)} side={before} />}
        {after === undefined ? null : (
          <Pane skill={skill} name={sideName(t, after.side, asked)} side={after} before={before} />
        )}
      </div>
    </div>
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
const ICONS: Readonly<Record<TrySide['state'], React.ReactNode>> = {
  running: <Spinner decorative className="size-3.5" />,
  asking: <CircleHelp className="size-3.5" aria-hidden />,
  form: <CircleHelp className="size-3.5" aria-hidden />,
  completed: <Check className="size-3.5" aria-hidden />,
  failed: <CircleX className="size-3.5" aria-hidden />,
  stopped: <Square className="size-3.5" aria-hidden />,
};

function Pane({
  skill,
  name,
  side,
  before,
}: {
  readonly skill: string;
  readonly name: string;
  readonly side: TrySide;
  /** The other side, where this one is compared with it. */
  readonly before?: TrySide | undefined;
}) {
  const t = useT();
  const { openAt, select, tries } = useActions();
  const { session, state, answer, failure, at } = side;
  const lookBack = (seq: number): void => {
    tries.leaveFor(session, skill, 'try');
    openAt(session, seq, { past: true });
  };
  const goThere = (): void => {
    tries.leaveFor(session, skill, 'try');
    select(session);
  };
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-3 rounded-panel border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium text-base">{name}</h3>
        <span role="status">
          <Badge tone={TONES[state]}>
            {ICONS[state]}
            {t(`tryOut.state.${state}`)}
          </Badge>
        </span>
        {state === 'asking' || state === 'form' ? (
          <Button size="sm" variant="primary" className="ml-auto" onClick={goThere}>
            {t(state === 'asking' ? 'tryOut.decide' : 'tryOut.answerForm')}
          </Button>
        ) : (
          <Button icon={History} size="sm" className="ml-auto" onClick={() => lookBack(at)}>
            {t('evals.run.open')}
          </Button>
        )}
      </div>
      <Figures side={side} before={before} />
      <div>
        <h4 className="mb-1 font-medium text-ink-soft text-xs">{t('tryOut.steps')}</h4>
        <Steps side={side} onGo={lookBack} />
      </div>
      <div className="min-w-0">
        <h4 className="mb-1 font-medium text-ink-soft text-xs">{t('tryOut.answer')}</h4>
        {failure === undefined ? null : <p className="mb-1 break-words text-base text-danger">{failure}</p>}
        <p className="max-h-96 overflow-y-auto whitespace-pre-wrap break-words rounded-panel bg-sunken p-2.5 text-base">
          {answer === '' ? <span className="text-ink-soft">{t('tryOut.noAnswer')}</span> : answer}
        </p>
      </div>
    </section>
  );
}

function Figures({ side, before }: { readonly side: TrySide; readonly before: TrySide | undefined }) {
  const { t, format } = useText();
  const { tokens, requests, seconds, cost, model } = side;
  const change = before === undefined ? undefined : signedTokens(format, tokens - before.tokens);
  const figures = [
    ['tokens', change === undefined ? format.number(tokens) : `${format.number(tokens)} (${change})`],
    ['requests', format.number(requests)],
    ['seconds', format.duration(seconds * 1000)],
    ...(cost === undefined ? [] : [['cost', format.dollars(cost)] as const]),
    ['model', model],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-base">
      {figures.map(([figure, value]) => (
        <div key={figure} className="min-w-0">
          <dt className="text-ink-soft text-xs">{t(`tryOut.figures.${figure}`)}</dt>
          <dd className="truncate tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Steps({ side: { steps }, onGo }: { readonly side: TrySide; readonly onGo: (at: number) => void }) {
  const { t, format } = useText();
  const wordsOf = (step: TrySide['steps'][number]): string => {
    switch (step.kind) {
      case 'load':
        return t('tryOut.load', { skill: step.skill, n: format.number(step.tokens) });
      case 'reference':
        return t('tryOut.reference', { path: step.path, skill: step.skill });
      case 'call':
        return t(step.ok === false ? 'tryOut.callFailed' : 'tryOut.call', { tool: step.tool });
    }
  };
  if (steps.length === 0) return <p className="text-base text-ink-soft">{t('tryOut.noSteps')}</p>;
  return (
    <ol className="flex flex-col gap-0.5 text-base">
      {steps.map((step) => (
        <li key={`${step.at} ${step.kind}`}>
          <button
            type="button"
            aria-label={t('tryOut.openStep', { step: wordsOf(step) })}
            className="flex w-full min-w-0 cursor-default items-baseline gap-2 rounded-control px-1 py-0.5 text-left hover:bg-hover"
            onClick={() => onGo(step.at)}
          >
            <span className={step.kind === 'call' ? 'shrink-0 text-ink-soft' : 'shrink-0 text-accent-ink'}>
              {wordsOf(step)}
            </span>
            {step.kind === 'call' ? (
              <span className="min-w-0 truncate font-mono text-ink-faint text-xs">{step.arguments}</span>
            ) : null}
          </button>
        </li>
      ))}
    </ol>
  );
}

type How = 'model' | 'hand';

/** One sentence on two sides of the skill, or stepped through without a model. */
export function TryPanel({ skill }: { readonly skill: string }) {
  const t = useT();
  const { openDialog } = useActions();
  const { demo } = useSettings();
  const [chosen, setHow] = useState<How>();
  const how = chosen ?? (demo ? 'hand' : 'model');
  return (
    <div className="flex flex-col gap-3 p-4">
      <TryFields skill={skill} withModel={how === 'model'} />
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
      <Tabs
        label={t('tryOut.how')}
        value={how}
        onChange={setHow}
        items={[
          { value: 'model', label: t('tryOut.model'), panel: <TryPanes skill={skill} /> },
          { value: 'hand', label: t('tryOut.hand'), panel: <ByHandView skill={skill} /> },
        ]}
      />
    </div>
  );
}
