import {
  Check,
  CircleHelp,
  CircleX,
  History,
  LoaderCircle,
  type LucideIcon,
  MessageSquare,
  Play,
  Square,
} from 'lucide-react';
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
import type { TrySide } from '../contract.ts';
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

const STATES: Readonly<Record<TrySide['state'], { readonly tone: Tone; readonly icon: LucideIcon }>> = {
  running: { tone: 'neutral', icon: LoaderCircle },
  asking: { tone: 'warning', icon: CircleHelp },
  form: { tone: 'warning', icon: CircleHelp },
  completed: { tone: 'success', icon: Check },
  failed: { tone: 'danger', icon: CircleX },
  stopped: { tone: 'neutral', icon: Square },
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
  const { tone, icon: Icon } = STATES[state];
  const question = state === 'asking' ? 'tryOut.decide' : state === 'form' ? 'tryOut.answerForm' : undefined;
  const goThere = (): void => {
    tries.leaveFor(session, skill, 'try');
    if (question === undefined) openAt(session, at, { past: true });
    else select(session);
  };
  return (
    <section aria-label={name} className="flex min-w-0 flex-col gap-3 rounded-panel border border-line p-3">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-medium text-base">{name}</h3>
        <span role="status">
          <Badge tone={tone}>
            <Icon className="size-3.5" aria-hidden />
            {t(`tryOut.state.${state}`)}
          </Badge>
        </span>
        <Button
          icon={question === undefined ? History : MessageSquare}
          size="sm"
          variant={question === undefined ? 'secondary' : 'primary'}
          className="ml-auto"
          onClick={goThere}
        >
          {t(question ?? 'evals.run.open')}
        </Button>
      </div>
      <Figures side={side} before={before} />
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
  const { tokens, requests, seconds, cost, model, loads, calls } = side;
  const change = before === undefined ? '' : ` (${signedTokens(format, tokens - before.tokens)})`;
  const figures = [
    ['loads', loads.join(', ') || t('common.none')],
    ['calls', format.number(calls)],
    ['tokens', format.number(tokens) + change],
    ['requests', format.number(requests)],
    ['seconds', format.duration(seconds * 1000)],
    ['cost', cost === undefined ? '' : format.dollars(cost)],
    ['model', model],
  ] as const;
  return (
    <dl className="flex flex-wrap gap-x-5 gap-y-1 text-base">
      {figures.map(([figure, value]) =>
        value === '' ? null : (
          <div key={figure} className="min-w-0">
            <dt className="text-ink-soft text-xs">{t(`tryOut.figures.${figure}`)}</dt>
            <dd className="truncate tabular-nums">{value}</dd>
          </div>
        ),
      )}
    </dl>
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
