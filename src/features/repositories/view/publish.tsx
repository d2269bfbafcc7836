import { Check, CircleAlert, CircleX } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote, unlessGone } from '../../../renderer/shared/failures.tsx';
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

type Show = (tab: 'findings' | 'evals') => void;

const SIGNS = {
  good: <Check className="text-success" aria-hidden />,
  beware: <CircleAlert className="text-warning" aria-hidden />,
  bad: <CircleX className="text-danger" aria-hidden />,
} as const;

const EVALS = {
  none: { sign: 'beware', text: 'publishing.evalsNone' },
  failed: { sign: 'bad', text: 'publishing.evalsFailed' },
  old: { sign: 'beware', text: 'publishing.evalsOld' },
  passed: { sign: 'good', text: 'publishing.evalsPassed' },
} as const;

/** Results of linter and evals before a skill is published. @param evals undefined: none ran. */
function PublishChecks({ checks: { ready, evals }, onShow }: { readonly checks: Checks; readonly onShow: Show }) {
  const { t, format } = useText();
  const { errors } = ready;
  const state = evals === undefined ? 'none' : evals.failed > 0 ? 'failed' : evals.isCurrent ? 'passed' : 'old';
  const figures = {
    failed: format.number(evals?.failed ?? 0),
    all: format.number(evals?.all ?? 0),
    when: evals === undefined ? '' : format.dateTime(evals.at),
  };
  const lines = [
    {
      tab: 'findings',
      sign: errors === 0 ? 'good' : 'bad',
      text:
        errors === 0
          ? t('publishing.lintPassed')
          : t('publishing.lintFailed', { count: errors, n: format.number(errors) }),
      show: t('publishing.showFindings'),
    },
    { tab: 'evals', sign: EVALS[state].sign, text: t(EVALS[state].text, figures), show: t('publishing.showEvals') },
  ] as const;
  return (
    <ul aria-label={t('evals.cases.checks')} className="flex flex-col gap-1.5">
      {lines.map(({ tab, sign, text, show }) => (
        <li key={tab} className="flex items-start gap-2 text-base [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0">
          {SIGNS[sign]}
          <span className="min-w-0 flex-1">{text}</span>
          {sign === 'good' ? null : (
            <Button size="sm" onClick={() => onShow(tab)}>
              {show}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

interface Checks {
  readonly ready: ReadySkill;
  readonly evals: EvalStanding | undefined;
}

/** Repositories that take versions; undefined until they are read. */
function useTakingVersions(): readonly RepositoryView[] | undefined {
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
function useChecks(skill: string): { readonly checks?: Checks; readonly failure?: Failure | undefined } {
  const { repositories, evals } = useActions();
  const [ready, setReady] = useState<Tried<ReadySkill>>();
  const { past, failure } = useApp((data) => data.evals[skill] ?? NO_SKILL_EVALS);
  useEffect(
    () => unlessGone(Promise.all([repositories.ready(skill), evals.readPast(skill)]), ([outcome]) => setReady(outcome)),
    [repositories, evals, skill],
  );
  if (ready === undefined) return {};
  if (!ready.ok || past === undefined) return { failure: ready.ok ? failure : ready.failure };
  return { checks: { ready: ready.value, evals: evalStanding(past, ready.value.tried) } };
}

/** Versions of the skill in a repository, and the way to ask for them again. */
function useVersions(skill: string, repository: string | undefined) {
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

/** Work at the repository: one at a time, and how it ended. */
function useWork() {
  const t = useT();
  const [work, setWork] = useState<Work>();
  const [failure, setFailure] = useState<Failure>();
  const [stopped, setStopped] = useState(false);
  const clear = (): void => {
    setFailure(undefined);
    setStopped(false);
  };
  const run = async (next: Work, act: () => Promise<Tried<unknown>>, done: string): Promise<boolean> => {
    clear();
    setWork(next);
    const outcome = await act();
    setWork(undefined);
    if (outcome.ok) notify.done(done);
    else if (next.stop?.signal.aborted === true) setStopped(true);
    else setFailure(outcome.failure);
    return outcome.ok;
  };
  const told = (
    <>
      {work === undefined ? null : (
        <p role="status" className="text-ink-soft text-sm">
          {work.said}
        </p>
      )}
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {stopped ? <Banner live>{t('publishing.stopped')}</Banner> : null}
    </>
  );
  return { work, clear, run, told };
}

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
  const { openDialog, repositories } = useActions();
  const id = useId();
  const taking = useTakingVersions();
  const [chosen, setChosen] = useState<string>();
  const repository = taking?.find((one) => one.name === chosen) ?? taking?.[0];
  const name = repository?.name ?? '';
  const { versions, read } = useVersions(skill, repository?.name);
  const { checks, failure: unchecked } = useChecks(skill);
  const { work, clear, run, told } = useWork();
  const [typed, setTyped] = useState<string>();
  const [notes, setNotes] = useState('');
  const [anyway, setAnyway] = useState(false);

  const published = versions?.ok === true ? versions.value.map((one) => one.version) : undefined;
  const proposed = published === undefined ? '' : nextVersion(published, checks?.ready.version);
  const version = (typed ?? proposed).trim();
  const isTaken = published?.includes(version) === true;
  const isWell = version === '' || publishedVersionSchema.safeParse(version).success;
  const fault = !isWell ? t('publishing.versionFault') : isTaken ? t('publishing.versionTaken', { name }) : undefined;
  const evalsFailed = (checks?.evals?.failed ?? 0) > 0;
  const isGood = published !== undefined && version !== '' && fault === undefined && checks?.ready.errors === 0;
  const isReady = isGood && (!evalsFailed || anyway) && work === undefined;

  const publish = async (): Promise<void> => {
    if (!isReady) return;
    const stop = new AbortController();
    const figures = { skill, version, name };
    const send = () => repositories.publish({ name, id: skill, version, notes: notes.trim() }, stop.signal);
    if (await run({ said: t('publishing.working', figures), stop }, send, t('publishing.done', figures))) {
      setTyped(undefined);
      setNotes('');
    }
    await read();
  };
  const unpublish = async (back: string): Promise<void> => {
    const figures = { skill, version: back, name };
    const take = () => repositories.unpublish(name, skill, back);
    await run({ said: t('publishing.unpublishing', figures) }, take, t('publishing.unpublished', figures));
    await read();
  };
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
            <Button variant="primary" type="submit" form={id} busy={work !== undefined} disabled={!isReady}>
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
            void publish();
          }}
        >
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-[1fr_10rem]">
            <Select
              label={t('publishing.repository')}
              value={repository.name}
              options={(taking ?? []).map((one) => ({ value: one.name, label: one.name }))}
              description={repository.definition.address}
              onChange={(next) => {
                setChosen(next);
                setTyped(undefined);
                clear();
              }}
            />
            <TextField
              label={t('common.version')}
              value={typed ?? proposed}
              inputClassName="font-mono"
              spellCheck={false}
              autoComplete="off"
              {...(fault === undefined ? {} : { error: fault })}
              onChange={setTyped}
            />
          </div>
          <TextField
            label={t('publishing.notes')}
            description={t('publishing.notesHint')}
            value={notes}
            rows={3}
            onChange={setNotes}
          />
          {unchecked === undefined ? null : <FailureNote failure={unchecked} />}
          {unchecked === undefined && checks === undefined ? (
            <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
              <Spinner decorative />
              {t('publishing.checking')}
            </p>
          ) : null}
          {checks === undefined ? null : <PublishChecks checks={checks} onShow={onShow} />}
          {evalsFailed ? <Switch label={t('publishing.anyway')} checked={anyway} onChange={setAnyway} /> : null}
          {told}
          <PublishedVersions
            skill={skill}
            repository={repository.name}
            versions={versions}
            busy={work !== undefined}
            onAgain={() => void read()}
            onUnpublish={(back) => void unpublish(back)}
          />
        </form>
      )}
    </Dialog>
  );
}
