/**
 * Conversations one after another in one core, as in a window that is never closed: does memory come back? Heap after
 * collection, taken each tenth of the time. `npm run bench:soak` takes ten minutes; `-- --seconds 60` is a short look.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { createApp } from '../src/main/app.ts';
import type { Contract } from '../src/shared/contract.ts';

const MIB = 1024 * 1024;
/** Conversations at a time: the demo model writes as fast as a person reads. */
const AT_ONCE = 10;
const TEXT = 'Compare the weather in Oslo and Lima in a table with ten rows, please.';

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '600' } } });
const seconds = Number(values.seconds);
const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-soak-'));
const app = await createApp({ host: 'browser', access: 'write', home, projectDir: home });
const client = createRouterClient(await app.router()) as unknown as ContractRouterClient<Contract>;

async function converse(): Promise<void> {
  const { sessionId } = await client.sessions.create({});
  const stop = new AbortController();
  const stream = await client.sessions.stream({ sessionId, afterSeq: 0 }, { signal: stop.signal });
  await client.chat.send({ sessionId, text: TEXT });
  try {
    for await (const item of stream) {
      const ended = item.kind === 'events' && item.events.some(({ type }) => type === 'run-finished');
      if (ended) break;
    }
  } finally {
    stop.abort();
  }
}

async function heapMib(): Promise<number> {
  for (let round = 0; round < 3; round += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed / MIB;
}

const rows: { runs: number; 'heap, MiB': number; 'resident, MiB': number }[] = [];
let runs = 0;
const begun = performance.now();
for (let tenth = 1; tenth <= 10; tenth += 1) {
  while (performance.now() - begun < (seconds * 1000 * tenth) / 10) {
    await Promise.all(Array.from({ length: AT_ONCE }, converse));
    runs += AT_ONCE;
  }
  const heap = await heapMib();
  rows.push({
    runs,
    'heap, MiB': Number(heap.toFixed(1)),
    'resident, MiB': Math.round(process.memoryUsage().rss / MIB),
  });
}
console.table(rows);
// The first tenth loads encodings, compiles, and fills caches that have a bound.
const [, second, last] = [rows[0], rows[1], rows.at(-1)];
const growth = ((last?.['heap, MiB'] ?? 0) / (second?.['heap, MiB'] ?? 1) - 1) * 100;
console.log(`${runs} conversations; heap after collection from the second tenth to the last: ${growth.toFixed(1)} %`);
await app.close();
rmSync(home, { recursive: true, force: true, maxRetries: 3 });
process.exit(growth <= 5 ? 0 : 1);
