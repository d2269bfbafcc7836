import { type FormEvent, useState } from 'react';
import type { ArchiveDefinition, ArchiveStatus } from '../../../shared/archive.ts';
import { defined } from '../../../shared/defined.ts';
import { useT } from '../../i18n/index.ts';
import { FailureNote } from '../../shared/failure-note.tsx';
import { type Failure, useActions } from '../../store/index.ts';
import { Button, notify, Switch, TextField } from '../../ui/index.ts';

const given = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim());

/** Adds the archive, or changes the name, the password and the rule of the one that is there. */
export function ArchiveForm({ archive: added }: { readonly archive: ArchiveStatus | undefined }) {
  const t = useT();
  const { archive } = useActions();
  const before: Partial<ArchiveDefinition> = added?.definition ?? {};
  const [form, setForm] = useState({
    address: before.address ?? '',
    as: before.as ?? '',
    password: '',
    judged: before.judged ?? false,
    tag: before.tag ?? '',
    skills: (before.skills ?? []).join(', '),
  });
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const set = (field: keyof typeof form) => (value: string | boolean) => setForm((now) => ({ ...now, [field]: value }));
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    const skills = form.skills.split(/[,，]/).flatMap((one) => given(one) ?? []);
    const { passwordEnv } = before;
    const saved = await archive.add(
      {
        address: form.address.trim(),
        ...defined({ as: given(form.as), tag: given(form.tag), passwordEnv }),
        ...(form.judged ? { judged: true } : {}),
        ...(skills.length === 0 ? {} : { skills }),
      },
      form.password,
    );
    setBusy(false);
    if (!saved.ok) return setFailure(saved.failure);
    setForm((now) => ({ ...now, password: '' }));
    if (added !== undefined) notify.done(t('archive.saved'));
    void archive.sync();
  };
  const passwordHint =
    before.passwordEnv !== undefined
      ? t('archive.passwordFrom', { name: before.passwordEnv })
      : t(added?.hasPassword === true ? 'archive.passwordStored' : 'repositories.passwordHint');
  return (
    <form onSubmit={(event) => void save(event)} className="flex flex-col gap-3">
      {added === undefined ? (
        <TextField
          label={t('common.address')}
          description={t('archive.addressHint')}
          placeholder="postgres://team@db.example.com/skilldeck"
          spellCheck={false}
          value={form.address}
          onChange={set('address')}
        />
      ) : null}
      <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
        <TextField
          label={t('archive.name')}
          description={t('archive.nameHint')}
          placeholder={added?.as ?? ''}
          value={form.as}
          onChange={set('as')}
        />
        <TextField
          label={t('repositories.password')}
          description={passwordHint}
          type="password"
          autoComplete="off"
          disabled={before.passwordEnv !== undefined}
          value={form.password}
          onChange={set('password')}
        />
      </div>
      {added === undefined ? null : (
        <fieldset className="flex flex-col gap-3 border-line border-t pt-4">
          <legend className="sr-only">{t('archive.rule.title')}</legend>
          <div>
            <h3 className="font-medium text-base">{t('archive.rule.title')}</h3>
            <p className="text-ink-soft text-sm">{t('archive.rule.hint')}</p>
          </div>
          <Switch label={t('archive.rule.judged')} checked={form.judged} onChange={set('judged')} />
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2">
            <TextField label={t('archive.rule.tag')} value={form.tag} onChange={set('tag')} />
            <TextField
              label={t('archive.rule.skills')}
              description={t('archive.rule.skillsHint')}
              spellCheck={false}
              value={form.skills}
              onChange={set('skills')}
            />
          </div>
        </fieldset>
      )}
      {failure === undefined ? null : <FailureNote failure={failure} />}
      <Button
        type="submit"
        variant={added === undefined ? 'primary' : 'secondary'}
        className="self-start"
        busy={busy}
        disabled={form.address.trim() === ''}
      >
        {t(added === undefined ? 'archive.add' : 'common.save')}
      </Button>
    </form>
  );
}
