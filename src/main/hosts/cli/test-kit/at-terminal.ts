/** A program in a pseudo-terminal, with a person who answers what it asks. */
import { startPty } from '../../../runner/terminal/pty.ts';

interface AtTerminal {
  readonly status: number | null;
  /** All that it showed. */
  readonly text: string;
}

interface AtTerminalOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

/** @param questions what it shows, and the keys that are then pressed, or what is done to its process: each once, in order. */
export async function atTerminal(
  [file = '', ...args]: readonly string[],
  { cwd, env, timeoutMs = 120_000 }: AtTerminalOptions,
  questions: readonly (readonly [shows: string, keys: string | ((pid: number) => void)])[],
): Promise<AtTerminal> {
  const chunks: Buffer[] = [];
  const open = [...questions];
  let read = 0;
  const pty = startPty({
    file,
    args,
    cwd,
    env: { TERM: 'dumb', ...env },
    marker: `terminal-${process.pid}`,
    columns: 120,
    rows: 40,
    timeoutMs,
    signal: new AbortController().signal,
    onBytes: (bytes) => {
      chunks.push(bytes);
      const text = Buffer.concat(chunks).toString();
      for (let next = open[0]; next !== undefined; next = open[0]) {
        const [shows, keys] = next;
        const at = text.indexOf(shows, read);
        if (at < 0) return;
        read = at + shows.length;
        open.shift();
        if (typeof keys === 'string') pty.write(keys);
        else keys(pty.pid);
      }
    },
  });
  const { exitCode } = await pty.done;
  return { status: exitCode, text: Buffer.concat(chunks).toString() };
}
