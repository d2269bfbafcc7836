/** `npm run release -- --dry-run`: everything of a release that can be done on one machine. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import packageFile from '../../../../package.json' with { type: 'json' };

const exec = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..', '..', '..', '..');

it('packs, lists what is in it, adds checksums and notes, and leaves the checkout as it was', async () => {
  const status = async () => (await exec('git', ['diff', 'HEAD'], { cwd: ROOT })).stdout;
  const before = await status();
  const args = [path.join(ROOT, 'scripts', 'release.mjs'), '--dry-run', '99.0.0'];
  const { stderr } = await exec(process.execPath, args, { cwd: ROOT });
  expect(stderr).toContain(`✓ 99.0.0 comes after ${packageFile.version}`);
  expect(await status()).toBe(before);

  const folder = path.join(ROOT, 'dist', 'release');
  const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  const names = readdirSync(folder);
  expect(names).toEqual(
    expect.arrayContaining([`skilldeck-${packageFile.version}.tgz`, 'skilldeck.cdx.json', 'NOTES.md']),
  );
  const sums = new Map(
    text('SHA256SUMS')
      .trim()
      .split('\n')
      .map((line) => [line.slice(66), line.slice(0, 64)]),
  );
  for (const name of names.filter((one) => one !== 'SHA256SUMS' && one !== 'NOTES.md')) {
    expect(sums.get(name)).toBe(
      createHash('sha256')
        .update(readFileSync(path.join(folder, name)))
        .digest('hex'),
    );
  }
  const bill = JSON.parse(text('skilldeck.cdx.json')) as { components: { group?: string; name: string }[] };
  const listed = bill.components.map(({ group, name }) => (group === undefined ? name : `${group}/${name}`));
  expect(listed).toEqual(expect.arrayContaining(['better-sqlite3', 'pyodide', 'react', 'zod']));
  // Tools of developers are in no package.
  expect(listed).not.toContain('vitest');
  expect(readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8')).toContain(text('NOTES.md').trim());
}, 240_000);
