import { expect, it } from 'vitest';
import { exportLines } from '../../../main/session/export-lines.ts';
import type { Store } from '../../../main/store/store.ts';
import { answered, created, requested, said } from '../../../main/store/test-kit/home.ts';
import { importStore } from '../../../main/store/test-kit/import-log.ts';
import { openTestStore } from '../../../main/store/test-kit/open-store.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { EventBody } from '../../../shared/events.ts';
import { exportSession } from './export-session.ts';
import { ImportInPieces } from './import-session.ts';
import { Transfers } from './transfers.ts';

/** More than the pages that are read, redacted and stored at once; with what an edit replaced across them. */
function longTalk(): Store {
  const store = openTestStore();
  const turns = Array.from({ length: 450 }, (_, turn): EventBody[] => [
    said(turn === 0 ? 'Write to li.wei@example.com 😀 about it' : `第 ${turn} 句 ${'x'.repeat(3_000)}`),
    requested(1),
    answered(`one ${turn}, call +1 415 555 0134`),
  ]);
  store.append('s', [created, ...turns.flat()]);
  store.append('s', [{ type: 'history-rewound', toSeq: 700, reason: 'edit' }, said('edited'), answered('two')]);
  return store;
}

async function pieces(store: Store, redact: boolean) {
  const taken: string[] = [];
  for await (const { text, end } of exportLines(store, 's', { redact, folders: [] })) {
    taken.push(text);
    if (end !== undefined) return { taken, end };
  }
  throw new Error('It has no end');
}

const importing = (store: Store, onStored = () => {}) =>
  new ImportInPieces({ store: importStore(store), name: 'x.json', onStored });

it('exports in pieces the same as at once, redacted or not, as of the start', async () => {
  const store = longTalk();
  for (const redact of [false, true]) {
    const options = { format: 'jsonl', language: 'en', folders: [], redact, end: store.end('s') } as const;
    const { text, ...rest } = await exportSession('s', store.rows('s'), options);
    const { taken, end } = await pieces(store, redact);
    expect(taken.join('') === text).toBe(true);
    expect(taken.length).toBeGreaterThan(1);
    expect(taken.every((piece) => piece.endsWith('\n'))).toBe(true);
    expect(end).toEqual(rest);
    expect(redact === text.includes('li.wei@')).toBe(false);
  }
  const running = exportLines(store, 's', { redact: false, folders: [] });
  const first = await running.next();
  store.append('s', [said('later')]);
  let text = first.value?.text ?? '';
  for await (const piece of running) text += piece.text;
  expect(text).not.toContain('later');
});

it('imports a file cut anywhere into the same bytes and lists, all of it or nothing', async () => {
  const from = longTalk();
  const text = (await pieces(from, false)).taken.join('');
  const to = openTestStore();
  let told = 0;
  const taken = importing(to, () => {
    told += 1;
  });
  // Within a character of two code units too.
  const smile = text.indexOf('😀') + 1;
  const cuts = [0, 1, smile, smile + 7_000, text.length - 3, text.length];
  for (const [index, cut] of cuts.entries()) if (index > 0) taken.take(text.slice(cuts[index - 1], cut));
  expect([to.has('s'), told]).toEqual([false, 0]);
  const result = { session: 's', events: 1_354, messages: 902, calls: 451, unknownEvents: 0, redacted: false };
  expect(taken.end()).toEqual({ ...result, alreadyThere: false });
  taken.close();
  expect((await pieces(to, false)).taken.join('') === text).toBe(true);
  const [{ facts }, { facts: before }] = [to.library()[0], from.library()[0]].map(
    (entry) => entry ?? { facts: {} },
  ) as [{ facts: object }, { facts: object }];
  expect(facts).toEqual(before);
  expect(to.summaries()).toEqual(from.summaries().map((summary) => ({ ...summary, imported: true })));
  expect(to.search('edited', { limit: 5 }).results).toMatchObject([{ seq: 1_353 }]);

  // Again, with a mark that was made here; then another log of the same name, and one that breaks off.
  to.append('s', [{ type: 'session-renamed', title: 'Mine', by: 'user' }]);
  const given = (whole: string) => {
    const again = importing(to);
    try {
      again.take(whole.slice(0, 20_000));
      again.take(whole.slice(20_000));
      return again.end();
    } catch (error) {
      return isSkilldeckError(error) ? error.message : error;
    } finally {
      again.close();
    }
  };
  expect(given(text)).toEqual({ ...result, alreadyThere: true });
  expect(given(text.replace('one 333', 'two 333'))).toMatch(/already exists with other content: event 1003 differs/);
  expect(given(text.slice(0, -40))).toMatch(/Line 1355 isn't an event: it isn't JSON/);
  expect(given(text.slice(0, -200))).toMatch(/Line 1354 isn't an event: it isn't JSON/);
  expect(given(`\ufeff${text.replaceAll('"session":"s"', '"session":"t"').slice(0, -3)}`)).toMatch(
    /Nothing was imported/,
  );
  expect([to.has('t'), told]).toEqual([false, 1]);
  // Another program's file, whose single line reveals its kind only at its end.
  const foreign = `{"padding":"${'p'.repeat(50_000)}","messages":[{"role":"user","content":"hi"}]}`;
  expect(given(foreign)).toMatchObject({ messages: 1 });
});

it('tracks a transfer until it ends, and drops the longest idle one when full', () => {
  const closed: number[] = [];
  const transfers = new Transfers<{ readonly name: number; close(): void }>();
  const ids = Array.from({ length: 16 }, (_, name) => transfers.add({ name, close: () => void closed.push(name) }));
  const [first = '', second = ''] = ids;
  expect(transfers.get(first).name).toBe(0);
  transfers.add({ name: 16, close: () => {} });
  expect(closed).toEqual([1]);
  transfers.end(first);
  transfers.end(first);
  expect(closed).toEqual([1, 0]);
  for (const id of [first, second]) expect(() => transfers.get(id)).toThrow(/Begin it again/);
  for (const id of ids) transfers.end(id);
});
