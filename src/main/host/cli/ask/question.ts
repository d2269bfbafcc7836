/** Asks the person at the terminal. */
import { createInterface } from 'node:readline/promises';
import type { Terminal } from '../deps.ts';
import type { Interrupts } from './interrupts.ts';

export const isThereSomebody = ({ stdin, stderr }: Terminal): boolean => stdin.isTTY === true && stderr.isTTY === true;

/** Between two pieces of what a terminal still holds; over as soon as none comes within it. Milliseconds. */
const SILENCE_MS = 30;

/** Discards text typed before a question was seen. Leaves a pipe alone. */
async function forgetTyped({ stdin }: Terminal, interrupts: Interrupts): Promise<void> {
  const setRawMode: unknown = Reflect.get(stdin, 'setRawMode');
  if (typeof setRawMode !== 'function') return;
  await new Promise<void>((resolve) => {
    const forget = (part: unknown): void => {
      // In raw mode Ctrl-C comes as a character.
      if (String(part).includes('\u0003')) interrupts.interrupt();
      timer.refresh();
    };
    const end = (): void => {
      stdin.off('data', forget);
      stdin.pause();
      setRawMode.call(stdin, false);
      resolve();
    };
    const timer = setTimeout(end, SILENCE_MS);
    setRawMode.call(stdin, true);
    stdin.on('data', forget).resume();
  });
}

/** Like `question`, for approvals: only text typed from here on counts. */
export async function freshQuestion(terminal: Terminal, text: string, interrupts: Interrupts): Promise<string> {
  await forgetTyped(terminal, interrupts);
  return question(terminal, text, interrupts);
}

/** Returns the typed answer; '' at an interrupt or the end of the input. Never throws. */
export async function question({ stdin, stderr }: Terminal, text: string, interrupts: Interrupts): Promise<string> {
  const lines = createInterface({ input: stdin, output: stderr, terminal: true });
  // In raw mode the terminal sends Ctrl-C as a character.
  lines.on('SIGINT', () => interrupts.interrupt());
  try {
    return await lines.question(text, { signal: interrupts.signal });
  } catch {
    return '';
  } finally {
    lines.close();
  }
}
