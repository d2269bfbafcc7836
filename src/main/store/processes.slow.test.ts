import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, expect, it } from 'vitest';
import { isSkilldeckError } from '../../shared/errors.ts';
import { openStore } from './store.ts';
import { makeHome, said, type TestHome } from './test-kit/home.ts';

const homes: TestHome[] = [];
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const home of homes.splice(0)) home.remove();
});

function home(): string {
  const made = makeHome();
  homes.push(made);
  return made.dir;
}

function startWriter(
  ...args: readonly string[]
): ChildProcess & { readonly stdout: NonNullable<ChildProcess['stdout']> } {
  const main = path.join(import.meta.dirname, 'test-kit', 'writer-main.ts');
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

function refusal(dir: string): string {
  try {
    openStore({ home: dir, access: 'write' }).close();
    return 'opened';
  } catch (error) {
    return isSkilldeckError(error) ? `${error.code} ${error.message}` : String(error);
  }
}

it('loses no confirmed event when a process dies while appending', { timeout: 240_000 }, async () => {
  for (const killAfter of [3, 80, 333]) {
    const dir = home();
    const child = startWriter(dir);
    const exited = once(child, 'exit');
    let acknowledged = 0;
    let lines = 0;
    for await (const line of createInterface({ input: child.stdout })) {
      acknowledged = Number(line);
      lines += 1;
      if (lines === killAfter) child.kill('SIGKILL');
    }
    await exited;
    const store = openStore({ home: dir, access: 'write' });
    const events = store.events('s');
    expect(events.length).toBeGreaterThanOrEqual(acknowledged);
    expect(lines).toBeGreaterThanOrEqual(killAfter);
    expect(events.map((event) => event.seq)).toEqual(events.map((_, index) => index + 1));
    expect(events.length % 2).toBe(1);
    expect(events.every((event) => event.type !== 'unknown')).toBe(true);
    expect(store.summaries()).toMatchObject([{ id: 's', turns: events.length - 1 }]);
    expect(store.draft('s')?.text).toMatch(/^draft \d+$/);
    expect(store.append('s', [said('goes on')])[0]?.seq).toBe(events.length + 1);
    store.close();
  }
});

it('refuses a second writer with the name of the first, and none after it was killed', {
  timeout: 30_000,
}, async () => {
  const dir = home();
  const child = startWriter(dir, '--idle');
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  expect(refusal(dir)).toBe(
    `home-in-use The data folder ${dir} is in use by process ${child.pid}. Close it, or choose another folder with --home.`,
  );
  const reader = openStore({ home: dir, access: 'read' });
  expect(reader.summaries()).toEqual([]);
  reader.close();
  child.kill('SIGKILL');
  await exited;
  expect(refusal(dir)).toBe('opened');
});

it('refuses a second writer in the same process too, and unlocks when closed', () => {
  const dir = home();
  const store = openStore({ home: dir, access: 'write' });
  expect(refusal(dir)).toContain(`home-in-use The data folder ${dir} is in use by process ${process.pid}.`);
  store.close();
  expect(refusal(dir)).toBe('opened');
});
