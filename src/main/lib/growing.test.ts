import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mapGrowing } from './growing.ts';

const entries = Array.from({ length: 6 }, (_, value) => ({ value }));
const make = (entry: { readonly value: number }, index: number) =>
  Array.from({ length: entry.value % 3 }, (_, at) => `${entry.value} at ${index}.${at}`);

it('maps lists that grow, shrink and branch as each alone, and leaves earlier results as they were', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.constantFrom(...entries))), (lists) => {
      const mapped = mapGrowing(make);
      const results = lists.map((list) => mapped(list));
      expect(results).toEqual(lists.map((list) => list.flatMap(make)));
    }),
  );
});

it('makes the rest after an entry that could not be made', () => {
  const made: number[] = [];
  let isRefusing = true;
  const mapped = mapGrowing((entry: { readonly value: number }) => {
    if (isRefusing && entry.value === 3) throw new Error('refused');
    made.push(entry.value);
    return [entry.value];
  });
  expect(() => mapped(entries)).toThrow('refused');
  isRefusing = false;
  expect(mapped(entries)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(made).toEqual([0, 1, 2, 3, 4, 5]);
});
