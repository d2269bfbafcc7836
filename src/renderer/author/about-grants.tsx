import { useCallback, useEffect, useState } from 'react';
import { scriptTitle } from '../../shared/approval-lines.ts';
import type { Grant } from '../../shared/contract/grants.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { useActions } from '../store/index.ts';
import { Button, notify } from '../ui/index.ts';

/** What the person allowed this skill beyond one run, each with the way back. */
export function GrantsPart({ skill }: { readonly skill: string }) {
  const t = useT();
  const format = useFormat();
  const { listGrants, withdrawGrant, restoreGrant } = useActions();
  const [grants, setGrants] = useState<readonly Grant[]>();
  const read = useCallback(async () => {
    const all = await listGrants();
    setGrants(all?.filter((grant) => grant.skill === skill) ?? []);
  }, [listGrants, skill]);
  useEffect(() => void read(), [read]);
  const withdraw = async ({ key }: Grant): Promise<void> => {
    if (!(await withdrawGrant(key))) return;
    await read();
    notify.undo(t('settings.grants.withdrawn'), t('common.undo'), () => {
      void restoreGrant(key).then(read);
    });
  };
  if (grants === undefined) return null;
  if (grants.length === 0) return <p className="text-ink-soft text-sm">{t('author.about.noGrants')}</p>;
  const inWords = ({ what, label }: Grant): string => {
    if (label === '') return t(`settings.grants.old.${what}`);
    if (what === 'script') return t('settings.grants.script', { skill, script: scriptTitle(label) });
    if (what === 'needs') return t('settings.grants.needs', { skill, what: label });
    return t(`settings.grants.${what}`, { what: label });
  };
  return (
    <ul className="divide-y divide-line rounded-panel border border-line text-sm">
      {grants.map((grant) => (
        <li key={`${grant.key} ${grant.sessionId}`} className="flex items-start gap-3 px-3 py-2">
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {inWords(grant)}
            <span className="block text-ink-soft">
              {t(`settings.grants.span.${grant.span}`)}
              {grant.at === undefined ? null : ` · ${format.dateTime(grant.at)}`}
            </span>
          </span>
          <Button
            size="sm"
            aria-label={t('settings.grants.withdrawOf', { what: inWords(grant) })}
            onClick={() => void withdraw(grant)}
          >
            {t('settings.grants.withdraw')}
          </Button>
        </li>
      ))}
    </ul>
  );
}
