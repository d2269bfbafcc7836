import { useT, useText } from '../../../renderer/i18n.ts';
import { FormDialog } from '../../../renderer/shared/form-dialog.tsx';
import { type DraftWork, NO_DRAFT, useActions, useApp, useSettings } from '../../../renderer/store/index.ts';
import { Banner, Button } from '../../../renderer/ui/index.ts';
import { Collapsible, Dialog } from '../../../renderer/ui/on-demand.ts';
import { nameFault, useTaken } from '../../../renderer/workbench/name-field.tsx';
import type { SkillDraft } from '../improving.ts';
import { BudgetFields, PaidWorkField, ProgressFrame, spentText, usePaidWork } from './paid-work-form.tsx';

interface DialogProps {
  readonly session: string;
  readonly onClose: () => void;
}

/** The draft is being written or tried, also while this is closed. */
function DraftProgress({
  session,
  onClose,
  work: { skill, number, done, of, unusable },
}: DialogProps & { readonly work: DraftWork }) {
  const { t, format } = useText();
  const { drafting } = useActions();
  const trying = t('improving.progress.trying', { n: number, done: format.number(done), of: format.number(of) });
  const writing = skill === undefined ? t('improving.draft.writing') : t('improving.draft.written', { skill });
  const title = t('improving.draft.title');
  return (
    <Dialog open onClose={onClose} size="lg" title={title} description={t('improving.draft.goesOn')}>
      <ProgressFrame title={title} said={of > 0 ? trying : writing} onStop={() => drafting.stop(session)}>
        {unusable === undefined ? null : (
          <p className="text-ink-soft text-sm">{t('improving.progress.unusable', { why: unusable })}</p>
        )}
      </ProgressFrame>
    </Dialog>
  );
}

/** The draft, its results, and the way to the import, which shows the rest and asks. */
function DraftReview({
  session,
  onClose,
  draft: { skill, folder, reason, files, redacted, leftOut, figures, ended, spent },
}: DialogProps & { readonly draft: SkillDraft }) {
  const { t, format } = useText();
  const { drafting, openDialog } = useActions();
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
          <Button variant="ghost" className="mr-auto" onClick={() => drafting.forget(session)}>
            {t('improving.draft.again')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" onClick={() => openDialog({ name: 'import-skill', address: folder })}>
            {t('improving.draft.import')}
          </Button>
        </>
      }
    >
      <ul className="flex flex-col gap-0.5 text-base">
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {files.map(({ path, text }) => (
        <section key={path} aria-label={path}>
          <h3 className="pt-3 pb-1 font-medium text-base">{path}</h3>
          <pre className="whitespace-pre-wrap rounded-panel bg-sunken p-3 font-mono text-sm [overflow-wrap:anywhere]">
            {text}
          </pre>
        </section>
      ))}
    </Dialog>
  );
}

/** Task of the skill, and the budget for writing and trying it. */
function DraftForm({ session, onClose }: DialogProps) {
  const t = useT();
  const { drafting } = useActions();
  const { demo } = useSettings();
  const { none, failure } = useApp((data) => data.drafting[session] ?? NO_DRAFT);
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
export function DraftDialog(props: DialogProps) {
  const { work, draft } = useApp((data) => data.drafting[props.session] ?? NO_DRAFT);
  if (work !== undefined) return <DraftProgress {...props} work={work} />;
  return draft === undefined ? <DraftForm {...props} /> : <DraftReview {...props} draft={draft} />;
}
