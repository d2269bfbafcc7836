import { statSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, it, vi } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { createRunner, type Runner } from './runner.ts';
import { MAX_LOG_BYTES } from './terminal/terminal-times.ts';
import { MAX_PRINTED_BYTES } from './watch-flood.ts';

// A hundred megabytes through a terminal on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const MIB = 1024 * 1024;
const home = tempFolder();
let runner: Runner;
beforeAll(async () => {
  runner = createRunner({ home });
});

it('prints 100 MB in bounded memory without delaying anything else', async () => {
  let chunks = 0;
  let largest = 0;
  let most = 0;
  let turns = 0;
  const before = process.memoryUsage().rss;
  const timer = setInterval(() => {
    turns += 1;
    most = Math.max(most, process.memoryUsage().rss);
  }, 5);
  const result = await runner.run({
    sessionId: 's',
    callId: 'flood',
    timeoutSeconds: 200,
    signal: new AbortController().signal,
    command: `head -c ${100 * MIB} /dev/zero | tr '\\0' x | fold -w 79`,
    onData: (text) => {
      chunks += 1;
      largest = Math.max(largest, text.length);
    },
  });
  clearInterval(timer);
  expect(result).toMatchObject({ exitCode: 0, truncated: true, timedOut: false });
  expect(result.limit).toBe(undefined);
  // Output for the model, the disk and a listener is bounded.
  expect(result.output.length).toBeLessThan(20 * 1024);
  expect(statSync(path.join(runner.workspacePath('s'), '.records/flood/terminal.log')).size).toBe(MAX_LOG_BYTES);
  expect(largest).toBeLessThanOrEqual(64 * 1024);
  expect((most - before) / MIB).toBeLessThan(120);
  // Others had their turn between pieces of it (some 25,000): counted, as the clock is the machine's.
  expect(turns).toBeGreaterThan(0);
  expect(chunks / turns).toBeLessThan(2_000);
});

it('ends a run that prints without end, and names the limit', async () => {
  const result = await runner.run({
    sessionId: 's',
    callId: 'endless',
    timeoutSeconds: 200,
    signal: new AbortController().signal,
    command: 'yes "this goes on and on and on and on and on and on and on and on and on and on"',
  });
  expect(result).toMatchObject({ limit: 'output', timedOut: false, stopped: false, truncated: true, exitCode: null });
  expect(result.notes).toContain(
    `Ended by the output limit: it printed over ${MAX_PRINTED_BYTES / MIB} MiB. Print less, or write to a file in $OUTPUT_DIR.`,
  );
});
