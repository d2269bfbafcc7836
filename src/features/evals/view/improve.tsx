import { Sparkles } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type Format, type Translate, useT, useText } from '../../../renderer/i18n.ts';
import { type ImprovingWork, NO_SKILL_EVALS, useActions, useApp, useSettings } from '../../../renderer/store/index.ts';
import { Badge, Banner, Button, EmptyState, notify, Spinner } from '../../../renderer/ui/index.ts';
import { Collapsible, Dialog } from '../../../renderer/ui/on-demand.ts';
import { FigureTable } from '../../../renderer/workbench/table.tsx';
import { useBench, useBenchActions } from '../../../renderer/workbench/use-workbench.ts';
import { dirtyOf } from '../../../renderer/workbench/workbench-state.ts';
import type { TakenFile } from '../contract.ts';
import { filesOf, type Loop, type LoopVersion, type Optimised, type SentenceShare } from '../improving.ts';
import { DiffBox, readSentences, SENTENCES_FILE, signed, useRows } from './fields.tsx';
import {
  BudgetFields,
  PaidWorkField,
  ProgressFrame,
  spentText,
  useDraft,
  usePaidWork,
  useSaveCases,
} from './paid-work-form.tsx';

/** Progress of a loop, and the way to stop it. */
export function ImprovingProgress({ skill, work }: { readonly skill: string; readonly work: ImprovingWork }) {
  const { t, format } = useText();
  const { evals } = useActions();
  const { kind, number, done, of, unusable } = work;
  const said = () => {
    if (kind === 'description') return t('improving.progress.description', { count: number, n: format.number(number) });
    if (of > 0) return t('improving.progress.trying', { n: number, done: format.number(done), of: format.number(of) });
    return number === 0 ? t('evals.progress.planning') : t('improving.progress.writing', { n: number });
  };
  return (
    <ProgressFrame title={t('improving.progress.title')} said={said()} onStop={() => void evals.stop(skill)}>
      {unusable === undefined ? null : (
        <p className="text-ink-soft text-sm">{t('improving.progress.unusable', { why: unusable })}</p>
      )}
    </ProgressFrame>
  );
}

/** Task and budget of a loop. */
export function ImproveForm({ skill, hasCases }: { readonly skill: string; readonly hasCases: boolean }) {
  const t = useT();
  const { evals } = useActions();
  const { demo } = useSettings();
  const saveCases = useSaveCases();
  const { job, work } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const { unsaved } = useDraft();
  const form = usePaidWork({ rounds: 5, mostRounds: 50 });
  const start = async (): Promise<void> => {
    if (!(await saveCases())) return;
    await evals.improve({ skill, concurrency: 2, ...form.numbers, ...form.options, ...unsaved });
  };
  return (
    <section aria-label={t('improving.title')} className="flex flex-col gap-3">
      <p className="max-w-3xl text-base text-ink-soft">{t('improving.about')}</p>
      {demo ? <Banner>{t('improving.demo')}</Banner> : null}
      {hasCases ? null : <Banner>{t('improving.needsCases')}</Banner>}
      <PaidWorkField of={form} field="words" hint="improving.wordsHint" className="max-w-3xl" />
      <div className="flex flex-wrap items-end gap-3">
        <PaidWorkField of={form} field="rounds" className="w-32" />
        <PaidWorkField of={form} field="runs" className="w-24" />
        <Button
          icon={Sparkles}
          variant="primary"
          disabled={demo || !hasCases || !form.isReady || job !== undefined || work !== undefined}
          onClick={() => void start()}
        >
          {t('improving.start')}
        </Button>
      </div>
      <Collapsible summary={<span className="text-base">{t('improving.more')}</span>}>
        <BudgetFields of={form} />
      </Collapsible>
    </section>
  );
}

/** Puts texts of a version into the skill, or says what prevents that. */
function TakeButton({
  skill,
  writable,
  label,
  files,
  onTaken,
}: {
  readonly skill: string;
  readonly writable: boolean;
  readonly label: string;
  readonly files: TakenFile[];
  readonly onTaken?: () => void;
}) {
  const { t, format } = useText();
  const { evals } = useActions();
  const { refresh } = useBenchActions();
  const isEdited = useBench((state) => dirtyOf(state).length > 0);
  const refused = writable ? (isEdited ? t('improving.unsaved') : undefined) : t('improving.readOnly');
  const take = async (): Promise<void> => {
    const changed = await evals.take(skill, files);
    if (changed === undefined) return;
    const [count, n] = [changed.length, format.number(changed.length)];
    notify.done(count === 0 ? t('improving.versions.already') : t('improving.versions.taken', { count, n }));
    await refresh();
    onTaken?.();
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button variant="primary" disabled={refused !== undefined} onClick={() => void take()}>
        {label}
      </Button>
      {refused === undefined ? null : <p className="text-base text-ink-soft">{refused}</p>}
    </div>
  );
}

/** One version: why it was made, what it changes, and the way to take it. */
function VersionDialog({
  skill,
  loop,
  version,
  writable,
  onClose,
}: {
  readonly skill: string;
  readonly loop: Loop;
  readonly version: LoopVersion;
  readonly writable: boolean;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { number, parent, reason, files } = version;
  const name = t('improving.versions.open', { n: number });
  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      title={name}
      description={parent === null ? t('improving.versions.original') : t('improving.versions.from', { n: parent })}
      footer={
        <TakeButton
          skill={skill}
          writable={writable}
          label={t(parent === null ? 'improving.versions.restore' : 'improving.versions.take')}
          files={filesOf(loop, version)}
          onTaken={onClose}
        />
      }
    >
      <div className="flex flex-col gap-3 text-base">
        {reason === '' ? null : <p>{reason}</p>}
        {files.length === 0 ? <p>{t('improving.versions.nothing')}</p> : null}
        {files.map(({ path, before, text }) => (
          <section key={path} aria-label={path} className="flex flex-col gap-1">
            <h3 className="font-medium">{path}</h3>
            <DiffBox
              before={before ?? ''}
              after={text}
              beforeLabel={t('improving.versions.before')}
              afterLabel={name}
            />
          </section>
        ))}
      </div>
    </Dialog>
  );
}

/** Versions that the latest loop made of a skill, with their figures. */
export function Versions({ skill, writable }: { readonly skill: string; readonly writable: boolean }) {
  const { t, format } = useText();
  const { evals } = useActions();
  const { loops, work } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const [open, setOpen] = useState<number>();
  useEffect(() => void evals.readLoops(skill), [evals, skill]);
  if (loops === undefined) return <Spinner className="m-4" />;
  const [loop] = loops;
  if (loop === undefined) {
    return (
      <EmptyState
        className="py-6"
        title={t('improving.versions.none')}
        description={t('improving.versions.noneHint')}
      />
    );
  }
  const { versions, best, ended, spent, request } = loop;
  const opened = versions.find(({ number }) => number === open);
  const figures = ['from', 'passed', 'interval', 'difference', 'tokens'] as const;
  return (
    <div className="flex flex-col gap-3">
      {ended !== undefined || work !== undefined ? null : (
        <Banner
          action={
            <Button size="sm" onClick={() => void evals.improve({ ...request, resume: true })}>
              {t('common.continue')}
            </Button>
          }
        >
          {t('improving.versions.stopped')}
        </Banner>
      )}
      <FigureTable
        caption={t('improving.versions.title')}
        columns={[
          { name: t('common.version') },
          ...figures.map((name) => ({ name: t(`improving.versions.columns.${name}`), align: 'right' as const })),
          { name: t('improving.versions.columns.reason'), className: 'w-1/2' },
        ]}
        rows={versions.map((version) => ({
          key: String(version.number),
          name: (
            <span className="whitespace-nowrap">
              <Button size="sm" variant="ghost" onClick={() => setOpen(version.number)}>
                {t('improving.versions.open', { n: version.number })}
              </Button>{' '}
              {version.number === best ? <Badge tone="success">{t('improving.versions.best')}</Badge> : null}
            </span>
          ),
          cells: [
            version.parent === null ? '' : format.number(version.parent),
            ...figuresOf(t, format, version),
            version.parent === null ? t('improving.versions.original') : version.reason,
          ],
        }))}
      />
      <p className="text-ink-soft text-sm">
        {[...(ended === undefined ? [] : [t(`improving.ended.${ended}`)]), spentText(t, format, spent)].join(' · ')}
      </p>
      {opened === undefined ? null : (
        <VersionDialog
          skill={skill}
          loop={loop}
          version={opened}
          writable={writable}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  );
}

/** Passed, interval, difference and tokens. */
const figuresOf = (t: Translate, format: Format, { figures }: LoopVersion): readonly string[] =>
  figures === undefined
    ? [t('improving.versions.untried'), '', '', '']
    : [
        t('improving.versions.of', { n: format.number(figures.passed), of: format.number(figures.of) }),
        `${format.percent(figures.interval[0])}–${format.percent(figures.interval[1])}`,
        figures.difference === undefined ? '' : signed(format, figures.difference.passed),
        format.number(Math.round(figures.tokens)),
      ];

const RUNS = 3;
const ROUNDS = 3;
/** Min sentences of each kind, for two halves. */
const LEAST = 2;

/** Looks for a description that leads to the right choice more often, and shows what was found. */
export function ImproveDescription({ skill, writable }: { readonly skill: string; readonly writable: boolean }) {
  const t = useT();
  const { evals } = useActions();
  const { demo } = useSettings();
  const { saveOnly } = useBenchActions();
  const { unsaved } = useDraft();
  const { job, work, triggers, optimised } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  const { rows } = useRows(SENTENCES_FILE, readSentences);
  const wanted = rows.filter(({ should_trigger }) => should_trigger).length;
  const isEnough = wanted >= LEAST && rows.length - wanted >= LEAST;
  const isBusy = job !== undefined || work !== undefined || triggers === 'testing';
  const start = async (): Promise<void> => {
    if (!(await saveOnly((path) => path === SENTENCES_FILE))) return;
    await evals.optimise({ skill, runs: RUNS, rounds: ROUNDS, concurrency: 2, ...unsaved });
  };
  if (rows.length === 0) return null;
  return (
    <section aria-label={t('improving.description.title')} className="flex flex-col gap-3 border-line border-t pt-4">
      <h3 className="font-medium text-base">{t('improving.description.title')}</h3>
      <p className="max-w-3xl text-base text-ink-soft">{t('improving.description.about')}</p>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={Sparkles} disabled={demo || !isEnough || isBusy} onClick={() => void start()}>
          {t('improving.description.start')}
        </Button>
        {demo || !isEnough ? (
          <p className="text-base text-ink-soft">{t(demo ? 'improving.demo' : 'improving.description.tooFew')}</p>
        ) : null}
      </div>
      {optimised === undefined ? null : <Found skill={skill} found={optimised} writable={writable} />}
    </section>
  );
}

function Found({
  skill,
  found,
  writable,
}: {
  readonly skill: string;
  readonly found: Optimised;
  readonly writable: boolean;
}) {
  const { t, format } = useText();
  const { current, proposals, best, errors, ended } = found;
  const shown = (share: SentenceShare | undefined) =>
    share === undefined
      ? '–'
      : t('improving.description.share', {
          n: format.number(share.right),
          of: format.number(share.of),
          low: format.percent(share.interval[0]),
          high: format.percent(share.interval[1]),
        });
  return (
    <>
      <FigureTable
        caption={t('improving.description.result')}
        columns={[
          { name: t('improving.description.columns.description') },
          { name: t('improving.description.columns.training'), align: 'right' },
          { name: t('improving.description.columns.heldOut'), align: 'right' },
        ]}
        rows={[current, ...proposals].map(({ description, training, heldOut }, index) => ({
          key: String(index),
          name: (
            <>
              {description} {index === 0 ? <Badge>{t('improving.description.current')}</Badge> : null}
              {index - 1 === best ? <Badge>{t('improving.versions.best')}</Badge> : null}
            </>
          ),
          cells: [shown(training), shown(heldOut)],
        }))}
      />
      {errors.map((error) => (
        <p key={error} className="text-base text-ink-soft">
          {error}
        </p>
      ))}
      {ended === 'passed' || ended === 'rounds' ? null : (
        <p className="text-base text-ink-soft">{t(`improving.ended.${ended}`)}</p>
      )}
      <Outcome skill={skill} found={found} writable={writable} />
    </>
  );
}

function Outcome({
  skill,
  found: { difference, file, clear, sentencesNeeded },
  writable,
}: {
  readonly skill: string;
  readonly found: Optimised;
  readonly writable: boolean;
}) {
  const { t, format } = useText();
  if (difference === undefined || file === undefined) {
    return <p className="text-base">{t('improving.description.none')}</p>;
  }
  const [low = '', high = ''] = difference.interval.map((bound) => signed(format, bound));
  const points = format.number(Math.round(difference.right * 100));
  const { path, before, text } = file;
  return (
    <>
      <p className="text-base">
        {[
          t('improving.description.better', { points, low, high }),
          t(clear ? 'improving.description.clear' : 'improving.description.unclear'),
          sentencesNeeded === undefined ? '' : t('improving.description.needed', { n: format.number(sentencesNeeded) }),
        ].join(' ')}
      </p>
      <DiffBox
        before={before}
        after={text}
        beforeLabel={t('improving.description.before')}
        afterLabel={t('improving.description.after')}
      />
      <TakeButton
        skill={skill}
        writable={writable}
        label={t('improving.description.take')}
        files={[{ path, text, known: [before] }]}
      />
    </>
  );
}
