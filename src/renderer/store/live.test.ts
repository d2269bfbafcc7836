import { expect, it } from 'vitest';
import type { Delta, DeltaBody } from '../../shared/events.ts';
import { NO_LIVE } from './app-data.ts';
import { applyDelta } from './live.ts';

const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 0, 0, second)).toISOString();
const streamed = (...deltas: readonly [second: number, body: DeltaBody][]) =>
  deltas.reduce(
    (live, [second, body]) => applyDelta(live, { ...body, session: 's', at: at(second) } as Delta),
    NO_LIVE,
  );
const thinks = (offset: number, text: string, iteration = 1): DeltaBody => ({
  ...{ type: 'reasoning-delta', iteration, offset, text },
});
const says: DeltaBody = { type: 'text-delta', iteration: 1, offset: 0, text: 'Hello' };

it('thinks from the first thought until words or a call follow, and begins anew with the next step', () => {
  const thinking = streamed([1, thinks(0, 'Hm')], [4, thinks(2, ', yes.')]);
  expect(thinking).toMatchObject({ reasoning: 'Hm, yes.', thinking: { since: at(1) } });
  expect(thinking.thinking).not.toHaveProperty('ms');
  const spoke = streamed([1, thinks(0, 'Hm')], [9, says], [12, { ...says, offset: 5, text: '!' }]);
  expect(spoke).toMatchObject({ text: 'Hello!', reasoning: 'Hm', thinking: { since: at(1), ms: 8_000 } });
  const calls: DeltaBody = { type: 'tool-call-delta', iteration: 1, index: 0, name: 'grep' };
  expect(streamed([1, thinks(0, 'Hm')], [3, calls]).thinking).toEqual({ since: at(1), ms: 2_000 });
  const next = streamed([1, thinks(0, 'Hm')], [9, says], [20, thinks(0, 'So', 2)]);
  expect(next).toMatchObject({ iteration: 2, text: '', reasoning: 'So', thinking: { since: at(20) } });
  expect(streamed([1, says]).thinking).toBeUndefined();
});
