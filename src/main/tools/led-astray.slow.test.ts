/** The file tools against a script that replaces folders of the workspace by links while they work. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Swapper, startSwapper } from '../runner/test-kit/swapper.ts';
import { startToolSession, type ToolSession } from './test-kit/tool-session.ts';
import { startTrpcSession } from './test-kit/trpc-session.ts';
import { grepSearch } from './workspace/grep-search.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 });

const TRIES = 200;
/** Each search starts a thread. */
const THREADS = 25;
/** Each is a run, after three inputs. */
const RUNS = 20;
const SECRET = 'outside, and nobody else’s';
const SKILL = '---\nname: fly\ndescription: Flies.\n---\nFly.\n';
let session: ToolSession;
let elsewhere: string;
let inner: string;
let swapper: Swapper | undefined;

beforeAll(async () => {
  session = await startToolSession({ bundled: { 'fly/SKILL.md': SKILL, 'fly/data/cities.csv': 'city\n' } });
  elsewhere = path.join(session.home, 'elsewhere');
  inner = path.join(session.workspace, 'work', 'inner');
  mkdirSync(elsewhere);
  mkdirSync(inner);
  writeFileSync(path.join(elsewhere, 'private.txt'), SECRET);
  writeFileSync(path.join(inner, 'own.txt'), 'own');
});
afterEach(async () => {
  await swapper?.stop();
  swapper = undefined;
  rmSync(inner, { force: true, recursive: true });
  mkdirSync(inner, { recursive: true });
  writeFileSync(path.join(inner, 'own.txt'), 'own');
});
afterAll(() => session.remove());

async function raced(step: (count: number) => Promise<unknown>, tries = TRIES, folder = inner): Promise<void> {
  swapper = await startSwapper(folder, elsewhere);
  for (let count = 0; count < tries; count += 1) await step(count).catch(() => {});
  await swapper.stop();
  swapper = undefined;
  expect(readdirSync(elsewhere)).toEqual(['private.txt']);
  expect(readFileSync(path.join(elsewhere, 'private.txt'), 'utf8')).toBe(SECRET);
}

it('keeps write_file and write_text_file inside', async () => {
  const modes = ['overwrite', 'append', 'create'];
  await raced((count) =>
    session.call('write_file', { path: `inner/deep/f${count}/private.txt`, content: 'forged', mode: modes[count % 3] }),
  );
  await raced((count) =>
    session.call('write_file', { path: 'inner/private.txt', content: 'x', mode: modes[count % 2] }),
  );
});

it('keeps read_file, list_dir and grep inside', async () => {
  const told: string[] = [];
  const tell = async (name: string, args: unknown): Promise<void> => {
    told.push((await session.call(name, args)).result?.content ?? '');
  };
  await raced(async (count) => {
    await tell('read_file', { path: 'inner/private.txt' });
    await tell('list_dir', { path: 'inner' });
    await tell('read_file', { path: `inner/none${count}.txt` });
    if (count % 20 === 0) await tell('grep', { pattern: 'outside|own', path: 'inner' });
  });
  expect(told.filter((text) => text.includes(SECRET) || text.includes('private.txt  '))).toEqual([]);
  expect(told.some((text) => text.startsWith('own'))).toBe(true);
});

it('keeps grep inside', async () => {
  const root = path.join(session.workspace, 'work');
  const { signal } = new AbortController();
  const found: string[] = [];
  await raced(async () => {
    const result = await grepSearch({ pattern: 'outside|own', root, limit: 10, signal });
    found.push(...result.found.map(({ text }) => text));
  }, THREADS);
  expect(found.filter((text) => text.includes(SECRET))).toEqual([]);
  expect(found).toContain('own');
});

it('keeps inputs of a run inside, copied and linked', async () => {
  const bundled = { 'fly/SKILL.md': SKILL, 'fly/data/cities.csv': 'city\n' };
  const trpc = await startTrpcSession({ bundled });
  const target = path.join(trpc.workspace, 'work', 'inner');
  mkdirSync(target);
  await trpc.call('skill_load', { skill: 'fly' });
  const ran: boolean[] = [];
  const step = async (count: number): Promise<void> => {
    const inputs = [
      { from: 'skill://fly/data', to: `work/inner/deep${count}` },
      { from: 'skill://fly/data/cities.csv', to: `work/inner/c${count}.csv` },
      { from: 'skill://fly/data/cities.csv', to: `work/inner/l${count}.csv`, mode: 'link' },
    ];
    const { result } = await trpc.call('skill_run', { skill: 'fly', command: 'true', inputs }, { mode: 'auto' });
    ran.push(result?.ok === true);
  };
  await raced(step, RUNS, target);
  await rm(target, { recursive: true, force: true });
  await step(RUNS);
  expect(ran.at(-1)).toBe(true);
  trpc.remove();
});

it('replaces or refuses a link in place of the file itself, and never writes through it', async () => {
  const file = path.join(session.workspace, 'work', 'link.txt');
  symlinkSync(path.join(elsewhere, 'private.txt'), file);
  for (const mode of ['overwrite', 'append', 'create']) {
    const { result } = await session.call('write_file', { path: 'link.txt', content: 'forged', mode });
    expect(result?.ok).toBe(false);
  }
  expect(readFileSync(path.join(elsewhere, 'private.txt'), 'utf8')).toBe(SECRET);
  expect(existsSync(path.join(elsewhere, 'link.txt'))).toBe(false);
});
