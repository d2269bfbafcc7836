import { useEffect, useState } from 'react';
import { type ImportPlan, type PlannedSkill, shadowingIn } from '../../../../shared/skill-import.ts';
import { useT } from '../../../i18n/index.ts';
import { FailureNote } from '../../../shared/failure-note.tsx';
import { notifyFailure } from '../../../shared/notify-failure.ts';
import { type Failure, useActions } from '../../../store/index.ts';
import { Button, Dialog, notify, Spinner } from '../../../ui/index.ts';
import { ImportPlanView } from './import-plan-view.tsx';
import { ShadowQuestion } from './shadow-question.tsx';

/** Current state of the skill's source beside the installed one; applied only after review. */
export function UpdateDialog({
  skill,
  open,
  onClose,
}: {
  readonly skill: string;
  readonly open: boolean;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { author } = useActions();
  const [plan, setPlan] = useState<ImportPlan>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const [shadowing, setShadowing] = useState<readonly PlannedSkill[]>([]);
  useEffect(() => {
    if (!open) return;
    let current = true;
    setPlan(undefined);
    setFailure(undefined);
    void author.inspectUpdate(skill).then((outcome) => {
      if (!current) {
        if (outcome.ok) void author.discardImport(outcome.value.planId);
        return;
      }
      if (outcome.ok) setPlan(outcome.value);
      else setFailure(outcome.failure);
    });
    return () => {
      current = false;
    };
  }, [open, author, skill]);

  const found = plan?.skills.find(({ id }) => id === skill);
  const isSame = found?.replaces?.same === true;
  const close = (): void => {
    if (plan !== undefined) void author.discardImport(plan.planId);
    onClose();
  };
  const update = async (): Promise<void> => {
    if (plan === undefined) return;
    setBusy(true);
    const outcome = await author.install(plan.planId, [skill]);
    setBusy(false);
    if (!outcome.ok) return setFailure(outcome.failure);
    onClose();
    const before = outcome.value.installed[0]?.trashed;
    if (before === undefined) return notify.done(t('author.about.updated', { skill }));
    notify.undo(t('author.about.updated', { skill }), t('common.undo'), () => {
      void author.uninstall(skill).then(async (gone) => {
        const restored = gone.ok ? await author.restoreSkill(before) : gone;
        if (!restored.ok) notifyFailure(restored.failure);
      });
    });
  };
  const ask = (): void => {
    const asked = found === undefined ? [] : shadowingIn([found]);
    if (asked.length === 0) void update();
    else setShadowing(asked);
  };
  return (
    <Dialog
      growing
      open={open}
      onClose={close}
      size="lg"
      title={t('author.about.updateTitle', { skill })}
      description={t('author.about.updateDescription')}
      footer={
        <>
          <Button onClick={close}>{t(isSame ? 'common.close' : 'common.cancel')}</Button>
          {found === undefined || isSame ? null : (
            <Button variant="primary" busy={busy} onClick={ask}>
              {t('author.about.take')}
            </Button>
          )}
        </>
      }
    >
      {failure === undefined ? null : <FailureNote failure={failure} />}
      {plan === undefined && failure === undefined ? (
        <p role="status" className="flex items-center gap-2 text-ink-soft">
          <Spinner decorative />
          {t('author.about.looking')}
        </p>
      ) : null}
      {plan === undefined ? null : isSame ? (
        <p>{t('author.about.nothingNew')}</p>
      ) : (
        <ImportPlanView plan={plan} chosen={ALL} />
      )}
      <ShadowQuestion skills={shadowing} onConfirm={() => void update()} onCancel={() => setShadowing([])} />
    </Dialog>
  );
}

const ALL: ReadonlySet<string> = new Set();
