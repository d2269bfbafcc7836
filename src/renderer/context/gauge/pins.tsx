import { Pin, PinOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Message } from '../../../shared/session-state.ts';
import { excerptOf } from '../../../shared/text/shorten.ts';
import { useFormat, useT } from '../../i18n/index.ts';
import { useActions, usePast, useSessionState } from '../../store/index.ts';
import { Collapsible, IconButton } from '../../ui/index.ts';

const textOf = (message: Message): string => excerptOf(message.role === 'tool' ? message.content : message.text);

/** All parts that the user pinned in the context, in one place. Renders nothing without pins. */
export function Pins() {
  const t = useT();
  const format = useFormat();
  const { pinMessage, pinSkill } = useActions();
  const past = usePast();
  const all = useSessionState((state) => state.messages);
  const seqs = useSessionState((state) => state.pinnedMessages);
  const loaded = useSessionState((state) => state.loadedSkills);
  const messages = seqs.flatMap((seq) => all.find((message) => message.seq === seq) ?? []);
  const skills = loaded.filter((skill) => skill.pinned);
  if (messages.length + skills.length === 0) return null;

  const counted = [
    ...(skills.length === 0 ? [] : [t('gauge.pins.skills', { count: skills.length, n: format.number(skills.length) })]),
    ...(messages.length === 0
      ? []
      : [t('gauge.pins.messages', { count: messages.length, n: format.number(messages.length) })]),
  ];
  return (
    <Collapsible
      triggerClassName="py-1 text-ink-soft text-sm hover:text-ink"
      summary={
        <span className="flex items-center gap-1.5">
          <Pin aria-hidden className="size-3.5 shrink-0 fill-current text-accent" />
          {t('gauge.pins.title', { what: format.list(counted) })}
        </span>
      }
    >
      <ul className="flex flex-col pt-1 pl-5.5 text-sm">
        {skills.map(({ id }) => (
          <Pinned
            key={id}
            label={t('skills.unpin', { skill: id })}
            disabled={past}
            onUnpin={() => void pinSkill(id, false)}
          >
            <span className="truncate">{id}</span>
            <span className="shrink-0 text-ink-soft">{t('gauge.kind.skill')}</span>
          </Pinned>
        ))}
        {messages.map((message) => {
          const text = textOf(message);
          const label = t('gauge.pins.unpin', { text: text.slice(0, 40) });
          return (
            <Pinned key={message.seq} label={label} disabled={past} onUnpin={() => void pinMessage(message.seq, false)}>
              <span className="truncate" title={text}>
                {text}
              </span>
            </Pinned>
          );
        })}
      </ul>
    </Collapsible>
  );
}

function Pinned({
  label,
  disabled,
  onUnpin,
  children,
}: {
  readonly label: string;
  readonly disabled: boolean;
  readonly onUnpin: () => void;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-2">
      <span className="flex min-w-0 flex-1 items-baseline gap-2">{children}</span>
      <IconButton size="sm" side="left" label={label} disabled={disabled} onClick={onUnpin}>
        <PinOff aria-hidden />
      </IconButton>
    </li>
  );
}
