/** The desktop app as electron-builder packs it, over an Electron that is only a file with the fuses; its main process runs here. */
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import { load } from 'js-yaml';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { storedBookings } from '../../../../e2e/kit/bookings.ts';
import packageFile from '../../../../package.json' with { type: 'json' };
import type { Contract } from '../../../shared/contract.ts';
import { parseEvent } from '../../../shared/events.ts';
import type { StandIn } from './test-kit/electron-stand-in.ts';
import { loadDesktop } from './test-kit/load-desktop.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const run = promisify(execFile);

/** Before the fuses, in every Electron binary (`@electron/fuses`, constants.ts); then version, count, and one character each. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Fuses of Electron 45 as shipped. */
const SHIPPED = '101100010';

let folder: string;
let app: string;

const pack = (output: string, ...args: string[]) =>
  run(
    process.execPath,
    [
      path.join(ROOT, 'node_modules/electron-builder/cli.js'),
      '--config',
      'packaging/desktop/builder.config.mjs',
      '--publish',
      'never',
      '--linux',
      'dir',
      ...args,
      `-c.electronDist=${path.join(folder, 'electron')}`,
      `-c.directories.output=${path.join(folder, output)}`,
    ],
    { cwd: ROOT, env: { ...process.env, SKILLDECK_UPDATES_URL: 'https://updates.example/skilldeck' } },
  );

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-packaged-'));
  const electron = path.join(folder, 'electron');
  mkdirSync(path.join(electron, 'resources'), { recursive: true });
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'node_modules/electron/package.json'), 'utf8'));
  writeFileSync(path.join(electron, 'version'), version);
  writeFileSync(path.join(electron, 'LICENSE'), '');
  writeFileSync(path.join(electron, 'resources', 'default_app.asar'), '');
  const binary = Buffer.concat([
    Buffer.from('#!/bin/sh\nexit 0\n'),
    Buffer.from(SENTINEL),
    Buffer.from([1, SHIPPED.length]),
    Buffer.from(SHIPPED),
  ]);
  writeFileSync(path.join(electron, 'electron'), binary, { mode: 0o755 });
  await pack('dist');
  const [unpacked = ''] = readdirSync(path.join(folder, 'dist')).filter((name) => name.endsWith('-unpacked'));
  app = path.join(folder, 'dist', unpacked, 'resources', 'app');
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const files = () =>
  readdirSync(app, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(app, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));

it('holds everything that the main process asks for, as files', async () => {
  const there = [
    'package.json',
    'out/main/index.js',
    'out/preload/index.cjs',
    'out/renderer/index.html',
    'out/THIRD-PARTY-NOTICES.md',
    'packaging/desktop/icons/256x256.png',
    ...['backup', 'grep', 'import', 'pattern', 'review', 'token'].map((name) => `out/main/${name}-worker.js`),
    'out/main/embedded-python.js',
    'out/main/desktop-updates.js',
    'out/main/tokens.br',
    'node_modules/pyodide/pyodide.mjs',
    'node_modules/pyodide/pyodide.asm.wasm',
    'node_modules/pyodide/python_stdlib.zip',
    'skills/book-flight/SKILL.md',
  ];
  expect(there.filter((file) => !existsSync(path.join(app, file)))).toEqual([]);
  expect(files().filter((file) => file.endsWith('.asar'))).toEqual([]);
  // Each program's imports, at any depth, and each package that is not bundled.
  const missing = new Set<string>();
  const seen = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!existsSync(file)) {
      missing.add(path.relative(app, file));
      return;
    }
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from|import)\s*\(?\s*["'](\.\/[\w.-]+\.js)["']/g,
    ))
      follow(path.join(path.dirname(file), name));
  };
  for (const file of there.filter((name) => /^out\/main\/[\w-]+\.js$/.test(name))) follow(path.join(app, file));
  expect([...missing]).toEqual([]);
  expect(seen.size).toBeGreaterThan(20);
  const packages = Object.keys(packageFile.dependencies);
  expect(packages.filter((name) => !existsSync(path.join(app, 'node_modules', name, 'package.json')))).toEqual([]);
  const native = files().filter((file) => file.endsWith('.node'));
  const here = `${process.platform}-${process.arch}`;
  expect(native.sort()).toEqual([
    `node_modules/@lydell/node-pty-${here}/pty.node`,
    `node_modules/better-sqlite3/prebuilds/${here}.node`,
  ]);
});

it('is not made for an architecture without a terminal', { timeout: 120_000 }, async () => {
  await expect(pack('other', '--armv7l')).rejects.toMatchObject({
    stdout: expect.stringContaining('has no @lydell/node-pty-linux-armv7l'),
  });
});

it('holds no test, no source, no map and no cache, and little else', () => {
  const source = /\.test\.|(^|\/)(tests?|test-kit|src|e2e|bench|scripts\/lib|__pycache__|\.compiled)\/|\.(map|tsx?)$/;
  expect(files().filter((file) => source.test(file))).toEqual([]);
  const bytes = files().reduce((sum, file) => sum + statSync(path.join(app, file)).size, 0);
  expect(bytes).toBeLessThan(80 * 1024 * 1024);
});

it('is started by another name than the command line, whose package has /usr/bin/skilldeck', () => {
  const programs = readdirSync(path.join(app, '../..')).filter((name) => name.startsWith('skilldeck'));
  expect(programs).toEqual(['skilldeck-desktop']);
  // Electron names its windows after it, and the menu entry is found by that name; portals and GNOME take reverse DNS only.
  const { desktopName } = JSON.parse(readFileSync(path.join(app, 'package.json'), 'utf8')) as { desktopName: string };
  expect(desktopName).toMatch(/^[a-z]+(\.[A-Za-z][A-Za-z\d]*){2,}\.desktop$/);
});

it('knows where newer versions are, as electron-updater reads it', () => {
  expect(load(readFileSync(path.join(app, '../app-update.yml'), 'utf8'))).toMatchObject({
    provider: 'generic',
    url: 'https://updates.example/skilldeck',
    updaterCacheDirName: 'skilldeck-updater',
  });
});

it('has the fuses of docs/decisions/0007', () => {
  const binary = readFileSync(path.join(app, '../../skilldeck-desktop'));
  const at = binary.indexOf(SENTINEL) + SENTINEL.length;
  expect([binary[at], binary[at + 1]]).toEqual([1, SHIPPED.length]);
  const [asNode, cookies, nodeOptions, inspect, integrity, onlyAsar, snapshot, fileRights] = binary
    .subarray(at + 2, at + 2 + SHIPPED.length)
    .toString();
  expect({ asNode, cookies, nodeOptions, inspect, integrity, onlyAsar, snapshot, fileRights }).toEqual({
    asNode: '1',
    cookies: '1',
    nodeOptions: '0',
    inspect: '0',
    integrity: '0',
    onlyAsar: '0',
    snapshot: '0',
    fileRights: '0',
  });
});

async function say(client: ContractRouterClient<Contract>, sessionId: string, text: string): Promise<void> {
  const events = await client.sessions.events({ sessionId });
  const afterSeq = events.map((raw) => parseEvent(raw)).at(-1)?.seq ?? 0;
  await client.chat.send({ sessionId, text });
  for await (const item of await client.sessions.stream({ sessionId, afterSeq })) {
    if (item.kind === 'delta') continue;
    for (const event of item.events.map((raw) => parseEvent(raw))) {
      if (event.type === 'approval-requested')
        await client.chat.approve({ sessionId, callId: event.callId, decision: 'once' });
      if (event.type === 'run-finished') return;
    }
  }
}

it('books a flight', { timeout: 120_000 }, async () => {
  const home = path.join(folder, 'home');
  const electron: StandIn = await loadDesktop(['--home', home], 'packaged', app);
  electron.becomeReady();
  await vi.waitFor(() => expect(electron.windows[0]?.control.shown).toBe(true), 15_000);
  const { port1, port2 } = new MessageChannel();
  const sender = electron.windows[0]?.control.contents;
  const ports = [electron.portMain(port2)];
  electron.ipcMain.emit('skilldeck:core-port', { sender, senderFrame: sender?.mainFrame, ports }, null);
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port: port1 }));
  port1.start();
  const { sessionId } = await client.sessions.create({});
  const inAMonth = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
  for (const text of [`Find me a flight from Beijing to Tokyo on ${inAMonth}`, 'Option 1', 'Ada Lovelace'])
    await say(client, sessionId, text);
  expect(storedBookings(home)).toHaveLength(1);
  // The reviewer, the search and the backup run in threads with their own files.
  expect(await client.review.verify({ sessionId })).toMatchObject({ ok: true });
  electron.app.quit();
  await vi.waitFor(() => expect(electron.calls.map(({ name }) => name)).toContain('ended'), 20_000);
});
