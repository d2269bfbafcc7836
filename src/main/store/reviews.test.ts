import fc from 'fast-check';
import { expect, it } from 'vitest';
import { placeOf, type Review, VERDICTS } from '../../shared/review/reviews.ts';
import { salvage } from './backup/repair.ts';
import { openForReading, openForWriting } from './db.ts';
import { migrate } from './migrations/index.ts';
import { counting, reviewText } from './reviews.ts';
import type { Store } from './store.ts';
import { created, said } from './test-kit/home.ts';
import { openTestStore, testHome } from './test-kit/open-store.ts';

function opened(): { readonly store: Store; readonly dir: string; readonly database: string } {
  const home = testHome();
  return { store: openTestStore({ home: home.dir }), ...home };
}

const anyReview: fc.Arbitrary<Review> = fc.record(
  {
    session: fc.constantFrom('a', 'b'),
    seq: fc.constantFrom(0, 3),
    reviewer: fc.constantFrom('ada', 'bob'),
    at: fc.integer({ min: 0, max: 3 }).map((ms) => new Date(Date.UTC(2030, 0, 1) + ms).toISOString()),
    verdict: fc.constantFrom(...VERDICTS),
    text: fc.string({ maxLength: 5 }),
    removed: fc.constant(true as const),
  },
  { requiredKeys: ['session', 'seq', 'reviewer', 'at'] },
);
const anyReviews = fc.array(anyReview, { maxLength: 12 });
const texts = (reviews: readonly Review[]): string[] => reviews.map(reviewText).sort();

it('ends with the same reviews in two data folders, whatever each had, in any order and however often they exchange', () => {
  const [here, there] = [opened().store, opened().store];
  fc.assert(
    fc.property(anyReviews, anyReviews, (mine, theirs) => {
      // The folders keep what earlier runs gave them: all the more to merge.
      here.reviews.merge(mine);
      there.reviews.merge(theirs);
      const given = (store: Store) => ['a', 'b'].flatMap((id) => store.reviews.history(id));
      const [sent, back] = [given(here), given(there)];
      here.reviews.merge(back);
      there.reviews.merge(sent.toReversed());
      expect(there.reviews.merge(sent)).toBe(0);
      expect(given(here)).toEqual(given(there));
      expect(here.reviews.all()).toEqual(there.reviews.all());
      // Nothing is lost: what was replaced is still there.
      const kept = new Set(texts(given(here)));
      expect([...mine, ...theirs].every((one) => kept.has(reviewText(one)))).toBe(true);
    }),
    { numRuns: 60 },
  );
});

it('counts the newest of one reviewer about one moment, and none where that one takes it back', () => {
  fc.assert(
    fc.property(anyReviews, (reviews) => {
      const left = counting(reviews);
      expect(new Set(left.map(placeOf)).size).toBe(left.length);
      for (const one of left) {
        const rivals = reviews.filter((other) => placeOf(other) === placeOf(one));
        expect(rivals.every(({ at }) => at <= one.at)).toBe(true);
      }
      for (const place of new Set(reviews.map(placeOf))) {
        const rivals = reviews.filter((one) => placeOf(one) === place);
        const newest = rivals.filter(({ at }) => rivals.every((other) => other.at <= at));
        const isGone = left.every((one) => placeOf(one) !== place);
        if (newest.every(({ removed }) => removed === true)) expect(isGone).toBe(true);
        if (newest.every(({ removed }) => removed !== true)) expect(isGone).toBe(false);
      }
      expect(texts(counting(reviews.toReversed()))).toEqual(texts(left));
    }),
  );
});

const review: Review = {
  session: 's',
  seq: 0,
  reviewer: 'ada',
  at: '2030-01-01T00:00:00.000Z',
  verdict: 'fail',
  text: 'It booked the wrong day.',
};

it('appends no event for a review, and is read by another process', () => {
  const { store, dir } = opened();
  store.append('s', [created, said('Hello')]);
  store.reviews.merge([review]);
  store.reviews.enqueue([{ session: 's', at: review.at, why: 'eval failed' }]);
  store.reviews.enqueue([{ session: 's', at: '2031-01-01T00:00:00.000Z', why: 'again' }]);
  expect(store.lastSeq('s')).toBe(2);
  const reader = openTestStore({ home: dir, access: 'read' });
  expect(reader.reviews.all('s')).toEqual([review]);
  expect(reader.reviews.queue()).toEqual([{ session: 's', at: review.at, why: 'eval failed' }]);
  expect(() => reader.reviews.merge([review])).toThrow('opened for reading only');
});

it('keeps reviews, the queue and saved filters through a repair: no log can give them back', () => {
  const { store, database } = opened();
  store.append('s', [created]);
  store.reviews.merge([review]);
  store.reviews.enqueue([{ session: 's', at: review.at, why: '' }]);
  store.reviews.saveFilters('failed', { filters: { problems: ['failed'] } });
  store.close();
  const other = testHome();
  const [source, target] = [openForReading(database), openForWriting(other.database)];
  migrate(target, other.database);
  salvage(target, [source]);
  source.close();
  target.close();
  const repaired = openTestStore({ home: other.dir, access: 'read' });
  expect([repaired.reviews.all(), repaired.reviews.queue(), repaired.reviews.savedFilters()]).toEqual([
    [review],
    [{ session: 's', at: review.at, why: '' }],
    [{ name: 'failed', filters: { filters: { problems: ['failed'] } } }],
  ]);
});
