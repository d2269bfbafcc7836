import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
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

it('links count where they end inside the workspace, those of folders too', async () => {
  const { root, out, work } = await ensureWorkspace(home, 's');
  writeFileSync(path.join(home, 'keys.json'), 'secret');
  mkdirSync(path.join(home, 'elsewhere'));
  writeFileSync(path.join(home, 'elsewhere', 'private.txt'), 'secret');
  mkdirSync(path.join(work, 'made', 'deep'), { recursive: true });
  mkdirSync(path.join(out, 'v1'));
  for (const file of ['work/inner.txt', 'work/made/one.txt', 'work/made/deep/two.txt', 'out/v1/report.txt'])
    writeFileSync(path.join(root, file), file);
  symlinkSync(path.join(home, 'keys.json'), path.join(out, 'a.txt'));
  symlinkSync(path.join(home, 'elsewhere'), path.join(out, 'folder'));
  symlinkSync('../work/inner.txt', path.join(out, 'b.txt'));
  symlinkSync('../work/made', path.join(out, 'made'));
  // Round in a circle, back up, and to what is there anyway.
  symlinkSync('..', path.join(work, 'made', 'up'));
  symlinkSync('../../made/deep', path.join(work, 'made', 'deep', 'again'));
  symlinkSync('v1', path.join(out, 'latest'));
  symlinkSync('..', path.join(out, 'root'));
  writeFileSync(path.join(out, '..\\c.txt'), 'odd');
  const { files, notes } = await store.collect(out, []);
  const names = files.map(({ name }) => name);
  expect(names).toEqual(['..\\c.txt', 'b.txt', 'made/deep/two.txt', 'made/one.txt', 'v1/report.txt']);
  expect(files.every(({ sha256 }) => sha256 !== undefined)).toBe(true);
  expect(notes).toEqual([
    'out/a.txt is a link that leads outside the workspace, or no regular file; it was left out.',
    'out/folder is a link that leads outside the workspace, or no regular file; it was left out.',
  ]);
});

it('what cannot be kept is told of once, by the run that left it', async () => {
  const { out } = await ensureWorkspace(home, 'large');
  writeFileSync(path.join(out, 'large.bin'), Buffer.alloc(5 * 1024 * 1024));
  symlinkSync('/etc/hostname', path.join(out, 'link'));
  const first = await store.collect(out, [], false, Date.now() - 1_000);
  expect([first.files.map(({ name }) => name), first.notes.length]).toEqual([['large.bin'], 2]);
  expect(await store.collect(out, [], false, Date.now() + 1_000)).toEqual({ files: [], notes: [] });
});
