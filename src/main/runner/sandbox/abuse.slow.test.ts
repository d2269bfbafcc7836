import { expect, it, vi } from 'vitest';
import { createRunner } from '../run-command.ts';
import { temporaryHome } from '../test-kit/home.ts';
import { runSuite } from './test-kit/suite.ts';

// Some seventy runs, twice, on a machine that may be busy.
vi.setConfig({ testTimeout: 600_000 });

const { home, remove } = temporaryHome();
const { kind, reason } = await (await createRunner({ home, sandbox: 'auto' })).sandbox();
remove();

it.skipIf(kind === 'none')(
  `escapes and abuses get nowhere in the sandbox, and most of them without it (${kind}${reason})`,
  async () => {
    const [without, within] = await Promise.all([runSuite('none'), runSuite('required')]);
    const named = (outcomes: typeof without) =>
      outcomes.filter(({ got }) => got).map(({ group, name }) => `${group}: ${name}`);
    expect(named(within)).toEqual([]);
    expect(within.length).toBe(without.length);
    // A suite whose attacks fail by themselves proves nothing: without protection each group gets through somewhere.
    const groups = new Set(without.map(({ group }) => group));
    expect(new Set(without.filter(({ got }) => got).map(({ group }) => group))).toEqual(groups);
    expect(named(without).length).toBeGreaterThan(without.length * 0.6);
    expect(without.filter(({ got, heldAnyway }) => got && heldAnyway)).toEqual([]);
  },
);
