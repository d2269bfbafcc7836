import { ShieldAlert } from 'lucide-react';
import { useWords } from '../../shared/use-words.ts';
import { useSessionState } from '../../store/index.ts';

/** Shown once per conversation, beside the first unconfined run that needed no approval. */
export function BareNote({ callId }: { readonly callId: string }) {
  const words = useWords();
  const first = useSessionState(
    ({ calls }) =>
      Object.values(calls).find(({ script, approval }) => script?.sandbox === 'none' && approval === undefined)?.callId,
  );
  if (first !== callId) return null;
  return (
    <p className="mt-0.5 ml-5.5 flex items-start gap-1.5 text-pretty text-ink-soft text-sm">
      <ShieldAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
      {words.t('step.bareNote')}
    </p>
  );
}
