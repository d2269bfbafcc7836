import { describe, expect, it } from 'vitest';
import { createCompactionEngine } from './engine.ts';
import { answered, created, loaded, prompt, said, stateOf } from './test-kit/states.ts';

const state = stateOf(
  created({ maxContext: 1000 }),
  prompt(),
  loaded('pdf', 'x'),
  ...Array.from({ length: 10 }, (_, turn) => [said(`request ${turn} ${'x'.repeat(400)}`), answered('ok')]).flat(),
);

/** True if a step is taken when the request has `total` tokens, and `after` with any step. */
async function compacts(total: number, tokens?: number, after = total - 1): Promise<boolean> {
  const engine = createCompactionEngine(async (of) => (of === state ? total : after));
  return (await engine.nextCompaction(state, tokens)) !== undefined;
}

describe('compaction', () => {
  it('starts above 80 % of the context, not at exactly 80 %', async () => {
    expect([await compacts(800), await compacts(801)]).toEqual([false, true]);
  });

  it('starts above 90 % before a load, counting the load', async () => {
    expect([await compacts(700, 200), await compacts(700, 201), await compacts(850, 50)]).toEqual([false, true, false]);
  });

  it('skips a step that would not make the request smaller', async () => {
    expect([await compacts(900, undefined, 899), await compacts(900, undefined, 900)]).toEqual([true, false]);
  });

  it('summarises again by hand for another instruction, but not twice for the same one', async () => {
    const engine = createCompactionEngine(async (of) => (of === state ? 900 : 800));
    const [step] = await engine.handCompaction(state, 'keep the dates');
    if (step?.strategy !== 'turns') throw new Error('expected a summary');
    const done = engine.afterStep(state, step);
    const asked = async (instruction: string) =>
      (await engine.handCompaction(done, instruction)).map(({ strategy }) => strategy);
    expect([await asked('keep the dates'), await asked('keep the names')]).toEqual([[], ['turns']]);
  });
});
