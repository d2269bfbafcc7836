/** The Debian package: built twice, installed into a separate root, used by an ordinary user, and removed. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageFile from '../../../../package.json' with { type: 'json' };
import { buildDebianPackage } from '../../../../scripts/lib/debian-package.mjs';
import { onPath } from '../../../../scripts/lib/paths.mjs';
import { bookAtTerminal } from './test-kit/book-at-terminal.ts';
import { start } from './test-kit/skilldeck.ts';

const exec = promisify(execFile);
/** User ID of the account without rights. */
const SOMEONE = 65_534;
const MIB = 1024 * 1024;
const canBuild = process.platform === 'linux' && onPath(['dpkg-deb']) !== undefined;
const canInstall = canBuild && process.getuid?.() === 0 && onPath(['setpriv']) !== undefined;

describe.skipIf(!canBuild)('the Debian package (needs dpkg-deb)', () => {
  let folder: string;
  let file: string;
  const root = () => path.join(folder, 'root');
  const user = () => path.join(folder, 'user');
  const dpkg = (...args: string[]) =>
    exec('dpkg', [
      `--instdir=${root()}`,
      `--admindir=${root()}/var/lib/dpkg`,
      // The root holds nothing else: no shell for its scripts, and no libc6.
      '--force-script-chrootless',
      '--force-depends',
      '--log=/dev/null',
      ...args,
    ]);
  const asSomeone = () => [
    'setpriv',
    `--reuid=${SOMEONE}`,
    `--regid=${SOMEONE}`,
    '--clear-groups',
    path.join(root(), 'usr', 'bin', 'skilldeck'),
  ];
  const env = () => ({ PATH: '/usr/local/bin:/usr/bin:/bin', HOME: user(), LC_ALL: 'en_GB.UTF-8' });
  const filesIn = (place: string) =>
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map((entry) => path.relative(place, path.join(entry.parentPath, entry.name)))
      .filter((name) => !name.startsWith('var/lib/dpkg/'));

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-debian-'));
    chmodSync(folder, 0o755);
    mkdirSync(user());
    chownSync(user(), canInstall ? SOMEONE : (process.getuid?.() ?? 0), -1);
    for (const name of ['info', 'updates']) mkdirSync(path.join(root(), 'var/lib/dpkg', name), { recursive: true });
    writeFileSync(path.join(root(), 'var/lib/dpkg/status'), '');
    file = await buildDebianPackage(path.join(folder, 'one'), { fast: true });
  }, 240_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('says what it is and needs', async () => {
    const { stdout } = await exec('dpkg-deb', ['--field', file]);
    expect(stdout).toContain(`Package: skilldeck\nVersion: ${packageFile.version}\n`);
    expect(stdout).toContain('Recommends: bubblewrap, python3, ripgrep\n');
    expect(readFileSync(file).length).toBeLessThan(80 * MIB);
  });

  it('is the same, byte for byte, built again under another mask', { timeout: 240_000 }, async () => {
    const before = process.umask(0o077);
    try {
      const again = await buildDebianPackage(path.join(folder, 'two'), { fast: true });
      const hash = (name: string) => createHash('sha256').update(readFileSync(name)).digest('hex');
      expect(hash(again)).toBe(hash(file));
    } finally {
      process.umask(before);
    }
  });

  describe.skipIf(!canInstall)('installed (needs root)', () => {
    beforeAll(async () => void (await dpkg('--install', file)), 120_000);

    it('brings its own Node, a manual page in two languages and completion for three shells', () => {
      const files = filesIn(root());
      for (const name of [
        'usr/bin/skilldeck',
        'usr/lib/skilldeck/bin/node',
        'usr/share/man/man1/skilldeck.1.gz',
        'usr/share/man/zh_CN/man1/skilldeck.1.gz',
        'usr/share/bash-completion/completions/skilldeck',
        'usr/share/zsh/vendor-completions/_skilldeck',
        'usr/share/fish/vendor_completions.d/skilldeck.fish',
        'usr/share/doc/skilldeck/copyright',
      ])
        expect(files).toContain(name);
      expect(files.filter((name) => /\.(map|tsx?|snapshot|pyc|db)$|\.compiled|deps\/sqlite3/.test(name))).toEqual([]);
    });

    it('books a flight as an ordinary user, with the Node inside', { timeout: 240_000 }, async () => {
      const home = path.join(user(), 'data');
      const session = await bookAtTerminal(asSomeone(), home, { cwd: user(), env: env() });
      const [program = '', ...args] = asSomeone();
      const run = (...more: string[]) =>
        start([...args, ...more, '--home', home], { program, cwd: user(), env: env(), bare: true }).ended;
      expect(await run('sessions', 'verify', session)).toMatchObject({ status: 0 });
      const { checks } = JSON.parse((await run('doctor', '--json')).out) as {
        checks: { id: string; found: string }[];
      };
      expect(checks.find(({ id }) => id === 'node')?.found).toBe(`Node ${process.versions.node}`);
    });

    it('is removed without a trace, also after it ran as root', { timeout: 120_000 }, async () => {
      const compiled = path.join(root(), 'usr/lib/skilldeck/out/main/.compiled');
      mkdirSync(compiled, { recursive: true });
      writeFileSync(path.join(compiled, 'x'), '');
      await dpkg('--remove', 'skilldeck');
      expect(filesIn(root())).toEqual([]);
    });
  });
});
