/** A data folder in a temporary place, and the built command line that works in it. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const PROGRAM = path.join(import.meta.dirname, '../../bin/skilldeck.cjs');

export interface Ended {
  /** Null after a signal. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly ms: number;
}

interface StartOptions {
  /** Milliseconds after which the whole process group is killed. */
  readonly killAfter?: number;
  /** Milliseconds after which it is interrupted, as by Ctrl-C. */
  readonly interruptAfter?: number;
  readonly env?: NodeJS.ProcessEnv;
  /** Program and arguments before ours, for example a sandbox. */
  readonly within?: readonly string[];
}

export interface Stage {
  readonly folder: string;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs the command line in the data folder. Never throws. */
  skilldeck(args: readonly string[], options?: StartOptions): Promise<Ended>;
  /** Runs any program. @throws Error with its output where it fails. */
  program(file: string, args: readonly string[]): Promise<string>;
  remove(): void;
}

export function openStage(): Stage {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-rehearse-'));
  const home = path.join(folder, 'home');
  const userHome = path.join(folder, 'user');
  mkdirSync(userHome);
  writeFileSync(path.join(userHome, '.gitconfig'), '[user]\n\tname = Team\n\temail = team@example.org\n');
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: userHome, LANG: 'C.UTF-8' };
  return {
    folder,
    home,
    env,
    skilldeck: (args, options = {}) => {
      const line = [...(options.within ?? []), process.execPath, PROGRAM, '--home', home, ...args];
      return started(line, { ...options, env: { ...env, ...options.env } });
    },
    async program(file, args) {
      const { status, stdout, stderr } = await started([file, ...args], { env });
      if (status !== 0) throw new Error(`${file} ${args.join(' ')} ended with ${status}: ${stderr || stdout}`);
      return stdout;
    },
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

function started([file = '', ...args]: readonly string[], options: StartOptions): Promise<Ended> {
  const begun = performance.now();
  const child = spawn(file, args, { env: options.env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const out: Buffer[] = [];
  const errors: Buffer[] = [];
  child.stdout.on('data', (part: Buffer) => out.push(part));
  child.stderr.on('data', (part: Buffer) => errors.push(part));
  const after = (ms: number | undefined, signal: NodeJS.Signals) =>
    ms === undefined ? undefined : setTimeout(() => sendToGroup(child.pid, signal), ms);
  const timers = [after(options.killAfter, 'SIGKILL'), after(options.interruptAfter, 'SIGINT')];
  return new Promise((resolve) => {
    child.on('error', (error) => errors.push(Buffer.from(error.message)));
    child.on('close', (status) => {
      for (const timer of timers) clearTimeout(timer);
      const text = (parts: readonly Buffer[]) => Buffer.concat(parts).toString('utf8');
      resolve({ status, stdout: text(out), stderr: text(errors), ms: performance.now() - begun });
    });
  });
}

/** Signals the whole process group; does nothing where it has ended. */
export function sendToGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Numbers in [0, 1) that a seed repeats (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** True for words that tell a person something: a sentence, and no stack of calls. */
export function isSentence({ stderr }: Pick<Ended, 'stderr'>): boolean {
  return /[\p{L}]{3,} [\p{L}]+/u.test(stderr) && !/^\s+at .+:\d+/m.test(stderr) && !stderr.includes('Internal error');
}
