import { expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Connection } from '../../renderer/client.ts';
import type { AppData } from '../../renderer/store/app-data.ts';
import { importCommands } from './slice.ts';

const result = { session: 's', events: 9, alreadyThere: false, unknownEvents: 0, redacted: false };

/** A core whose imports end on demand. */
function opened() {
  const data = createStore<AppData>(() => ({ imports: [] }) as unknown as AppData);
  const waiting: PromiseWithResolvers<typeof result>[] = [];
  const dropped: string[] = [];
  const transfer = {
    importBegin: async ({ name }: { name: string }) => ({ id: name }),
    importNext: async ({ last }: { last: boolean }) => {
      if (!last) return { progress: { events: 0, stored: 0 } };
      const end = Promise.withResolvers<typeof result>();
      waiting.push(end);
      return { progress: { events: 9, stored: 9 }, result: await end.promise };
    },
    drop: async ({ id }: { id: string }) => void dropped.push(id),
  };
  const review = { verify: async () => ({ ok: true }) };
  const connection = { client: { transfer, review }, status: () => 'open' } as unknown as Connection;
  const commands = importCommands({ connection, data });
  const states = () => data.getState().imports.map(({ name, state }) => `${name} ${state}`);
  return { commands, data, states, waiting, dropped };
}

const file = (name: string, bytes: BlobPart = '[]') => new File([bytes], name);

it('takes files one by one, keeps their results, and forgets those dismissed', async () => {
  const { commands, data, states, waiting } = opened();
  const all = commands.importFiles([file('a'), file('b')]);
  expect(states()).toEqual(['a waiting', 'b waiting']);
  await expect.poll(() => waiting.length).toBe(1);
  expect(states()).toEqual(['a reading', 'b waiting']);
  expect(data.getState().imports[0]).toMatchObject({ read: 2, size: 2 });
  waiting[0]?.resolve(result);
  await expect.poll(() => waiting.length).toBe(2);
  expect(data.getState().imports[0]).toMatchObject({ state: 'done', verified: { ok: true } });
  waiting[1]?.reject(new Error('Line 1 is no event.'));
  await all;
  expect(data.getState().imports[1]).toMatchObject({ state: 'failed', failure: { why: 'refused' } });
  commands.dismissImport('a');
  expect(states()).toEqual(['b failed']);
});

it('cancels the active or a waiting file, and continues with the next', async () => {
  const { commands, data, states, waiting, dropped } = opened();
  const all = commands.importFiles([file('a'), file('b'), file('c')]);
  await expect.poll(() => waiting.length).toBe(1);
  commands.cancelImport('b');
  commands.cancelImport('a');
  await expect.poll(() => waiting.length).toBe(2);
  waiting[1]?.resolve({ ...result, redacted: true });
  await all;
  expect(states()).toEqual(['a failed', 'b failed', 'c done']);
  expect(data.getState().imports.slice(0, 2)).toMatchObject([
    { failure: { why: 'cancelled' } },
    { failure: { why: 'cancelled' } },
  ]);
  expect(dropped).toEqual(['a']);
});

it('distinguishes a file that is not text from one the core refuses, and keeps what could not be taken', async () => {
  const { commands, data } = opened();
  await commands.importFiles([
    file('a', new Uint8Array([0xff, 0xfe, 0xff])),
    { state: 'failed', name: 'p', failure: { why: 'empty' } },
  ]);
  expect(data.getState().imports).toMatchObject([
    { name: 'p', failure: { why: 'empty' } },
    { name: 'a', state: 'failed', failure: { why: 'unread' } },
  ]);
});

it('reads the agents of a session together with it, wherever they lie in a dropped folder', async () => {
  const { commands, data, waiting } = opened();
  const all = commands.importFiles([file('p/s/subagents/agent-a.jsonl', '{"a":1}'), file('p/s.jsonl', '{"s":1}')]);
  await expect.poll(() => waiting.length).toBe(1);
  expect(data.getState().imports).toMatchObject([{ name: 'p/s.jsonl', size: 15 }]);
  waiting[0]?.resolve(result);
  await all;
});
