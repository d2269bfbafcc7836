/**
 * One started embedded Python that waits, so that a skill's next script begins immediately. It is a run's own process
 * (sandbox, folders, terminal), only created before its command is known: it serves one run with exactly these bounds,
 * and has run nothing before.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, constants, existsSync, openSync, statSync, writeSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { TERMINAL_COLUMNS, TERMINAL_ROWS } from '../../../shared/terminal.ts';
import { EMBEDDED_PYTHON } from '../interpreters.ts';
import { RUN_MARKER } from '../process.ts';
import type { Bounds, ConfinedProgram, Sandbox } from '../sandbox/sandbox.ts';
import { type PtyRun, startPty } from '../terminal/pty.ts';
import { type PythonJob, STANDBY_VARIABLE, WAITS } from './python-job.ts';

const FOLDER = 'standby';
/** Milliseconds without use after which its memory is freed. */
const IDLE_MS = 120_000;
/** A pipe holds so much in one go. */
const MAX_JOB_BYTES = 60 * 1024;

/** Host variables that an interpreter needs before it knows its run; excludes the run's own. */
const BEFORE_A_RUN = /^(PATH|HOME|LANG|TERM|TZ|TMPDIR|PYTHON.*|SKILLDECK_READABLE|SKILLDECK_WRITABLE)$/;

export interface Setting {
  readonly sandbox: Sandbox;
  readonly bounds: Bounds;
  readonly env: Readonly<Record<string, string>>;
  /** The workspace: inside the bounds. */
  readonly cwd: string;
}

interface StandbyRun {
  readonly timeoutMs: number;
  readonly onBytes: (bytes: Buffer) => void;
  /** Each ends it. */
  readonly signals: readonly AbortSignal[];
}

/** The taker owns it, and disposes of `confined`. */
interface Spare {
  readonly confined: ConfinedProgram;
  /** False where it is gone in the meantime. */
  begin(job: PythonJob, how: StandbyRun): boolean;
  readonly pty: PtyRun;
}

export interface PythonStandby {
  take(setting: Setting): Spare | undefined;
  /** Has one made for the next run in this setting, where there is a snapshot to start from; the one before goes. */
  prepare(setting: Setting): void;
  /** Makes what was requested before the snapshot existed. */
  snapshotMade(): void;
  /** Resolves when the one that was asked for last waits, or there is none. */
  rested(): Promise<void>;
  dispose(): Promise<void>;
}

/** A folder that was put in place of another has another number. */
function keyOf({ sandbox, bounds, env }: Setting): string | undefined {
  const stamps: string[] = [];
  for (const folder of [...bounds.readable, ...bounds.writable]) {
    const info = statSync(folder, { throwIfNoEntry: false });
    if (info === undefined) return undefined;
    stamps.push(`${folder}:${info.dev}:${info.ino}`);
  }
  return JSON.stringify([sandbox.kind, bounds, stamps, env.SKILLDECK_READABLE, env.SKILLDECK_WRITABLE, env.TZ]);
}

interface KeptSpare extends Spare {
  readonly key: string;
  stop(): void;
  readonly isOver: () => boolean;
  /** Resolves when it waits, or is gone. */
  readonly waits: Promise<void>;
}

export interface StandbyOptions {
  readonly home: string;
  readonly shims: string;
  readonly homeMark: string;
  /** Without it a start takes seconds of a core, which current runs need. */
  readonly snapshot: string;
}

async function makeSpare(
  { home, shims, homeMark }: StandbyOptions,
  key: string,
  { sandbox, bounds, env, cwd }: Setting,
): Promise<KeptSpare> {
  const own = path.join(home, FOLDER, randomUUID());
  const pipe = path.join(own, 'job');
  await mkdir(own, { recursive: true, mode: 0o700 });
  await promisify(execFile)('mkfifo', ['-m', '600', pipe]);
  // Opened for reading and writing: it neither waits for the other side nor ends with it.
  const fd = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK | constants.O_NOFOLLOW);
  const marker = `${homeMark}${randomUUID()}`;
  const dispose = async (): Promise<void> => {
    closeSync(fd);
    await rm(own, { recursive: true, force: true });
  };
  let wrapped: ConfinedProgram | undefined;
  try {
    const known = Object.entries(env).filter(([name]) => BEFORE_A_RUN.test(name));
    wrapped = await sandbox.wrap(
      {
        file: '/bin/sh',
        args: ['-c', 'exec "$0" </dev/null', path.join(shims, EMBEDDED_PYTHON)],
        cwd,
        env: {
          ...Object.fromEntries(known),
          SKILLDECK_READABLE: [env.SKILLDECK_READABLE ?? '', own].join('\n'),
          [STANDBY_VARIABLE]: pipe,
          [RUN_MARKER]: marker,
        },
      },
      { ...bounds, readable: [...bounds.readable, own] },
    );
    const { file, args, cwd: startIn, env: startEnv } = wrapped;
    const stop = new AbortController();
    let onBytes: StandbyRun['onBytes'] = () => {};
    let over = false;
    const started = Promise.withResolvers<void>();
    let waits = false;
    const onAll = (bytes: Buffer): void => {
      const at = waits ? -1 : bytes.indexOf(WAITS);
      if (at >= 0) {
        waits = true;
        started.resolve();
      }
      const text = at < 0 ? bytes : Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
      if (text.length > 0) onBytes(text);
    };
    const pty = startPty({
      file,
      args,
      cwd: startIn,
      env: startEnv,
      marker,
      waits: true,
      timeoutMs: IDLE_MS,
      graceMs: 0,
      columns: TERMINAL_COLUMNS,
      rows: TERMINAL_ROWS,
      signal: stop.signal,
      onBytes: onAll,
    });
    void pty.done.then(() => {
      over = true;
      started.resolve();
    });
    const confined = wrapped;
    let disposed: Promise<unknown> | undefined;
    return {
      key,
      pty,
      waits: started.promise,
      confined: {
        ...confined,
        async dispose() {
          disposed ??= Promise.all([confined.dispose(), dispose()]);
          await disposed;
        },
      },
      isOver: () => over || confined.over?.aborted === true,
      stop: () => stop.abort(),
      begin(job: PythonJob, how: StandbyRun) {
        const line = Buffer.from(`${JSON.stringify(job)}\n`);
        if (over || line.length > MAX_JOB_BYTES) return false;
        onBytes = how.onBytes;
        for (const signal of [...how.signals, ...(confined.over === undefined ? [] : [confined.over])]) {
          if (signal.aborted) stop.abort();
          signal.addEventListener('abort', () => stop.abort(), { once: true });
        }
        pty.begin(how.timeoutMs);
        writeSync(fd, line);
        return true;
      },
    };
  } catch (error) {
    await wrapped?.dispose();
    await dispose();
    throw error;
  }
}

export function createPythonStandby(options: StandbyOptions): PythonStandby {
  let kept: KeptSpare | undefined;
  /** Asked for before there was a snapshot. */
  let wished: Setting | undefined;
  let closed = false;
  const end = async (spare: KeptSpare | undefined): Promise<void> => {
    if (spare === undefined) return;
    spare.stop();
    await spare.pty.done;
    await spare.confined.dispose();
  };
  const release = (): KeptSpare | undefined => {
    const spare = kept;
    kept = undefined;
    return spare;
  };
  /** One after the other. What an earlier program left goes first. */
  let work = rm(path.join(options.home, FOLDER), { recursive: true, force: true }).catch(() => {});

  const make = async (key: string, setting: Setting): Promise<void> => {
    if (closed || (kept?.key === key && !kept.isOver())) return;
    await end(release());
    const spare = await makeSpare(options, key, setting);
    kept = spare;
    void spare.pty.done.then(() => {
      if (kept === spare) void end(release());
    });
  };

  const prepare = (setting: Setting): void => {
    const ready = existsSync(options.snapshot);
    wished = ready ? undefined : setting;
    const key = ready ? keyOf(setting) : undefined;
    // Without one the next run only starts as slowly as the first.
    if (key !== undefined) work = work.then(() => make(key, setting)).catch(() => {});
  };

  return {
    take: (setting) => (kept === undefined || kept.isOver() || kept.key !== keyOf(setting) ? undefined : release()),
    prepare,
    snapshotMade() {
      if (wished !== undefined) prepare(wished);
    },
    async rested() {
      await work;
      await kept?.waits;
    },
    async dispose() {
      closed = true;
      await work;
      await end(release());
    },
  };
}
