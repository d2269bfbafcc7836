import { useCallback, useEffect, useRef, useState } from 'react';
import type { Grant } from '../../../shared/contract/grants.ts';
import { useT } from '../../i18n/index.ts';
import { GrantRows } from '../../shared/grant-rows.tsx';
import { useActions } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';

/** Grants beyond one call, each with a button to revoke it. */
export function GrantsList() {
  const t = useT();
  const { listGrants, withdrawGrant, restoreGrant } = useActions();
  const [grants, setGrants] = useState<readonly Grant[]>();
  const [withdrawn, setWithdrawn] = useState<Grant>();
  const undo = useRef<HTMLButtonElement>(null);
  const read = useCallback(async () => setGrants(await listGrants()), [listGrants]);
  useEffect(() => void read(), [read]);
  // The focused element is gone with the row.
  useEffect(() => {
    if (withdrawn !== undefined) undo.current?.focus();
  }, [withdrawn]);
  const withdraw = async (grant: Grant) => {
    if (!(await withdrawGrant(grant.key))) return;
    setWithdrawn(grant);
    await read();
  };
  return (
    <section aria-labelledby="grants-title" className="flex flex-col gap-2">
      <div>
        <h3 id="grants-title" className="font-medium text-base">
          {t('settings.grants.title')}
        </h3>
        <p className="text-pretty text-ink-soft text-sm">{t('settings.grants.hint')}</p>
      </div>
      {grants === undefined ? null : grants.length === 0 ? (
        <p className="rounded-panel border border-line border-dashed px-3 py-3 text-ink-soft text-sm">
          {t('settings.grants.empty')}
        </p>
      ) : (
        <GrantRows grants={grants} onWithdraw={(grant) => void withdraw(grant)} />
      )}
      {withdrawn === undefined ? null : (
        <p role="status" className="flex items-center gap-2 text-ink-soft text-sm">
          <span className="min-w-0 [overflow-wrap:anywhere]">{t('settings.grants.withdrawn')}</span>
          <Button
            ref={undo}
            size="sm"
            onClick={async () => {
              if (!(await restoreGrant(withdrawn.key))) return;
              setWithdrawn(undefined);
              await read();
            }}
          >
            {t('common.undo')}
          </Button>
        </p>
      )}
    </section>
  );
}
