import { cpSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { RUN_MARKER } from '../process.ts';
import { type PtyRun, startPty, terminalFault } from './pty.ts';

const RUNS = 500;
const BYTES = 60_000;
/** One in this many has a reader that blocks longer than node-pty waits after an exit. */
const BLOCKED_EACH = 25;
const BLOCKED_MS = 250;

const isBlocked = (index: number): boolean => index % BLOCKED_EACH === 0;
const statusOf = (index: number): number => index % 7;

async function run(index: number): Promise<{ output: string; exitCode: number | null }> {
  const marker = `many-${process.pid}-${index}`;
  const chunks: Buffer[] = [];
  const blocked = isBlocked(index);
  const { done } = startPty({
    file: '/bin/bash',
    args: ['-c', `head -c ${BYTES} /dev/zero | tr '\\0' x; echo end-${index}; exit ${statusOf(index)}`],
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', [RUN_MARKER]: marker },
    marker,
    columns: 80,
    rows: 24,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    onBytes: (bytes) => {
      chunks.push(bytes);
      if (blocked && chunks.length === 1) {
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BLOCKED_MS);
      }
    },
  });
  const { exitCode } = await done;
  return { output: Buffer.concat(chunks).toString(), exitCode };
}

it(`loses nothing in ${RUNS} fast runs, some with a blocked reader, and reports how each ended`, {
  timeout: 240_000,
}, async () => {
  const wrong: unknown[] = [];
  for (let index = 0; index < RUNS; index += 4) {
    const ended = await Promise.all([0, 1, 2, 3].map((offset) => run(index + offset)));
    for (const [offset, { output, exitCode }] of ended.entries()) {
      const number = index + offset;
      if (exitCode !== statusOf(number)) wrong.push({ number, exitCode });
      if (output !== `${'x'.repeat(BYTES)}end-${number}\r\n`) wrong.push({ number, bytes: output.length });
    }
  }
  expect(wrong).toEqual([]);
});

/** Prints "ready", then continues until it is killed. */
function stubborn(signal: AbortSignal, onText: (text: string) => void): PtyRun {
  let text = '';
  const marker = `stubborn-${process.pid}-${Math.random()}`;
  return startPty({
    file: '/bin/bash',
    args: ['-c', "trap 'echo asked' TERM HUP; echo ready; while :; do sleep 0.02; done"],
    cwd: '/',
    env: { PATH: process.env.PATH ?? '', [RUN_MARKER]: marker },
    marker,
    columns: 80,
    rows: 24,
    timeoutMs: 60_000,
    graceMs: 500,
    signal,
    onBytes: (bytes) => {
      text += bytes.toString();
      onText(text);
    },
  });
}

it('keeps the first cause when a stop and a time-out overlap', async () => {
  const late = new AbortController();
  const timedOut = stubborn(late.signal, (text) => {
    if (text.includes('asked')) late.abort();
    else if (text.includes('ready')) timedOut.begin(1);
  });
  expect(await timedOut.done).toMatchObject({ exitCode: null, timedOut: true, stopped: false });
  const stop = new AbortController();
  const stopped = stubborn(stop.signal, (text) => {
    if (text.includes('asked')) stopped.begin(1);
    else if (text.includes('ready')) stop.abort();
  });
  expect(await stopped.done).toMatchObject({ exitCode: null, timedOut: false, stopped: true });
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
