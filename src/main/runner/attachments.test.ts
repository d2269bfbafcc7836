import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { MAX_ATTACHMENT_BYTES, wordsForModel } from '../../shared/attachments.ts';
import { watchSyncs } from '../lib/test-kit/watch-syncs.ts';
import { createAttachments } from './attachments.ts';
import { temporaryHome } from './test-kit/home.ts';

const { home, remove } = temporaryHome();
afterAll(remove);
const attachments = createAttachments(home);
const piece = (upload: string, name: string, text: string, offset = 0, last = true) =>
  attachments.take({ sessionId: 's', name, upload, offset, bytes: Buffer.from(text), last });

it('a file comes in pieces and lies in the workspace, under a name that is free and harmless', async () => {
  expect(await piece('a', '../../行程 表.csv', 'day,', 0, false)).toBe(undefined);
  const first = await piece('a', '../../行程 表.csv', 'city\n', 4);
  expect(first).toMatchObject({ path: 'inputs/行程 表.csv', mime: 'text/csv', bytes: 9 });
  expect(readFileSync(path.join(home, 'workspaces/s/work', first?.path ?? ''), 'utf8')).toBe('day,city\n');
  expect((await piece('b', '行程 表.csv', 'other'))?.path).toBe('inputs/行程 表 2.csv');
  expect((await piece('c', '...', ''))?.path).toBe('inputs/file');
  expect((await piece('d', 'a\n\u202eb<>.txt', ''))?.path).toBe('inputs/ab.txt');
  expect(await attachments.find('s', first ?? { name: '', path: '' })).toEqual(first);
});

it('flushes the whole file and its name to the disk before it resolves', async () => {
  const syncs = await watchSyncs();
  await piece('g', 'kept.csv', 'first,', 0, false);
  const kept = await piece('g', 'kept.csv', 'second', 6);
  const file = path.join(home, 'workspaces/s/work', kept?.path ?? '');
  expect([syncs.has(file), syncs.has(path.dirname(file))]).toEqual([true, true]);
});

it('takes exactly as much as is allowed', async () => {
  const most = MAX_ATTACHMENT_BYTES;
  const all = { sessionId: 'large', name: 'x', upload: 'h', offset: 0, bytes: Buffer.alloc(most), last: true };
  expect((await attachments.take(all))?.bytes).toBe(most);
  await expect(attachments.take({ ...all, bytes: Buffer.alloc(most + 1) })).rejects.toThrow('over 64 MiB');
});

it('what is out of order, too large or led elsewhere is refused', async () => {
  await expect(piece('e', 'x', 'later', 7)).rejects.toMatchObject({ code: 'bad-input' });
  await piece('twice', 'x', 'first', 0, false);
  await piece('twice', 'x', 'second', 5, false);
  await expect(piece('twice', 'x', 'second', 5)).rejects.toThrow('x did not come over whole. Attach it again.');
  await expect(piece('f', 'x', 'y', 64 * 1024 * 1024)).rejects.toThrow('x has over 64 MiB. Attach a smaller file.');
  writeFileSync(path.join(home, 'secret'), '');
  mkdirSync(path.join(home, 'workspaces/s/work/attachments'), { recursive: true });
  symlinkSync(path.join(home, 'secret'), path.join(home, 'workspaces/s/work/attachments/link'));
  symlinkSync(path.join(home, 'secret'), path.join(home, 'workspaces/s/work/inputs/link'));
  for (const given of [
    'work/attachments/link',
    'work/attachments/gone',
    'inputs/link',
    'inputs/../../out',
    'out/x',
    '../../secret',
    'work/attachments/../../../../secret',
  ])
    await expect(attachments.find('s', { name: 'x', path: given })).rejects.toMatchObject({ code: 'file-not-found' });
});

it('what an earlier version attached is found where it lies', async () => {
  writeFileSync(path.join(home, 'workspaces/s/work/attachments/old.csv'), 'old');
  const path_ = 'work/attachments/old.csv';
  expect(await attachments.find('s', { name: 'old.csv', path: path_ })).toMatchObject({ path: path_, bytes: 3 });
});

it('the model reads where the files lie', () => {
  const file = { name: 'a', path: 'work/attachments/a.csv', mime: 'text/csv', bytes: 9, sha256: '' };
  expect(wordsForModel({ text: 'Look', attachments: [file] })).toBe(
    'Look\n\nAttached files, in the workspace:\n- work/attachments/a.csv (text/csv, 9 bytes)',
  );
  expect(wordsForModel({ text: 'Look', attachments: [] })).toBe('Look');
});
