import { readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { expect, it } from 'vitest';
import {
  MAX_ATTACHMENT_BYTES,
  MAX_FOLDER_FILES,
  MAX_IMAGE_BYTES,
  MAX_PDF_PAGES,
  wordsForModel,
} from '../../../shared/attachments.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { watchSyncs } from '../../lib/test-kit/watch-syncs.ts';
import { sha256 } from '../../lib/text.ts';
import { createAttachments } from './attachments.ts';
import { createMediaFiles } from './media.ts';

const home = tempFolder();
const attachments = createAttachments(home);
const piece = (upload: string, name: string, text: string, offset = 0, last = true) =>
  attachments.take({ sessionId: 's', name, upload, offset, bytes: Buffer.from(text), last });

it('stores a file received in pieces in the workspace, under a free and harmless name', async () => {
  expect(await piece('a', '../../行程 表.csv', 'day,', 0, false)).toBe(undefined);
  const first = await piece('a', '../../行程 表.csv', 'city\n', 4);
  expect(first).toMatchObject({ path: 'inputs/行程 表.csv', mime: 'text/csv', bytes: 9 });
  expect(readFileSync(path.join(home, 'workspaces/s/work', first?.path ?? ''), 'utf8')).toBe('day,city\n');
  expect((await piece('b', '行程 表.csv', 'other'))?.path).toBe('inputs/行程 表 2.csv');
  expect((await piece('c', '...', ''))?.path).toBe('inputs/file');
  expect((await piece('d', 'a\n\u202eb<>.txt', ''))?.path).toBe('inputs/ab.txt');
  expect(await attachments.find('s', first ?? { name: '', path: '' })).toEqual(first);
});

it('keeps a folder as a copy under one free name, with harmless paths, and describes it as it is', async () => {
  const part = (id: string, name: string, text: string) =>
    attachments.take({
      sessionId: 'f',
      name,
      upload: `${id}${name}`,
      folder: id,
      offset: 0,
      bytes: Buffer.from(text),
      last: true,
    });
  const work = path.join(home, 'workspaces/f/work');
  await part('1', 'trip/a.csv', 'one');
  const found = await part('1', 'trip/deep/../er/a.csv', 'three');
  expect(found).toMatchObject({ name: 'trip', path: 'inputs/trip', mime: 'inode/directory', bytes: 8, files: 2 });
  expect(readFileSync(path.join(work, 'inputs/trip/deep/file/er/a.csv'), 'utf8')).toBe('three');
  expect((await part('2', 'trip/a.csv', 'two'))?.path).toBe('inputs/trip 2');
  expect(wordsForModel({ text: 'See', attachments: found === undefined ? [] : [found] })).toContain(
    '- inputs/trip/ (a folder of 2 files, 8 bytes)',
  );
  rmSync(path.join(work, 'inputs/trip/a.csv'));
  symlinkSync(home, path.join(work, 'inputs/trip/out'));
  expect(await attachments.find('f', { name: 'trip', path: 'inputs/trip' })).toMatchObject({ files: 1, bytes: 5 });
  for (let n = 0; n <= MAX_FOLDER_FILES; n += 1) writeFileSync(path.join(work, 'inputs/trip', `${n}`), '');
  await expect(attachments.find('f', { name: 'trip', path: 'inputs/trip' })).rejects.toThrow('over 500 files');
  for (const given of ['inputs', 'inputs/', 'inputs/..', 'inputs/trip/out'])
    await expect(attachments.find('f', { name: 'x', path: given })).rejects.toThrow();
});

it('flushes the whole file and its name to the disk before it resolves', async () => {
  const syncs = await watchSyncs();
  await piece('g', 'kept.csv', 'first,', 0, false);
  const kept = await piece('g', 'kept.csv', 'second', 6);
  const file = path.join(home, 'workspaces/s/work', kept?.path ?? '');
  expect([syncs.has(file), syncs.has(path.dirname(file))]).toEqual([true, true]);
});

it('accepts exactly as much as is allowed', async () => {
  const most = MAX_ATTACHMENT_BYTES;
  const all = { sessionId: 'large', name: 'x', upload: 'h', offset: 0, bytes: Buffer.alloc(most), last: true };
  expect((await attachments.take(all))?.bytes).toBe(most);
  await expect(attachments.take({ ...all, bytes: Buffer.alloc(most + 1) })).rejects.toThrow('over 64 MiB');
});

it('refuses a piece out of order, an oversized file or a redirected path', async () => {
  await expect(piece('e', 'x', 'later', 7)).rejects.toMatchObject({ code: 'bad-input' });
  await piece('twice', 'x', 'first', 0, false);
  await piece('twice', 'x', 'second', 5, false);
  await expect(piece('twice', 'x', 'second', 5)).rejects.toThrow("x didn't come over whole. Attach it again.");
  await expect(piece('f', 'x', 'y', 64 * 1024 * 1024)).rejects.toThrow('x has over 64 MiB. Attach a smaller file.');
  writeFileSync(path.join(home, 'secret'), '');
  symlinkSync(path.join(home, 'secret'), path.join(home, 'workspaces/s/work/inputs/link'));
  for (const given of [
    'inputs/gone',
    'inputs/link',
    'inputs/../../out',
    'out/x',
    '../../secret',
    'inputs/../../../../secret',
  ])
    await expect(attachments.find('s', { name: 'x', path: given })).rejects.toMatchObject({ code: 'file-not-found' });
});

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
/** One page in the open, and two packed into a stream of objects, as PDF 1.5 allows. */
const PDF = Buffer.concat([
  Buffer.from('%PDF-1.5\n1 0 obj <</Type /Page>> endobj\n2 0 obj <</Type /Pages /Kids []>> endobj\n'),
  Buffer.from('3 0 obj <</Type /ObjStm /N 2 /Filter /FlateDecode>> stream\n'),
  deflateSync(Buffer.from('<</Type/Page>> <</Type /Page /Parent 2 0 R>>')),
  Buffer.from('\nendstream endobj'),
]);
const take = (name: string, bytes: Uint8Array) =>
  attachments.take({ sessionId: 'm', name, upload: name, offset: 0, bytes, last: true });

it('detects file types by their bytes: pictures with their size, PDFs with their page count', async () => {
  expect(await take('photo.txt', PNG)).toMatchObject({
    mime: 'image/png',
    bytes: PNG.length,
    media: { kind: 'image', width: 1, height: 1 },
  });
  expect(await take('trip.pdf', PDF)).toMatchObject({ mime: 'application/pdf', media: { kind: 'pdf', pages: 3 } });
  const fake = await take('fake.png', Buffer.from('no picture'));
  expect(fake).toMatchObject({ mime: 'application/octet-stream' });
  expect(fake).not.toHaveProperty('media');
  expect(await take('broken.png', PNG.subarray(0, 12))).toMatchObject({ mime: 'image/png', unshown: 'damaged' });
  const large = Buffer.concat([PNG, Buffer.alloc(MAX_IMAGE_BYTES)]);
  expect(await take('large.png', large)).toMatchObject({ unshown: 'too-large', bytes: large.length });
  const long = Buffer.from(`%PDF-1.4\n${'<</Type /Page>>\n'.repeat(MAX_PDF_PAGES + 1)}`);
  expect(await take('long.pdf', long)).toMatchObject({ unshown: 'too-many-pages' });
});

it('keeps a picture by its hash, whatever happens to the workspace file or the kept copy', async () => {
  const kept = createMediaFiles(home);
  const found = await take('kept.png', PNG);
  writeFileSync(path.join(home, 'workspaces/m/work', found?.path ?? ''), 'changed');
  const hash = found?.sha256 ?? '';
  expect(kept.read(hash)).toBe(PNG.toString('base64'));
  const file = path.join(home, 'media', hash.slice(0, 2), hash);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  // A changed file is not the one that was sent.
  writeFileSync(file, 'changed');
  expect(kept.read(hash)).toBeUndefined();
  rmSync(file);
  expect(kept.read(hash)).toBeUndefined();
});

it('has a new picture and the names of its new folders on the disk', async () => {
  const empty = tempFolder();
  const syncs = await watchSyncs();
  await createMediaFiles(empty).keep(PNG);
  const hash = sha256(PNG);
  for (const name of [`media/${hash.slice(0, 2)}/${hash}`, `media/${hash.slice(0, 2)}`, 'media', ''])
    expect(syncs.has(path.join(empty, name)), name).toBe(true);
});
