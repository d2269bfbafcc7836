import { cpSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { RUN_MARKER } from '../process.ts';
import { type PtyRun, startPty, terminalFault } from './pty.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = tempFolder();

let runs = 0;
function start(
  command: string,
  options: { timeoutMs?: number; graceMs?: number; signal?: AbortSignal; onBytes?: (bytes: Buffer) => void },
) {
  runs += 1;
  const marker = `test-${process.pid}-${runs}`;
  const chunks: Buffer[] = [];
  const run = startPty({
    file: '/bin/bash',
    args: ['-c', command],
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', TERM: 'xterm-256color', [RUN_MARKER]: marker },
    marker,
    columns: 97,
    rows: 31,
    timeoutMs: options.timeoutMs ?? 30_000,
    graceMs: options.graceMs ?? 200,
    signal: options.signal ?? new AbortController().signal,
    onBytes: (bytes) => {
      chunks.push(bytes);
      options.onBytes?.(bytes);
    },
  });
  return { ...run, text: () => Buffer.concat(chunks).toString('utf8') };
}

const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

/** Starts a child in its group, one in its own session, and one double-forked with its descriptors closed; writes their pids. */
const FAMILY = `
  trap '' TERM HUP
  sleep 300 & echo $! >> pids
  setsid bash -c 'trap "" TERM; echo $$ >> pids; sleep 301 & wait' &
  (setsid bash -c 'echo $$ >> pids; exec sleep 302' </dev/null >/dev/null 2>&1 &) 
  (trap '' HUP; sleep 303 & echo $! >> pids)
  until [ "$(wc -l < pids)" -eq 4 ]; do :; done
  echo ready; `;

async function familyEndsBy(
  end: (controller: AbortController) => void,
  timeoutMs: number,
  command = `${FAMILY} while :; do sleep 1; done`,
) {
  writeFileSync(path.join(folder, 'pids'), '');
  const controller = new AbortController();
  let seen = '';
  const run = start(command, {
    timeoutMs,
    signal: controller.signal,
    onBytes: (bytes) => {
      seen += bytes.toString();
      if (seen.includes('ready')) end(controller);
    },
  });
  const result = await run.done;
  const pids = readFileSync(path.join(folder, 'pids'), 'utf8').trim().split('\n').map(Number);
  return { result, pids, alive: [run.pid, ...pids].filter(isAlive) };
}

it('runs in a terminal of the given size and reports status, signal and time', async () => {
  const run = start('stty size; test -t 1 && echo tty; exit 7', {});
  const end = await run.done;
  expect(run.text()).toBe('31 97\r\ntty\r\n');
  expect(end).toEqual({ exitCode: 7, timedOut: false, stopped: false, ms: expect.any(Number) });
  expect((await start('kill -9 $$', {}).done).exitCode).toBe(null);
});

it.runIf(process.platform === 'linux')('a stop ends the whole tree, daemons included', async () => {
  const { result, pids, alive } = await familyEndsBy((controller) => controller.abort(), 30_000);
  expect(pids).toHaveLength(4);
  expect(alive).toEqual([]);
  expect(result).toMatchObject({ stopped: true, timedOut: false, exitCode: null });
});

it.runIf(process.platform === 'linux')('so does the time limit, and what was printed is kept', async () => {
  const { result, pids, alive } = await familyEndsBy(() => {}, 1500);
  expect(pids).toHaveLength(4);
  expect(alive).toEqual([]);
  expect(result).toMatchObject({ stopped: false, timedOut: true });
});

it.runIf(process.platform === 'linux')('so does an ordinary end', async () => {
  const { result, pids, alive } = await familyEndsBy(() => {}, 30_000, `${FAMILY} exit 3`);
  expect(pids).toHaveLength(4);
  expect(alive).toEqual([]);
  expect(result).toMatchObject({ stopped: false, timedOut: false, exitCode: 3 });
});

it('does not hang up on a command that closed its output or has not exited yet', async () => {
  // Like `seq` and `sort` just before they exit, but with a pause in between.
  const run = start('echo said; exec 0<&- 1>&- 2>&-; sleep 0.5; echo late >/dev/tty; exit 5', {});
  expect(await run.done).toMatchObject({ exitCode: 5, stopped: false });
  expect(run.text()).toBe('said\r\nlate\r\n');
  // A stop does not wait for it.
  const controller = new AbortController();
  const stopped = start('exec 0<&- 1>&- 2>&-; sleep 300', { signal: controller.signal });
  controller.abort();
  expect(await stopped.done).toMatchObject({ exitCode: null, stopped: true });
});

it('loses nothing if the reader is blocked across the exit', async () => {
  const lines = 2000;
  const expected = Array.from({ length: lines }, (_, index) => `line ${index + 1}\r\n`).join('');
  const blocked = start(`seq -f 'line %g' 1 ${lines}`, {
    // Longer than the 200 ms after which node-pty drops its socket: without the remedy this loses a fifth or more.
    onBytes: () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250),
  });
  await blocked.done;
  expect(blocked.text().length).toBe(expected.length);
  expect(blocked.text() === expected).toBe(true);
});

/** One in this many has a reader that blocks longer than node-pty waits after an exit. */
const BLOCKED_EACH = 10;
const BYTES = 60_000;

it('loses nothing in many fast runs, some with a blocked reader, and reports how each ended', async () => {
  const wrong: unknown[] = [];
  const fast = async (index: number): Promise<void> => {
    let isBlocked = index % BLOCKED_EACH === 0;
    const run = start(`head -c ${BYTES} /dev/zero | tr '\\0' x; echo end-${index}; exit ${index % 7}`, {
      onBytes: () => {
        if (isBlocked) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
        isBlocked = false;
      },
    });
    const { exitCode } = await run.done;
    if (exitCode !== index % 7) wrong.push({ index, exitCode });
    if (run.text() !== `${'x'.repeat(BYTES)}end-${index}\r\n`) wrong.push({ index, bytes: run.text().length });
  };
  for (let index = 0; index < 120; index += 4) await Promise.all([0, 1, 2, 3].map((offset) => fast(index + offset)));
  expect(wrong).toEqual([]);
});

/** Milliseconds of a time limit that a test makes come early. */
const LATE_MS = 123_456;

/** Prints "ready", then continues until it is killed. */
function stubborn(signal: AbortSignal, onText: (text: string) => void): PtyRun {
  const run = start("trap 'echo asked' TERM HUP; echo ready; while :; do sleep 0.02; done", {
    graceMs: 500,
    timeoutMs: LATE_MS,
    signal,
    onBytes: () => onText(run.text()),
  });
  return run;
}

it('keeps the first cause when a stop and a time-out overlap', async () => {
  const timers = vi.spyOn(globalThis, 'setTimeout');
  const timeOut = () => timers.mock.calls.findLast(([, ms]) => ms === LATE_MS)?.[0]();
  const late = new AbortController();
  const timedOut = stubborn(late.signal, (text) => {
    if (text.includes('asked')) late.abort();
    else if (text.includes('ready')) timeOut();
  });
  expect(await timedOut.done).toMatchObject({ exitCode: null, timedOut: true, stopped: false });
  const stop = new AbortController();
  const stopped = stubborn(stop.signal, (text) => {
    if (text.includes('asked')) timeOut();
    else if (text.includes('ready')) stop.abort();
  });
  expect(await stopped.done).toMatchObject({ exitCode: null, timedOut: false, stopped: true });
  timers.mockRestore();
});

it('stops a command whose signal was aborted before it started', async () => {
  const run = stubborn(AbortSignal.abort(), () => {});
  expect(await run.done).toMatchObject({ exitCode: null, timedOut: false, stopped: true });
});

it.skipIf(process.platform !== 'linux')('names a library that was cut off, which kills who loads it', async () => {
  const modules = path.join(tempFolder(), 'node_modules');
  const own = path.join(import.meta.dirname, '../../../../node_modules');
  const native = `@lydell/node-pty-linux-${process.arch}`;
  for (const name of ['node-pty', native]) cpSync(path.join(own, name), path.join(modules, name), { recursive: true });
  const url = pathToFileURL(path.join(modules, '..', 'main.mjs')).href;
  expect(await terminalFault(url)).toBe(undefined);
  truncateSync(path.join(modules, native, 'pty.node'), 4096);
  expect(await terminalFault(url)).toMatchObject({
    code: 'terminal-unusable',
    message: expect.stringMatching(/SIG(BUS|SEGV).*damaged/),
  });
});
