/** Work of hundreds of megabytes, thousands of skills and hostile words: the server's other windows are served. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'ws';
import { listen } from '../../src/main/lib/test-kit/listen.ts';
import { openStore } from '../../src/main/store/store.ts';
import type { Contract, StreamItem } from '../../src/shared/contract.ts';
import type { EventBody } from '../../src/shared/events.ts';
import { CREATED, conversation } from '../logs.ts';
import { generateSkills } from '../skills/generate.ts';
import type { Rehearsal } from './faults.ts';
import { PROGRAM, type Stage } from './stage.ts';

/** Milliseconds of processor time in one turn of the server's event loop: as long all windows wait. */
const MOST_TURN = 100;
/** Milliseconds from Stop to the end of the run. */
const MOST_STOP = 500;
const MIB = 2 ** 20;
const AT_ONCE = 50;

export const RESOURCES: Readonly<Record<string, Rehearsal>> = {
  'answer of 100 MB': (stage) => watched(stage, [], largeAnswer),
  '200 MB of results': (stage) => {
    store(stage, 'large', Array.from({ length: 200 }, (_, index) => largeResult(index)).flat());
    return watched(stage, [], opened);
  },
  '50 conversations': (stage) => {
    for (let index = 0; index < AT_ONCE; index += 1) store(stage, `s${index}`, conversation(100).slice(1));
    return watched(stage, [], together);
  },
  '5000 skills': (stage) => {
    const root = path.join(stage.folder, 'skills');
    generateSkills(root, 5_000, 2_000);
    return watched(stage, ['--skills', root], withSkills);
  },
  'hostile expressions': (stage) => {
    store(stage, 'hostile', [{ type: 'user-message-added', text: `${'a'.repeat(50_000)}!` }]);
    return watched(stage, [], hostile);
  },
};

function store(stage: Stage, session: string, events: readonly EventBody[]): void {
  const opened = openStore({ home: stage.home, access: 'write' });
  opened.append(session, [CREATED, ...events]);
  opened.close();
}

function largeResult(index: number): EventBody[] {
  const [callId, name] = [`c${index}`, 'run_command'];
  const content = `line ${index} of a result that has no end\n`.repeat(MIB / 40).slice(0, MIB);
  const call = { id: callId, name, arguments: '{}' };
  return [
    { type: 'user-message-added', text: `message ${index}` },
    { type: 'model-responded', iteration: 1, text: '', toolCalls: [call], finishReason: 'tool_calls' },
    { type: 'tool-started', callId, name, arguments: '{}' },
    { type: 'tool-finished', callId, name, ok: true, content },
    { type: 'model-responded', iteration: 2, text: `answer ${index}`, toolCalls: [], finishReason: 'stop' },
  ];
}

type Client = ContractRouterClient<Contract>;

interface Served {
  readonly client: Client;
  /** Address of a model that answers without end. */
  readonly model: { readonly baseUrl: string; readonly model: string };
  /** Carries out `work`, and notes where it kept other windows waiting. */
  during(what: string, work: () => Promise<unknown>): Promise<void>;
  readonly faults: string[];
}

/** Answers each message with the milliseconds of the longest turn since the last; not in its threads. */
const HOOK = `data:text/javascript,${encodeURIComponent(`
if (process.channel) {
  let used = process.threadCpuUsage();
  let most = 0;
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(used);
    used = process.threadCpuUsage();
    most = Math.max(most, user + system);
  }, 1).unref();
  process.on('message', () => { process.send(most / 1000); most = 0; });
  process.channel.unref();
}
`)}`;

async function look(program: ChildProcess): Promise<number> {
  program.send('look');
  const [seen] = await once(program, 'message');
  return seen;
}

async function watched(stage: Stage, args: readonly string[], work: (served: Served) => Promise<number>) {
  const model = await endless();
  const line = ['--import', HOOK, PROGRAM, '--home', stage.home, ...args, 'serve', '--port', '0'];
  const program = spawn(process.execPath, line, {
    cwd: stage.folder,
    env: stage.env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    const [address] = await once(createInterface(program.stdout as NodeJS.ReadableStream), 'line');
    const { client, socket } = await connected(String(address));
    const faults: string[] = [];
    await client.sessions.list({});
    const tries = await work({
      client,
      model: { baseUrl: `${model.url}/v1`, model: 'endless' },
      faults,
      async during(what, doing) {
        await look(program);
        await doing();
        const turn = await look(program);
        if (turn > MOST_TURN) faults.push(`${what}: others waited ${Math.round(turn)} ms`);
      },
    });
    socket.close();
    return { tries, faults };
  } finally {
    program.kill();
    await model.close();
  }
}

/** Connects like a page: signed in by the printed address, over a WebSocket. */
async function connected(address: string) {
  const visit = await fetch(address, { redirect: 'manual' });
  const cookie = visit.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { host, origin } = new URL(address);
  const socket = new WebSocket(`ws://${host}/ws`, { headers: { cookie, origin } });
  await once(socket, 'open');
  const client: Client = createORPCClient(new RPCLink({ websocket: socket as unknown as globalThis.WebSocket }));
  return { client, socket };
}

/** A model whose answer has 100 MB, or as much as is read: as fast as that, or as a model named `slow` writes. */
function endless() {
  const [frame, slow] = ['lorem ipsum dolor '.repeat(50), 'lorem '].map(
    (content) => `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`,
  ) as [string, string];
  return listen(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const isSlow = body.includes('"model":"slow"');
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    let left = 100 * MIB;
    const more = () => {
      while (left > 0 && !response.destroyed) {
        left -= frame.length;
        if (isSlow) {
          response.write(slow);
          return void setTimeout(more, 20);
        }
        if (!response.write(frame)) return void response.once('drain', more);
      }
      response.end('data: [DONE]\n\n');
    };
    more();
  });
}

/** Reads a session as a window does. @returns once `holds` an item. */
async function follow(
  client: Client,
  sessionId: string,
  holds: (item: StreamItem) => boolean,
  afterSeq = 0,
): Promise<void> {
  const reading = new AbortController();
  const asked = { sessionId, afterSeq, latestFirst: true, cutResults: true };
  for await (const item of await client.sessions.stream(asked, { signal: reading.signal })) if (holds(item)) break;
  reading.abort();
}

const isDelta = ({ kind }: StreamItem) => kind === 'delta';
const hasEvent = (item: StreamItem, type: string) =>
  item.kind === 'events' && item.events.some((one) => one.type === type);
const ended = (item: StreamItem) => hasEvent(item, 'run-finished');
const reaches = (last: number) => (item: StreamItem) => item.kind === 'events' && item.events.at(-1)?.seq === last;

async function largeAnswer({ client, model, during, faults }: Served): Promise<number> {
  const { sessionId } = await client.sessions.create(model);
  await during('the answer', async () => {
    await client.chat.send({ sessionId, text: 'Go.' });
    await follow(client, sessionId, ended);
  });
  const next = await client.sessions.create(model);
  await during('a stopped answer', async () => {
    await client.chat.send({ ...next, text: 'Go.' });
    const following = follow(client, next.sessionId, ended);
    await follow(client, next.sessionId, isDelta);
    const begun = performance.now();
    await client.chat.stop(next);
    await following;
    const took = performance.now() - begun;
    if (took > MOST_STOP) faults.push(`it stopped after ${Math.round(took)} ms`);
  });
  return 2;
}

async function opened({ client, during }: Served): Promise<number> {
  const session = { sessionId: 'large' };
  await during('opening it', () => follow(client, 'large', reaches(1_001)));
  await during('its next request', () => client.context.show({ ...session, brief: true }));
  await during('checking its record', () => client.review.chain(session));
  await during('unfolding a result', () => client.sessions.result({ ...session, seq: 5, from: 0 }));
  await during('words in it', () => client.review.search({ ...session, words: 'no end', roles: ['tool'] }));
  return 5;
}

async function together({ client, model, during }: Served): Promise<number> {
  const ids = Array.from({ length: AT_ONCE }, (_, index) => `s${index}`);
  await during('opening all', () => Promise.all(ids.map((sessionId) => follow(client, sessionId, reaches(501)))));
  await during('an answer in each', async () => {
    for (const sessionId of ids) await client.sessions.configure({ sessionId, settings: { ...model, model: 'slow' } });
    await Promise.all(ids.map((sessionId) => client.chat.send({ sessionId, text: 'Go.' })));
    await Promise.all(ids.map((sessionId) => follow(client, sessionId, isDelta, 501)));
    await Promise.all(ids.map((sessionId) => client.chat.stop({ sessionId })));
  });
  return 2 * AT_ONCE;
}

async function withSkills({ client, model, during }: Served): Promise<number> {
  const { sessionId } = await client.sessions.create(model);
  await during('their list', () => client.skills.list({ sessionId }));
  await during('a message', async () => {
    await client.chat.send({ sessionId, text: 'Fill form 4321 of the tax office.' });
    await follow(client, sessionId, isDelta);
    await client.chat.stop({ sessionId });
  });
  return 2;
}

const HOSTILE = ['(a+)+$', '(a|aa)+b', '(.*a){30}', '^(([a-z])+.)+[A-Z]([a-z])+$', `${'('.repeat(400)}a`, '[a-'];

async function hostile({ client, during }: Served): Promise<number> {
  const sessionId = 'hostile';
  // The app's own patterns are compiled at their first use.
  await client.review.redactionPreview({ sessionId });
  for (const words of HOSTILE) {
    await during(`${words} in the list`, () => client.sessions.list({ search: words }));
    await during(`${words} in all conversations`, () => client.review.search({ words }));
    await during(`${words} in the library`, () => client.review.library({ words }));
    await during(`${words} to be redacted`, () =>
      client.review.redactionPreview({ sessionId, patterns: [{ pattern: words, regex: true }] }).catch(() => undefined),
    );
  }
  return 4 * HOSTILE.length;
}
