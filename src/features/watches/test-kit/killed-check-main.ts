/** Opens the watches of a data folder, and dies between a check and what it would write. `node … HOME SKILLS NOW` */
import { dieHere } from '../../../main/lib/test-kit/killed-program.ts';
import { openWatches } from './open-watches.ts';

const [home = '', skills = '', now = ''] = process.argv.slice(2);
const { core, pass } = await openWatches({ home, skills, clock: { now: Number(now) } });
const { runUnattended } = core.tools;
core.tools.runUnattended = async (...asked) => {
  await runUnattended(...asked);
  dieHere();
  return undefined;
};
await pass(120_000);
