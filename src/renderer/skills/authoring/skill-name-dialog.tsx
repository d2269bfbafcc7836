import { type FormEvent, useEffect, useId, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { FailureNote } from '../../shared/failure-note.tsx';
import { type Failure, type Tried, useActions } from '../../store/index.ts';
import { Button, Dialog } from '../../ui/index.ts';
import { NameField, useTaken } from './name-field.tsx';
import { copyName, nameFault } from './skill-name.ts';

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
  const form = useId();
  const { author } = useActions();
  const taken = useTaken();
  const [name, setName] = useState('');
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const known = taken.join('\n');

  useEffect(() => {
    if (what === undefined) return;
    setName(what === 'rename' ? skill : copyName(skill, known.split('\n')));
    setFailure(undefined);
  }, [what, skill, known]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const outcome: Tried<{ readonly skill: string }> = await (what === 'rename'
      ? author.rename(skill, name)
      : author.duplicate(skill, name));
    setBusy(false);
    if (outcome.ok) onDone(outcome.value.skill);
    else setFailure(outcome.failure);
  };
  const others = what === 'rename' ? taken.filter((one) => one !== skill) : taken;
  const ready = nameFault(name, others) === undefined && (what === 'duplicate' || name !== skill);
  const title = t(what === 'rename' ? 'author.rename.title' : 'author.duplicate.title', { skill });

  return (
    <Dialog
      open={what !== undefined}
      onClose={onClose}
      size="sm"
      title={title}
      description={t(what === 'rename' ? 'author.rename.description' : 'author.duplicate.description')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy} disabled={!ready}>
            {t(what === 'rename' ? 'common.rename' : 'author.duplicate.do')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-3">
        <NameField value={name} taken={others} onChange={setName} />
        {failure === undefined ? null : <FailureNote failure={failure} />}
      </form>
    </Dialog>
  );
}
