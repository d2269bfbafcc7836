/**
 * A program that syncs every skill of a repository and is killed at its n-th rename: of state, skills, origins, trash.
 * Arguments: data folder, n.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { dieHere } from '../../../../main/lib/test-kit/killed-program.ts';
import { openApp } from './client.ts';

const [home = '', dieAt = ''] = process.argv.slice(2);
const { client, close } = await openApp(home);
const rename = fs.renameSync;
let renames = 0;
fs.renameSync = (from, to) => {
  renames += 1;
  if (renames === Number(dieAt)) dieHere();
  rename(from, to);
};
syncBuiltinESMExports();

const { plan } = await client.repositories.sync({ name: 'team' });
if (plan !== null) await client.repositories.take({ planId: plan.planId });
await close();
process.stdout.write('synced\n');
