import { useState } from 'react';
import type { CallView } from '../../../shared/session-state.ts';
import { useWords } from '../../shared/use-words.ts';
import type { ChatKey } from '../../shared/words.ts';
import { useActions, useSessionState } from '../../store/index.ts';
import { Button } from '../../ui/index.ts';

const DECIDED: Readonly<Record<string, ChatKey>> = {
  once: 'step.allowedOnce',
  session: 'step.allowedSession',
  always: 'step.allowedAlways',
  denied: 'step.deniedNote',
};

/** The user's answer, with a way to revoke a lasting grant. */
export function GrantNote({ call }: { readonly call: CallView }) {
  const words = useWords();
  const { withdrawGrant, restoreGrant } = useActions();
  const withdrawn = useSessionState((state) => state.withdrawnGrants);
  const [busy, setBusy] = useState(false);
  const { approval } = call;
  const decided = approval?.unasked ? 'step.unaskedNote' : DECIDED[approval?.decision ?? ''];
  if (approval === undefined || decided === undefined) return null;
  const goesOn = approval.decision === 'session' || approval.decision === 'always';
  const keys = goesOn ? (approval.detail.facts?.keys ?? []) : [];
  const gone = keys.length > 0 && keys.every((key) => withdrawn?.includes(key));
  const change = async (act: (key: string) => Promise<boolean>) => {
    setBusy(true);
    for (const key of keys) if (!(await act(key))) break;
    setBusy(false);
  };
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-ink-soft text-sm">
      {words.t(gone ? 'step.withdrawn' : decided)}
      {keys.length === 0 ? null : (
        <Button size="sm" busy={busy} onClick={() => void change(gone ? restoreGrant : withdrawGrant)}>
          {words.t(gone ? 'step.allowAgain' : 'step.withdraw')}
        </Button>
      )}
    </p>
  );
}
