import { useCallback, useEffect, useState } from 'react';
import type { SkillSecretView } from '../../../shared/contract/secrets.ts';
import { useT } from '../../i18n/index.ts';
import { useActions } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';

/** Skills with their secrets, each with a button that removes it. */
export function SecretsList() {
  const t = useT();
  const { listSecrets, removeSecret } = useActions();
  const [secrets, setSecrets] = useState<readonly SkillSecretView[]>();
  const [removed, setRemoved] = useState(false);
  const read = useCallback(async () => setSecrets(await listSecrets()), [listSecrets]);
  useEffect(() => void read(), [read]);
  const remove = async ({ skill, name }: SkillSecretView) => {
    if (await removeSecret(skill, name)) setRemoved(true);
    await read();
  };
  return (
    <section aria-labelledby="secrets-title" className="flex flex-col gap-2">
      <div>
        <h3 id="secrets-title" className="font-medium text-base">
          {t('settings.secrets.title')}
        </h3>
        <p className="text-pretty text-ink-soft text-sm">{t('settings.secrets.hint')}</p>
      </div>
      {secrets === undefined ? null : secrets.length === 0 ? (
        <p className="rounded-panel border border-line border-dashed px-3 py-3 text-ink-soft text-sm">
          {t('settings.secrets.empty')}
        </p>
      ) : (
        <ul className="divide-y divide-line rounded-panel border border-line">
          {secrets.map((secret) => {
            const { skill, name, reach, usable } = secret;
            return (
              <li key={`${skill} ${name}`} className="flex items-start gap-3 px-3 py-2">
                <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
                  <p className="text-base">{t('settings.secrets.given', { skill, name })}</p>
                  <p className="text-ink-soft text-sm">
                    {usable
                      ? reach.length === 0
                        ? t('skills.secret.noReach')
                        : t('settings.secrets.reach', { what: reach.join(t('skills.secret.and')) })
                      : t('settings.secrets.lapsed')}
                  </p>
                </div>
                <Button
                  size="sm"
                  aria-label={t('settings.secrets.removeOf', { skill, name })}
                  onClick={() => void remove(secret)}
                >
                  {t('settings.secrets.remove')}
                </Button>
              </li>
            );
          })}
        </ul>
      )}
      {removed ? (
        <p role="status" className="text-ink-soft text-sm">
          {t('settings.secrets.removed')}
        </p>
      ) : null}
    </section>
  );
}
