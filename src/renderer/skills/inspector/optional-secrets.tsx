import { useState } from 'react';
import type { SkillView } from '../../../shared/contract.ts';
import { useT } from '../../i18n/index.ts';
import { Collapsible, TextField } from '../../ui/index.ts';
import { SecretForm } from './secret-form.tsx';

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
