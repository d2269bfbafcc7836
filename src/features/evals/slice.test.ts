import { expect, it, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { CommandContext } from '../../renderer/store/command-context.ts';
import { type EvalsData, evalCommands, NO_EVALS } from './slice.ts';

/** A core whose loop counts one run, then waits for its abort. */
function improving() {
  const data = createStore<EvalsData>(() => NO_EVALS);
  let begun = 0;
  const evals = {
    async improve(_request: unknown, { signal }: { readonly signal: AbortSignal }) {
      begun += 1;
      return (async function* () {
        yield { kind: 'ran', number: 1, done: 1, of: 3 };
        await new Promise((_, refuse) => signal.addEventListener('abort', () => refuse(new Error('stopped'))));
      })();
    },
    async follow() {
      return (async function* () {
        yield { kind: 'planned', id: 'e', runs: 2, kept: 0 };
        yield { kind: 'limited', until: Date.now() + 30_000 };
        yield { kind: 'ran', done: 1, of: 2 };
        await new Promise(() => {});
      })();
    },
    loops: async () => [],
    stop: async () => ({}),
  };
  const context = {
    connection: { client: { evals }, status: () => 'open' },
    data,
    attempt: <T>(command: () => Promise<T>) => command(),
  };
  const commands = evalCommands(context as unknown as CommandContext<EvalsData & { newAgent: undefined }>);
  return { commands, work: () => data.getState().evals.greet, begun: () => begun };
}

it('leaves a loop under way as it is where a second one is asked for, and ends it without a failure', async () => {
  const { commands, work, begun } = improving();
  const asked = { skill: 'greet', runs: 1, rounds: 1, concurrency: 1 };
  const first = commands.improve(asked);
  await expect.poll(() => work()?.work?.done).toBe(1);
  await commands.improve(asked);
  expect([begun(), work()?.work?.of]).toEqual([1, 3]);
  await commands.stop('greet');
  await first;
  expect(work()).toEqual({ work: undefined, failure: undefined, loops: [] });
});

it('says that a server limits requests until the wait is over', async () => {
  vi.useFakeTimers({ now: 0 });
  try {
    const { commands, work } = improving();
    void commands.follow('greet');
    await vi.advanceTimersByTimeAsync(29_999);
    expect(work()?.job).toEqual({ done: 1, of: 2, until: 30_000 });
    await vi.advanceTimersByTimeAsync(1);
    expect(work()?.job).toEqual({ done: 1, of: 2 });
  } finally {
    vi.useRealTimers();
  }
});
