import { useEffect, useState } from 'react';
import type { RepositoriesView, RepositorySynced } from '../../../../shared/contract/repositories.ts';
import { type ImportPlan, type PlannedSkill, shadowingIn } from '../../../../shared/skill-import.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { FailureNote } from '../../../shared/failure-note.tsx';
import type { Tried } from '../../../store/app/failures.ts';
import { type Failure, useActions } from '../../../store/index.ts';
import { Button, Dialog, notify } from '../../../ui/index.ts';
import { ImportPlanView } from '../import/import-plan-view.tsx';
import { ShadowQuestion } from '../import/shadow-question.tsx';
import { AddRepository } from './add-repository.tsx';
import { RepositoryRow } from './repository-row.tsx';

/** Repositories of the team's skills: added here, looked at, and installed after review. */
export function RepositoriesDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const { author, repositories } = useActions();
  const [view, setView] = useState<RepositoriesView>();
  const [plan, setPlan] = useState<ImportPlan>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const [shadowing, setShadowing] = useState<readonly PlannedSkill[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    repositories.follow(setView, stop.signal);
    return () => stop.abort();
  }, [repositories]);

  const tell = (installed: readonly unknown[]): void => {
    if (installed.length > 0)
      notify.done(t('author.import.done', { count: installed.length, n: format.number(installed.length) }));
  };
  const review = (name: string, outcome: Tried<RepositorySynced>): void => {
    if (!outcome.ok) {
      setFailure(outcome.failure);
      return;
    }
    const { installed, plan: found, repository } = outcome.value;
    setFailure(undefined);
    tell(installed);
    if (found === null) {
      if (installed.length === 0 && repository.fault === undefined) notify.done(t('repositories.upToDate', { name }));
      return;
    }
    setPlan(found);
    setChosen(new Set(found.skills.map(({ id }) => id)));
  };
  const back = (): void => {
    if (plan !== undefined) void author.discardImport(plan.planId);
    setPlan(undefined);
    setFailure(undefined);
  };
  const install = async (): Promise<void> => {
    if (plan === undefined) return;
    setBusy(true);
    const outcome = await repositories.take(plan.planId, [...chosen]);
    setBusy(false);
    if (!outcome.ok) return setFailure(outcome.failure);
    tell(outcome.value.installed);
    setPlan(undefined);
    setFailure(undefined);
  };
  const ask = (): void => {
    const asked = shadowingIn(plan?.skills.filter(({ id }) => chosen.has(id)) ?? []);
    if (asked.length === 0) void install();
    else setShadowing(asked);
  };
  const close = (): void => {
    back();
    onClose();
  };

  return (
    <Dialog
      growing
      open={open}
      onClose={close}
      size="lg"
      title={t('repositories.title')}
      description={plan === undefined ? t('repositories.description') : t('author.import.planDescription')}
      footer={
        plan === undefined ? (
          <Button onClick={close}>{t('common.close')}</Button>
        ) : (
          <>
            <Button variant="ghost" className="mr-auto" onClick={back}>
              {t('common.back')}
            </Button>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button variant="primary" busy={busy} disabled={chosen.size === 0} onClick={ask}>
              {t('author.import.do', { count: chosen.size, n: format.number(chosen.size) })}
            </Button>
          </>
        )
      }
    >
      <div className="flex flex-col gap-4">
        {plan !== undefined ? (
          <ImportPlanView plan={plan} chosen={chosen} onChoose={setChosen} />
        ) : view === undefined ? null : (
          <>
            {view.repositories.length === 0 ? (
              <p className="rounded-panel border border-line border-dashed px-3 py-3 text-ink-soft text-sm">
                {t('repositories.empty')}
              </p>
            ) : (
              <ul
                aria-label={t('repositories.inEnvironment', { name: view.environment })}
                className="divide-y divide-line rounded-panel border border-line"
              >
                {view.repositories.map((one) => (
                  <RepositoryRow key={one.name} repository={one} onSynced={(outcome) => review(one.name, outcome)} />
                ))}
              </ul>
            )}
            <AddRepository onSynced={review} />
          </>
        )}
        {failure === undefined ? null : <FailureNote failure={failure} />}
        <ShadowQuestion skills={shadowing} onConfirm={() => void install()} onCancel={() => setShadowing([])} />
      </div>
    </Dialog>
  );
}
