/** How long others wait while something large is taken in, and what a message of a transcript costs. `npm run bench:waits`. */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ImportThread } from '../src/main/features/transfer/import/import-thread.ts';
import { from, makeImporter } from '../src/main/skill-import/test-kit/importer.ts';
import { rawZip } from '../src/main/skill-import/test-kit/raw-zip.ts';
import { openStore } from '../src/main/store/store.ts';

const PIECE = 1024 * 1024;
const SKILLS = 1_201;
const LIMITS = { maxContext: 128_000, skillBudget: 8_000, maxIterations: 50 };

interface Waits {
  /** Longest that the event loop was away, in milliseconds: what others on this machine take included. */
  readonly 'longest wait, ms': number;
  /** The most processor time that the core's own thread took between two turns, in milliseconds. */
  readonly 'longest turn, CPU ms': number;
  readonly 'peak memory, MiB': number;
}

async function waitsDuring(work: () => unknown): Promise<Waits> {
  let last = performance.now();
  let used = process.threadCpuUsage();
  const longest = { wait: 0, turn: 0, memory: 0 };
  const look = (): void => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(used);
    used = process.threadCpuUsage();
    longest.wait = Math.max(longest.wait, now - last);
    longest.turn = Math.max(longest.turn, (user + system) / 1_000);
    longest.memory = Math.max(longest.memory, process.memoryUsage.rss());
    last = now;
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  return {
    'longest wait, ms': Math.round(longest.wait),
    'longest turn, CPU ms': Math.round(longest.turn),
    'peak memory, MiB': Math.round(longest.memory / 1024 / 1024),
  };
}

/** What this machine makes an idle loop wait. */
async function idle() {
  return { what: 'nothing, 5 s', ...(await waitsDuring(() => new Promise((resolve) => setTimeout(resolve, 5_000)))) };
}

function transcript(messages: number): string {
  const one = (index: number) =>
    index % 2 === 0
      ? { role: 'user', content: `question ${index} ${'what about it '.repeat(10)}` }
      : { role: 'assistant', content: `answer ${index} ${'lorem ipsum dolor '.repeat(20)}` };
  return JSON.stringify(Array.from({ length: messages }, (_, index) => one(index)));
}

/** As an export writes it. */
function eventLog(events: number): string {
  const at = '2026-01-01T00:00:00.000Z';
  const head = { type: 'session-created', environment: 'default', dialect: 'omni', model: 'demo', limits: LIMITS };
  const more = { loadMode: 'session', placement: 'system', approve: 'ask', workspace: '' };
  const one = (seq: number) =>
    seq === 1
      ? { ...head, ...more }
      : { type: 'user-message-added', text: `message ${seq} ${'lorem ipsum '.repeat(20)}` };
  const line = (seq: number) => JSON.stringify({ v: 1, seq, at, session: 'bench', ...one(seq) });
  return Array.from({ length: events }, (_, index) => line(index + 1)).join('\n');
}

async function importing(what: string, count: number, text: string) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-import-'));
  const store = openStore({ home, access: 'write' });
  const before = process.cpuUsage();
  const waits = await waitsDuring(async () => {
    const taken = new ImportThread({ store, name: 'long.json', onStored: () => {} });
    for (let at = 0; at < text.length; at += PIECE) await taken.take(text.slice(at, at + PIECE));
    await taken.end();
    taken.close();
  });
  const { user, system } = process.cpuUsage(before);
  store.close();
  rmSync(home, { recursive: true, force: true });
  return {
    what,
    'CPU of each, µs': Math.round((user + system) / count),
    ...waits,
  };
}

async function archive() {
  const kit = makeImporter();
  const skill = (index: number) => `---\nname: s${index}\ndescription: Does thing ${index}.\n---\n\n# S\n`;
  const entries = Array.from({ length: SKILLS }, (_, index) => ({ name: `s${index}/SKILL.md`, content: skill(index) }));
  const file = kit.write('many.zip', rawZip(entries));
  // What loads the readers of archives is not measured.
  await kit.imports.inspect(from(kit.write('none.zip', rawZip([])))).catch(() => {});
  const waits = await waitsDuring(() => kit.imports.inspect(from(file)).catch(() => {}));
  kit.close();
  return { what: `archive of ${SKILLS} skills`, ...waits };
}

const rows: object[] = [await idle()];
for (const count of [1_000, 10_000, 100_000]) {
  rows.push(await importing(`transcript of ${count} messages`, count, transcript(count)));
}
rows.push(await importing('log of 100000 events', 100_000, eventLog(100_000)));
rows.push(await archive());
console.table(rows);
