/**
 * `npm run bench:skills`: what finding skills costs, as ratios beside the floor below it and beside other programs.
 * `--list` measures the list of skills in a request in place of it, with `--real DIR` among real skills too.
 * `--sizes 100,1000` and `--peers none|pi,deepagents` shorten it; `--rounds N` steadies it.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generateSkills } from './skills/generate.ts';
import { measureLists } from './skills/list.ts';
import { PEERS } from './skills/loaders.ts';
import type { Measured } from './skills/measure.ts';
import { installPeer } from './skills/peers.ts';
import { report, round } from './table.ts';

/** Limits for discovery. */
const BOUNDS = { first: 4, bytes: 1.1, second: 1.5, stallMs: 16, memory: 2.2 } as const;

const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '100,1000,10000' },
    peers: { type: 'string', default: PEERS.map(({ id }) => id).join(',') },
    rounds: { type: 'string' },
    list: { type: 'boolean', default: false },
    real: { type: 'string' },
  },
});
const sizes = values.sizes.split(',').map(Number);
const wanted = values.peers.split(',').filter((id) => id !== 'none' && id !== '');
const unknown = wanted.filter((id) => !PEERS.some((peer) => peer.id === id));
if (unknown.length > 0 || sizes.some((size) => !Number.isInteger(size) || size < 1)) {
  console.error(
    `Wrong usage: --sizes takes numbers, --peers takes none or ${PEERS.map(({ id }) => id).join(',')}; each by commas.`,
  );
  process.exit(2);
}

if (values.list) {
  const missed = await measureLists(sizes, values.real);
  console.log(missed.length === 0 ? 'Within all bounds.' : `Out of bounds: ${missed.join('; ')}.`);
  process.exit(missed.length === 0 ? 0 : 1);
}

const missing = new Map<string, string>();
for (const peer of PEERS.filter(({ id }) => wanted.includes(id))) {
  const reason = installPeer(peer);
  if (reason !== undefined) missing.set(peer.id, reason);
}

function measure(id: string, root: string, rounds: number): Measured | undefined {
  const script = path.join(import.meta.dirname, 'skills', 'measure.ts');
  const args = ['--no-warnings', '--expose-gc', '--max-old-space-size=8192', script, id, root, String(rounds)];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const last = stdout.trimEnd().split('\n').at(-1) ?? '';
  if (status === 0) return JSON.parse(last);
  missing.set(id, stderr.trim().split('\n').slice(-3).join(' '));
  return undefined;
}

const times = (ours: number | undefined, floor: number | undefined): number =>
  ours === undefined || floor === undefined ? Number.NaN : ours / floor;

const missed: string[] = [];
for (const size of sizes) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-skills-'));
  try {
    generateSkills(root, size);
    const rounds = Number(values.rounds ?? Math.max(5, Math.min(100, Math.ceil(25_000 / size))));
    const rows: Record<string, unknown>[] = [];
    for (const id of ['skilldeck', ...wanted.filter((one) => !missing.has(one))]) {
      const measured = measure(id, root, rounds);
      if (measured === undefined) continue;
      const ratios = {
        first: times(measured.firstMs, measured.floorMs),
        bytes: times(measured.bytes, measured.floorBytes),
        second: times(measured.secondMs, measured.floorMs),
        stallMs: measured.stallMs,
        memory: times(measured.heap, measured.floorHeap),
      };
      rows.push({
        loader: id,
        found: measured.found,
        'floor, ms': round(measured.floorMs),
        'first ×': round(ratios.first),
        'bytes ×': round(ratios.bytes),
        'second ×': round(ratios.second),
        'stall, ms': round(ratios.stallMs),
        'of it own, ms': round(measured.ownStallMs),
        'memory ×': round(ratios.memory),
        'heap a skill, B': Math.round(measured.heap / size),
      });
      if (id !== 'skilldeck') continue;
      report([{ what: `first discovery of ${size} skills, × the floor`, value: round(ratios.first) }]);
      for (const key of ['first', 'bytes', 'second', 'stallMs', 'memory'] as const) {
        const own = key === 'stallMs' ? `; of it own work ${round(measured.ownStallMs)}` : '';
        if (ratios[key] > BOUNDS[key]) {
          missed.push(`${key} ${round(ratios[key])} (≤ ${BOUNDS[key]}${own}) at ${size} skills`);
        }
      }
    }
    console.log(`\n${size} skills`);
    console.table(rows);
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}
for (const [id, reason] of missing) console.log(`Not measured: ${id}. ${reason}`);
console.log(missed.length === 0 ? 'Within all bounds.' : `Out of bounds: ${missed.join('; ')}.`);
