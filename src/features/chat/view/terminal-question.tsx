import { type FormEvent, useId, useState } from 'react';
import { useT } from '../../../renderer/i18n.ts';
import { VisibleText } from '../../../renderer/shared/words.tsx';
import { useActions } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import type { CallView } from '../../../shared/session-state.ts';
import type { TerminalQuestion as Question } from '../../../shared/terminal.ts';

const ENTER = '\r';

/** Prompt of a program that waits for input, with a menu of its items or a text field. */
export function TerminalQuestion({ call, question }: { readonly call: CallView; readonly question: Question }) {
  const t = useT();
  const { typeInto } = useActions();
  const title = useId();
  const [text, setText] = useState('');
  const [sending, setSending] = useState(false);
  const { prompt, choices, hidden } = question;
  const answer = async (line: string): Promise<void> => {
    if (sending) return;
    setSending(true);
    const typed = await typeInto(call.callId, line + ENTER);
    setSending(false);
    if (typed) setText('');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void answer(text);
  };
  return (
    <section
      aria-labelledby={title}
      className="my-1.5 ml-5.5 max-w-2xl space-y-2.5 rounded-panel border border-line bg-surface p-3"
    >
      <div role="status" className="space-y-1.5">
        <h4 id={title} className="font-medium">
          {t(hidden ? 'terminal.asksHidden' : 'terminal.asks')}
        </h4>
        {prompt === '' ? null : (
          <p className="whitespace-pre-wrap font-mono text-sm [overflow-wrap:anywhere]">
            <VisibleText text={prompt} />
          </p>
        )}
      </div>
      {choices.length === 0 ? null : (
        <div className="flex flex-wrap gap-2">
          {choices.map(({ value, label }) => (
            <Button key={value} size="sm" disabled={sending} onClick={() => void answer(value)}>
              <span className="text-ink-soft tabular-nums">{value}</span>
              {label}
            </Button>
          ))}
        </div>
      )}
      <form onSubmit={submit} className="flex items-end gap-2">
        <TextField
          label={t('terminal.answer')}
          hideLabel
          placeholder={t('terminal.answer')}
          type={hidden ? 'password' : 'text'}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={setText}
          className="flex-1"
        />
        <Button type="submit" variant="primary" busy={sending}>
          {t(text === '' ? 'terminal.pressEnter' : 'terminal.send')}
        </Button>
      </form>
      <p className="text-ink-soft text-sm">{t(hidden ? 'terminal.hiddenNote' : 'terminal.visibleNote')}</p>
    </section>
  );
}
