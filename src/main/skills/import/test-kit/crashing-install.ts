/**
 * A program that updates every skill of a source and is killed at its n-th rename.
 * Arguments: data folder, source, n.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { dieHere } from '../../../lib/test-kit/killed-program.ts';
import { createSkillLibrary } from '../../discovery/library.ts';
import { createSkillImports } from '../skill-imports.ts';

const [home = '', source = '', dieAt = ''] = process.argv.slice(2);
const rename = fs.renameSync;
let renames = 0;
let isArmed = false;
fs.renameSync = (from, to) => {
  if (isArmed) renames += 1;
  if (renames === Number(dieAt)) dieHere();
  rename(from, to);
};
syncBuiltinESMExports();

const library = createSkillLibrary({ roots: [{ dir: path.join(home, 'skills'), source: 'user' }] });
const imports = createSkillImports({
  home,
  countTokens: async () => 1,
  skillBudget: () => 8_000,
  catalog: () => library.refresh(),
  now: () => new Date(),
});
const plan = await imports.inspect({ kind: 'address', address: source });
isArmed = true;
await imports.install(plan.planId);
process.stdout.write('installed\n');
