/** Passes input from a terminal on screen to its program. */
import type { Terminal } from '@xterm/xterm';
import { inPieces } from './terminal-pieces.ts';

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
