import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createMask } from '../../lib/mask-secrets.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { watchSyncs } from '../../lib/test-kit/watch-syncs.ts';
import { sha256 as hashOf } from '../../lib/text.ts';
import { createArtifactStore, MAX_FILE_BYTES, MAX_FILES } from './artifacts.ts';
import { ensureWorkspace } from './workspace.ts';

const home = tempFolder();
const store = createArtifactStore(home);
const fileOf = (hash: string): string => path.join(home, 'artifacts', hash.slice(0, 2), hash);

it('drops a content changed on disk, and restores it when it is saved again', async () => {
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

it('follows links only if they end inside the workspace, folder links too', async () => {
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

it('keeps no secret: text shows stars in its place, anything else stays in the workspace', async () => {
  const secret = 'tok-3f9a/é';
  const mask = createMask(() => [secret]);
  const { out } = await ensureWorkspace(home, 'secrets');
  // Across the border of what is searched at once.
  const far = `${'x'.repeat(128 * 1024 - 3)}${secret} after`;
  const contents: Record<string, string | Buffer> = {
    'far.txt': far,
    'kept.json': `{"key": ${JSON.stringify(Buffer.from(secret).toString('base64'))}}`,
    'ordinary.bin': Buffer.from([0, 1, 0xff, 0xfe]),
    'program.bin': Buffer.concat([Buffer.from(secret), Buffer.alloc(4)]),
    'wide.csv': Buffer.from(`\ufeffa,${secret},b`, 'utf16le'),
    [`${secret.replace('/', '')} tok-3f9a%2F%C3%A9`]: '',
  };
  for (const [name, content] of Object.entries(contents)) writeFileSync(path.join(out, name), content);
  const { files, notes } = await store.collect(out, [], { mask });
  expect(files.map(({ name }) => name)).toEqual(['far.txt', 'kept.json', 'ordinary.bin', 'wide.csv']);
  const kept = await Promise.all(files.map(async ({ sha256 = '' }) => (await store.read(sha256)) ?? Buffer.alloc(0)));
  expect(kept.map(({ length }) => length)).toEqual(files.map(({ name }) => Buffer.from(contents[name] ?? '').length));
  const [text = '', json = ''] = kept.map(String);
  expect([text.slice(-6), json]).toEqual([' after', `{"key": "${'*'.repeat(15)}="}`]);
  expect(text).not.toContain('3f9a');
  expect(kept[3]?.toString('utf16le')).toBe(`\ufeffa,${'*'.repeat(secret.length)},b`);
  expect(notes.map((note) => note.replace(/ contains a secret.*?(stays|unchanged).*/, ': $1'))).toEqual([
    'out/far.txt: unchanged',
    'out/kept.json: unchanged',
    'out/program.bin: stays',
    'out/tok-3f9aé *****************: stays',
    'out/wide.csv: unchanged',
  ]);
  // Nothing has changed since.
  const known = files.map(({ name, version = 0, sha256 = '' }) => ({ name, version, sha256 }));
  expect(await store.collect(out, known, { mask, since: Date.now() + 1_000 })).toEqual({ files: [], notes: [] });
});

it('reports what cannot be kept once, for the run that left it', async () => {
  const { out } = await ensureWorkspace(home, 'large');
  writeFileSync(path.join(out, 'large.bin'), Buffer.alloc(5 * 1024 * 1024));
  symlinkSync('/etc/hostname', path.join(out, 'link'));
  const first = await store.collect(out, [], { since: Date.now() - 1_000 });
  expect([first.files.map(({ name }) => name), first.notes.length]).toEqual([['large.bin'], 2]);
  expect(await store.collect(out, [], { since: Date.now() + 1_000 })).toEqual({ files: [], notes: [] });
});

it('flushes content and name to the disk before it resolves', async () => {
  const syncs = await watchSyncs();
  const { sha256 } = await store.save('receipt.txt', Buffer.from('a receipt'), []);
  const { work } = await ensureWorkspace(home, 'log');
  writeFileSync(path.join(work, 'log.txt'), 'a long log');
  const log = await store.saveTextFile('log.txt', path.join(work, 'log.txt'), []);
  for (const hash of [sha256, log?.sha256 ?? '']) {
    expect(syncs.has(fileOf(hash))).toBe(true);
    expect(syncs.has(path.dirname(fileOf(hash)))).toBe(true);
  }
  expect(syncs.has(path.join(home, 'artifacts'))).toBe(true);
});

it('keeps a file of exactly the limit, and names one a byte larger', async () => {
  const { out } = await ensureWorkspace(home, 'limit');
  writeFileSync(path.join(out, 'a.bin'), Buffer.alloc(MAX_FILE_BYTES));
  writeFileSync(path.join(out, 'b.bin'), Buffer.alloc(MAX_FILE_BYTES + 1));
  const { files, notes } = await store.collect(out, []);
  expect(files.map(({ name, version }) => [name, version])).toEqual([
    ['a.bin', 1],
    ['b.bin', undefined],
  ]);
  expect(notes).toEqual([expect.stringContaining('out/b.bin has 4.0 MiB, over the limit of 4 MiB')]);
});

it('keeps 100 new or changed files of a run, and counts the rest', async () => {
  const { out } = await ensureWorkspace(home, 'many');
  const names = Array.from({ length: MAX_FILES + 1 }, (_, index) => `${index}.txt`);
  for (const name of names) writeFileSync(path.join(out, name), name);
  const fresh = await store.collect(out, []);
  expect([fresh.files.length, fresh.notes]).toEqual([100, [expect.stringContaining('1 more files in out/')]]);
  const known = names.map((name) => ({ name, version: 1, sha256: hashOf('before') }));
  const changed = await store.collect(out, known);
  expect([changed.files.length, changed.notes]).toEqual([100, [expect.stringContaining('1 more files in out/')]]);
  expect(changed.files.every(({ version }) => version === 2)).toBe(true);
});

it('skips empty files of a failed command, unless it emptied a known file', async () => {
  const { out } = await ensureWorkspace(home, 'empty');
  for (const name of ['known.txt', 'new.txt']) writeFileSync(path.join(out, name), '');
  const known = [{ name: 'known.txt', version: 3, sha256: hashOf('full') }];
  expect((await store.collect(out, known, { failed: true })).files).toMatchObject([{ name: 'known.txt', version: 4 }]);
  expect((await store.collect(out, known)).files.map(({ name }) => name)).toEqual(['known.txt', 'new.txt']);
});

it('creates a new version when a deleted artifact is saved again', async () => {
  const first = await store.save('plan.txt', Buffer.from('the plan'), []);
  expect((await store.save('plan.txt', Buffer.from('the plan'), [first])).version).toBe(1);
  const deleted = { ...first, deletedAt: '2030-01-01T00:00:00.000Z' };
  expect((await store.save('plan.txt', Buffer.from('the plan'), [deleted])).version).toBe(2);
});
