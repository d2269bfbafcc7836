import { FileArchive, Upload } from 'lucide-react';
import { type DragEvent, type FormEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FailureNote, notifyFailed } from '../../../renderer/shared/failures.tsx';
import { useBusy } from '../../../renderer/shared/section.tsx';
import { type Failure, useActions } from '../../../renderer/store/index.ts';
import type { Tried } from '../../../renderer/store/slices/failures.ts';
import { Button, cn, notify, Spinner } from '../../../renderer/ui/index.ts';
import { AlertDialog, Dialog, TextField } from '../../../renderer/ui/on-demand.ts';
import { SKILL_SOURCES } from '../../../shared/events.ts';
import {
  type ImportPlan,
  type ImportSource,
  type InstallResult,
  MAX_UPLOAD_BYTES,
  type PlannedSkill,
  SAME_IMPORT,
  shadowingIn,
} from '../../../shared/skills/skill-import.ts';
import { spelledOut } from '../../../shared/skills/skill-list.ts';
import { ImportPlanView } from './import-plan.tsx';

/** Asks on its own about names that other skills have, or that look like theirs. Open while `skills` is not empty. */
export function ShadowQuestion({
  skills,
  onConfirm,
  onCancel,
}: {
  readonly skills: readonly PlannedSkill[];
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}) {
  const t = useT();
  const sourceOf = (source: string): string => {
    if (source === SAME_IMPORT) return t('author.import.shadow.sameImport');
    const known = SKILL_SOURCES.find((one) => one === source);
    return known === undefined ? source : t(`skills.sources.${known}`);
  };
  return (
    <AlertDialog
      danger
      open={skills.length > 0}
      onClose={onCancel}
      title={t('author.import.shadow.title')}
      description={
        <>
          <span className="block">{t('author.import.shadow.risk')}</span>
          <span className="mt-3 flex max-h-60 flex-col gap-2 overflow-y-auto">
            {skills.flatMap((skill) =>
              skill.alsoAt.map((other) => (
                <span key={`${skill.id} ${other.path}`} className="block [overflow-wrap:anywhere]">
                  <span className="block text-ink">
                    {t(other.id === skill.id ? 'author.import.shadow.same' : 'author.import.shadow.alike', {
                      skill: skill.id,
                      other: other.id,
                      source: sourceOf(other.source),
                    })}
                  </span>
                  <code className="block font-mono text-xs">{other.path}</code>
                  {other.id === skill.id ? null : (
                    <code className="block font-mono text-danger text-xs">
                      {spelledOut(skill.id)} ≠ {spelledOut(other.id)}
                    </code>
                  )}
                </span>
              )),
            )}
          </span>
        </>
      }
      confirmLabel={t('author.import.shadow.do')}
      cancelLabel={t('common.cancel')}
      onConfirm={onConfirm}
    />
  );
}

interface PlanReview {
  readonly onInstalled: (installed: InstallResult['installed']) => void;
  readonly onClose: () => void;
  /** Leads back to what was looked at; absent: there is nothing to choose, and nothing to go back to. */
  readonly backLabel?: string;
  /** Text on the button that installs; default: the number of chosen skills. */
  readonly takeLabel?: string;
}

/** A plan to review: the chosen skills, the question about names in use, and the installation. */
export function usePlanReview(
  take: (planId: string, ids: string[]) => Promise<Tried<InstallResult>>,
  { onInstalled, onClose, backLabel, takeLabel }: PlanReview,
) {
  const { t, format } = useText();
  const { author } = useActions();
  const [plan, setPlan] = useState<ImportPlan>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<Failure>();
  const [busy, during] = useBusy();
  const [shadowing, setShadowing] = useState<readonly PlannedSkill[]>([]);
  const show = (found: ImportPlan | undefined): void => {
    setPlan(found);
    setFailure(undefined);
    setChosen(new Set(found?.skills.filter(({ replaces }) => replaces?.same !== true).map(({ id }) => id)));
  };
  const back = (): void => {
    if (plan !== undefined) void author.discardImport(plan.planId);
    show(undefined);
  };
  const close = (): void => {
    back();
    onClose();
  };
  const install = async (): Promise<void> => {
    if (plan === undefined) return;
    const outcome = await during(take(plan.planId, [...chosen]));
    if (!outcome.ok) return setFailure(outcome.failure);
    show(undefined);
    onInstalled(outcome.value.installed);
  };
  const ask = (): void => {
    const asked = shadowingIn(plan?.skills.filter(({ id }) => chosen.has(id)) ?? []);
    if (asked.length === 0) void install();
    else setShadowing(asked);
  };
  const footer = (
    <>
      {backLabel === undefined ? null : (
        <Button variant="ghost" className="mr-auto" onClick={back}>
          {backLabel}
        </Button>
      )}
      <Button onClick={close}>{t('common.cancel')}</Button>
      <Button variant="primary" busy={busy} disabled={chosen.size === 0} onClick={ask}>
        {takeLabel ?? t('author.import.do', { count: chosen.size, n: format.number(chosen.size) })}
      </Button>
    </>
  );
  const choosing = backLabel === undefined ? {} : { onChoose: setChosen };
  const body = (
    <>
      {plan === undefined ? null : <ImportPlanView plan={plan} chosen={chosen} {...choosing} />}
      {failure === undefined ? null : <FailureNote failure={failure} />}
      <ShadowQuestion skills={shadowing} onConfirm={() => void install()} onCancel={() => setShadowing([])} />
    </>
  );
  return { plan, show, failure, setFailure, close, footer, body };
}

/** Says how many skills were installed. */
export function useInstalledNotice(): (installed: readonly unknown[]) => void {
  const { t, format } = useText();
  return ({ length }) => {
    if (length > 0) notify.done(t('author.import.done', { count: length, n: format.number(length) }));
  };
}

interface ImportDialogProps {
  readonly open: boolean;
  /** An address to look at without being asked to. */
  readonly given?: string | undefined;
  readonly onClose: () => void;
}

/** Imports from an address, a folder or an archive: shows the contents, then asks to confirm. */
export function ImportDialog({ open, given, onClose }: ImportDialogProps) {
  const { t, format } = useText();
  const form = useId();
  const file = useRef<HTMLInputElement>(null);
  const { author, openAuthor, openDialog } = useActions();
  const [address, setAddress] = useState('');
  const [busy, during] = useBusy();
  const [over, setOver] = useState(false);
  const told = useInstalledNotice();
  const review = usePlanReview(author.install, {
    onInstalled(installed) {
      told(installed);
      onClose();
      const [first] = installed;
      if (first !== undefined && installed.length === 1) openAuthor(first.id);
    },
    onClose,
    backLabel: t('author.import.back'),
  });
  const { plan, show, setFailure, close } = review;
  const inspect = async (source: ImportSource): Promise<void> => {
    setFailure(undefined);
    const outcome = await during(author.inspectImport(source));
    if (outcome.ok) show(outcome.value);
    else setFailure(outcome.failure);
  };
  const start = useEffectEvent((at: string | undefined): void => {
    show(undefined);
    setAddress(at ?? '');
    if (at !== undefined) void inspect({ kind: 'address', address: at });
  });

  useEffect(() => {
    if (!open) start(undefined);
  }, [open]);

  // Another file may be opened while the dialog is.
  const looked = useRef<string>(undefined);
  useEffect(() => {
    if (given === undefined || looked.current === given) return;
    looked.current = given;
    start(given);
  }, [given]);

  const upload = async (given: File | undefined): Promise<void> => {
    if (given === undefined) return;
    if (given.size > MAX_UPLOAD_BYTES) {
      const message = t('author.import.tooLarge', { most: format.bytes(MAX_UPLOAD_BYTES) });
      setFailure({ code: 'bad-input', message });
      return;
    }
    await inspect({ kind: 'upload', name: given.name, base64: await base64Of(given) });
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    void upload(event.dataTransfer.files[0]);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void inspect({ kind: 'address', address: address.trim() });
  };

  return (
    <Dialog
      growing
      open={open}
      onClose={close}
      size="lg"
      title={t('author.import.title')}
      description={t(plan === undefined ? 'author.import.description' : 'author.import.planDescription')}
      footer={
        plan === undefined ? (
          <>
            <Button variant="ghost" className="mr-auto" onClick={() => openDialog({ name: 'repositories' })}>
              {t('repositories.title')}
            </Button>
            <Button onClick={close}>{t('common.cancel')}</Button>
            <Button variant="primary" type="submit" form={form} busy={busy} disabled={address.trim() === ''}>
              {t('author.import.look')}
            </Button>
          </>
        ) : (
          review.footer
        )
      }
    >
      <div className="flex flex-col gap-4">
        {plan === undefined ? (
          <>
            <form id={form} onSubmit={submit}>
              <TextField
                label={t('author.import.address')}
                description={t('author.import.addressHint')}
                placeholder="https://github.com/anthropics/skills"
                value={address}
                onChange={setAddress}
                spellCheck={false}
              />
            </form>
            <section
              aria-label={t('author.import.drop')}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(true);
              }}
              onDragLeave={() => setOver(false)}
              onDrop={onDrop}
              className={cn(
                'flex flex-col items-center gap-2 rounded-panel border border-dashed px-4 py-6 text-center',
                over ? 'border-accent bg-accent-soft' : 'border-line-strong',
              )}
            >
              <FileArchive className="size-6 text-ink-faint" aria-hidden />
              <p className="text-ink-soft text-sm">{t('author.import.dropHint')}</p>
              <Button size="sm" onClick={() => file.current?.click()}>
                <Upload className="size-4" aria-hidden />
                {t('author.import.choose')}
              </Button>
              <input
                ref={file}
                type="file"
                hidden
                accept=".skill,.zip,.gz,.tgz"
                onChange={(event) => {
                  void upload(event.target.files?.[0]);
                  event.target.value = '';
                }}
              />
            </section>
          </>
        ) : null}
        {review.body}
      </div>
    </Dialog>
  );
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 0x8000) parts.push(String.fromCharCode(...bytes.subarray(at, at + 0x8000)));
  return btoa(parts.join(''));
}

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
  const { plan, show, failure, setFailure, close, footer, body } = usePlanReview(author.install, {
    onInstalled([updated]) {
      onClose();
      const before = updated?.trashed;
      if (before === undefined) return notify.done(t('author.about.updated', { skill }));
      notify.undo(t('author.about.updated', { skill }), t('common.undo'), () => {
        void notifyFailed(author.uninstall(skill).then((gone) => (gone.ok ? author.restoreSkill(before) : gone)));
      });
    },
    onClose,
    takeLabel: t('author.about.take'),
  });
  const take = useEffectEvent((outcome?: Tried<ImportPlan>): void => {
    if (outcome?.ok === false) setFailure(outcome.failure);
    else show(outcome?.value);
  });
  useEffect(() => {
    if (!open) return;
    take();
    let current = true;
    void author.inspectUpdate(skill).then((outcome) => {
      if (current) take(outcome);
      else if (outcome.ok) void author.discardImport(outcome.value.planId);
    });
    return () => {
      current = false;
    };
  }, [open, author, skill]);
  const isSame = plan?.skills.find(({ id }) => id === skill)?.replaces?.same === true;
  const hasNew = plan !== undefined && !isSame;
  return (
    <Dialog
      growing
      open={open}
      onClose={close}
      size="lg"
      title={t('author.about.updateTitle', { skill })}
      description={t('author.about.updateDescription')}
      footer={hasNew ? footer : <Button onClick={close}>{t(isSame ? 'common.close' : 'common.cancel')}</Button>}
    >
      {plan === undefined && failure === undefined ? (
        <p role="status" className="flex items-center gap-2 text-ink-soft">
          <Spinner decorative />
          {t('author.about.looking')}
        </p>
      ) : null}
      {isSame ? <p>{t('author.about.nothingNew')}</p> : body}
    </Dialog>
  );
}
