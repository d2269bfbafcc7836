/** A program that runs beside the sessions and is spoken to through pipes: in the sandbox, in its own process group. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import spawn from 'cross-spawn';
import type { SandboxKind } from '../../../shared/sandbox.ts';
import type { Bounds, ConfinedProgram, Sandbox, StartedProgram } from '../sandbox/sandbox.ts';
import { endProcessTree, RUN_MARKER } from './process-tree.ts';

/** Milliseconds between the end of its input, the request to end, and the kill. */
const GRACE_MS = 1_500;

interface ProgramEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Reserved names that it made in lent folders: a line for each that was moved away. */
  readonly moved: readonly string[];
}

export interface ServedProgram {
  readonly pid: number;
  readonly sandbox: SandboxKind;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Its own end or ours, when its output is read and nothing is left of it. Never rejects. */
  readonly ended: Promise<ProgramEnd>;
  /** Hosts that the sandbox refused it. */
  refusedHosts(): readonly string[];
  /** Ends it with all that it started; resolves when nothing is left. */
  end(): Promise<void>;
}

/** @throws Error where it cannot be confined or started. */
export async function serveProgram(
  program: StartedProgram,
  bounds: Bounds,
  { sandbox, homeMark, aside }: { readonly sandbox: Sandbox; readonly homeMark: string; readonly aside: string },
): Promise<ServedProgram> {
  const marker = `${homeMark}${randomUUID()}`;
  const confined = await sandbox.wrap({ ...program, env: { ...program.env, [RUN_MARKER]: marker } }, bounds);
  try {
    const { file, args, cwd, env } = confined;
    const options = { cwd, env, detached: true, stdio: 'pipe', windowsHide: true } as const;
    const child = spawn(file, [...args], options) as ChildProcessWithoutNullStreams;
    await new Promise<void>((resolve, reject) => child.once('spawn', resolve).once('error', reject));
    return served(child, confined, { marker, sandbox: sandbox.kind, aside });
  } catch (error) {
    await confined.dispose();
    throw error;
  }
}

function served(
  child: ChildProcessWithoutNullStreams,
  confined: ConfinedProgram,
  { marker, sandbox, aside }: { readonly marker: string; readonly sandbox: SandboxKind; readonly aside: string },
): ServedProgram {
  const pid = child.pid ?? 0;
  // A pipe whose reader is gone is the program's end, which `ended` reports.
  child.stdin.on('error', () => {});
  let isOver = false;
  const clear = (): Promise<void> => endProcessTree({ leader: pid, leaderAlive: !isOver, marker, graceMs: GRACE_MS });
  const exited = new Promise<Omit<ProgramEnd, 'moved'>>((resolve) => {
    child.once('exit', (exitCode, signal) => {
      isOver = true;
      resolve({ exitCode, signal });
    });
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const ended = exited.then(async (end) => {
    // Programs that it left running hold its pipes open.
    await clear();
    await closed;
    const moved = await confined.setAside(path.join(aside, randomUUID()));
    await confined.dispose();
    return { ...end, moved };
  });
  confined.over?.addEventListener('abort', () => void clear(), { once: true });
  return {
    pid,
    sandbox,
    stdin: child.stdin,
    stdout: child.stdout,
    stderr: child.stderr,
    ended,
    refusedHosts: () => confined.refusedHosts(),
    async end() {
      child.stdin.end();
      if (!isOver) await clear();
      await ended;
    },
  };
}
