/** Starts a program that looks at a text on its stdin: with a clean environment, a time limit and bounded output. */
import { spawn } from 'node:child_process';
import { findProgram } from '../../../lib/find-program.ts';
import { AS_NODE } from '../../../lib/own-node.ts';

const TIMEOUT_MS = 20_000;
/** Characters kept of each stream. */
const MAX_OUTPUT = 4 * 1024 * 1024;

export interface CheckerOutput {
  /** Null where it was ended by a signal or the time limit. */
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

/** Environment without variables that load or run code (`NODE_OPTIONS`, `BASH_ENV`, `PYTHONSTARTUP`). */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP } = process.env;
  return { PATH, SystemRoot, TEMP, LC_ALL: 'C.UTF-8', ...AS_NODE };
}

/** Undefined where the program cannot be started. @param program a name on PATH, or an absolute path. */
export function runChecker(
  program: string,
  args: readonly string[],
  input: string,
): Promise<CheckerOutput | undefined> {
  const file = program.includes('/') || program.includes('\\') ? program : findProgram([program]);
  if (file === undefined) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const child = spawn(file, [...args], { env: cleanEnvironment(), stdio: 'pipe', windowsHide: true });
    const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
    const text = { out: '', err: '' };
    const keep = (stream: 'out' | 'err') => (part: string) => {
      if (text[stream].length < MAX_OUTPUT) text[stream] += part;
    };
    child.stdout.setEncoding('utf8').on('data', keep('out'));
    child.stderr.setEncoding('utf8').on('data', keep('err'));
    // It may end before it has read everything; how it ended says why.
    child.stdin.on('error', () => {});
    child.once('error', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
    child.once('close', (status) => {
      clearTimeout(timer);
      resolve({ status, ...text });
    });
    child.stdin.end(input);
  });
}
