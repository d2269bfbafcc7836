/** Prints the answer on stdout as it streams, each character once, even if text is repeated or restarted. */
import type { Delta, EventOf } from '../../../../shared/events.ts';

export interface AnswerText {
  /** Text to print now. */
  delta(delta: Extract<Delta, { type: 'text-delta' }>): string;
  responded(event: EventOf<'model-responded'>): string;
  /** A try failed: what comes next is a new beginning. */
  failed(): void;
}

/** Text of each answered request ends with a line break. */
export function createAnswerText(): AnswerText {
  let iteration = 0;
  let printed = '';
  let coming = '';
  const endLine = () => {
    const end = printed === '' || printed.endsWith('\n') ? '' : '\n';
    printed = '';
    coming = '';
    return end;
  };
  /** Empty while the new text repeats the printed one; starts a new line where it differs. */
  const print = (text: string): string => {
    if (printed.startsWith(text)) return '';
    if (text.startsWith(printed)) {
      const fresh = text.slice(printed.length);
      printed = text;
      return fresh;
    }
    const before = printed.endsWith('\n') ? '' : '\n';
    printed = text;
    return before + text;
  };
  return {
    delta({ iteration: of, offset, text }) {
      const before = of === iteration ? '' : endLine();
      iteration = of;
      coming = coming.slice(0, offset) + text;
      return before + print(coming);
    },
    responded(event) {
      const before = event.iteration === iteration ? '' : endLine();
      iteration = event.iteration;
      const rest = print(event.text);
      return before + rest + endLine();
    },
    failed() {
      coming = '';
    },
  };
}
