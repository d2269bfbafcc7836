/** The npm package from outside: packed, installed from the tarball into an empty folder, used as by a person. */
import { execFile } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
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
import { oldestNode } from '../../../../scripts/lib/oldest-node.mjs';
import { bookAtTerminal } from './test-kit/book-at-terminal.ts';
import { type LocalRegistry, startRegistry } from './test-kit/local-registry.ts';
import { type Ended, start } from './test-kit/skilldeck.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..', '..');
/** The tokens are 0.7 MB of it. */
const MAX_PACKED = 4_000_000;
const MAX_PACKAGES = 15;
/** Bytes over the wire until the first paint: the page, its parts and one language. */
const MAX_FIRST_PAINT = 320 * 1024;
const WINDOWS = process.platform === 'win32';
const exec = promisify(execFile);
const oldest = oldestNode();
const NODES = [
  { name: `Node ${process.versions.node}`, node: process.execPath, here: true },
  { name: `Node ${oldest.version}`, node: oldest.file, here: existsSync(oldest.file) },
];

interface Packed {
  readonly filename: string;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

let folder: string;
let registry: LocalRegistry;
let packed: Packed;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-npm-'));
  const scratch = path.join(folder, 'registry');
  mkdirSync(scratch);
  registry = await startRegistry(path.join(ROOT, 'node_modules'), scratch);
  const { stdout } = await exec('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: ROOT,
    shell: WINDOWS,
  });
  [packed] = Object.values(JSON.parse(stdout) as object) as [Packed];
}, 120_000);
afterAll(async () => {
  await registry.close();
  rmSync(folder, { recursive: true, force: true });
});

it('holds the build, the skills and the notices, and nothing of the sources, under 4 MB', () => {
  expect(packed.size).toBeLessThan(MAX_PACKED);
  const files = packed.files.map((file) => file.path);
  for (const name of ['bin/skilldeck.cjs', 'out/main/cli.js', 'out/renderer/index.html', 'LICENSE', 'README.md'])
    expect(files).toContain(name);
  expect(files).toContain('out/THIRD-PARTY-NOTICES.md');
  expect(files).toContain('skills/book-flight/SKILL.md');
  expect(files).toContain('schemas/skill.schema.json');
  const wrong =
    /\.(map|tsx?|snapshot|pyc|db)$|\.compiled|(^|\/)node_modules\/|^(src|scripts|e2e|bench|docs|skills\/[^/]+\/tests)\//;
  expect(files.filter((name) => wrong.test(name))).toEqual([]);
  // Everything else is in the bundle.
  expect(Object.keys(packageFile.dependencies)).toEqual(['better-sqlite3', 'node-pty', 'pyodide']);
});

it('has a licence notice for each package in the bundle', () => {
  const notices = readFileSync(path.join(ROOT, 'out', 'THIRD-PARTY-NOTICES.md'), 'utf8');
  for (const name of ['react', 'zod', 'commander', 'streamdown'])
    expect(notices).toMatch(new RegExp(`^## ${name} \\d`, 'm'));
  expect(notices).toMatch(/Permission is hereby granted, free of charge/);
});

it.runIf(!WINDOWS && existsSync('/usr/bin/node'))('is told in one line where Node is too old', async () => {
  const file = path.join(ROOT, 'bin', 'skilldeck.cjs');
  const { stdout: version } = await exec('/usr/bin/node', ['--version']);
  const old = version.localeCompare('v22.14', 'en', { numeric: true }) < 0;
  const { status, out, err } = await start([file, '--version'], { program: '/usr/bin/node' }).ended;
  expect({ status, out, err }).toEqual(
    old
      ? { status: 1, out: '', err: expect.stringMatching(/^Skilldeck needs Node.js 22\.14 or newer; this is .*\n$/) }
      : { status: 0, out: `${packageFile.version}\n`, err: '' },
  );
});

describe.each(NODES)('installed on $name', ({ node, here }) => {
  const test = it.skipIf(!here);
  let place: string;
  let env: Record<string, string>;
  const app = () => path.join(place, 'app');
  const program = () => path.join(app(), 'node_modules', '.bin', WINDOWS ? 'skilldeck.cmd' : 'skilldeck');
  const home = () => path.join(place, 'data');
  const skilldeck = (...args: string[]): Promise<Ended> =>
    start([...args, '--home', home()], { program: program(), cwd: place, env, bare: true }).ended;

  beforeAll(async () => {
    if (!here) return;
    place = mkdtempSync(path.join(folder, 'place-'));
    for (const name of ['app', 'bin', 'home']) mkdirSync(path.join(place, name));
    const ownNode = path.join(place, 'bin', path.basename(node));
    try {
      linkSync(node, ownNode);
    } catch {
      copyFileSync(node, ownNode);
    }
    // Nothing of this process's environment: no other Node first, no settings of the npm that runs the tests.
    const system = WINDOWS ? [process.env.PATH ?? ''] : ['/usr/local/bin', '/usr/bin', '/bin'];
    env = {
      PATH: [path.join(place, 'bin'), ...system].join(path.delimiter),
      HOME: path.join(place, 'home'),
      USERPROFILE: path.join(place, 'home'),
      LC_ALL: 'en_GB.UTF-8',
      npm_config_registry: registry.url,
      npm_config_cache: path.join(folder, 'cache'),
    };
    writeFileSync(path.join(app(), 'package.json'), '{}');
    const args = ['install', path.join(folder, packed.filename), '--no-audit', '--no-fund'];
    await exec('npm', args, { cwd: app(), env, shell: WINDOWS });
  }, 240_000);

  test('is fewer than 15 packages', () => {
    const lock = JSON.parse(readFileSync(path.join(app(), 'node_modules', '.package-lock.json'), 'utf8')) as {
      packages: object;
    };
    const names = Object.keys(lock.packages);
    expect(names).toContain('node_modules/skilldeck');
    expect(names.length).toBeLessThan(MAX_PACKAGES);
  });

  test('knows nothing of the folder that it was built in', () => {
    const built = path.join(app(), 'node_modules', 'skilldeck');
    const files = readdirSync(built, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
    const telling = files.filter((file) => readFileSync(path.join(file.parentPath, file.name)).includes(ROOT));
    expect(telling.map(({ name }) => name)).toEqual([]);
  });

  test('lists its skills and lints a folder', { timeout: 120_000 }, async () => {
    expect(await skilldeck('--version')).toMatchObject({ status: 0, out: `${packageFile.version}\n`, err: '' });
    const listed = JSON.parse((await skilldeck('skills', 'list', '--json')).out) as {
      skills: { id: string; source: string }[];
    };
    expect(listed.skills.filter(({ source }) => source === 'bundled').map(({ id }) => id)).toContain('book-flight');
    const bad = path.join(place, 'skills', 'bad');
    mkdirSync(bad, { recursive: true });
    writeFileSync(path.join(bad, 'SKILL.md'), '---\nname: other\ndescription: x\n---\n');
    const lint = await skilldeck('skills', 'lint', path.dirname(bad), '--json');
    expect(lint.status).toBe(1);
    expect(JSON.parse(lint.out)).toMatchObject({
      checked: 1,
      findings: [{ severity: 'error', rule: 'name-not-folder' }, {}, {}],
    });
  });

  test('examines the machine with the Node that runs it', { timeout: 120_000 }, async () => {
    const { status, out } = await skilldeck('doctor', '--json');
    expect(status).toBe(0);
    const { checks } = JSON.parse(out) as { checks: { id: string; ok: boolean; found: string }[] };
    const { stdout } = await exec(path.join(place, 'bin', path.basename(node)), ['--version']);
    expect(checks.find(({ id }) => id === 'node')).toEqual({
      id: 'node',
      ok: true,
      found: `Node ${stdout.trim().slice(1)}`,
    });
    // There is no desktop app in this package that one could miss.
    expect(checks.map(({ id }) => id)).not.toContain('electron');
    expect(checks.filter(({ id, ok }) => !ok && /sandbox|Python|data folder/.test(id))).toEqual([]);
  });

  // Once: on the oldest Node where there is one.
  const books = here && !WINDOWS && node === NODES.findLast((one) => one.here)?.node;
  it.skipIf(!books)('books a flight with the demo model at a terminal', { timeout: 240_000 }, async () => {
    const session = await bookAtTerminal([program()], home(), { cwd: place, env });
    expect((await skilldeck('sessions', 'verify', session, '--json')).status).toBe(0);
  });

  test('opens in the browser: the page and all its parts are there', { timeout: 120_000 }, async () => {
    const running = start(['--no-open', '--home', home()], { program: program(), cwd: place, env, bare: true });
    await running.says('token=');
    const [url = ''] = /http:\S+/.exec(running.text()) ?? [];
    const visit = await fetch(url, { redirect: 'manual' });
    const cookie = visit.headers.get('set-cookie')?.split(';')[0] ?? '';
    const get = (name: string) => fetch(new URL(name, url), { headers: { cookie, 'accept-encoding': 'br' } });
    const html = await (await get('/')).text();
    const parts = [...html.matchAll(/(?:src|href)="(\.\/assets\/[^"]+)"/g)].map(([, name = '']) => name);
    // The styles, and the scripts of the first paint with its words in both languages.
    const kinds = parts.map((name) => path.extname(name));
    expect(new Set(kinds)).toEqual(new Set(['.css', '.js']));
    const answers = await Promise.all(parts.map(get));
    expect(answers.map(({ status }) => status)).toEqual(parts.map(() => 200));
    // An answer that fits into one packet is sent uncompressed.
    const large = answers.filter(({ headers }) => Number(headers.get('content-length')) >= 1024);
    expect(large.length).toBeGreaterThanOrEqual(2);
    expect(large.map(({ headers }) => headers.get('content-encoding'))).toEqual(large.map(() => 'br'));
    const first = answers.map(({ headers }) => Number(headers.get('content-length')));
    expect(first.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(MAX_FIRST_PAINT);
    running.child.kill('SIGINT');
    expect((await running.ended).status).toBe(0);
  });
});
