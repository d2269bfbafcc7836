import { useCallback, useEffect, useRef, useState } from 'react';
import type { RepositoryView } from '../../../../shared/contract/repositories.ts';
import { type EvalStanding, evalStanding } from '../../../../shared/evals/standing.ts';
import { takesVersions } from '../../../../shared/repositories.ts';
import {
  type Failure,
  NO_SKILL_EVALS,
  type PublishedVersion,
  type ReadySkill,
  type Tried,
  useActions,
  useApp,
} from '../../../store/index.ts';

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
