/** Asks the person at the terminal. */
import { createInterface } from 'node:readline/promises';
import type { Terminal } from './deps.ts';
import type { Interrupts } from './interrupts.ts';

export const isThereSomebody = ({ stdin, stderr }: Terminal): boolean => stdin.isTTY === true && stderr.isTTY === true;

/** What is typed in answer; '' at an interrupt or the end of the input. Never throws. */
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
