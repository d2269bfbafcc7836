import { setImmediate as rest } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { ROWS_A_SLICE } from '../../../main/store/log-intake.ts';
import type { Store } from '../../../main/store/store.ts';
import { importStore } from '../../../main/store/test-kit/import-log.ts';
import { openTestStore } from '../../../main/store/test-kit/open-store.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import { importText } from './import-session.ts';
import { ImportThread } from './transfers.ts';

function importing(store: ConstructorParameters<typeof ImportThread>[0]['store'], more: { maxHeapMib?: number } = {}) {
  const told: number[] = [];
  const taken = new ImportThread({
    store,
    name: 'long.json',
    onStored: () => told.push(1),
    ...more,
  });
  onTestFinished(() => taken.close());
  return { taken, told };
}

const transcript = (messages: number, words = 'lorem ipsum ') =>
  JSON.stringify(
    Array.from({ length: messages }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `${index} ${words.repeat(10)}`,
    })),
  );

const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'taken',
    (error: unknown) => (isSkilldeckError(error) ? `${error.code}: ${error.message}` : String(error)),
  );

it('stores the same as a direct import, one slice per event-loop turn, and reports progress', async () => {
  const [store, whole] = [openTestStore(), openTestStore()];
  const slices: { readonly rows: number; readonly turn: number }[] = [];
  let turn = 0;
  let isOver = false;
  const turns = (async () => {
    while (!isOver) {
      await rest();
      turn += 1;
    }
  })();
  const watched = {
    ...store,
    takeIn(session: string) {
      const intake = store.takeIn(session);
      return {
        ...intake,
        add(rows: Parameters<typeof intake.add>[0]) {
          slices.push({ rows: rows.length, turn });
          intake.add(rows);
        },
      };
    },
  };
  const { taken, told } = importing(watched);
  const text = transcript(2_000);
  for (let from = 0; from < text.length; from += 10_000) await taken.take(text.slice(from, from + 10_000));
  expect(store.library()).toEqual([]);
  const result = await taken.end();
  isOver = true;
  await turns;
  expect(result).toEqual(importText({ store: importStore(whole), name: 'long.json', onStored: () => {} }, text));
  const untimed = (rows: ReturnType<Store['rows']>) => rows.map(({ seq, type, session }) => [seq, type, session]);
  expect(untimed(store.rows(result.session))).toEqual(untimed(whole.rows(result.session)));
  expect(taken.progress).toEqual({ events: result.events, stored: result.events });
  expect(told).toEqual([1]);
  // Other work ran between any two slices.
  expect(slices.length).toBe(Math.ceil(result.events / ROWS_A_SLICE));
  expect(Math.max(...slices.map(({ rows }) => rows))).toBe(ROWS_A_SLICE);
  expect(slices.every((slice, index) => index === 0 || slice.turn > (slices[index - 1]?.turn ?? 0))).toBe(true);

  const again = importing(store);
  await again.taken.take(text);
  expect(await again.taken.end()).toEqual({ ...result, alreadyThere: true });
  expect(again.told).toEqual([]);
});

it('leaves nothing of an import cancelled while reading or storing, and accepts the same file later', async () => {
  const store = openTestStore();
  const text = transcript(2_000);
  const reading = importing(store).taken;
  const cut = refusal(reading.take(text));
  reading.close();
  expect(await cut).toMatch(/^import-refused: The import was cancelled. Nothing was imported/);

  const stored = Promise.withResolvers<void>();
  const watched = {
    ...store,
    takeIn(session: string) {
      const intake = store.takeIn(session);
      return {
        ...intake,
        add(rows: Parameters<typeof intake.add>[0]) {
          intake.add(rows);
          stored.resolve();
        },
      };
    },
  };
  const storing = importing(watched);
  await storing.taken.take(text);
  const end = refusal(storing.taken.end());
  await stored.promise;
  storing.taken.close();
  expect(await end).toMatch(/cancelled/);
  expect(storing.told).toEqual([]);
  expect([store.library(), store.search('lorem', { limit: 1 }).total]).toEqual([[], 0]);

  // Waits until removal is complete.
  await expect
    .poll(
      async () => {
        const { taken } = importing(store);
        await taken.take(text);
        return refusal(taken.end());
      },
      { timeout: 20_000 },
    )
    .toBe('taken');
  expect(store.library()).toHaveLength(1);
});

it('explains a faulty file or one over the memory limit', async () => {
  const store = openTestStore();
  const broken = importing(store).taken;
  expect(await refusal(broken.take('{"v":1,"seq":1}\n{"v":1}\n'))).toMatch(/^import-refused: Line 1 isn't an event/);
  const large = importing(store, { maxHeapMib: 24 }).taken;
  const text = transcript(100_000, 'lorem ');
  const outcome = await refusal(
    (async () => {
      for (let from = 0; from < text.length; from += 1_000_000) await large.take(text.slice(from, from + 1_000_000));
      await large.end();
    })(),
  );
  expect(outcome).toMatch(/^import-refused: Reading the file takes more than 24 MiB of memory/);
  expect(store.library()).toEqual([]);
  const after = importing(store).taken;
  await after.take(transcript(2));
  expect(await after.end()).toMatchObject({ messages: 2 });
});

it('replaces a session that has grown with its marks, while its older copy can be read', async () => {
  const store = openTestStore();
  const text = (words: readonly string[]) =>
    JSON.stringify({ uuid: 'conversation-1', chat_messages: words.map((said) => ({ sender: 'human', text: said })) });
  const take = async (words: readonly string[]) => {
    const { taken } = importing(store);
    await taken.take(text(words));
    return taken.end();
  };
  const { session } = await take(['Book it', 'Soon']);
  store.append(session, [{ type: 'session-marked', tags: ['kept'] }]);
  expect(await take(['Book it', 'Soon', 'Now'])).toMatchObject({ session, replaced: 1, alreadyThere: false });
  expect(store.library()).toMatchObject([{ facts: { marks: { tags: ['kept'] } } }]);
  expect(store.rows(session).filter(({ type }) => type === 'user-message-added')).toHaveLength(3);
  expect(await take(['Book it', 'Soon'])).toMatchObject({ session, alreadyThere: true });
});
