import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openTerminalLog, readTerminalRecording, TERMINAL_LOG, TERMINAL_TIMES } from './terminal-times.ts';

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skilldeck-recording-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let made = 0;
function record(steps: (log: ReturnType<typeof openTerminalLog>, at: (ms: number) => void) => void, maxBytes?: number) {
  const dir = path.join(root, String(made));
  made += 1;
  mkdirSync(dir);
  let now = 5000;
  const log = openTerminalLog(dir, maxBytes, () => now);
  steps(log, (ms) => {
    now = 5000 + ms;
  });
  return { dir, log };
}
const bytes = Buffer.from('héllo 王\r\n');

it('keeps output with times and whole characters', async () => {
  const { dir, log } = record((log, at) => {
    log.append(bytes.subarray(0, 2));
    at(40);
    log.append(bytes.subarray(2, 9));
    at(45);
    log.append(bytes.subarray(9, 10));
    at(60);
    log.append(bytes.subarray(10));
    at(900);
    log.append(Buffer.from('end\r\n'));
  });
  const wanted = {
    truncated: false,
    events: [
      { atMs: 0, data: 'h' },
      { atMs: 40, data: 'éllo ' },
      { atMs: 45, data: '王\r\n' },
      { atMs: 900, data: 'end\r\n' },
    ],
  };
  // Also readable before the end: a crash here loses nothing.
  expect(await readTerminalRecording(dir)).toEqual(wanted);
  log.close();
  expect(await readTerminalRecording(dir)).toEqual(wanted);
  expect(readFileSync(path.join(dir, TERMINAL_TIMES), 'utf8')).toBe(
    'skilldeck-times 1\no 0 2\no 40 7\no 45 3\no 900 5\n',
  );
});

it('reads a torn line, bytes without a time, and runs recorded before times existed', async () => {
  const { dir, log } = record((log, at) => {
    log.append(Buffer.from('a'));
    at(100);
    log.append(Buffer.from('b'));
  });
  log.close();
  const times = path.join(dir, TERMINAL_TIMES);
  truncateSync(times, readFileSync(times).length - 2);
  appendFileSync(path.join(dir, TERMINAL_LOG), 'c');
  expect((await readTerminalRecording(dir)).events).toEqual([
    { atMs: 0, data: 'a' },
    { atMs: 0, data: 'bc' },
  ]);
  rmSync(times);
  expect(await readTerminalRecording(dir)).toEqual({
    truncated: false,
    events: [{ atMs: 0, data: 'abc' }],
  });
  expect((await readTerminalRecording(path.join(root, 'nothing'))).events).toEqual([]);
});

it('reads a recording with sizes, as they were made before', async () => {
  const { dir, log } = record((log) => log.append(Buffer.from('seen')));
  log.close();
  writeFileSync(path.join(dir, TERMINAL_TIMES), 'skilldeck-times 1 120 30\no 50 2\nr 60 80 24\no 70 2\n');
  expect((await readTerminalRecording(dir)).events).toEqual([
    { atMs: 50, data: 'se' },
    { atMs: 70, data: 'en' },
  ]);
});

it('is limited like the log, also when read', async () => {
  const { dir, log } = record((log) => log.append(Buffer.from('王'.repeat(10))), 12);
  expect(log.cut).toBe(true);
  log.append(Buffer.from('more'));
  log.close();
  expect((await readTerminalRecording(dir)).events).toEqual([{ atMs: 0, data: '王'.repeat(4) }]);
  expect(await readTerminalRecording(dir, 7)).toMatchObject({
    events: [{ data: '王王' }],
    truncated: true,
  });
});

it('does not follow, wait for or trust files a run put in its place', async () => {
  const { dir, log } = record((log) => log.append(Buffer.from('seen')));
  log.close();
  writeFileSync(path.join(dir, TERMINAL_TIMES), 'skilldeck-times 1\no 50 2\no 40 999999999\n');
  expect(await readTerminalRecording(dir)).toMatchObject({
    events: [
      { atMs: 50, data: 'se' },
      { atMs: 50, data: 'en' },
    ],
  });
  for (const put of [
    () => symlinkSync('/etc/hostname', path.join(dir, TERMINAL_LOG)),
    () => execFileSync('mkfifo', [path.join(dir, TERMINAL_LOG)]),
  ]) {
    rmSync(path.join(dir, TERMINAL_LOG));
    put();
    expect((await readTerminalRecording(dir)).events).toEqual([]);
  }
});
