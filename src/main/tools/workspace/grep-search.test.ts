import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { findOnPath } from '../../runner/interpreters.ts';
import { grepSearch } from './grep-search.ts';

vi.setConfig({ testTimeout: 60_000 });

const root = tempFolder();

const FILES: Readonly<Record<string, string | Buffer>> = {
  'b.md': 'Tokyo 东京\nOsaka\n\n',
  'a.txt': 'x\r\ntokyo\r\n',
  'B.md': 'Tokyo - no line break at the end',
  'sub/c.md': 'Tokyo\n\nTokyo again\n',
  'sub-2/c.md': 'Tokyo\n',
  '.hidden/d.md': 'Tokyo\n',
  '.git/e.md': 'Tokyo\n',
  '.gitignore': 'sub\n',
  binary: 'Tokyo\0\n',
  'latin1.txt': Buffer.from('Tokyo caf\xe9\n', 'latin1'),
  large: `Tokyo\n${'x'.repeat(8 * 1024 * 1024)}`,
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}
symlinkSync('/etc', path.join(root, 'etc'));
symlinkSync('b.md', path.join(root, 'link.md'));

const search = async (
  pattern: string,
  more: { glob?: string; limit?: number; ripgrep?: string; file?: string } = {},
) => {
  const { file = '', glob, limit = 100, ripgrep } = more;
  const found = await grepSearch({
    pattern,
    root: path.join(root, file),
    glob,
    limit,
    ripgrep,
    signal: new AbortController().signal,
  });
  return found.map((match) => `${path.relative(root, match.file)}:${match.line}:${match.text}`);
};

const CASES: readonly (readonly [pattern: string, more: { glob?: string; limit?: number; file?: string }])[] = [
  ['Tokyo', {}],
  ['(?i)^tokyo$', {}],
  ['^$', {}],
  ['东.', {}],
  ['a\\-b|no line', {}],
  ['Tokyo', { glob: '*.md' }],
  ['Tokyo', { glob: 'sub/**' }],
  ['Tokyo', { limit: 3 }],
  ['Osaka', { file: 'b.md' }],
  ['Tokyo(?= again)', {}],
  ['nowhere', {}],
];

it('finds the same lines in the same order every time', async () => {
  expect(await search('Tokyo')).toEqual([
    '.hidden/d.md:1:Tokyo',
    'B.md:1:Tokyo - no line break at the end',
    'b.md:1:Tokyo 东京',
    'latin1.txt:1:Tokyo caf\ufffd',
    'sub/c.md:1:Tokyo',
    'sub/c.md:3:Tokyo again',
    'sub-2/c.md:1:Tokyo',
  ]);
  expect(await search('^$', { glob: '*.md' })).toEqual(['b.md:3:', 'sub/c.md:2:']);
});

const rg = findOnPath('rg', process.env, process.platform);
it.runIf(rg !== undefined).each(CASES)('ripgrep finds what our own search finds: %s %j', async (pattern, more) => {
  expect(await search(pattern, { ...more, ripgrep: rg ?? '' })).toEqual(await search(pattern, more));
});

it('ignores a ripgrep that fails', async () => {
  const broken = path.join(root, 'rg');
  writeFileSync(broken, '#!/bin/sh\nexit 2\n');
  chmodSync(broken, 0o755);
  expect(await search('Osaka', { ripgrep: broken })).toEqual(['b.md:2:Osaka']);
  expect(await search('Osaka', { ripgrep: path.join(root, 'none') })).toEqual(['b.md:2:Osaka']);
  writeFileSync(broken, '#!/bin/sh\nprintf \'{"type":"match","data":{"pa\'\nkill -9 $$\n');
  expect(await search('Osaka', { ripgrep: broken })).toEqual(['b.md:2:Osaka']);
});
