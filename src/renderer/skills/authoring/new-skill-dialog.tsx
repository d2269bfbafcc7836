import { type FormEvent, useEffect, useId, useState } from 'react';
import { SKILL_TEMPLATES } from '../../../shared/author.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { FailureNote } from '../../shared/failure-note.tsx';
import { type Failure, type NewSkillInput, useActions } from '../../store/index.ts';
import { Button, cn, Dialog, TextField } from '../../ui/index.ts';
import { NameField, useTaken } from './name-field.tsx';
import { nameFault } from './skill-name.ts';

const MAX_DESCRIPTION = 1_024;

/** A new skill from a template; opens in the author's view. */
export function NewSkillDialog({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const form = useId();
  const { author, openAuthor, openDialog } = useActions();
  const taken = useTaken();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [template, setTemplate] = useState<NewSkillInput['template']>('instructions');
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (open) setFailure(undefined);
  }, [open]);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const outcome = await author.create({ name, description, template });
    setBusy(false);
    if (!outcome.ok) {
      setFailure(outcome.failure);
      return;
    }
    setName('');
    setDescription('');
    onClose();
    openAuthor(outcome.value.skill);
  };
  const length = Array.from(description).length;
  const ready = nameFault(name, taken) === undefined && description.trim() !== '' && length <= MAX_DESCRIPTION;

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t('author.new.title')}
      description={t('author.new.description')}
      footer={
        <>
          <Button variant="ghost" className="mr-auto" onClick={() => openDialog({ name: 'import-skill' })}>
            {t('author.new.instead')}
          </Button>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button variant="primary" type="submit" form={form} busy={busy} disabled={!ready}>
            {t('author.new.do')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
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
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 font-medium text-base">{t('author.new.template')}</legend>
          {SKILL_TEMPLATES.map((value) => (
            <label
              key={value}
              className={cn(
                'flex items-start gap-2.5 rounded-panel border px-3 py-2',
                value === template ? 'border-accent bg-accent-soft' : 'border-line',
              )}
            >
              <input
                type="radio"
                name="template"
                className="mt-1"
                checked={value === template}
                onChange={() => setTemplate(value)}
              />
              <span>
                <span className="block font-medium">{t(`author.new.templates.${value}`)}</span>
                <span className="block text-ink-soft text-sm">{t(`author.new.templateHints.${value}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {failure === undefined ? null : <FailureNote failure={failure} />}
      </form>
    </Dialog>
  );
}
