import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldEvents } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { tableOf } from './engine.ts';
import { prefixKept } from './left-out.ts';
import { createWalk } from './replay.ts';
import { actions, sessionOf } from './test-kit/random-session.ts';

it('gives the same result for a walk over requests as for each pair compared, in any session', async () => {
  await fc.assert(
    fc.asyncProperty(actions, fc.integer({ min: 1, max: 4 }), async (taken, step) => {
      const events = sessionOf(taken);
      const walk = createWalk();
      let before: SessionState | undefined;
      for (let end = 3; end <= events.length; end += step) {
        const state = foldEvents('s', events.slice(0, end));
        const { total, kept, broke } = await walk.next(state, events.slice(Math.max(0, end - step), end));
        expect(total).toBe((await tableOf(state)).total);
        if (before !== undefined) {
          const prefix = await prefixKept(before, state, events);
          const { seq: _cause, ...part } = prefix.broke ?? {};
          expect([kept, broke?.part ?? {}]).toEqual([prefix.tokens, part]);
        }
        before = state;
      }
    }),
    { numRuns: 25 },
  );
});
