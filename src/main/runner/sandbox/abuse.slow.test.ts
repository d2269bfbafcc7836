import { describe, expect, it, vi } from 'vitest';
import { implementations } from './test-kit/implementations.ts';
import { type Outcome, runSuite } from './test-kit/suite.ts';

// Some eighty runs for each kind, on a machine that may be busy.
vi.setConfig({ testTimeout: 900_000 });

const kinds = await implementations();
const named = (outcomes: readonly Outcome[]): string[] =>
  outcomes.filter(({ got }) => got).map(({ group, name }) => `${group}: ${name}`);

describe('escapes and abuses', () => {
  let control: Promise<readonly Outcome[]> | undefined;
  /** Once for all kinds. */
  const without = (): Promise<readonly Outcome[]> => {
    control ??= runSuite('none');
    return control;
  };

  it.skipIf(!kinds.some(({ here }) => here))('mostly succeed without a sandbox', async () => {
    const outcomes = await without();
    // Attacks that always fail prove nothing: without protection each group must succeed somewhere.
    const groups = new Set(outcomes.map(({ group }) => group));
    expect(new Set(outcomes.filter(({ got }) => got).map(({ group }) => group))).toEqual(groups);
    expect(named(outcomes).length).toBeGreaterThan(outcomes.length * 0.6);
    expect(outcomes.filter(({ got, heldAnyway }) => got && heldAnyway)).toEqual([]);
  });

  for (const { kind, here, reason } of kinds) {
    it.skipIf(!here)(`get nowhere in ${kind}${reason === '' ? '' : ` (${reason})`}`, async () => {
      const within = await runSuite(kind);
      expect(named(within)).toEqual([]);
      expect(within.length).toBe((await without()).length);
    });
  }
});
