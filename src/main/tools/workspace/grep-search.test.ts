import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { walkFiles } from '../../runner/workspace/copy-workspace.ts';
import { compilePattern, matchLines } from './grep-matcher.ts';
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

type More = { readonly glob?: string; readonly limit?: number; readonly file?: string };

const { signal } = new AbortController();

const search = async (pattern: string, { glob, limit = 100, file = '' }: More = {}) => {
  const { found } = await grepSearch({ pattern, root: path.join(root, file), glob, limit, signal });
  return found.map((match) => `${path.relative(root, match.file)}:${match.line}:${match.text}`);
};

const ALL = [
  '.hidden/d.md:1:Tokyo',
  'B.md:1:Tokyo - no line break at the end',
  'b.md:1:Tokyo 东京',
  'latin1.txt:1:Tokyo caf\ufffd',
  'sub-2/c.md:1:Tokyo',
  'sub/c.md:1:Tokyo',
  'sub/c.md:3:Tokyo again',
];

it.each<[pattern: string, more: More, found: readonly string[]]>([
  ['Tokyo', {}, ALL],
  ['^$', { glob: '*.md' }, ['b.md:3:', 'sub/c.md:2:']],
  ['Tokyo', { glob: '!*.md' }, ['latin1.txt:1:Tokyo caf\ufffd']],
  ['Tokyo', { glob: 'sub/**', limit: 1 }, ['sub/c.md:1:Tokyo']],
  ['Tokyo|Osaka', { limit: 4 }, ['.hidden/d.md:1:Tokyo', ALL[1] ?? '', 'b.md:1:Tokyo 东京', 'b.md:2:Osaka']],
  ['Tokyo', { file: 'large' }, ['large:1:Tokyo']],
])('finds lines in order: %s %j', async (pattern, more, found) => {
  expect(await search(pattern, more)).toEqual(found);
});

it.each([
  ['(?i)^tokyo$', 'x\r\ntokyo\r\nTokyo again\nTokyo', ['2:tokyo', '4:Tokyo']],
  ['东.', 'Tokyo 东京\nOsaka', ['1:Tokyo 东京']],
  ['a\\-b|no line', 'Tokyo - no line break at the end', ['1:Tokyo - no line break at the end']],
  ['Tokyo(?= again)', 'Tokyo\n\nTokyo again\n', ['3:Tokyo again']],
  ['nowhere', 'Tokyo\n', []],
])('matches lines: %s', (pattern, text, found) => {
  const lines = matchLines(Buffer.from(text), compilePattern(pattern), 100);
  expect(lines.map((match) => `${match.line}:${match.text}`)).toEqual(found);
});

it('tells what it did not look at: files too large, folders too deep, and what is hidden not at all', async () => {
  const one = { pattern: 'Tokyo', root, limit: 100, signal };
  const large = path.join(root, 'large');
  expect(await grepSearch(one)).toMatchObject({ complete: true, tooLarge: [large] });
  const top = tempFolder();
  mkdirSync(path.join(top, ...Array.from({ length: 102 }, () => 'd')), { recursive: true });
  expect(await grepSearch({ ...one, root: top })).toMatchObject({ found: [], complete: false, tooLarge: [] });
  const hides = (real: string) => path.basename(real) === 'sub';
  const { found } = await grepSearch({ ...one, hides });
  expect(found.filter(({ file }) => file.includes('sub/'))).toEqual([]);
});

it('stops walking on its signal', async () => {
  expect(await walkFiles(root, { signal: AbortSignal.abort() })).toEqual({ names: [], complete: false });
  await expect(grepSearch({ pattern: 'x', root, limit: 1, signal: AbortSignal.abort() })).rejects.toThrow('stopped');
});
