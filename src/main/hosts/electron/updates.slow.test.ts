/** The built desktop app, electron-updater's own code in it, and a server of updates on this machine. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/message-port';
import type { ContractRouterClient } from '@orpc/contract';
import Database from 'better-sqlite3';
import { dump } from 'js-yaml';
import { afterEach, beforeEach, expect, it as test, vi } from 'vitest';
import packageFile from '../../../../package.json' with { type: 'json' };
import type { UpdateState } from '../../../shared/contract/updates.ts';
import type { Contract } from '../../../shared/contract.ts';
import type { StandIn } from './test-kit/electron-stand-in.ts';
import { loadDesktop } from './test-kit/load-desktop.ts';

/** The programs are shell scripts, and stand for AppImages. */
const it = test.skipIf(process.platform !== 'linux');
const { version } = packageFile;
const NEWER = '9.1.0';
/** Large enough to arrive in several pieces. */
const PADDING = '#'.repeat(3_000_000);

let folder: string;
let home: string;
let image: string;
let server: http.Server;
let requests: http.IncomingMessage[];
/** Bytes after which the server breaks off. */
let breaksAfter: number | undefined;
let running: StandIn[];
const before = { ...process.env };

/** A program that writes down how it was started. */
const program = (name: string) =>
  `#!/bin/sh\necho "${name} exit=$APPIMAGE_EXIT_AFTER_INSTALL" >> '${path.join(folder, 'started')}'\n${PADDING}\n`;
const started = () =>
  existsSync(path.join(folder, 'started')) ? readFileSync(path.join(folder, 'started'), 'utf8').trim().split('\n') : [];
const served = (name: string) => path.join(folder, 'server', name);
const isProgram = (file: string, name: string) => readFileSync(file, 'utf8') === program(name);

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-updates-'));
  home = path.join(folder, 'home');
  for (const name of ['home', 'server', 'resources', 'programs', 'cache']) mkdirSync(path.join(folder, name));
  image = path.join(folder, 'programs', 'Skilldeck.AppImage');
  writeFileSync(image, program('old'), { mode: 0o755 });
  requests = [];
  running = [];
  breaksAfter = undefined;
  server = http.createServer((request, response) => {
    requests.push(request);
    const file = served(path.basename(new URL(request.url ?? '', 'http://host').pathname));
    if (!existsSync(file)) return response.writeHead(404).end();
    const bytes = readFileSync(file);
    response.writeHead(200, { 'content-length': bytes.length });
    if (breaksAfter === undefined || file.endsWith('.yml')) return response.end(bytes);
    return response.write(bytes.subarray(0, breaksAfter), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const feed = { provider: 'generic', url, updaterCacheDirName: 'skilldeck-updater' };
  writeFileSync(path.join(folder, 'resources', 'app-update.yml'), dump(feed));
  Object.assign(process.env, { APPIMAGE: image, XDG_CACHE_HOME: path.join(folder, 'cache') });
  Object.assign(process, { resourcesPath: path.join(folder, 'resources') });
});
afterEach(async () => {
  for (const electron of running) await quit(electron);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  process.env = { ...before };
  delete (process as { resourcesPath?: string }).resourcesPath;
  rmSync(folder, { recursive: true, force: true });
});

/** Writes a release like electron-builder. */
function publish(release: string, { list = 'latest-linux.yml', sha512 = '', name = 'new' } = {}): void {
  const url = `Skilldeck-${release}.AppImage`;
  writeFileSync(served(url), program(name));
  const hash =
    sha512 === ''
      ? createHash('sha512')
          .update(readFileSync(served(url)))
          .digest('base64')
      : sha512;
  const size = readFileSync(served(url)).length;
  writeFileSync(
    served(list),
    dump({
      version: release,
      files: [{ url, sha512: hash, size }],
      path: url,
      sha512: hash,
      releaseNotes: `What is new in ${release}`,
      releaseDate: '2026-11-23T00:00:00.000Z',
    }),
  );
}

const names = (electron: StandIn) => electron.calls.map((call) => call.name);
const eventually = <T>(look: () => T | Promise<T>) => vi.waitFor(look, 20_000);

async function quit(electron: StandIn): Promise<void> {
  electron.app.quit();
  await eventually(() => expect(names(electron)).toContain('ended'));
  running = running.filter((one) => one !== electron);
}

async function load(scenario = 'packaged'): Promise<StandIn> {
  const electron = await loadDesktop(['--home', home, '--skills', 'none'], scenario);
  if (!names(electron).includes('app.exit')) running.push(electron);
  electron.becomeReady();
  return electron;
}

/** @param settings of `config.jsonc` */
async function start(settings: Readonly<Record<string, string>> = {}) {
  writeFileSync(path.join(home, 'config.jsonc'), JSON.stringify({ welcomed: true, ...settings }));
  const electron = await load();
  await eventually(() => expect(electron.windows[0]?.control.shown).toBe(true));
  const { port1, port2 } = new MessageChannel();
  const sender = electron.windows[0]?.control.contents;
  const ports = [electron.portMain(port2)];
  electron.ipcMain.emit('skilldeck:core-port', { sender, senderFrame: sender?.mainFrame, ports }, null);
  const client: ContractRouterClient<Contract> = createORPCClient(new RPCLink({ port: port1 }));
  port1.start();
  const seen: UpdateState[] = [];
  const watched = await client.updates.watch({});
  void (async () => {
    for await (const state of watched) seen.push(state);
  })().catch(() => {});
  const reaches = (status: UpdateState['status']) =>
    eventually(() => {
      expect(seen.at(-1)).toMatchObject({ status });
      return seen.at(-1);
    });
  return { electron, client, seen, reaches };
}

it('asks no server before the person agrees, nor after they decline', async () => {
  publish(NEWER);
  const { client, reaches, electron } = await start();
  expect(await client.app.info({})).toMatchObject({ updates: true });
  expect((await client.settings.get({})).updates).toBeUndefined();
  await reaches('idle');
  await client.settings.set({ updates: 'off' });
  await client.sessions.list({});
  expect(requests).toEqual([]);
  expect(names(electron)).not.toContain('session.fromPartition');
  // Agreed: at once.
  await client.settings.set({ updates: 'ask' });
  await reaches('available');
});

it('tells what is new, downloads when asked to, keeps the version before, and installs on quit', async () => {
  publish(NEWER);
  const { client, reaches, seen, electron } = await start({ updates: 'ask' });
  expect(await reaches('available')).toMatchObject({
    way: 'self',
    server: expect.stringMatching(/^127\.0\.0\.1:/),
    version: NEWER,
    notes: `What is new in ${NEWER}`,
  });
  expect(requests.map(({ url }) => url?.split('?')[0])).toEqual(['/latest-linux.yml']);
  await client.updates.download({});
  await reaches('ready');
  const shares = seen.flatMap(({ status, percent }) => (status === 'downloading' ? [percent ?? -1] : []));
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect(shares.at(-1)).toBe(100);
  expect(isProgram(image, 'old')).toBe(true);
  await quit(electron);
  expect(isProgram(image, 'new')).toBe(true);
  // Electron-builder's AppImage ends at once when it is started so.
  expect(started()).toEqual(['new exit=true']);
  expect(isProgram(path.join(home, 'updates', `Skilldeck-${version}.AppImage`), 'old')).toBe(true);
});

it('tells the server nothing about this computer', async () => {
  publish(NEWER);
  const { reaches } = await start({ updates: 'auto' });
  await reaches('ready');
  expect(requests.length).toBeGreaterThan(1);
  const sent = new Set(requests.flatMap(({ headers }) => Object.keys(headers)));
  expect([...sent].sort()).toEqual(
    ['accept', 'cache-control', 'connection', 'host', 'user-agent'].filter((name) => sent.has(name)),
  );
  expect(new Set(requests.map(({ headers }) => headers['user-agent']))).toEqual(new Set(['electron-builder']));
  expect(readdirSync(home, { recursive: true })).not.toContain(path.join('electron', '.updaterId'));
});

it('downloads by itself where the person chose so, and installs nothing once they changed their mind', async () => {
  publish(NEWER);
  const { client, reaches, electron } = await start({ updates: 'auto' });
  await reaches('ready');
  await client.settings.set({ updates: 'off' });
  await client.sessions.list({});
  await quit(electron);
  expect([isProgram(image, 'old'), started()]).toEqual([true, []]);
});

it.each([
  ['is not the announced one', { sha512: `${'A'.repeat(86)}==` }, undefined, 'damaged'],
  ['is cut short on the way', {}, 1_000_000, 'download'],
])('installs nothing where the file %s', async (_what, release, bytes, failure) => {
  publish(NEWER, release);
  breaksAfter = bytes;
  const { client, reaches, electron } = await start({ updates: 'auto' });
  expect(await reaches('failed')).toMatchObject({ failure, version: NEWER });
  const pending = path.join(folder, 'cache', 'skilldeck-updater', 'pending');
  expect(existsSync(pending) ? readdirSync(pending).filter((name) => !name.startsWith('temp-')) : []).toEqual([]);
  if (bytes === undefined) {
    await quit(electron);
    expect([isProgram(image, 'old'), started()]).toEqual([true, []]);
    return;
  }
  // The network is back.
  breaksAfter = undefined;
  await client.updates.download({});
  await reaches('ready');
});

it('installs nothing where the file on the server is shorter than announced', async () => {
  publish(NEWER);
  const file = served(`Skilldeck-${NEWER}.AppImage`);
  writeFileSync(file, readFileSync(file).subarray(0, 500_000));
  const { reaches, electron } = await start({ updates: 'auto' });
  expect(await reaches('failed')).toMatchObject({ failure: 'damaged' });
  await quit(electron);
  expect(isProgram(image, 'old')).toBe(true);
});

it.each([
  ['the same', version, {}],
  ['an older one', '0.0.1', {}],
  ['an older one of the other channel', '0.0.1-beta.1', { updateChannel: 'beta' }],
])('stays where the server has %s', async (_what, release, settings) => {
  publish(release, { list: 'latest-linux.yml' });
  publish(release, { list: 'beta-linux.yml' });
  const { client, reaches } = await start({ updates: 'auto', ...settings });
  const state = await reaches('current');
  expect(state?.version).toBeUndefined();
  await client.updates.download({});
  expect(requests.every(({ url }) => url?.includes('-linux.yml'))).toBe(true);
});

it('offers releases of the channel that was chosen', async () => {
  publish(version);
  publish('9.2.0-beta.1', { list: 'beta-linux.yml' });
  const { client, reaches } = await start({ updates: 'ask' });
  await reaches('current');
  await client.settings.set({ updateChannel: 'beta' });
  expect(await reaches('available')).toMatchObject({ version: '9.2.0-beta.1' });
});

it('works without its server, says so, and finds it again', async () => {
  const { client, reaches } = await start({ updates: 'ask' });
  expect(await reaches('failed')).toMatchObject({ failure: 'list' });
  server.closeAllConnections();
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  await client.updates.check({});
  expect(await reaches('failed')).toMatchObject({ failure: 'list' });
  expect(await client.sessions.list({})).toEqual([]);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  writeFileSync(served('latest-linux.yml'), 'not: [a list');
  await client.updates.check({});
  expect(await reaches('failed')).toMatchObject({ failure: 'list' });
  publish(NEWER);
  await client.updates.check({});
  await reaches('available');
});

it('closes the core and gives up its lock before the new version starts', async () => {
  publish(NEWER);
  const { client, reaches, electron } = await start({ updates: 'auto' });
  await reaches('ready');
  await client.updates.install({});
  await eventually(() => expect(names(electron)).toContain('ended'));
  running = [];
  expect(names(electron).indexOf('app.releaseSingleInstanceLock')).toBeGreaterThan(0);
  expect(names(electron).indexOf('app.releaseSingleInstanceLock')).toBeLessThan(names(electron).indexOf('app.quit'));
  await eventually(() => expect(started()).toEqual(['new exit=']));
  // The data is free for it.
  const next = await start();
  expect(await next.client.sessions.list({})).toEqual([]);
});

it('puts the version before back where the new file cannot be started', async () => {
  publish(NEWER);
  writeFileSync(served(`Skilldeck-${NEWER}.AppImage`), '#!/bin/sh\nexit 3\n');
  const hash = createHash('sha512').update('#!/bin/sh\nexit 3\n').digest('base64');
  const list = readFileSync(served('latest-linux.yml'), 'utf8');
  writeFileSync(served('latest-linux.yml'), list.replaceAll(/sha512: .*/g, `sha512: ${hash}`));
  const { reaches, electron } = await start({ updates: 'auto' });
  await reaches('ready');
  await quit(electron);
  expect(isProgram(image, 'old')).toBe(true);
  // It is said, and not tried again.
  const next = await start({ updates: 'auto' });
  expect(await next.reaches('current')).toMatchObject({ undone: NEWER });
  await next.client.updates.undoneSeen({});
  await eventually(() => expect(next.seen.at(-1)?.undone).toBeUndefined());
});

/** Leaves the files of `version` just installed over 0.0.9. */
function justInstalled(starts: number): string {
  mkdirSync(path.join(home, 'updates'), { recursive: true });
  const kept = path.join(home, 'updates', 'Skilldeck-0.0.9.AppImage');
  writeFileSync(kept, program('before'));
  const installed = { from: '0.0.9', to: version, kept, program: image, newer: image, starts };
  writeFileSync(path.join(home, 'updates', 'record.json'), JSON.stringify({ installed, refused: [] }));
  return kept;
}
const record = () => JSON.parse(readFileSync(path.join(home, 'updates', 'record.json'), 'utf8'));

it('counts starts until the window has its core, and undoes a version that did not get there twice', async () => {
  justInstalled(0);
  for (const starts of [1, 2]) {
    // It ends before there is a window.
    const electron = await loadDesktop(['--home', home, '--skills', 'none'], 'packaged');
    expect(record().installed.starts).toBe(starts);
    rmSync(path.join(home, 'crashes', 'running'), { force: true });
    electron.app.removeAllListeners();
  }
  const last = await load();
  expect(names(last)).toContain('app.exit');
  expect(last.windows).toEqual([]);
  await eventually(() => expect(started()).toEqual(['before exit=']));
  expect(isProgram(image, 'before')).toBe(true);
  expect(record()).toMatchObject({ refused: [version], undone: version });
});

it('keeps a version whose window got its core', async () => {
  justInstalled(1);
  const { electron } = await start();
  await eventually(() => expect(record().installed).toBeUndefined());
  await quit(electron);
  expect(isProgram(image, 'old')).toBe(true);
});

it('does not count a start that another program in the data folder prevented', async () => {
  const { electron: first } = await start();
  justInstalled(1);
  const second = await load();
  await eventually(() => expect(names(second)).toContain('app.exit'));
  running = [first];
  expect(record().installed.starts).toBe(1);
});

it('offers the package of the version before where the system installs it', async () => {
  const kept = justInstalled(2);
  const { program: _program, newer: _newer, ...installed } = record().installed;
  writeFileSync(path.join(home, 'updates', 'record.json'), JSON.stringify({ installed, refused: [] }));
  const electron = await load('packaged second-button');
  await eventually(() => expect(names(electron)).toContain('app.exit'));
  running = [];
  expect(electron.calls).toContainEqual({ name: 'shell.showItemInFolder', args: [kept] });
  expect(electron.windows).toEqual([]);
});

it('downloads a deb and shows it, but leaves installing to the person', async () => {
  delete process.env.APPIMAGE;
  writeFileSync(path.join(folder, 'resources', 'package-type'), 'deb');
  publish(NEWER);
  const list = readFileSync(served('latest-linux.yml'), 'utf8');
  writeFileSync(served('latest-linux.yml'), list.replaceAll('.AppImage', '.deb'));
  writeFileSync(served(`Skilldeck-${NEWER}.deb`), readFileSync(served(`Skilldeck-${NEWER}.AppImage`)));
  const { client, reaches, electron } = await start({ updates: 'auto' });
  expect(await reaches('ready')).toMatchObject({ way: 'package' });
  await client.updates.install({});
  const shown = electron.calls.filter(({ name }) => name === 'shell.showItemInFolder').map(({ args }) => args);
  expect(shown).toEqual([[expect.stringMatching(/\.deb$/)]]);
  await quit(electron);
  expect(started()).toEqual([]);
});

it('offers the copy from before a newer version’s change, and keeps the newer database', async () => {
  const { client, electron } = await start();
  await client.sessions.create({});
  await quit(electron);
  expect(readdirSync(path.join(home, 'backups'))).toHaveLength(1);
  const database = path.join(home, 'skilldeck.db');
  const db = new Database(database);
  db.pragma('user_version = 999');
  db.close();
  const stored = readFileSync(database);
  const refused = await load();
  await eventually(() => expect(names(refused)).toContain('app.exit'));
  running = [];
  expect(readFileSync(database).equals(stored)).toBe(true);
  expect(refused.calls).toContainEqual({
    name: 'dialog.showMessageBox',
    args: [expect.objectContaining({ buttons: ['Quit Skilldeck', 'Go Back to the Copy'] })],
  });
  const agreed = await load('packaged second-button');
  await eventually(() => expect(names(agreed)).toContain('app.exit'));
  running = [];
  await eventually(() => expect(started()).toEqual(['old exit=']));
  const [aside = ''] = readdirSync(path.join(home, 'kept-aside'));
  expect(readFileSync(path.join(home, 'kept-aside', aside, 'skilldeck.db')).equals(stored)).toBe(true);
  const back = await start();
  expect(await back.client.sessions.list({})).toHaveLength(1);
});
