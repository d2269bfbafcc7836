import { expect, it } from 'vitest';
import { addDetails } from './reasoning-details.ts';

const piece = (index: number, type: string, text: string) => ({ index, type, text });

it('joins pieces with the same index and type, and keeps others apart', () => {
  const first = addDetails(undefined, [piece(0, 'reasoning.text', 'a'), piece(0, 'reasoning.encrypted', 'x')]);
  expect(addDetails(first, [piece(0, 'reasoning.text', 'b'), piece(1, 'reasoning.text', 'c')])).toEqual([
    piece(0, 'reasoning.text', 'ab'),
    piece(0, 'reasoning.encrypted', 'x'),
    piece(1, 'reasoning.text', 'c'),
  ]);
});

it('keeps pieces without an index as received, and the last value of other fields', () => {
  expect(
    addDetails(undefined, [
      { type: 't', text: 'a' },
      { type: 't', text: 'b' },
    ]),
  ).toHaveLength(2);
  const details = addDetails(undefined, [
    { index: 0, type: 't', signature: 's1', text: 'a' },
    { index: 0, type: 't', signature: null, text: 'b' },
  ]);
  expect(details).toEqual([{ index: 0, type: 't', signature: 's1', text: 'ab' }]);
});
