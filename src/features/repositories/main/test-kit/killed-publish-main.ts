/**
 * A program that publishes a skill and is killed as it starts its n-th program: git for a fetch, a commit, the push.
 * Arguments: data folder, version, n.
 */
import child from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { dieHere } from '../../../../main/lib/test-kit/killed-program.ts';
import { openApp } from './client.ts';

const [home = '', version = '', dieAt = ''] = process.argv.slice(2);
const { client, close } = await openApp(home);
const { spawn } = child;
let programs = 0;
child.spawn = ((...given: Parameters<typeof spawn>) => {
  programs += 1;
  const started = spawn(...given);
  // The program continues without this one.
  if (programs === Number(dieAt) + 1) dieHere();
  return started;
}) as typeof spawn;
syncBuiltinESMExports();

await client.repositories.publish({ name: 'team', id: 'mine', version, notes: '' });
await close();
