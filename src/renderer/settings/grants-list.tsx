import { useCallback, useEffect, useRef, useState } from 'react';
import { scriptTitle } from '../../shared/approval-lines.ts';
import type { Grant } from '../../shared/contract/grants.ts';
import { useFormat, useT } from '../i18n/index.ts';
import { visiblePieces } from '../parts/visible-text.ts';
import { useActions } from '../store/index.ts';
import { Button } from '../ui/index.ts';

/** What could not be seen stands as its code point. */
const plain = (text: string): string =>
  visiblePieces(text)
    .map((piece) => (piece.hidden ? `⟨${piece.text}⟩` : piece.text))
    .join('');

/** What a grant is for, in plain words. */
function useGrantWords(): (grant: Grant) => string {
  const t = useT();
  return useCallback(
    (grant) => {
      const { what } = grant;
      const [label, skill] = [plain(grant.label), plain(grant.skill ?? '')];
      if (label === '') return t(`settings.grants.old.${what}`);
      if (what === 'script') return t('settings.grants.script', { skill, script: scriptTitle(label) });
      if (what === 'needs') return t('settings.grants.needs', { skill, what: label });
      return t(`settings.grants.${what}`, { what: label });
    },
    [t],
  );
}

/** What the person allowed beyond one call, each with the way back. */
export function GrantsList() {
  const t = useT();
  const format = useFormat();
  const inWords = useGrantWords();
  const { listGrants, withdrawGrant, restoreGrant } = useActions();
  const [grants, setGrants] = useState<readonly Grant[]>();
  const [withdrawn, setWithdrawn] = useState<Grant>();
  const undo = useRef<HTMLButtonElement>(null);
  const read = useCallback(async () => setGrants(await listGrants()), [listGrants]);
  useEffect(() => void read(), [read]);
  // What had the focus is gone with the row.
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
        <ul className="divide-y divide-line rounded-panel border border-line">
          {grants.map((grant) => (
            <li key={`${grant.key} ${grant.sessionId}`} className="flex items-start gap-3 px-3 py-2">
              <div className="min-w-0 flex-1">
                <p className="text-base [overflow-wrap:anywhere]">{inWords(grant)}</p>
                <p className="text-ink-soft text-sm">
                  {t(`settings.grants.span.${grant.span}`)}
                  {grant.at === undefined ? null : ` · ${format.dateTime(grant.at)}`}
                </p>
              </div>
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
