import { chmodSync, existsSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { removeTree } from './remove-tree.ts';

const home = tempFolder();
const at = (...names: string[]): string => path.join(home, ...names);

it('removes sealed folders, and leaves the target of a link in them', async () => {
  mkdirSync(at('kept'));
  writeFileSync(at('kept', 'mine.txt'), 'mine');
  mkdirSync(at('tree', 'sealed', 'inner'), { recursive: true });
  symlinkSync(at('kept'), at('tree', 'sealed', 'inner', 'link'));
  symlinkSync(at('kept', 'mine.txt'), at('tree', 'link.txt'));
  chmodSync(at('tree', 'sealed', 'inner'), 0);
  chmodSync(at('tree', 'sealed'), 0o500);
  await removeTree(at('tree'));
  expect([existsSync(at('tree')), existsSync(at('kept', 'mine.txt'))]).toEqual([false, true]);
  // A link in its own place goes, and not what it leads to.
  symlinkSync(at('kept'), at('tree'));
  await removeTree(at('tree'));
  expect([existsSync(at('tree')), existsSync(at('kept', 'mine.txt'))]).toEqual([false, true]);
});

it('removes a tree deeper than a path can reach', async () => {
  const part = 'd'.repeat(200);
  mkdirSync(at('bottom'));
  writeFileSync(at('bottom', 'f'), '');
  // From the bottom: each is moved into a new one around it.
  for (let depth = 0; depth < 40; depth += 1) {
    mkdirSync(at('around'));
    renameSync(at('bottom'), at('around', part));
    renameSync(at('around'), at('bottom'));
  }
  await removeTree(at('bottom'));
  expect(existsSync(at('bottom'))).toBe(false);
});
