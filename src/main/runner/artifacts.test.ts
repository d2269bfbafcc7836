import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createArtifactStore } from './artifacts.ts';
import { temporaryHome } from './test-kit/home.ts';
import { ensureWorkspace } from './workspace.ts';

const { home, remove } = temporaryHome();
afterAll(remove);
const store = createArtifactStore(home);
const fileOf = (hash: string): string => path.join(home, 'artifacts', hash.slice(0, 2), hash);

it('a content that was changed on the disk is none, and is whole again when it is saved once more', async () => {
  const content = Buffer.from('the ticket');
  const { sha256 } = await store.save('ticket.txt', content, []);
  writeFileSync(fileOf(sha256), 'another!!!');
  expect(await store.read(sha256)).toBe(undefined);
  await store.save('ticket.txt', content, []);
  expect(readFileSync(fileOf(sha256), 'utf8')).toBe('the ticket');
  // Nothing else is read by the name of a content.
  writeFileSync(path.join(home, 'artifacts', 'x'), '');
  expect(await Promise.all(['../x', `${'0'.repeat(63)}/`, ''].map(store.read))).toEqual(Array(3).fill(undefined));
});

it('names that lead elsewhere, and links, are no files of a run', async () => {
  const { out, work } = await ensureWorkspace(home, 's');
  writeFileSync(path.join(home, 'keys.json'), 'secret');
  writeFileSync(path.join(work, 'inner.txt'), 'inner');
  symlinkSync(path.join(home, 'keys.json'), path.join(out, 'a.txt'));
  symlinkSync('../work/inner.txt', path.join(out, 'b.txt'));
  writeFileSync(path.join(out, '..\\c.txt'), 'odd');
  const { files, notes } = await store.collect(out, []);
  expect(files.map(({ name }) => name)).toEqual(['..\\c.txt']);
  expect(notes).toHaveLength(2);
});

it('what cannot be kept is told of once, by the run that left it', async () => {
  const { out } = await ensureWorkspace(home, 'large');
  writeFileSync(path.join(out, 'large.bin'), Buffer.alloc(5 * 1024 * 1024));
  symlinkSync('/etc/hostname', path.join(out, 'link'));
  const first = await store.collect(out, [], false, Date.now() - 1_000);
  expect([first.files.map(({ name }) => name), first.notes.length]).toEqual([['large.bin'], 2]);
  expect(await store.collect(out, [], false, Date.now() + 1_000)).toEqual({ files: [], notes: [] });
});
