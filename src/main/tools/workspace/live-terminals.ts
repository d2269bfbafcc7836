/** Terminals of active runs, for input: from the agent through its tools, from the user through the screen. */
import type { EventBody } from '../../../shared/events.ts';
import { isWholeAnswer } from '../../../shared/text/text.ts';
import type { StartedRun } from '../../runner/run-request.ts';
import type { Waiting } from '../../runner/terminal/waiting.ts';

export type LiveTerminal = Omit<ReturnType<typeof createLiveTerminal>, 'end'>;
export type LiveTerminals = ReturnType<typeof createLiveTerminals>;

export function createLiveTerminals() {
  const terminals = new Map<string, LiveTerminal>();
  const key = (sessionId: string, callId: string): string => `${sessionId}\n${callId}`;
  return {
    /** Undefined where nothing of this call runs any more. */
    find: (sessionId: string, callId: string) => terminals.get(key(sessionId, callId)),
    add(
      { sessionId, callId }: { readonly sessionId: string; readonly callId: string },
      terminal: LiveTerminal,
    ): () => void {
      const own = key(sessionId, callId);
      terminals.set(own, terminal);
      return () => {
        if (terminals.get(own) === terminal) terminals.delete(own);
      };
    },
  };
}

/** @param append of the session's log. */
export function createLiveTerminal(
  run: StartedRun,
  waiting: Waiting,
  append: (event: EventBody) => void,
  callId: string,
) {
  const typed = createTypedLog((input) => append({ type: 'terminal-input', callId, ...input }));
  const listeners: ((data: string, by: Typist, whole: boolean) => void)[] = [];
  let last = Promise.resolve();
  const typeNow = async (data: string, by: Typist): Promise<void> => {
    const whole = isWholeAnswer(data);
    // Reads the modes before the program reads the input: afterwards a password prompt is over.
    const modes = await run.modes();
    await waiting.typing(whole);
    typed.add(data, { by, whole, hidden: modes?.echo !== true });
    for (const listener of listeners) listener(data, by, whole);
    // Enter on a keyboard sends a carriage return; the terminal makes a line break of it.
    run.write(data.replaceAll(/\r?\n/g, '\r'));
  };
  return {
    /** Types in the order of the calls. Resolves once typed. */
    type(data: string, by: Typist): Promise<void> {
      last = last.then(() => typeNow(data, by));
      return last;
    },
    /** Called before what is typed reaches the program. `whole`: an answer, not a part of one. */
    onTyped: (listener: (typeof listeners)[number]) => void listeners.push(listener),
    async end() {
      await last;
      typed.end();
    },
  };
}

/** Logs typed input a line at a time, without what a terminal does not show. */
type Typist = 'user' | 'agent';

/** Keys without Enter are logged when no other has come for so long. */
const PAUSE_MS = 1000;

interface TypedInput {
  readonly by: Typist;
  /** A line break for Enter. Empty where it is hidden. */
  readonly text: string;
  readonly hidden?: true;
}

interface Key {
  readonly by: Typist;
  /** It answers: Enter, or a key that ends or interrupts. */
  readonly whole: boolean;
  readonly hidden: boolean;
}

function createTypedLog(log: (input: TypedInput) => void) {
  let waiting: { by: Typist; text: string; hidden: boolean } | undefined;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    if (waiting === undefined) return;
    const { by, text, hidden } = waiting;
    waiting = undefined;
    log(hidden ? { by, text: '', hidden } : { by, text: text.replaceAll(/\r\n?/g, '\n') });
  };
  return {
    add(text: string, { by, whole, hidden }: Key): void {
      if (text === '') return;
      if (waiting !== undefined && (waiting.by !== by || waiting.hidden !== hidden)) flush();
      waiting = { by, hidden, text: hidden ? '' : `${waiting?.text ?? ''}${text}` };
      clearTimeout(timer);
      if (whole) flush();
      // Hidden input says nothing in parts.
      else if (!hidden) timer = setTimeout(flush, PAUSE_MS).unref();
    },
    end: flush,
  };
}
