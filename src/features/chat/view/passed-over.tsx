import { X } from 'lucide-react';
import { useRemembered } from '../../../renderer/cards/chat-scope.tsx';
import { useWords } from '../../../renderer/shared/words.tsx';
import { useActions, useApp, useReadOnly, useSessionState, useSettings } from '../../../renderer/store/index.ts';
import { Button, IconButton } from '../../../renderer/ui/index.ts';

/** After an answer: the skill that it passed over. */
export function PassedOver() {
  const { missedSkills } = useSettings();
  const readOnly = useReadOnly();
  const missed = useSessionState((state) => (state.runState === 'completed' ? state.missedSkills?.at(-1) : undefined));
  const said = useSessionState(({ messages }) => messages.findLast((message) => message.role === 'user'));
  const isLoaded = useSessionState(({ loadedSkills }) => loadedSkills.some(({ id }) => id === missed?.id));
  if (missed === undefined || said === undefined || missed.seq < said.seq) return null;
  return readOnly || isLoaded || !missedSkills ? null : <Offer key={missed.seq} {...missed} text={said.text} />;
}

function Offer({ id, seq, text }: { readonly id: string; readonly seq: number; readonly text: string }) {
  const words = useWords();
  const { send } = useActions();
  const [isClosed, setClosed] = useRemembered(`missed ${seq}`, false);
  const name = useApp(({ skills }) => skills?.skills.find((skill) => skill.id === id)?.name) ?? id;
  if (isClosed) return null;
  return (
    <p
      className="relative z-10 mx-auto flex w-full max-w-[48rem] items-center gap-2 px-4 @lg:px-6 pb-2 text-ink-soft text-sm"
      role="status"
    >
      <span className="min-w-0 flex-1">{words.t('passedOver.looks', { skill: name })}</span>
      <Button
        size="sm"
        onClick={() => {
          setClosed(true);
          void send(`/${id} ${text}`);
        }}
      >
        {words.t('passedOver.use')}
      </Button>
      <IconButton size="sm" label={words.t('passedOver.close')} onClick={() => setClosed(true)} icon={X} />
    </p>
  );
}
