/**
 * `npm run bench:all`: all tables one after another, with the machine's load, and what became a fifth worse than in the
 * last run on this machine. The results are kept in the user's cache folder. Not a test: nothing fails.
 * `-- commands skills` runs those alone; `-- --soak` the ten minutes too.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuild } from '../scripts/lib/build.mjs';
import { runNode } from '../scripts/lib/run.mjs';
import { type Figure, round } from './table.ts';

/** Program and arguments of each. */
const BENCHES: Readonly<Record<string, readonly string[]>> = {
  core: ['bench/core.ts'],
  commands: ['bench/commands.ts'],
  serve: ['bench/serve.ts'],
  skills: ['bench/skills.ts'],
  sandbox: ['bench/sandbox.ts'],
  waits: ['bench/waits.ts'],
  ui: ['scripts/bench-ui.mjs'],
  soak: ['--expose-gc', 'bench/soak.ts'],
};
/** Ratio to the last run above which a figure is marked. */
const WORSE = 1.2;

type Results = Readonly<Record<string, number>>;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { soak: { type: 'boolean', default: false } },
});
const wanted =
  positionals.length > 0 ? positionals : Object.keys(BENCHES).filter((name) => name !== 'soak' || values.soak);
const unknown = wanted.filter((name) => !Object.hasOwn(BENCHES, name));
if (unknown.length > 0) {
  process.stderr.write(`There is no bench ${unknown.join(', ')}. There are: ${Object.keys(BENCHES).join(', ')}.\n`);
  process.exit(2);
}

const cache = process.env.XDG_CACHE_HOME ?? path.join(os.homedir(), '.cache');
const kept = path.join(cache, 'skilldeck', `bench-${os.hostname()}.json`);

function lastResults(): Results {
  try {
    return JSON.parse(readFileSync(kept, 'utf8')) as Results;
  } catch {
    return {};
  }
}

const load = () =>
  `load ${os
    .loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')} on ${os.availableParallelism()} cores`;

await ensureBuild();
const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-all-'));
const figures: Record<string, number> = {};
try {
  for (const name of wanted) {
    process.stdout.write(`\n${name} (${load()})\n`);
    const file = path.join(folder, `${name}.jsonl`);
    writeFileSync(file, '');
    const { status } = await runNode(['--no-warnings', ...(BENCHES[name] ?? [])], {
      show: true,
      env: { SKILLDECK_BENCH_FIGURES: file },
    });
    if (status !== 0) process.stdout.write(`${name} ended with status ${status}.\n`);
    for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
      const { what, value } = JSON.parse(line) as Figure;
      figures[`${name}: ${what}`] = value;
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

const before = lastResults();
const worse = Object.entries(figures).flatMap(([what, now]) => {
  const then = before[what];
  return then === undefined || now <= then * WORSE
    ? []
    : [{ what, 'last time': then, now, worse: `${round(now / then)} ×` }];
});
mkdirSync(path.dirname(kept), { recursive: true });
writeFileSync(kept, `${JSON.stringify({ ...before, ...figures }, null, 2)}\n`);
process.stdout.write(`\n${Object.keys(figures).length} figures, ${load()}; kept in ${kept}\n`);
if (worse.length === 0) process.stdout.write('Nothing is a fifth worse than the last time.\n');
else console.table(worse);
