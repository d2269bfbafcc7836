import { ArrowLeft } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useT, useText } from '../../../renderer/i18n.ts';
import { FormDialog } from '../../../renderer/shared/form-dialog.tsx';
import { useBusy } from '../../../renderer/shared/section.tsx';
import { type Failure, type Tried, useActions, useApp } from '../../../renderer/store/index.ts';
import { Banner, Button, cn } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import { copyName, NameField, nameFault, useTaken } from '../../../renderer/workbench/name-field.tsx';

const MAX_DESCRIPTION = 1_024;

/** A new skill; opens in the author's view. */
export function NewSkillDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const { t, format } = useText();
  const { author, openAuthor, openDialog } = useActions();
  const taken = useTaken();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [busy, during] = useBusy();

  useEffect(() => {
    if (open) setFailure(undefined);
  }, [open]);

  const submit = async (): Promise<void> => {
    const outcome = await during(author.create({ name, description }));
    if (!outcome.ok) return setFailure(outcome.failure);
    setName('');
    setDescription('');
    onClose();
    openAuthor(outcome.value.skill);
  };
  const length = Array.from(description).length;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t('author.new.title')}
      description={t('author.new.description')}
      submit={t('author.new.do')}
      ready={nameFault(name, taken) === undefined && description.trim() !== '' && length <= MAX_DESCRIPTION}
      busy={busy}
      failure={failure}
      other={
        <Button variant="ghost" className="mr-auto" onClick={() => openDialog({ name: 'import-skill' })}>
          {t('author.new.instead')}
        </Button>
      }
      onSubmit={() => void submit()}
    >
      <NameField value={name} taken={taken} onChange={setName} />
      <TextField
        label={t('author.new.what')}
        description={
          <span className="flex gap-3">
            <span className="flex-1">{t('author.new.whatHint')}</span>
            <span className={cn('tabular-nums', length > MAX_DESCRIPTION && 'text-danger')}>
              {format.number(length)} / {format.number(MAX_DESCRIPTION)}
            </span>
          </span>
        }
        rows={4}
        value={description}
        maxLength={MAX_DESCRIPTION * 2}
        onChange={setDescription}
        placeholder={t('author.new.example')}
      />
    </FormDialog>
  );
}

/** Another name for a skill, or one for its copy. */
export function SkillNameDialog({
  skill,
  what,
  onClose,
  onDone,
}: {
  readonly skill: string;
  /** Undefined: closed. */
  readonly what: 'rename' | 'duplicate' | undefined;
  readonly onClose: () => void;
  readonly onDone: (name: string) => void;
}) {
  const t = useT();
  const { author } = useActions();
  const taken = useTaken();
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [busy, during] = useBusy();
  const known = taken.join('\n');

  useEffect(() => {
    if (what === undefined) return;
    setName(what === 'rename' ? skill : copyName(skill, known.split('\n')));
    setFailure(undefined);
  }, [what, skill, known]);

  const submit = async (): Promise<void> => {
    const asked: Promise<Tried<{ readonly skill: string }>> =
      what === 'rename' ? author.rename(skill, name) : author.duplicate(skill, name);
    const outcome = await during(asked);
    if (outcome.ok) onDone(outcome.value.skill);
    else setFailure(outcome.failure);
  };
  const others = what === 'rename' ? taken.filter((one) => one !== skill) : taken;
  return (
    <FormDialog
      open={what !== undefined}
      onClose={onClose}
      size="sm"
      title={t(what === 'rename' ? 'author.rename.title' : 'author.duplicate.title', { skill })}
      description={t(what === 'rename' ? 'author.rename.description' : 'author.duplicate.description')}
      submit={t(what === 'rename' ? 'common.rename' : 'author.duplicate.do')}
      ready={nameFault(name, others) === undefined && (what === 'duplicate' || name !== skill)}
      busy={busy}
      failure={failure}
      onSubmit={() => void submit()}
    >
      <NameField value={name} taken={others} onChange={setName} />
    </FormDialog>
  );
}

/** Above a session that was opened from the author's view: the way back to it. */
export function ReturnBar() {
  const t = useT();
  const { openAuthor } = useActions();
  const cameFrom = useApp((data) => data.cameFrom);
  if (cameFrom === undefined) return null;
  const { skill } = cameFrom;
  return (
    <Banner
      className="rounded-none border-line border-b"
      action={
        <Button icon={ArrowLeft} size="sm" onClick={() => openAuthor(skill)}>
          {t('tryOut.back')}
        </Button>
      }
    >
      {t('tryOut.backFrom', { skill })}
    </Banner>
  );
}
