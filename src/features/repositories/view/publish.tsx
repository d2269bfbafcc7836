import { Check, CircleAlert, CircleX } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useFormat, useT } from '../../../renderer/i18n.ts';
import { FailureNote } from '../../../renderer/shared/failures.tsx';
import {
  type Failure,
  NO_SKILL_EVALS,
  type PublishedVersion,
  type ReadySkill,
  type Tried,
  useActions,
  useApp,
} from '../../../renderer/store/index.ts';
import { Banner, Button, notify, Spinner } from '../../../renderer/ui/index.ts';
import { Dialog, Select, Switch, TextField } from '../../../renderer/ui/on-demand.ts';
import { type EvalStanding, evalStanding } from '../../../shared/evals.ts';
import { nextVersion, publishedVersionSchema, takesVersions } from '../../../shared/skills/repositories.ts';
import type { RepositoryView } from '../contract.ts';
import { PublishedVersions } from './published-versions.tsx';

const SIGNS = {
  good: <Check className="text-success" aria-hidden />,
  beware: <CircleAlert className="text-warning" aria-hidden />,
  bad: <CircleX className="text-danger" aria-hidden />,
} as const;

/** Results of linter and evals before a skill is published. */
export function PublishChecks({
  errors,
  evals,
  onShow,
}: {
  readonly errors: number;
  /** Undefined: none ran. */
  readonly evals: EvalStanding | undefined;
  readonly onShow: (tab: 'findings' | 'evals') => void;
}) {
  const t = useT();
  const format = useFormat();
  return (
    <ul aria-label={t('evals.cases.checks')} className="flex flex-col gap-1.5">
      <Line
        sign={errors === 0 ? 'good' : 'bad'}
        text={
          errors === 0
            ? t('publishing.lintPassed')
            : t('publishing.lintFailed', { count: errors, n: format.number(errors) })
        }
        show={errors === 0 ? undefined : t('publishing.showFindings')}
        onShow={() => onShow('findings')}
      />
      <EvalsLine evals={evals} onShow={() => onShow('evals')} />
    </ul>
  );
}

function EvalsLine({ evals, onShow }: { readonly evals: EvalStanding | undefined; readonly onShow: () => void }) {
  const t = useT();
  const format = useFormat();
  const show = t('publishing.showEvals');
  if (evals === undefined) return <Line sign="beware" text={t('publishing.evalsNone')} show={show} onShow={onShow} />;
  const [failed, all, when] = [format.number(evals.failed), format.number(evals.all), format.dateTime(evals.at)];
  if (evals.failed > 0)
    return <Line sign="bad" text={t('publishing.evalsFailed', { failed, all, when })} show={show} onShow={onShow} />;
  if (!evals.isCurrent)
    return <Line sign="beware" text={t('publishing.evalsOld', { when })} show={show} onShow={onShow} />;
  return <Line sign="good" text={t('publishing.evalsPassed', { all, when })} />;
}

function Line({
  sign,
  text,
  show,
  onShow,
}: {
  readonly sign: keyof typeof SIGNS;
  readonly text: ReactNode;
  readonly show?: string | undefined;
  readonly onShow?: () => void;
}) {
  return (
    <li className="flex items-start gap-2 text-base [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
      {SIGNS[sign]}
      <span className="min-w-0 flex-1">{text}</span>
      {show === undefined ? null : (
        <Button size="sm" onClick={onShow}>
          {show}
        </Button>
      )}
    </li>
  );
}

export interface Checks {
  readonly ready: ReadySkill;
  readonly evals: EvalStanding | undefined;
}

/** Repositories that take versions; undefined until they are read. */
export function useTakingVersions(): readonly RepositoryView[] | undefined {
  const { repositories } = useActions();
  const [taking, setTaking] = useState<readonly RepositoryView[]>();
  useEffect(() => {
    const stop = new AbortController();
    repositories.follow((view) => setTaking(view.repositories.filter(({ kind }) => takesVersions(kind))), stop.signal);
    return () => stop.abort();
  }, [repositories]);
  return taking;
}

/** Results of linter and evals; undefined until both are there. */
export function useChecks(skill: string): {
  readonly checks: Checks | undefined;
  readonly failure: Failure | undefined;
} {
  const { repositories, evals } = useActions();
  const [ready, setReady] = useState<Tried<ReadySkill>>();
  const { past, failure } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  useEffect(() => {
    let left = false;
    void Promise.all([repositories.ready(skill), evals.readPast(skill)]).then(([outcome]) => {
      if (!left) setReady(outcome);
    });
    return () => {
      left = true;
    };
  }, [repositories, evals, skill]);
  if (ready === undefined) return { checks: undefined, failure: undefined };
  if (!ready.ok) return { checks: undefined, failure: ready.failure };
  if (past === undefined) return { checks: undefined, failure };
  return { checks: { ready: ready.value, evals: evalStanding(past, ready.value.tried) }, failure: undefined };
}

/** Versions of the skill in a repository, and the way to ask for them again. */
export function useVersions(skill: string, repository: string | undefined) {
  const { repositories } = useActions();
  const [seen, setSeen] = useState<{ readonly of: string; readonly versions: Tried<readonly PublishedVersion[]> }>();
  const shown = useRef(repository);
  shown.current = repository;
  const read = useCallback(async (): Promise<void> => {
    if (repository === undefined) return;
    setSeen(undefined);
    const versions = await repositories.versions(repository, skill);
    if (shown.current === repository) setSeen({ of: repository, versions });
  }, [repositories, repository, skill]);
  useEffect(() => void read(), [read]);
  return { versions: seen?.of === repository ? seen?.versions : undefined, read };
}

interface Work {
  readonly said: string;
  /** Absent where it cannot be stopped. */
  readonly stop?: AbortController;
}

export type PublishForm = ReturnType<typeof usePublishForm>;

/** Typed values, work under way, and whether it may be published. */
export function usePublishForm(skill: string) {
  const t = useT();
  const { repositories } = useActions();
  const taking = useTakingVersions();
  const [chosen, setChosen] = useState<string>();
  const repository = taking?.find((one) => one.name === chosen) ?? taking?.[0];
  const name = repository?.name ?? '';
  const { versions, read } = useVersions(skill, repository?.name);
  const { checks, failure: unchecked } = useChecks(skill);
  const [typed, setTyped] = useState<string>();
  const [notes, setNotes] = useState('');
  const [anyway, setAnyway] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [stopped, setStopped] = useState(false);
  const [work, setWork] = useState<Work>();

  const published = versions?.ok === true ? versions.value.map((one) => one.version) : undefined;
  const proposed = published === undefined ? '' : nextVersion(published, checks?.ready.version);
  const version = (typed ?? proposed).trim();
  const faultOf = (): string | undefined => {
    if (version === '') return undefined;
    if (!publishedVersionSchema.safeParse(version).success) return t('publishing.versionFault');
    return published?.includes(version) === true ? t('publishing.versionTaken', { name }) : undefined;
  };
  const fault = faultOf();
  const evalsFailed = (checks?.evals?.failed ?? 0) > 0;
  const isGood = published !== undefined && version !== '' && fault === undefined && checks?.ready.errors === 0;
  const isReady = isGood && (!evalsFailed || anyway) && work === undefined;
  const clear = (): void => {
    setFailure(undefined);
    setStopped(false);
  };

  return {
    taking,
    repository,
    versions,
    read,
    checks,
    unchecked,
    version: typed ?? proposed,
    fault,
    notes,
    setNotes,
    anyway,
    setAnyway,
    evalsFailed,
    failure,
    stopped,
    work,
    isReady,
    setVersion: setTyped,
    choose(next: string): void {
      setChosen(next);
      setTyped(undefined);
      clear();
    },
    async publish(): Promise<void> {
      if (!isReady) return;
      const stop = new AbortController();
      clear();
      setWork({ said: t('publishing.working', { skill, version, name }), stop });
      const outcome = await repositories.publish({ name, id: skill, version, notes: notes.trim() }, stop.signal);
      setWork(undefined);
      if (outcome.ok) {
        notify.done(t('publishing.done', { skill, version, name }));
        setTyped(undefined);
        setNotes('');
      } else if (stop.signal.aborted) setStopped(true);
      else setFailure(outcome.failure);
      await read();
    },
    async unpublish(back: string): Promise<void> {
      clear();
      setWork({ said: t('publishing.unpublishing', { version: back, name }) });
      const outcome = await repositories.unpublish(name, skill, back);
      setWork(undefined);
      if (outcome.ok) notify.done(t('publishing.unpublished', { skill, version: back, name }));
      else setFailure(outcome.failure);
      await read();
    },
  };
}

type Show = (tab: 'findings' | 'evals') => void;

/** A version of a saved skill for a repository: checked, published, unpublished. */
export function PublishDialog({
  skill,
  onShow,
  onClose,
}: {
  readonly skill: string;
  readonly onShow: Show;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { openDialog } = useActions();
  const id = useId();
  const form = usePublishForm(skill);
  const { taking, repository, work } = form;
  const version = form.version.trim();
  const close = (): void => {
    work?.stop?.abort();
    onClose();
  };
  return (
    <Dialog
      growing
      open
      onClose={close}
      size="lg"
      title={t('publishing.title', { skill })}
      description={t('publishing.description')}
      footer={
        <>
          {work?.stop === undefined ? (
            <Button onClick={close}>{t('common.close')}</Button>
          ) : (
            <Button onClick={() => work.stop?.abort()}>{t('common.stop')}</Button>
          )}
          {taking?.length === 0 ? (
            <Button
              variant="primary"
              onClick={() => {
                close();
                openDialog({ name: 'repositories' });
              }}
            >
              {t('repositories.title')}
            </Button>
          ) : (
            <Button variant="primary" type="submit" form={id} busy={work !== undefined} disabled={!form.isReady}>
              {version === '' ? t('publishing.menu') : t('publishing.doVersion', { version })}
            </Button>
          )}
        </>
      }
    >
      {taking?.length === 0 ? (
        <p className="text-base">{t('publishing.nowhere')}</p>
      ) : repository === undefined ? null : (
        <form
          id={id}
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            void form.publish();
          }}
        >
          <Fields form={form} taking={taking ?? []} repository={repository} />
          <Said form={form} onShow={onShow} />
          <PublishedVersions
            skill={skill}
            repository={repository.name}
            versions={form.versions}
            busy={work !== undefined}
            onAgain={() => void form.read()}
            onUnpublish={(back) => void form.unpublish(back)}
          />
        </form>
      )}
    </Dialog>
  );
}

function Fields({
  form,
  taking,
  repository,
}: {
  readonly form: PublishForm;
  readonly taking: readonly RepositoryView[];
  readonly repository: RepositoryView;
}) {
  const t = useT();
  const { version, fault, notes } = form;
  return (
    <>
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-[1fr_10rem]">
        <Select
          label={t('publishing.repository')}
          value={repository.name}
          options={taking.map(({ name }) => ({ value: name, label: name }))}
          description={repository.definition.address}
          onChange={form.choose}
        />
        <TextField
          label={t('common.version')}
          value={version}
          inputClassName="font-mono"
          spellCheck={false}
          autoComplete="off"
          {...(fault === undefined ? {} : { error: fault })}
          onChange={form.setVersion}
        />
      </div>
      <TextField
        label={t('publishing.notes')}
        description={t('publishing.notesHint')}
        value={notes}
        rows={3}
        onChange={form.setNotes}
      />
    </>
  );
}

/** Results of the checks, work under way, and failures. */
function Said({ form, onShow }: { readonly form: PublishForm; readonly onShow: Show }) {
  const t = useT();
  const { checks, unchecked, evalsFailed, anyway, work, failure, stopped } = form;
  return (
    <>
      {unchecked !== undefined ? (
        <FailureNote failure={unchecked} />
      ) : checks === undefined ? (
        <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
          <Spinner decorative />
          {t('publishing.checking')}
        </p>
      ) : (
        <PublishChecks errors={checks.ready.errors} evals={checks.evals} onShow={onShow} />
      )}
      {evalsFailed ? <Switch label={t('publishing.anyway')} checked={anyway} onChange={form.setAnyway} /> : null}
      {work === undefined ? null : (
        <p role="status" className="text-ink-soft text-sm">
          {work.said}
        </p>
      )}
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {stopped ? <Banner live>{t('publishing.stopped')}</Banner> : null}
    </>
  );
}
