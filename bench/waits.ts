/** Measures how long others wait during large imports, answers, previews and saves. `npm run bench:waits`. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { reviewThread } from '../src/features/review/main/handlers.ts';
import { readingHere, sessionReads } from '../src/features/review/main/verify.ts';
import { ImportThread } from '../src/features/transfer/main/transfers.ts';
import { createApp } from '../src/main/app.ts';
import { from, makeImporter } from '../src/main/skills/import/test-kit/importer.ts';
import { rawZip } from '../src/main/skills/import/test-kit/raw-zip.ts';
import { openForReading } from '../src/main/store/db.ts';
import { openStore } from '../src/main/store/store.ts';
import type { Contract } from '../src/shared/contract.ts';
import { CREATED, logOf, transcript } from './logs.ts';
import { previewing, saving } from './skill-work.ts';
import { report } from './table.ts';
import { type Waits, waitsDuring } from './waits-during.ts';

const PIECE = 1024 * 1024;
const SKILLS = 1_201;
const ANSWER_BYTES = 64 * PIECE;

/** Baseline: how long this machine blocks an idle loop. */
async function idle() {
  return { what: 'nothing, 5 s', ...(await waitsDuring(() => new Promise((resolve) => setTimeout(resolve, 5_000)))) };
}

/** Log in the form that an export writes. */
const eventLog = (events: number): string =>
  logOf(
    Array.from({ length: events }, (_, index) =>
      index === 0
        ? CREATED
        : ({ type: 'user-message-added', text: `message ${index + 1} ${'lorem ipsum '.repeat(20)}` } as const),
    ),
    'bench',
    '2026-01-01T00:00:00.000Z',
  )
    .map((event) => JSON.stringify(event))
    .join('\n');

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
  const imported = { what, 'CPU of each, µs': Math.round((user + system) / count), ...waits };
  const [session = ''] = store.summaries().map(({ id }) => id);
  const thread = reviewThread(home, readingHere(sessionReads(store, undefined, home)));
  const verifying = async () => {
    await thread.read('verify', [session]);
    await thread.read('search', ['lorem', { limit: 50 }]);
  };
  const after = { what: 'then verified and searched', ...(await waitsDuring(verifying)) };
  thread.close();
  store.close();
  rmSync(home, { recursive: true, force: true });
  return [imported, after];
}

/** Its text is indexed for search while others are served. */
async function longEvent() {
  const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-long-'));
  const store = openStore({ home, access: 'write' });
  store.append('long', [CREATED, { type: 'user-message-added', text: 'lorem ipsum dolor '.repeat((16 * PIECE) / 18) }]);
  const db = openForReading(store.file);
  const isIndexed = db.prepare('SELECT last_event >= (SELECT max(id) FROM events) FROM search_progress').pluck();
  const waits = await waitsDuring(async () => {
    while (isIndexed.get() !== 1) await new Promise((resolve) => setTimeout(resolve, 50));
  });
  db.close();
  store.close();
  rmSync(home, { recursive: true, force: true });
  return { what: 'index of an event of 16 MiB', ...waits };
}

async function archive() {
  const kit = makeImporter();
  const skill = (index: number) => `---\nname: s${index}\ndescription: Does thing ${index}.\n---\n\n# S\n`;
  const entries = Array.from({ length: SKILLS }, (_, index) => ({ name: `s${index}/SKILL.md`, content: skill(index) }));
  const file = kit.write('many.zip', rawZip(entries));
  // Loads the archive readers first, so that their loading is not measured.
  await kit.imports.inspect(from(kit.write('none.zip', rawZip([])))).catch(() => {});
  const waits = await waitsDuring(() => kit.imports.inspect(from(file)).catch(() => {}));
  kit.close();
  return { what: `archive of ${SKILLS} skills`, ...waits };
}

/** Sends from a separate thread, like another machine: chunks of one Chat Completions answer, as fast as they are read. */
const MODEL = `
const { parentPort } = require('node:worker_threads');
const line = 'data: ' + JSON.stringify({ choices: [{ index: 0, delta: { content: 'lorem ipsum '.repeat(100) }, finish_reason: null }] }) + '\\n\\n';
const server = require('node:http').createServer((request, response) => {
  request.resume();
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  let left = ${ANSWER_BYTES};
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= line.length;
      if (!response.write(line)) return void response.once('drain', more);
    }
    response.end('data: [DONE]\\n\\n');
  };
  more();
});
server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

/** Through a whole core, whose window follows the answer: it is ended at 16 MiB. */
async function largeAnswer() {
  const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-answer-'));
  const model = new Worker(MODEL, { eval: true });
  const [port] = await once(model, 'message');
  const app = await createApp({
    home,
    host: 'browser',
    access: 'write',
    projectDir: home,
    skillRoots: ['none'],
    model: { baseUrl: `http://127.0.0.1:${port}/v1`, model: 'bench' },
  });
  const client = createRouterClient(await app.router()) as unknown as ContractRouterClient<Contract>;
  const { sessionId } = await client.sessions.create({});
  let longest = 0;
  let isOver = false;
  const waits = await waitsDuring(async () => {
    const others = (async () => {
      while (!isOver) {
        const from = performance.now();
        await client.sessions.list({});
        longest = Math.max(longest, performance.now() - from);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const stream = await client.sessions.stream({ sessionId, afterSeq: 0 });
    await client.chat.send({ sessionId, text: 'Go.' });
    for await (const value of stream) {
      if (value.kind === 'events' && value.events.some(({ type }) => type === 'run-finished')) break;
    }
    isOver = true;
    await others;
  });
  await app.close();
  await model.terminate();
  rmSync(home, { recursive: true, force: true });
  return {
    what: `answer of ${ANSWER_BYTES / PIECE} MiB, ended at 16 MiB`,
    ...waits,
    "another window's call, ms": Math.round(longest),
  };
}

const rows: (Waits & {
  readonly what: string;
  readonly 'CPU, ms'?: number;
  readonly 'looks at the skills'?: number;
})[] = [await idle(), await largeAnswer()];
for (const count of [1_000, 10_000, 100_000]) {
  rows.push(...(await importing(`transcript of ${count} messages`, count, transcript(count))));
}
rows.push(await longEvent());
rows.push(...(await importing('log of 100000 events', 100_000, eventLog(100_000))));
rows.push(await archive());
rows.push(...(await previewing()), await saving(1), await saving(50));
console.table(rows);
report(
  rows.flatMap((row) => [
    { what: `${row.what}, longest turn in CPU ms`, value: row['longest turn, CPU ms'] },
    ...(row['CPU, ms'] === undefined ? [] : [{ what: `${row.what}, CPU ms`, value: row['CPU, ms'] }]),
  ]),
);
