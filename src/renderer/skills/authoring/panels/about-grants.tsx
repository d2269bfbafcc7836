import { useCallback, useEffect, useState } from 'react';
import type { Grant } from '../../../../shared/contract/grants.ts';
import { useT } from '../../../i18n/index.ts';
import { GrantRows } from '../../../shared/grant-rows.tsx';
import { useActions } from '../../../store/index.ts';
import { notify } from '../../../ui/index.ts';

/** Grants of this skill beyond one run, each with a button to revoke it. */
export function GrantsPart({ skill }: { readonly skill: string }) {
  const t = useT();
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
  return <GrantRows grants={grants} onWithdraw={(grant) => void withdraw(grant)} />;
}
