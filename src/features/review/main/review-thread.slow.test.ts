import { setImmediate as rest } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { openStore, type Store } from '../../../main/store/store.ts';
import { answered, created, makeHome, requested, said } from '../../../main/store/test-kit/home.ts';
import { reviewThread } from './handlers.ts';
import { readingHere, sessionReads } from './verify.ts';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0).reverse()) close();
});

function open() {
  const home = makeHome();
  const store = openStore({ home: home.dir, access: 'write' });
  const here = readingHere(sessionReads(store, undefined, home.dir));
  const thread = reviewThread(home.dir, here);
  closing.push(home.remove, () => store.close(), thread.close);
  return { store, here, thread };
}

function talk(store: Store, session: string, turns: number): void {
  const turn = (index: number) => [
    said(`pear ${index}`),
    requested(1),
    answered(`pear ${index} ghp_${'a1B2'.repeat(9)}`),
  ];
  store.append(session, [created, ...Array.from({ length: turns }, (_, index) => turn(index)).flat()]);
}

it('reads elsewhere what it reads here, and tells failures alike', async () => {
  const { store, here, thread } = open();
  talk(store, 's', 20);
  for (const read of [here, thread.read]) {
    await expect(read('verify', ['none'])).rejects.toMatchObject({ name: 'SkilldeckError', code: 'session-not-found' });
  }
  const all = async (read: typeof here) => [
    await read('verify', ['s']),
    await read('search', ['pear', { limit: 3 }]),
    await read('hits', ['pear']),
  ];
  const [verified, found, hits] = await all(thread.read);
  expect([verified, found, hits]).toEqual(await all(here));
  expect([verified, found]).toMatchObject([{ events: 61, requests: 20 }, { total: 40 }]);
  // Events written since are seen.
  talk(store, 'later', 1);
  expect(await thread.read('hits', ['pear'])).toEqual(
    new Map([
      ['s', 40],
      ['later', 2],
    ]),
  );
});

it('leaves this thread free meanwhile, ends with who asked, and begins again for the next', async () => {
  const { store, thread } = open();
  talk(store, 's', 300);
  let turns = 0;
  const verifying = thread.read('verify', ['s']).finally(() => {
    turns = -turns;
  });
  while (turns >= 0) {
    await rest();
    turns += 1;
  }
  expect((await verifying).requests).toBe(300);
  expect(-turns).toBeGreaterThan(100);

  const given = new AbortController();
  const left = thread.read('verify', ['s'], given.signal);
  given.abort(new Error('left'));
  await expect(left).rejects.toThrow('left');
  await expect(thread.read('verify', ['s'], given.signal)).rejects.toThrow('left');
  expect(await thread.read('search', ['299', { limit: 9 }])).toMatchObject({ total: 2 });
  const late = thread.read('verify', ['s']);
  thread.close();
  await expect(late).rejects.toThrow(/closed/);
});
