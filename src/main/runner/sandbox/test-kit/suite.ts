/** The suite of escapes and abuses: each attack under one kind of protection. Printed by `npm run bench:sandbox`, asserted by a slow test. */
import { countsProcesses } from '../watch-memory.ts';
import { type Attack, gotThrough } from './attack.ts';
import { ATTACKS } from './attacks.ts';
import { ENDINGS, outlives, SHAPES } from './daemons.ts';
import { type Field, openField } from './field.ts';
import type { Protection } from './implementations.ts';
import { holdsAnotherTerminal } from './other-terminal.ts';

export interface Outcome {
  readonly group: string;
  readonly name: string;
  /** The attack did what it wanted. */
  readonly got: boolean;
  /** The runner holds it off without a sandbox too. */
  readonly heldAnyway: boolean;
}

async function tried(attack: Attack, field: Field): Promise<Outcome> {
  field.lay();
  const result = await field.run(attack.command(field), attack.request?.(field));
  const { group, name, heldAnyway = false } = attack;
  return { group, name, got: gotThrough(attack, field, result), heldAnyway };
}

/** Takes about a minute. */
export async function runSuite(wish: Protection): Promise<readonly Outcome[]> {
  const field = await openField(wish);
  const outcomes: Outcome[] = [];
  const isRoot = process.getuid?.() === 0;
  const may = { root: isRoot, counted: !isRoot || countsProcesses() };
  try {
    for (const attack of ATTACKS) {
      if (attack.only === undefined || may[attack.only]) outcomes.push(await tried(attack, field));
    }
    outcomes.push({
      group: 'secrets',
      name: 'a descriptor of another run’s terminal',
      heldAnyway: false,
      got: await holdsAnotherTerminal(field),
    });
    for (const ending of ENDINGS) {
      const shapes = Object.keys(SHAPES).map(async (name) => {
        const got = await outlives(field, wish, name, ending);
        return { group: `daemons against ${ending}`, name, got, heldAnyway: false };
      });
      outcomes.push(...(await Promise.all(shapes)));
    }
    return outcomes;
  } finally {
    field.remove();
  }
}
