/**
 * Measures one loader against the floor, in its own process so that no other's garbage or modules affect it:
 * `node --expose-gc measure.ts LOADER ROOT ROUNDS`. Prints one line of JSON.
 */
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { median } from '../table.ts';
import type { Discovery, OpenLoader } from './loaders.ts';
import { openLoader } from './loaders.ts';

export interface Measured {
  readonly found: number;
  /** Medians in milliseconds; the floor's runs alternate with the loader's. */
  readonly floorMs: number;
  readonly firstMs: number;
  readonly secondMs: number;
  /** Medians over the rounds of the longest time that the event loop did not turn, in a first discovery. */
  readonly stallMs: number;
  /** The same by the time that this program had a processor: the rest is the machine's other work. */
  readonly ownStallMs: number;
  /** Bytes that one first discovery reads; undefined where the system does not count them. */
  readonly floorBytes: number | undefined;
  readonly bytes: number | undefined;
  /** Bytes of heap kept after a first discovery. */
  readonly floorHeap: number;
  readonly heap: number;
}

/** Milliseconds after which no new round is begun: the slowest peers take seconds each. */
const ENOUGH_MS = 20_000;
const HEAP_SKILLS = 5_000;

function bytesRead(): number | undefined {
  try {
    return Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function readBy(open: OpenLoader, root: string): Promise<number | undefined> {
  const discover = await open(root);
  const before = bytesRead();
  await discover();
  const after = bytesRead();
  return before === undefined || after === undefined ? undefined : after - before;
}

interface Stall {
  readonly wall: number;
  readonly own: number;
}

function ownMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** The longest that a turn of the event loop took, with its first and last included. */
async function stallOf(open: OpenLoader, root: string): Promise<Stall> {
  const discover = await open(root);
  const worst = { wall: 0, own: 0 };
  let last = { wall: performance.now(), own: ownMs() };
  let over = false;
  const turn = (): void => {
    const now = { wall: performance.now(), own: ownMs() };
    worst.wall = Math.max(worst.wall, now.wall - last.wall);
    worst.own = Math.max(worst.own, now.own - last.own);
    last = now;
    if (!over) setImmediate(turn);
  };
  setImmediate(turn);
  await nextTurn();
  await discover();
  await nextTurn();
  over = true;
  // A copy: one more turn is under way.
  return { ...worst };
}

async function heapUsed(): Promise<number> {
  for (let round = 0; round < 4; round += 1) {
    await nextTurn();
    globalThis.gc?.();
  }
  const { heapUsed: heap, external } = process.memoryUsage();
  return heap + external;
}

/** Outside of any function, so that nothing but this line lets it go. */
let held: { discover: unknown; discovery: Discovery }[] = [];

async function hold(open: OpenLoader, root: string): Promise<void> {
  const discover = await open(root);
  held.push({ discover, discovery: await discover() });
}

/** Measures the memory freed on release, so that earlier garbage does not count. */
async function heapOf(open: OpenLoader, root: string): Promise<[heap: number, found: number]> {
  await hold(open, root);
  const found = held[0]?.discovery.count ?? 0;
  // A few skills keep too little to tell from the machine's own noise.
  const copies = Math.ceil(HEAP_SKILLS / found);
  while (held.length < copies) await hold(open, root);
  const full = await heapUsed();
  held = [];
  return [(full - (await heapUsed())) / copies, found];
}

async function measure(id: string, root: string, rounds: number): Promise<Measured> {
  const [open, openFloor] = await Promise.all([openLoader(id), openLoader('floor')]);
  // Loads modules, code and caches that stay, whatever is discovered.
  for (const one of [open, openFloor]) await (await one(root))();
  const [heap, found] = await heapOf(open, root);
  const [floorHeap] = await heapOf(openFloor, root);
  const [bytes, floorBytes] = [await readBy(open, root), await readBy(openFloor, root)];
  const times = { floor: [] as number[], first: [] as number[], second: [] as number[] };
  const stalls: Stall[] = [];
  const started = performance.now();
  for (let round = 0; round < rounds && (round === 0 || performance.now() - started < ENOUGH_MS); round += 1) {
    const floor = await openFloor(root);
    times.floor.push(await timed(floor));
    const discover = await open(root);
    times.first.push(await timed(discover));
    times.floor.push(await timed(floor));
    times.second.push(await timed(discover));
    stalls.push(await stallOf(open, root));
  }
  return {
    found,
    floorMs: median(times.floor),
    firstMs: median(times.first),
    secondMs: median(times.second),
    stallMs: median(stalls.map(({ wall }) => wall)),
    ownStallMs: median(stalls.map(({ own }) => own)),
    floorBytes,
    bytes,
    floorHeap,
    heap,
  };
}

const [id = '', root = '', rounds = '1'] = process.argv.slice(2);
// Peers print warnings on stdout: the result is the last line.
console.log(`\n${JSON.stringify(await measure(id, root, Number(rounds)))}`);
