import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { collectOutputs, type OutputSpec } from './collect-outputs.ts';
import { createArtifactStore } from './workspace/artifacts.ts';
import { ensureWorkspace } from './workspace/workspace.ts';

const home = tempFolder();
const artifacts = createArtifactStore(home);

async function collect(
  session: string,
  files: Readonly<Record<string, string>>,
  spec: Partial<OutputSpec> = {},
  failed = false,
) {
  const { root, work, out } = await ensureWorkspace(home, session);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(out, name), text);
  const folders = { workspace: root, skills: root, work, out, run: work };
  return collectOutputs(
    { globs: ['out/**'], inline: true, save: false, prefix: '', ...spec },
    { folders, artifacts, known: [], failed },
  );
}

it('returns an empty file of a command that succeeded, and skips that of one that failed', async () => {
  expect((await collect('good', { 'a.txt': '' })).files).toEqual([
    { name: 'out/a.txt', mime: 'text/plain', bytes: 0, content: '' },
  ]);
  const { files, notes } = await collect('bad', { 'a.txt': '' }, {}, true);
  expect([files, notes]).toEqual([[], ['out/a.txt is empty and was left out, as the command failed.']]);
});

it('accepts files up to the limits on count and size, and not one more', async () => {
  const three = { '1.txt': 'aaa', '2.txt': 'bbb', '3.txt': 'ccc' };
  const names = async (session: string, spec: Partial<OutputSpec>) => {
    const { files, saved, truncated } = await collect(session, three, { save: true, ...spec });
    return [files.length, saved.length, truncated];
  };
  expect(await names('a', { maxFiles: 3 })).toEqual([3, 3, false]);
  expect(await names('b', { maxFiles: 2 })).toEqual([2, 2, true]);
  expect(await names('c', { maxTotalBytes: 9 })).toEqual([3, 3, false]);
  expect(await names('d', { maxTotalBytes: 8 })).toEqual([2, 2, true]);
  expect(await names('e', { maxFileBytes: 3 })).toEqual([3, 3, false]);
  // Named and cut, but not saved.
  expect(await names('f', { maxFileBytes: 2 })).toEqual([3, 0, true]);
});

it('shows 16 KiB of one file and 64 KiB of all', async () => {
  const one = await collect('one', { 'a.txt': 'x'.repeat(16 * 1024), 'b.txt': 'x'.repeat(16 * 1024 + 1) });
  expect(one.files.map(({ content, cut }) => [content?.length, cut])).toEqual([
    [16_384, undefined],
    [16_384, true],
  ]);
  const five = Object.fromEntries([1, 2, 3, 4, 5].map((name) => [`${name}.txt`, 'x'.repeat(16 * 1024)]));
  const all = await collect('all', five);
  expect(all.files.map(({ content }) => content?.length)).toEqual([16_384, 16_384, 16_384, 16_384, undefined]);
  expect(all.truncated).toBe(true);
});
