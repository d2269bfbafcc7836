import { Pin } from 'lucide-react';
import { useWords } from '../../shared/use-words.ts';
import { useActions, usePast, useSessionState, useSimpleView } from '../../store/index.ts';
import { cn, IconButton } from '../../ui/index.ts';

export const usePinned = (seq: number | undefined): boolean =>
  useSessionState((state) => seq !== undefined && state.pinnedMessages.includes(seq));

/** Keeps a message whole for the model, however long the conversation grows. */
export function PinButton({ seq }: { readonly seq: number }) {
  const words = useWords();
  const { pinMessage } = useActions();
  const pinned = usePinned(seq);
  const past = usePast();
  const simple = useSimpleView();
  if (simple) return null;
  return (
    <IconButton
      size="sm"
      label={words.t(pinned ? 'message.unpin' : 'message.pin')}
      aria-pressed={pinned}
      disabled={past}
      onClick={() => void pinMessage(seq, !pinned)}
    >
      <Pin aria-hidden className={cn(pinned && 'fill-current text-accent')} />
    </IconButton>
  );
}
