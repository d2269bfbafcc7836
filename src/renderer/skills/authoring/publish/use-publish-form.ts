import { useState } from 'react';
import { nextVersion, publishedVersionSchema } from '../../../../shared/repositories.ts';
import { useT } from '../../../i18n/index.ts';
import { type Failure, useActions } from '../../../store/index.ts';
import { notify } from '../../../ui/index.ts';
import { useChecks, useTakingVersions, useVersions } from './use-publishing.ts';

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
