/**
 * Memory of `serve` at rest, as the system and as V8 count it: when it has started, after one run, after 500. Beside it a
 * Node with an HTTP server that does nothing. `npm run bench:serve` takes four minutes; the build must be current.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'ws';
import { say, startScriptedModel } from '../src/main/models/test-kit/scripted-model.ts';
import type { Contract } from '../src/shared/contract.ts';
import { report, round } from './table.ts';

const BIN = path.join(import.meta.dirname, '..', 'bin', 'skilldeck.cjs');
const RUNS = 500;
/** The thread that counts tokens ends after a minute without a text. */
const REST_MS = 65_000;
const MIB = 1024 * 1024;
const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-bench-serve-'));

/** Answers each message with what the process uses. */
const HOOK = `data:text/javascript,${encodeURIComponent(
  `process.on('message', () => process.send(process.memoryUsage())); process.channel.unref();`,
)}`;

/** A program that prints a line once it serves. */
async function started(args: readonly string[]) {
  const env = { ...process.env, NODE_OPTIONS: '', SKILLDECK_HOME: path.join(folder, 'home') };
  const program = spawn(process.execPath, ['--import', HOOK, ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [line] = (await once(createInterface(program.stdout as NodeJS.ReadableStream), 'line')) as [string];
  return { program, line };
}

async function memoryOf(program: ChildProcess): Promise<NodeJS.MemoryUsage> {
  program.send('memory');
  const [used] = (await once(program, 'message')) as [NodeJS.MemoryUsage];
  return used;
}

async function end(program: ChildProcess): Promise<void> {
  program.kill();
  await once(program, 'exit');
}

/** Connects like a page: signed in by the printed address, over a WebSocket. */
async function connected(address: string) {
  const visit = await fetch(address, { redirect: 'manual' });
  const cookie = visit.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { host, origin } = new URL(address);
  const socket = new WebSocket(`ws://${host}/ws`, { headers: { cookie, origin } });
  await once(socket, 'open');
  const client: ContractRouterClient<Contract> = createORPCClient(
    new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }),
  );
  return { client, close: () => socket.close() };
}

async function converse(client: ContractRouterClient<Contract>, baseUrl: string): Promise<void> {
  const { sessionId } = await client.sessions.create({ baseUrl, model: 'scripted-model' });
  const reading = new AbortController();
  const stream = await client.sessions.stream({ sessionId, afterSeq: 0 }, { signal: reading.signal });
  await client.chat.send({ sessionId, text: 'Hello' });
  for await (const item of stream) {
    if (item.kind === 'events' && item.events.some(({ type }) => type === 'run-finished')) break;
  }
  reading.abort();
}

const rows: { what: string; used: NodeJS.MemoryUsage; goal?: number }[] = [];
const model = await startScriptedModel([], { rest: say('Done.') });
try {
  const nothing = await started(['-e', "http.createServer().listen(0, '127.0.0.1', () => console.log(''))"]);
  rows.push({ what: 'node, an HTTP server', used: await memoryOf(nothing.program) });
  await end(nothing.program);

  const { program, line } = await started([BIN, 'serve', '--port', '0']);
  await sleep(REST_MS);
  rows.push({ what: 'serve, started', used: await memoryOf(program), goal: 90 });
  const { client, close } = await connected(line);
  await converse(client, model.url);
  await sleep(REST_MS);
  rows.push({ what: 'serve, after one run', used: await memoryOf(program), goal: 130 });
  for (let run = 1; run < RUNS; run += 1) await converse(client, model.url);
  await sleep(REST_MS);
  rows.push({ what: `serve, after ${RUNS} runs`, used: await memoryOf(program), goal: 140 });
  close();
  await end(program);

  const floor = rows[0]?.used.rss ?? Number.NaN;
  console.table(
    rows.map(({ what, used, goal }) => ({
      what,
      'resident, MiB': Math.round(used.rss / MIB),
      'heap, MiB': Math.round(used.heapUsed / MIB),
      'heap kept, MiB': Math.round(used.heapTotal / MIB),
      '× node': round(used.rss / floor),
      'goal, MiB': goal ?? '',
    })),
  );
  report(rows.slice(1).map(({ what, used }) => ({ what: `${what}, resident × node`, value: round(used.rss / floor) })));
} finally {
  await model.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
