/** Every field of a source is read, a fact of the whole, or counted: over any JSON, and any choice of what is read. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { opened, unreadOf, whole } from './raw.ts';

const key = fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom('a', 'b', 'c') }).map((name) => `k${name}`);
const scalar = fc.oneof(fc.integer({ min: 1 }), fc.string({ minLength: 1 }), fc.constant(true));
const line = fc.dictionary(key, scalar, { minKeys: 1 });

it('accounts for each field of each line', () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.array(key), (lines, names) => {
      const values = lines.map(opened);
      for (const value of values) for (const name of names) void value[name];
      const { about, leftOut } = unreadOf(values);
      const counts = new Map(leftOut.list().map(({ what, count }) => [what, count]));
      for (const name of new Set(lines.flatMap((one) => Object.keys(one)))) {
        const said = lines.flatMap((one) => (name in one ? [String(one[name])] : []));
        const isSame = new Set(said).size === 1 && (said[0] ?? '').length <= 2_000;
        if (names.includes(name)) expect([about[name], counts.get(name)]).toEqual([undefined, undefined]);
        else if (isSame) expect(about[name]).toBe(said[0]);
        else expect(counts.get(name)).toBe(said.length);
      }
    }),
  );
});

it('counts a part that nobody looked into once, and nothing of what was taken whole', () => {
  const [value] = [opened({ seen: [{ x: 1 }, { x: 2 }], taken: { deep: [1] }, other: { deep: [{ y: 1 }] } })];
  void value.seen;
  whole(value.taken);
  expect(unreadOf([value]).leftOut.list()).toEqual([
    { what: 'seen', count: 2 },
    { what: 'other.deep', count: 1 },
  ]);
});
