import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { anyText } from '../../shared/test-kit/any-text.ts';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { chooseInterpreters, findPrograms, knownPrograms, posixWord } from './interpreters.ts';

// Real processes on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const script = '/skills/book flight/scripts/x.py';

it.each([
  [{ uv: '/u/uv', python3: '/u/python3' }, 'linux', false, "uv run '/skills/book flight/scripts/x.py'"],
  [{ python3: '/u/python3', python: '/u/python' }, 'darwin', false, "python3 '/skills/book flight/scripts/x.py'"],
  [{ python: '/u/python' }, 'linux', false, "python '/skills/book flight/scripts/x.py'"],
  [{}, 'linux', false, "skilldeck-python '/skills/book flight/scripts/x.py'"],
  [{ uv: '/u/uv' }, 'linux', true, "skilldeck-python '/skills/book flight/scripts/x.py'"],
  [{ py: 'C:\\py.exe', python3: 'C:\\stub.exe' }, 'win32', false, 'py "/skills/book flight/scripts/x.py"'],
] as const)('%j on %s (embedded %s) runs Python by %s', (found, platform, embedded, expected) => {
  expect(chooseInterpreters(found, platform, embedded).runWith(script)).toBe(expected);
});

// Rules: 002.16
it('starts other file types with their own programs, and knows what runs a command', () => {
  const chosen = chooseInterpreters({ uv: '/u/uv', bash: '/bin/bash' }, 'linux', false);
  expect(chosen.runWith('/s/a.mjs')).toBe('node /s/a.mjs');
  expect(chosen.runWith('/s/a.sh')).toBe('bash /s/a.sh');
  expect(chosen.starters('/s/a.py')).toEqual([['uv', 'run'], ['python3'], ['python'], ['skilldeck-python']]);
  expect(chosen.starters('/s/a.exe')).toEqual([]);
  expect(chosen.nameOf(['uv', 'run', 'x'])).toBe('uv');
  expect(chosen.nameOf(['ls'])).toBe('bash');
  expect(chooseInterpreters({}, 'linux', true).nameOf(['python3', 'x'])).toBe('embedded Python');
});

it('ignores a stub that only pretends to be Python, and a relative PATH entry', async () => {
  const dir = tempFolder();
  for (const name of ['python3', 'uv'])
    writeFileSync(path.join(dir, name), '#!/bin/sh\necho please install >&2; exit 1\n');
  writeFileSync(path.join(dir, 'node'), '#!/bin/sh\necho v99\n');
  for (const name of ['python3', 'uv', 'node']) chmodSync(path.join(dir, name), 0o755);
  const found = await findPrograms({ PATH: dir }, 'linux');
  expect(found).toEqual({
    uv: undefined,
    python3: undefined,
    python: undefined,
    py: undefined,
    node: path.join(dir, 'node'),
    bash: undefined,
  });
  const relative = path.relative(process.cwd(), dir);
  expect((await findPrograms({ PATH: relative }, 'linux')).node).toBe(undefined);
});

it('restores a quoted word unchanged', () => {
  const words = fc.sample(anyText(), 300).map((word) => word.replaceAll('\0', ''));
  const printed = execFileSync('/bin/sh', [
    '-c',
    `printf '%s\\0' ${words.map((word) => posixWord(word) || "''").join(' ')}`,
  ]);
  expect(printed.toString('utf8').split('\0')).toEqual([...words, '']);
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** A PATH with a `node` that notes each start, and a `python3` that never answers. */
function machine() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-known-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const starts = path.join(folder, 'starts');
  const put = (name: string, lines: string) => {
    writeFileSync(path.join(folder, name), `#!/bin/sh\necho ${name} >> '${starts}'\n${lines}\n`);
    chmodSync(path.join(folder, name), 0o755);
  };
  put('node', 'exit 0');
  put('python3', 'exit 1');
  const find = async (home: string, now?: () => number) => {
    const known = knownPrograms(home, now);
    const found = await findPrograms({ PATH: folder }, 'linux', known);
    known.save();
    const started = existsSync(starts) ? readFileSync(starts, 'utf8').trim().split('\n').sort() : [];
    rmSync(starts, { force: true });
    return { node: found.node !== undefined, python3: found.python3 !== undefined, started };
  };
  return { folder, put, find };
}

it('starts a program that answered only after it changed or a day has passed, and one that did not each time', async () => {
  const { folder, put, find } = machine();
  const there = { node: true, python3: false };
  expect(await find(folder)).toEqual({ ...there, started: ['node', 'python3'] });
  expect(await find(folder)).toEqual({ ...there, started: ['python3'] });
  put('node', 'echo another; exit 0');
  expect(await find(folder)).toEqual({ ...there, started: ['node', 'python3'] });
  expect(await find(folder, () => Date.now() + DAY_MS)).toEqual({ ...there, started: ['node', 'python3'] });
  put('node', 'echo broken now; exit 1');
  expect(await find(folder)).toEqual({ node: false, python3: false, started: ['node', 'python3'] });
});

it('makes no data folder, and starts over where the file is damaged', async () => {
  const { folder, find } = machine();
  const home = path.join(folder, 'home');
  await find(home);
  expect(existsSync(home)).toBe(false);
  await find(folder);
  writeFileSync(path.join(folder, 'cache', 'programs.json'), '{"/bin/sh": 1');
  expect((await find(folder)).started).toEqual(['node', 'python3']);
});
