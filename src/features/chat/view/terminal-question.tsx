import type { Terminal } from '@xterm/xterm';
import { type FormEvent, useId, useState } from 'react';
import { useT } from '../../../renderer/i18n.ts';
import { VisibleText } from '../../../renderer/shared/words.tsx';
import { useActions } from '../../../renderer/store/index.ts';
import { Button } from '../../../renderer/ui/index.ts';
import { TextField } from '../../../renderer/ui/on-demand.ts';
import type { CallView } from '../../../shared/session-state.ts';
import type { TerminalQuestion as Question } from '../../../shared/terminal.ts';

/** Pieces of at most `size` UTF-16 units, none of which ends within a character. */
export function* inPieces(text: string, size: number): Generator<string, void, void> {
  for (let start = 0; start < text.length; ) {
    let end = Math.min(text.length, start + size);
    const last = text.charCodeAt(end - 1);
    if (end < text.length && last >= 0xd800 && last <= 0xdbff && end - 1 > start) end -= 1;
    yield text.slice(start, end);
    start = end;
  }
}

// Passes input from a terminal on screen to its program.

/** Two presses of Escape within this are the way out. Milliseconds. */
const TWICE_MS = 600;
/** The contract takes this much at a time. */
const MAX_TYPED = 32 * 1024;
/** Automatic replies of a terminal to program output, not typed by the user. */
const REPLY_ENDINGS = ['c', 'R', 'n', 'y'];

/** `ESC [ … c`, `R`, `n`, `$y`, and replies by device control and operating system strings. */
export function isReply(data: string): boolean {
  if (data.startsWith('\u001b]') || data.startsWith('\u001bP')) return true;
  if (!data.startsWith('\u001b[') || data.length < 4) return false;
  return (
    REPLY_ENDINGS.includes(data.at(-1) ?? '') && [...data.slice(2, -1)].every((one) => '0123456789;?>$'.includes(one))
  );
}

export interface TypedInto {
  /** Resolves when it is typed. Never rejects. */
  onInput(data: string): Promise<unknown>;
  onSize(size: { readonly columns: number; readonly rows: number }): void;
  /** The person wants out. */
  onLeave(): void;
}

/** One at a time: keys that come in the meantime go together, in their order. */
export function inOrder(send: (data: string) => Promise<unknown>): (data: string) => void {
  let waiting = '';
  let sending = false;
  const next = async (): Promise<void> => {
    if (sending) return;
    sending = true;
    while (waiting !== '') {
      const [piece = ''] = inPieces(waiting, MAX_TYPED);
      waiting = waiting.slice(piece.length);
      await send(piece);
    }
    sending = false;
  };
  return (data) => {
    waiting += data;
    void next();
  };
}

/** @returns how it ends. */
export function takeInput(terminal: Terminal, { onInput, onSize, onLeave }: TypedInto): () => void {
  let held: ReturnType<typeof setTimeout> | undefined;
  const send = inOrder(onInput);
  terminal.options.disableStdin = false;
  terminal.options.cursorBlink = false;
  // Pastes are typed unchanged, without bracketed-paste markers for the program.
  terminal.options.ignoreBracketedPasteMode = true;
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.type !== 'keydown') return true;
    // With a selection, copies it; without one, the program gets the key.
    if (event.key === 'c' && (event.ctrlKey || event.metaKey) && terminal.hasSelection()) return false;
    if (event.key !== 'Escape') return true;
    // The first may be the way out, too: the program gets it when no second comes.
    event.preventDefault();
    if (held === undefined) {
      held = setTimeout(() => {
        held = undefined;
        send('\u001b');
      }, TWICE_MS);
    } else {
      clearTimeout(held);
      held = undefined;
      onLeave();
    }
    return false;
  });
  const typed = terminal.onData((data) => {
    if (!isReply(data)) send(data);
  });
  const size = () => onSize({ columns: terminal.cols, rows: terminal.rows });
  const resized = terminal.onResize(size);
  size();
  terminal.focus();
  return () => {
    clearTimeout(held);
    typed.dispose();
    resized.dispose();
    terminal.options.disableStdin = true;
    terminal.attachCustomKeyEventHandler((event) => event.key !== 'Tab');
  };
}

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
