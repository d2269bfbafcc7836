import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { wordsForModel } from '../../shared/attachments.ts';
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
  expect(first).toMatchObject({ path: 'work/attachments/行程 表.csv', mime: 'text/csv', bytes: 9 });
  expect(readFileSync(path.join(home, 'workspaces/s', first?.path ?? ''), 'utf8')).toBe('day,city\n');
  expect((await piece('b', '行程 表.csv', 'other'))?.path).toBe('work/attachments/行程 表 2.csv');
  expect((await piece('c', '...', ''))?.path).toBe('work/attachments/file');
  expect((await piece('d', 'a\n\u202eb<>.txt', ''))?.path).toBe('work/attachments/ab.txt');
  expect(await attachments.find('s', first ?? { name: '', path: '' })).toEqual(first);
});

it('what is out of order, too large or led elsewhere is refused', async () => {
  await expect(piece('e', 'x', 'later', 7)).rejects.toMatchObject({ code: 'bad-input' });
  await expect(piece('f', 'x', 'y', 64 * 1024 * 1024)).rejects.toThrow('x has over 64 MiB. Attach a smaller file.');
  writeFileSync(path.join(home, 'secret'), '');
  mkdirSync(path.join(home, 'workspaces/s/work/attachments'), { recursive: true });
  symlinkSync(path.join(home, 'secret'), path.join(home, 'workspaces/s/work/attachments/link'));
  for (const given of [
    'work/attachments/link',
    'work/attachments/gone',
    '../../secret',
    'work/attachments/../../../../secret',
  ])
    await expect(attachments.find('s', { name: 'x', path: given })).rejects.toMatchObject({ code: 'file-not-found' });
});

it('the model reads where the files lie', () => {
  const file = { name: 'a', path: 'work/attachments/a.csv', mime: 'text/csv', bytes: 9, sha256: '' };
  expect(wordsForModel({ text: 'Look', attachments: [file] })).toBe(
    'Look\n\nAttached files, in the workspace:\n- work/attachments/a.csv (text/csv, 9 bytes)',
  );
  expect(wordsForModel({ text: 'Look', attachments: [] })).toBe('Look');
});
