import { type FormEvent, useState } from 'react';
import { useT } from '../../../renderer/i18n/index.ts';
import { useActions } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { Collapsible, TextField } from '../../../renderer/ui/on-demand.ts';
import type { SkillView } from '../../../shared/contract.ts';

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

/** Secrets that the skill can use and works without. */
export function OptionalSecrets({ skill }: { readonly skill: SkillView }) {
  const t = useT();
  const names = skill.optionalSecrets ?? [];
  if (names.length === 0) return null;
  return (
    <Collapsible
      summary={<h3 className="font-medium text-ink-soft text-xs">{t('skills.secret.optional')}</h3>}
      triggerClassName="py-0.5"
    >
      <ul className="flex flex-col gap-3 pt-1">
        {names.map((name) => (
          <li key={name}>
            {name.endsWith('*') ? (
              <NamedSecret skill={skill} prefix={name.slice(0, -1)} />
            ) : (
              <SecretForm skill={skill} name={name} />
            )}
          </li>
        ))}
      </ul>
    </Collapsible>
  );
}

/** One of several secrets whose names begin alike: the rest of the name is typed first. */
function NamedSecret({ skill, prefix }: { readonly skill: SkillView; readonly prefix: string }) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const rest = typed
    .trim()
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_');
  return (
    <>
      <TextField
        label={t('skills.secret.name', { prefix })}
        description={t('skills.secret.nameHint', { name: `${prefix}${rest === '' ? '…' : rest}` })}
        spellCheck={false}
        autoComplete="off"
        maxLength={60}
        value={typed}
        onChange={setTyped}
      />
      {rest === '' ? null : <SecretForm skill={skill} name={`${prefix}${rest}`} />}
    </>
  );
}
