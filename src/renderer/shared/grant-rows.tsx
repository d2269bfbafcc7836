import { type ReactNode, useCallback } from 'react';
import { scriptTitle } from '../../shared/approvals.ts';
import type { Grant } from '../../shared/contract/grants.ts';
import { useT, useText } from '../i18n.ts';
import { Button } from '../ui/index.ts';
import { visiblePieces } from './words.tsx';

/** Shows invisible characters as code points. */
const plain = (text: string): string =>
  visiblePieces(text)
    .map((piece) => (piece.hidden ? `⟨${piece.text}⟩` : piece.text))
    .join('');

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

/** The same, with what is typed or read by a machine in its own face. */
function GrantSaid({ grant, words }: { readonly grant: Grant; readonly words: string }) {
  const exact = plain(grant.label);
  const at = grant.what === 'command' || grant.what === 'folder' ? words.indexOf(exact) : -1;
  if (exact === '' || at < 0) return words;
  return (
    <>
      {words.slice(0, at)}
      <code className="font-mono text-sm">{exact}</code>
      {words.slice(at + exact.length)}
    </>
  );
}

/** A row with one button that takes back what it names. */
export function Revocable({
  what,
  note,
  action,
  label,
  onPress,
}: {
  readonly what: ReactNode;
  readonly note: string;
  readonly action: string;
  /** The action with what it is about. */
  readonly label: string;
  readonly onPress: () => void;
}) {
  return (
    <li className="flex items-start gap-3 px-3 py-2">
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        <p className="text-base">{what}</p>
        <p className="text-ink-soft text-sm">{note}</p>
      </div>
      <Button size="sm" aria-label={label} onClick={onPress}>
        {action}
      </Button>
    </li>
  );
}

/** Grants beyond one call, each with a button to revoke it. */
export function GrantRows({
  grants,
  onWithdraw,
}: {
  readonly grants: readonly Grant[];
  readonly onWithdraw: (grant: Grant) => void;
}) {
  const { t, format } = useText();
  const inWords = useGrantWords();
  return (
    <ul className="divide-y divide-line rounded-panel border border-line">
      {grants.map((grant) => (
        <Revocable
          key={`${grant.key} ${grant.sessionId}`}
          what={<GrantSaid grant={grant} words={inWords(grant)} />}
          note={`${t(`settings.grants.span.${grant.span}`)}${grant.at === undefined ? '' : ` · ${format.dateTime(grant.at)}`}`}
          action={t('settings.grants.withdraw')}
          label={t('settings.grants.withdrawOf', { what: inWords(grant) })}
          onPress={() => onWithdraw(grant)}
        />
      ))}
    </ul>
  );
}
