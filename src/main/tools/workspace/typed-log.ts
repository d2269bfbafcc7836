/** Logs typed input a line at a time, without what a terminal does not show. */
export type Typist = 'user' | 'agent';

/** Keys without Enter are logged when no other has come for so long. */
const PAUSE_MS = 1000;

export interface TypedInput {
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

export function createTypedLog(log: (input: TypedInput) => void) {
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
