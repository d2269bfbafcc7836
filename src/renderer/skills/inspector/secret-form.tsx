import { type FormEvent, useState } from 'react';
import type { SkillView } from '../../../shared/contract.ts';
import { useT } from '../../i18n/index.ts';
import { useActions } from '../../store/index.ts';
import { Button, TextField } from '../../ui/index.ts';

/** Asks for a secret that the skill needs or can use, with what it could reach with it. */
export function SecretForm({ skill: { id, needs }, name }: { readonly skill: SkillView; readonly name: string }) {
  const t = useT();
  const { setSecret } = useActions();
  const [value, setValue] = useState('');
  const [saving, setSaving] = useState(false);
  const { hosts = [], folders = [], programs = [], withSecret = [] } = needs ?? {};
  const reach = [...hosts, ...withSecret.flatMap((one) => one.hosts), ...folders.map(({ path }) => path), ...programs];
  const give = async (event: FormEvent) => {
    event.preventDefault();
    setSaving(true);
    if (await setSecret(id, name, value)) setValue('');
    setSaving(false);
  };
  return (
    <form onSubmit={(event) => void give(event)} className="mt-1 flex flex-col gap-1.5">
      <TextField
        label={t('skills.secret.label', { name })}
        type="password"
        autoComplete="off"
        spellCheck={false}
        maxLength={32_768}
        value={value}
        onChange={setValue}
        description={
          <>
            {t('skills.secret.only')}{' '}
            {reach.length === 0
              ? t('skills.secret.noReach')
              : t('skills.secret.reach', { what: reach.join(t('skills.secret.and')) })}
          </>
        }
      />
      <Button type="submit" size="sm" className="self-start" disabled={saving || value.length < 4}>
        {t('skills.secret.give')}
      </Button>
    </form>
  );
}
