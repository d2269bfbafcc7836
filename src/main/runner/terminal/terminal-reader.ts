/**
 * Detects whether anything in a run's terminal waits for input. The kernel knows: a process blocked in `read` on its
 * terminal. Programs with an event loop (Node, line editors) wait in `poll` or for a thread instead, which only shows
 * that they may be waiting.
 */
import { readdir, readFile, readlink } from 'node:fs/promises';

export type TerminalWait =
  /** `mark` changes when the reader has woken up since. */
  | { readonly kind: 'reading'; readonly mark: string }
  /** All sleep, one of them in an event loop: what is on the screen decides. */
  | { readonly kind: 'polling' }
  | { readonly kind: 'busy' }
  /** The system does not say. */
  | { readonly kind: 'unknown' };

/** Numbers of `read` and `readv`, by architecture. */
const READ_CALLS: Readonly<Record<string, readonly string[]>> = { x64: ['0', '19'], arm64: ['63', '65'] };
const TERMINAL = /^\/dev\/(pts\/\d+|tty|console)$/;

const read = (file: string): Promise<string> => readFile(file, 'latin1').catch(() => '');

async function inSession(leader: number): Promise<{ pid: number; state: string }[]> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await read(`/proc/${pid}/stat`);
      // The name in parentheses may itself hold spaces and parentheses.
      const [state = '', , , session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // The sandbox's own two processes wait for the program's end, not for words.
      if (stat.includes(' (bwrap) ')) return [];
      return Number(session) === leader ? [{ pid: Number(pid), state }] : [];
    }),
  );
  return found.flat().filter(({ state }) => state !== 'Z' && state !== 'X');
}

interface ThreadWait {
  readonly wait: 'reading' | 'polling' | 'other';
  readonly mark: string;
}

async function waitOf(thread: string): Promise<ThreadWait> {
  const [call, wchan] = await Promise.all([read(`${thread}/syscall`), read(`${thread}/wchan`)]);
  const [number = '', argument = ''] = call.trim().split(' ');
  const reads = READ_CALLS[process.arch]?.includes(number)
    ? TERMINAL.test(await readlink(`${thread}/fd/${Number(argument)}`).catch(() => ''))
    : // Where the call itself may not be seen, the place in the kernel says it.
      call === '' && /^(n_tty_read|wait_woken)$/.test(wchan);
  if (!reads) return { wait: /poll|select|futex/.test(wchan) ? 'polling' : 'other', mark: '' };
  const switches = /^voluntary_ctxt_switches:\s*(\d+)/m.exec(await read(`${thread}/status`))?.[1];
  return { wait: 'reading', mark: `${thread}:${switches ?? ''}` };
}

/** Includes all threads: one may read for the others. */
async function waitsOf(pid: number): Promise<ThreadWait[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  return Promise.all(threads.map((thread) => waitOf(`/proc/${pid}/task/${thread}`)));
}

/** @param leader the process that the terminal was made for. */
export async function terminalWait(leader: number): Promise<TerminalWait> {
  if (process.platform !== 'linux') return { kind: 'unknown' };
  const processes = await inSession(leader);
  if (processes.length === 0) return { kind: 'unknown' };
  const threads = (await Promise.all(processes.map(({ pid }) => waitsOf(pid)))).flat();
  const readers = threads.filter(({ wait }) => wait === 'reading');
  if (readers.length > 0) return { kind: 'reading', mark: readers.map(({ mark }) => mark).join(' ') };
  if (processes.some(({ state }) => state === 'R' || state === 'D')) return { kind: 'busy' };
  return { kind: threads.some(({ wait }) => wait === 'polling') ? 'polling' : 'busy' };
}
