import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { MAX_ENTRIES, MAX_FILE_BYTES, MAX_RATIO, noContent, type SourceEntry } from './names.ts';
import { stageEntries } from './stage.ts';

function folder(): string {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-stage-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}
const file = (name: string, bytes: number, said?: number): SourceEntry => ({
  path: name,
  kind: 'file',
  executable: false,
  bytes: said,
  async *content() {
    yield Buffer.alloc(bytes);
  },
});
const top: SourceEntry = { path: './', kind: 'folder', executable: false, bytes: undefined, content: noContent };

async function* all(...entries: readonly SourceEntry[]): AsyncIterable<SourceEntry> {
  yield* entries;
}
const stage = (entries: AsyncIterable<SourceEntry>, packedBytes?: number, signal = new AbortController().signal) =>
  stageEntries(entries, folder(), { packedBytes, signal });

it('accepts as many entries as allowed, and not one more', async () => {
  await stage(all(...Array<SourceEntry>(MAX_ENTRIES).fill(top)));
  await expect(stage(all(...Array<SourceEntry>(MAX_ENTRIES + 1).fill(top)))).rejects.toThrow('more than 10000 files');
});

it('accepts a file as large as allowed, whatever size its source claims', async () => {
  await stage(all(file('a', MAX_FILE_BYTES)));
  await expect(stage(all(file('a', MAX_FILE_BYTES + 1, 1)))).rejects.toThrow('Its file "a" is over 32 MiB');
  await expect(stage(all(file('a', 1, MAX_FILE_BYTES + 1)))).rejects.toThrow('Its file "a" is over 32 MiB');
});

it('detects a bomb by its ratio, after the first MiB', async () => {
  const packed = 10_000;
  await stage(all(file('a', packed * MAX_RATIO)), packed);
  await expect(stage(all(file('a', packed * MAX_RATIO), file('b', 1)), packed)).rejects.toThrow('200 times its size');
  await stage(all(file('a', 1024 * 1024)), 1);
});

it('stops between two pieces of a file, and writes no more', async () => {
  const dir = folder();
  const stop = new AbortController();
  const stopped: SourceEntry = {
    ...file('a', 0),
    async *content() {
      yield Buffer.alloc(10);
      stop.abort();
      yield Buffer.alloc(10);
    },
  };
  await expect(stageEntries(all(stopped, file('b', 1)), dir, { signal: stop.signal })).rejects.toThrow('aborted');
  expect([readdirSync(dir), statSync(path.join(dir, 'a')).size]).toEqual([['a'], 10]);
});
