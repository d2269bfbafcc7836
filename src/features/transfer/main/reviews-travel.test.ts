/** Reviews leave with a session, come in with it, and join those that exist. */

import { expect, it } from 'vitest';
import { exportLines, type LinesOptions } from '../../../main/session/export-lines.ts';
import type { Store } from '../../../main/store/store.ts';
import { answered, created, said } from '../../../main/store/test-kit/home.ts';
import { importStore } from '../../../main/store/test-kit/import-log.ts';
import { openTestStore } from '../../../main/store/test-kit/open-store.ts';
import type { Review } from '../../../shared/review/reviews.ts';
import { importText } from './import-session.ts';

const at = (second: number): string => new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toISOString();
const review = (reviewer: string, second: number, fields: Partial<Review>): Review => ({
  session: 's',
  seq: 0,
  reviewer,
  at: at(second),
  ...fields,
});

async function exported(store: Store, options: Partial<LinesOptions> = {}): Promise<string> {
  let text = '';
  for await (const piece of exportLines(store, 's', { redact: false, folders: [], ...options })) text += piece.text;
  return text;
}

const take = (store: Store, text: string) =>
  importText({ store: importStore(store), name: undefined, onStored: () => {} }, text);

it('brings reviews along and merges them into a session that is there, both ways', async () => {
  const [here, there] = [openTestStore(), openTestStore()];
  here.append('s', [created, said('Hi'), answered('Hello')]);
  here.reviews.merge([review('ada', 1, { verdict: 'pass' }), review('ada', 2, { verdict: 'fail' })]);
  expect(take(there, await exported(here))).toMatchObject({ alreadyThere: false, reviews: 2 });
  there.reviews.merge([review('bob', 3, { verdict: 'unclear' }), review('ada', 4, { seq: 3, text: 'Here' })]);
  const back = await exported(there);
  expect(take(here, back)).toMatchObject({ alreadyThere: true, reviews: 2 });
  expect(take(here, back)).toMatchObject({ reviews: 0 });
  expect(here.reviews.history('s')).toEqual(there.reviews.history('s'));
  expect(here.reviews.all('s').map(({ reviewer, seq, verdict }) => [reviewer, seq, verdict])).toEqual([
    ['ada', 0, 'fail'],
    ['bob', 0, 'unclear'],
    ['ada', 3, undefined],
  ]);
  expect([here.lastSeq('s'), there.lastSeq('s')]).toEqual([3, 3]);
});

it('writes a session without reviews as before, byte for byte', async () => {
  const store = openTestStore();
  store.append('s', [created, said('Hi')]);
  const before = await exported(store);
  expect(before).not.toContain('export-reviews');
  expect(before.trim().split('\n')).toHaveLength(3);
  store.reviews.merge([review('ada', 1, { verdict: 'pass' })]);
  const lines = (await exported(store)).trim().split('\n');
  expect(lines.filter((line) => !line.includes('"export-reviews"'))).toEqual(before.trim().split('\n'));
  expect(lines.at(-1)).toContain('"export-end"');
});

it('takes private data out of reviews too, and keeps two reviewers apart whose names are private', async () => {
  const store = openTestStore();
  store.append('s', [created, said('I am li@example.com')]);
  store.reviews.merge([
    review('li@example.com', 1, { text: 'Seen by li@example.com, call 13800138000' }),
    review('bo@example.com', 1, { text: 'x' }),
  ]);
  const text = await exported(store, { redact: true });
  expect(text).not.toMatch(/example\.com|13800138000/);
  const other = openTestStore();
  take(other, text);
  expect(other.reviews.all('s').map(({ reviewer }) => reviewer)).toEqual(['reviewer 1', 'reviewer 2']);
});

it('refuses broken reviews, those of another session, and lines out of place; then nothing is imported', async () => {
  const store = openTestStore();
  store.append('s', [created, said('Hi')]);
  store.reviews.merge([review('ada', 1, { verdict: 'pass' })]);
  const text = await exported(store);
  const lines = text.trim().split('\n');
  const line = lines.find((one) => one.includes('export-reviews')) ?? '';
  const cases: readonly (readonly [string, RegExp])[] = [
    [text.replace('"pass"', '"good"'), /Line 3 has reviews that can't be read: "reviews\.0\.verdict"/],
    [text.replace('"reviews":[{"session":"s"', '"reviews":[{"session":"t"'), /reviews conversation 't'/],
    [[lines[0], line, lines[1], lines[3]].join('\n'), /Line 3 follows the reviews/],
    [[line, ...lines].join('\n'), /Nothing was imported/],
  ];
  for (const [given, message] of cases) {
    const other = openTestStore();
    expect(() => take(other, given)).toThrow(message);
    expect([other.has('s'), other.reviews.all()]).toEqual([false, []]);
  }
});
