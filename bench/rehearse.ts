/**
 * `npm run rehearse`: faults that no unit test sees. 200 kills at random moments, machines that fail, and work that is too much; prints a table
 * and each fault, and ends with 1 where there is one. About ten minutes.
 * `-- runs "full disk"` rehearses those alone; `--kills N` changes the number, `--seed N` repeats a run.
 */
import { parseArgs } from 'node:util';
import { ensureBuild } from '../scripts/lib/build.mjs';
import { FAULTS, rehearsed } from './rehearse/faults.ts';
import { killed, WORKS } from './rehearse/kills.ts';
import { RESOURCES } from './rehearse/resources.ts';
import { seeded } from './rehearse/stage.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: String(Date.now() % 1e6) } },
});
const machines = { ...FAULTS, ...RESOURCES };
const all = [...Object.keys(WORKS), ...Object.keys(machines)];
const unknown = positionals.filter((name) => !all.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`There is no rehearsal ${unknown.join(', ')}. There are: ${all.join(', ')}.\n`);
  process.exit(2);
}
const isWanted = (name: string) => positionals.length === 0 || positionals.includes(name);
const random = seeded(Number(values.seed));
const rows: Record<string, string | number>[] = [];
const faults: string[] = [];

function add(rehearsal: string, tries: string, found: readonly string[], begun: number): void {
  rows.push({ rehearsal, tries, faults: found.length, seconds: Math.round((performance.now() - begun) / 1_000) });
  faults.push(...found.map((fault) => `${rehearsal}: ${fault}`));
  process.stderr.write(`${found.length === 0 ? '✓' : '✗'} ${rehearsal}\n`);
}

await ensureBuild();
for (const [name, [share, open]] of Object.entries(WORKS).filter(([one]) => isWanted(one))) {
  const begun = performance.now();
  const { kills, late, faults: found } = await killed(open, Math.round(Number(values.kills) * share), random);
  add(`killed in ${name}`, `${kills} kills, ${late} too late`, found, begun);
}
for (const [name, rehearsal] of Object.entries(machines).filter(([one]) => isWanted(one))) {
  const begun = performance.now();
  const { tries, faults: found } = await rehearsed(rehearsal, random);
  add(name, String(tries), found, begun);
}
console.table(rows);
for (const fault of faults) process.stdout.write(`${fault.trim()}\n`);
process.stdout.write(`${faults.length} faults, seed ${values.seed}\n`);
process.exitCode = faults.length === 0 ? 0 : 1;
