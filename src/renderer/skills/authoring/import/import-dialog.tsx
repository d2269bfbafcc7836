import { FileArchive, Upload } from 'lucide-react';
import { type DragEvent, type FormEvent, useEffect, useId, useRef, useState } from 'react';
import {
  type ImportPlan,
  type ImportSource,
  MAX_UPLOAD_BYTES,
  type PlannedSkill,
  shadowingIn,
} from '../../../../shared/skill-import.ts';
import { useFormat, useT } from '../../../i18n/index.ts';
import { FailureNote } from '../../../shared/failure-note.tsx';
import { type Failure, useActions } from '../../../store/index.ts';
import { Button, cn, Dialog, notify, TextField } from '../../../ui/index.ts';
import { ImportPlanView } from './import-plan-view.tsx';
import { ShadowQuestion } from './shadow-question.tsx';

interface ImportDialogProps {
  readonly open: boolean;
  /** An address to look at without being asked to. */
  readonly given?: string | undefined;
  readonly onClose: () => void;
}

/** Imports from an address, a folder or an archive: shows the contents, then asks to confirm. */
export function ImportDialog({ open, given, onClose }: ImportDialogProps) {
  const t = useT();
  const format = useFormat();
  const form = useId();
  const file = useRef<HTMLInputElement>(null);
  const { author, openAuthor, openDialog } = useActions();
  const [address, setAddress] = useState('');
  const [plan, setPlan] = useState<ImportPlan>();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [shadowing, setShadowing] = useState<readonly PlannedSkill[]>([]);
  const inspectNow = useRef<(source: ImportSource) => Promise<void>>(async () => {});

  useEffect(() => {
    if (open) return;
    setPlan(undefined);
    setFailure(undefined);
    setAddress('');
  }, [open]);

  // Another file may be opened while the dialog is.
  const looked = useRef<string>(undefined);
  useEffect(() => {
    if (given === undefined || looked.current === given) return;
    looked.current = given;
    setAddress(given);
    setPlan(undefined);
    void inspectNow.current({ kind: 'address', address: given });
  }, [given]);

  const back = (): void => {
    if (plan !== undefined) void author.discardImport(plan.planId);
    setPlan(undefined);
    setFailure(undefined);
  };
  const close = (): void => {
    back();
    onClose();
  };
  const inspect = async (source: ImportSource): Promise<void> => {
    setBusy(true);
    setFailure(undefined);
    const outcome = await author.inspectImport(source);
    setBusy(false);
    if (!outcome.ok) {
      setFailure(outcome.failure);
      return;
    }
    setPlan(outcome.value);
    setChosen(new Set(outcome.value.skills.filter(({ replaces }) => replaces?.same !== true).map(({ id }) => id)));
  };
  inspectNow.current = inspect;
  const upload = async (given: File | undefined): Promise<void> => {
    if (given === undefined) return;
    if (given.size > MAX_UPLOAD_BYTES) {
      const message = t('author.import.tooLarge', { most: format.bytes(MAX_UPLOAD_BYTES) });
      setFailure({ code: 'bad-input', message });
      return;
    }
    await inspect({ kind: 'upload', name: given.name, base64: await base64Of(given) });
  };
  const install = async (): Promise<void> => {
    if (plan === undefined) return;
    setBusy(true);
    const outcome = await author.install(plan.planId, [...chosen]);
    setBusy(false);
    if (!outcome.ok) {
      setFailure(outcome.failure);
      return;
    }
    const { installed } = outcome.value;
    notify.done(t('author.import.done', { count: installed.length, n: format.number(installed.length) }));
    setPlan(undefined);
    onClose();
    const [first] = installed;
    if (first !== undefined && installed.length === 1) openAuthor(first.id);
  };
  const ask = (): void => {
    const asked = shadowingIn(plan?.skills.filter(({ id }) => chosen.has(id)) ?? []);
    if (asked.length === 0) void install();
    else setShadowing(asked);
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
          <>
            <Button variant="ghost" className="mr-auto" onClick={back}>
              {t('author.import.back')}
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
        ) : (
          <ImportPlanView plan={plan} chosen={chosen} onChoose={setChosen} />
        )}
        {failure === undefined ? null : <FailureNote failure={failure} />}
        <ShadowQuestion skills={shadowing} onConfirm={() => void install()} onCancel={() => setShadowing([])} />
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
