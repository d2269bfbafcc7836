/** The built `bin/skilldeck` as a process. */
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..', '..', '..');
export const BIN = path.join(ROOT, 'bin', 'skilldeck');

export interface Ended {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Its stdout so far. */
  text(): string;
  /** Resolves when stdout or stderr holds `text`. */
  says(text: string): Promise<void>;
}

export interface StartOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Its environment is `env` alone. */
  readonly bare?: boolean;
  readonly program?: string;
  readonly input?: string;
}

export function start(args: readonly string[], options: StartOptions = {}): Running {
  const child = spawn(options.program ?? BIN, [...args], {
    cwd: options.cwd ?? '/',
    env: { ...(options.bare ? {} : process.env), LC_ALL: 'en_GB.UTF-8', ...options.env },
    stdio: 'pipe',
  });
  const text = { out: '', err: '' };
  const waiting: { text: string; resolve: () => void }[] = [];
  const heard = () => {
    for (const one of waiting) if (text.out.includes(one.text) || text.err.includes(one.text)) one.resolve();
  };
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    text.out += part;
    heard();
  });
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    text.err += part;
    heard();
  });
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  return {
    child,
    text: () => text.out,
    ended: new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (status) => resolve({ status, ...text }));
    }),
    says: (wanted) =>
      new Promise((resolve) => {
        waiting.push({ text: wanted, resolve });
        heard();
      }),
  };
}

export const skilldeck = (args: readonly string[], options?: StartOptions): Promise<Ended> =>
  start(args, options).ended;

/** NDJSON. */
export const lines = (out: string): Record<string, unknown>[] =>
  out
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
