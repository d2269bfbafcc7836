import { useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FormDialog } from '../../../renderer/shared/form-dialog.tsx';
import {
  type DraftWork,
  type Failure,
  NO_DRAFT,
  useActions,
  useApp,
  useSettings,
} from '../../../renderer/store/index.ts';
import { Banner, Button, Spinner } from '../../../renderer/ui/index.ts';
import { Collapsible, Dialog, Select } from '../../../renderer/ui/on-demand.ts';
import { nameFault, useTaken } from '../../../renderer/workbench/name-field.tsx';
import type { ImprovingEnd, SkillDraft } from '../improving.ts';
import { BudgetFields, PaidWorkField, spentText, usePaidWork } from './paid-work-form.tsx';

/** The draft is being written or tried, also while this is closed. */
export function DraftProgress({
  session,
  work: { skill, number, done, of, unusable },
  onClose,
}: {
  readonly session: string;
  readonly work: DraftWork;
  readonly onClose: () => void;
}) {
  const { t, format } = useText();
  const { drafting } = useActions();
  const said = () => {
    if (of > 0) return t('improving.progress.trying', { n: number, done: format.number(done), of: format.number(of) });
    return skill === undefined ? t('improving.draft.writing') : t('improving.draft.written', { skill });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={t('improving.draft.title')}
      description={t('improving.draft.goesOn')}
      footer={<Button onClick={() => drafting.stop(session)}>{t('common.stop')}</Button>}
    >
      <div className="flex flex-col gap-2">
        <p role="status" className="flex items-center gap-3 text-base">
          <Spinner decorative className="size-4" />
          {said()}
        </p>
        {unusable === undefined ? null : (
          <p className="text-ink-soft text-sm">{t('improving.progress.unusable', { why: unusable })}</p>
        )}
      </div>
    </Dialog>
  );
}

/** The draft, its results, and the way to the import, which shows the rest and asks. */
export function DraftReview({
  draft: { skill, folder, reason, files, redacted, leftOut, figures, ended, spent },
  onAgain,
  onClose,
}: {
  readonly draft: SkillDraft;
  readonly onAgain: () => void;
  readonly onClose: () => void;
}) {
  const { t, format } = useText();
  const { openDialog } = useActions();
  const [path, setPath] = useState('SKILL.md');
  const file = files.find((one) => one.path === path) ?? files[0];
  const facts = [
    figures === undefined
      ? t('improving.draft.untried')
      : t('improving.draft.tried', {
          n: format.number(figures.passed),
          of: format.number(figures.of),
          low: format.percent(figures.interval[0]),
          high: format.percent(figures.interval[1]),
        }),
    ...(ended === undefined || ended === 'passed' ? [] : [t(`improving.ended.${ended}`)]),
    spentText(t, format, spent),
    ...(redacted === 0 ? [] : [t('evals.cases.redacted', { count: redacted, n: format.number(redacted) })]),
    ...(leftOut.length === 0 ? [] : [t('evals.cases.leftOut', { files: format.list([...leftOut]) })]),
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      title={t('improving.draft.review', { skill })}
      description={reason}
      footer={
        <>
          <Button variant="ghost" className="mr-auto" onClick={onAgain}>
            {t('improving.draft.again')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={() => openDialog({ name: 'import-skill', address: folder })}>
            {t('improving.draft.import')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <ul className="flex flex-col gap-0.5 text-base">
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        <Select
          className="max-w-md"
          label={t('improving.versions.file')}
          value={file?.path ?? ''}
          options={files.map((one) => ({ value: one.path, label: one.path }))}
          onChange={setPath}
        />
        <section
          aria-label={file?.path ?? ''}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard.
          tabIndex={0}
          className="max-h-96 overflow-y-auto rounded-panel border border-line bg-sunken p-3"
        >
          <pre className="whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]">{file?.text}</pre>
        </section>
      </div>
    </Dialog>
  );
}

/** Task of the skill, and the budget for writing and trying it. */
export function DraftForm({
  session,
  none,
  failure,
  onClose,
}: {
  readonly session: string;
  /** Reason why the last try gave no draft. */
  readonly none: ImprovingEnd | undefined;
  readonly failure: Failure | undefined;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { drafting } = useActions();
  const { demo } = useSettings();
  const taken = useTaken();
  const form = usePaidWork({ rounds: 2, mostRounds: 20 });
  const { numbers, options } = form;
  const fault = options.name === undefined ? undefined : nameFault(options.name, taken);
  return (
    <FormDialog
      open
      onClose={onClose}
      size="lg"
      title={t('improving.draft.title')}
      description={t('improving.draft.about')}
      submit={t('improving.draft.start')}
      ready={!demo && form.isReady && fault === undefined}
      failure={failure}
      onSubmit={() => void drafting.start({ sessionId: session, concurrency: 2, ...numbers, ...options })}
    >
      {demo ? <Banner>{t('improving.draft.demo')}</Banner> : null}
      {none === undefined ? null : (
        <Banner tone="warning">{`${t('improving.draft.none')} ${t(`improving.ended.${none}`)}`}</Banner>
      )}
      <PaidWorkField of={form} field="words" label="improving.draft.words" hint="improving.draft.wordsHint" />
      <PaidWorkField of={form} field="name" hint="improving.draft.nameHint" />
      {fault === undefined ? null : <p className="text-danger text-sm">{t('improving.draft.badName')}</p>}
      <Collapsible summary={<span className="text-base">{t('improving.draft.more')}</span>}>
        <div className="grid gap-3 p-1 pt-2 md:grid-cols-2">
          <PaidWorkField of={form} field="rounds" label="improving.draft.rounds" hint="improving.draft.roundsHint" />
          <PaidWorkField of={form} field="runs" />
        </div>
        <BudgetFields of={form} />
      </Collapsible>
    </FormDialog>
  );
}

/** A conversation becomes a draft of a skill, which a person reads before it is imported. */
export function DraftDialog({ session, onClose }: { readonly session: string; readonly onClose: () => void }) {
  const { drafting } = useActions();
  const { work, draft, none, failure } = useApp((data) => data.drafting[session] ?? NO_DRAFT);
  if (work !== undefined) return <DraftProgress session={session} work={work} onClose={onClose} />;
  if (draft === undefined) return <DraftForm session={session} none={none} failure={failure} onClose={onClose} />;
  return <DraftReview draft={draft} onAgain={() => drafting.forget(session)} onClose={onClose} />;
}
