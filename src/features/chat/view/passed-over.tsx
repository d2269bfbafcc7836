import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useChatScope } from '../../../renderer/cards/chat-scope.tsx';
import { useWords } from '../../../renderer/shared/words.ts';
import { useActions, useReadOnly, useSessionState } from '../../../renderer/store/index.ts';
import { Button, IconButton } from '../../../renderer/ui/index.ts';

interface Offer {
  readonly id: string;
  readonly name: string;
}

/** After an answer without a skill: the one that the message was obviously for. Offered once in a conversation. */
export function PassedOver() {
  const words = useWords();
  const { passedOver, send } = useActions();
  const { memory } = useChatScope();
  const readOnly = useReadOnly();
  const asked = useSessionState(({ runState, messages, loadedSkills }) =>
    runState === 'completed' && loadedSkills.length === 0
      ? messages.findLast(({ role }) => role === 'user')
      : undefined,
  );
  const text = asked?.role === 'user' ? asked.text : undefined;
  const [offer, setOffer] = useState<Offer>();
  useEffect(() => {
    setOffer(undefined);
    if (text === undefined || readOnly) return;
    let gone = false;
    void passedOver().then((skill) => {
      if (!gone && skill !== undefined && !memory.has(`passed-over ${skill.id}`)) setOffer(skill);
    });
    return () => {
      gone = true;
    };
  }, [text, readOnly, memory, passedOver]);
  if (offer === undefined || text === undefined) return null;
  const close = (): void => {
    memory.set(`passed-over ${offer.id}`, true);
    setOffer(undefined);
  };
  return (
    <p
      className="relative z-10 mx-auto flex w-full max-w-[48rem] items-center gap-2 px-4 @lg:px-6 pb-2 text-ink-soft text-sm"
      role="status"
    >
      <span className="min-w-0 flex-1">{words.t('passedOver.looks', { skill: offer.name })}</span>
      <Button
        size="sm"
        onClick={() => {
          close();
          void send(`/${offer.id} ${text}`);
        }}
      >
        {words.t('passedOver.use')}
      </Button>
      <IconButton size="sm" label={words.t('passedOver.close')} onClick={close} icon={X} />
    </p>
  );
}
