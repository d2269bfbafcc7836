import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFileLog } from '../lib/crash-records.ts';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { createRunner, type Runner } from '../runner/runner.ts';
import { LiveSession } from '../session/live-session.ts';
import { configFile } from '../settings/jsonc.ts';
import { openStore } from '../store/store.ts';
import { createWorkspaces } from './workspaces.ts';

const home = tempFolder();
let now = new Date('2026-01-01T00:00:00Z');
const store = openStore({ home, access: 'write', now: () => now });
const live = new Map<string, LiveSession>();
const get = (id: string): LiveSession => {
  const session = live.get(id) ?? new LiveSession(id, store);
  live.set(id, session);
  return session;
};
let runner: Runner;
let workspaces: ReturnType<typeof createWorkspaces>;
const shown: string[] = [];

const limits = { maxContext: 1000, skillBudget: 100, maxIterations: 5 };
const start = async (id: string, bytes: number): Promise<void> => {
  get(id).append({
    type: 'session-created',
    environment: 'default',
    dialect: 'omni',
    model: '',
    limits,
    loadMode: 'session',
    placement: 'system',
    approve: 'ask',
    workspace: runner.workspacePath(id),
  });
  const { work } = await runner.workspace(id);
  writeFileSync(path.join(work, 'data.bin'), Buffer.alloc(bytes));
};
const days = (count: number): void => {
  now = new Date(now.getTime() + count * 24 * 60 * 60 * 1000);
};
const here = (id: string): boolean => existsSync(path.join(home, 'workspaces', id, 'work/data.bin'));
const save = async (id: string, name: string, content: string) => {
  const saved = await runner.artifacts.save(name, Buffer.from(content), get(id).state.artifacts);
  get(id).append({ type: 'artifact-saved', ...saved });
  return saved.sha256;
};

beforeAll(async () => {
  runner = createRunner({ home });
  workspaces = createWorkspaces({
    home,
    runner,
    store,
    sessions: { get },
    config: configFile(home),
    now: () => now,
    log: createFileLog(path.join(home, 'skilldeck.log')),
    reveal: async (file) => shown.push(file) > 0,
  });
});
afterAll(() => {
  store.close();
});

it('lists, reads and shows a session’s files by their real path', async () => {
  await start('files', 3);
  const { root, out, work } = await runner.workspace('files');
  mkdirSync(path.join(work, 'deep'));
  writeFileSync(path.join(out, 'trip.ics'), 'BEGIN:VCALENDAR\r\n');
  writeFileSync(path.join(work, 'deep/城市.csv'), 'city\n东京\n');
  symlinkSync('/etc', path.join(work, 'away'));
  symlinkSync('/etc/hostname', path.join(out, 'leak'));
  const listed = await workspaces.files('files');
  expect([listed.root, listed.truncated]).toEqual([root, false]);
  expect(listed.files.map((file) => [file.path, file.bytes, file.kind])).toEqual([
    ['out/trip.ics', 17, 'calendar'],
    ['work/data.bin', 3, 'other'],
    ['work/deep/城市.csv', 12, 'table'],
  ]);
  expect(await workspaces.read('files', 'work/deep/城市.csv', 7)).toEqual({
    mime: 'text/csv',
    kind: 'table',
    bytes: 12,
    text: 'city\n',
    truncated: true,
  });
  expect(await workspaces.read('files', 'work/data.bin', undefined)).toMatchObject({ kind: 'other', base64: 'AAAA' });
  for (const name of ['out/leak', 'work/away/hostname', '../../config.jsonc', '/etc/hostname', 'work', 'nope']) {
    await expect(workspaces.read('files', name, undefined)).rejects.toThrow(`There is no file '${name}'`);
  }
  await workspaces.reveal('files', 'out/trip.ics');
  await expect(workspaces.reveal('files', 'work/away')).rejects.toThrow('There is no file');
  expect(shown).toEqual([path.join(out, 'trip.ics')]);
});

it('removes expired files, then the longest unused until the rest fits, and never files in use', async () => {
  await start('old', 10);
  days(50);
  await start('open', 1000);
  get('open').append({ type: 'state-changed', from: 'idle', to: 'thinking' });
  days(1);
  await start('large', 600);
  days(1);
  await start('small', 300);
  days(1);
  workspaces.configure({ keepDays: 51, maxBytes: 1500 });
  expect(JSON.parse(readFileSync(path.join(home, 'config.jsonc'), 'utf8').replace(/^\/\/.*\n/, ''))).toEqual({
    workspaces: { keepDays: 51, maxBytes: 1500 },
  });
  const { bytes, sessions } = await workspaces.usage();
  expect([bytes, sessions.map(({ id, inUse }) => [id, inUse])]).toEqual([
    1942,
    [
      ['files', false],
      ['old', false],
      ['open', true],
      ['large', false],
      ['small', false],
    ],
  ]);
  expect(await workspaces.clean()).toMatchObject({ sessions: 3, bytes: 642 });
  expect(['old', 'open', 'large', 'small'].map(here)).toEqual([false, true, false, true]);
  expect(readFileSync(path.join(home, 'skilldeck.log'), 'utf8')).toContain('Cleaned the files of session large');
  expect(await workspaces.files('large')).toMatchObject({
    files: [],
    truncated: false,
    cleaned: { at: now.toISOString(), bytes: 600 },
  });
  await expect(workspaces.read('large', 'work/data.bin', undefined)).rejects.toThrow(
    `this conversation's files were cleaned on ${now.toISOString().slice(0, 10)}.`,
  );
  // The recording was removed too, and says so; later runs have their own.
  expect(await runner.readRecording('large', 'c1')).toMatchObject({ events: [], removedAt: now.toISOString() });
  expect(await runner.readRecording('small', 'c1')).not.toHaveProperty('removedAt');
  // Cleaning by hand removes what was unused that long, except open sessions.
  workspaces.setInUse((id) => id === 'small');
  expect((await workspaces.clean(0)).sessions).toBe(0);
  workspaces.setInUse(() => false);
  expect(await workspaces.clean(0)).toMatchObject({ sessions: 1, bytes: 300 });
  // The session still works afterwards.
  await start('again', 1);
  expect((await runner.workspace('small')).root).toBe(path.join(home, 'workspaces/small'));
});

it('restores a deleted artifact for a week; deletes its content when no session refers to it', async () => {
  const one = await save('again', 'a.txt', 'one');
  const two = await save('again', 'a.txt', 'two');
  await start('other', 1);
  expect(await save('other', 'b.txt', 'two')).toBe(two);
  workspaces.removeArtifact('again', 'a.txt', 1);
  expect(() => workspaces.removeArtifact('again', 'a.txt', 1)).toThrow("no file 'a.txt' in version 1");
  const versions = async () =>
    (await workspaces.artifacts('again')).artifacts[0]?.versions.map(({ version, here, deletedAt }) => [
      version,
      here,
      deletedAt !== undefined,
    ]);
  expect(await versions()).toEqual([
    [2, true, false],
    [1, true, true],
  ]);
  await workspaces.restoreArtifact('again', 'a.txt', 1);
  workspaces.removeArtifact('again', 'a.txt', undefined);
  await workspaces.clean();
  days(6);
  await workspaces.clean();
  expect(await versions()).toEqual([
    [2, true, true],
    [1, true, true],
  ]);
  days(2);
  await workspaces.clean();
  expect(await versions()).toEqual([
    [2, true, true],
    [1, false, true],
  ]);
  expect(await runner.artifacts.read(one)).toBe(undefined);
  await expect(workspaces.restoreArtifact('again', 'a.txt', 1)).rejects.toThrow('can be restored for 7 days');
  await workspaces.restoreArtifact('again', 'a.txt', undefined);
  expect(get('again').state.artifacts.map(({ version, deletedAt }) => [version, deletedAt !== undefined])).toEqual([
    [1, true],
    [2, false],
  ]);
});
