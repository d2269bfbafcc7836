import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openStore, type Store } from '../../../main/store/store.ts';
import { answered, created, makeHome, requested, said, type TestHome } from '../../../main/store/test-kit/home.ts';
import { SessionTrace } from '../../../main/telemetry/session-trace.ts';
import { type Collector, startCollector } from '../../../main/telemetry/test-kit/collector.ts';
import type { EventBody } from '../../../shared/events.ts';
import { Telemetry, type TelemetryOptions } from './handlers.ts';
import { MAX_WAITING, targetOf } from './queue.ts';

let home: TestHome;
let collector: Collector;
let store: Store;
let warnings: string[];
const open: Telemetry[] = [];
beforeEach(async () => {
  home = makeHome();
  collector = await startCollector();
  store = openStore({ home: home.dir, access: 'write' });
  warnings = [];
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
  expect(collector.faults).toEqual([]);
  await collector.close();
  store.close();
  home.remove();
});

/** Timers are an hour away: what is sent, the test sends. */
const FAR = { gather: 3_600_000, retry: 3_600_000, mostRetry: 3_600_000, close: 300 };

function start(given: Partial<TelemetryOptions> & { readonly contents?: boolean; readonly env?: object } = {}) {
  const env = given.env ?? { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  const telemetry = new Telemetry({
    home: home.dir,
    version: '1.2.3',
    store,
    target: () => targetOf(given.contents ? { contents: true } : undefined, { ...env }),
    log: { info: () => {}, warn: (message) => warnings.push(message) },
    times: FAR,
    ...given,
  });
  open.push(telemetry);
  const watched: Store = {
    ...store,
    append(session, bodies) {
      const events = store.append(session, bodies);
      const [first] = events;
      if (first !== undefined) telemetry.note(session, first.seq);
      return events;
    },
  };
  return { telemetry, watched };
}

const turn = (text: string): EventBody[] => [
  said(text),
  requested(9),
  answered(`Re: ${text}`),
  { type: 'run-finished', state: 'completed', iterations: 1, text: `Re: ${text}` },
];
const ids = () => collector.taken.flatMap(({ spans }) => spans.map(({ spanId }) => spanId));
/** Ids that follow from the log. */
const expected = (session: string): string[] => {
  const trace = new SessionTrace(session, { contents: false, reasoning: false });
  return store.events(session).flatMap((event) => trace.take(event).map(({ spanId }) => spanId));
};
const run = (watched: Store, session: string, text: string) => {
  for (const body of turn(text)) watched.append(session, [body]);
};

it('sends each span of a conversation once, and nothing from before it was turned on', async () => {
  store.append('s', [created, ...turn('Before')]);
  const before = expected('s').length;
  const { telemetry, watched } = start();
  run(watched, 's', 'One');
  await telemetry.flush();
  run(watched, 's', 'Two');
  await telemetry.flush();
  await telemetry.flush();
  expect(ids()).toEqual(expected('s').slice(before));
  expect(collector.taken[0]).toMatchObject({ path: '/v1/traces', resource: { 'service.name': 'skilldeck' } });
  expect(JSON.stringify(collector.taken)).not.toContain('Re: One');
});

it.each([429, 500, 503, 404])('keeps what an endpoint with status %d did not take, past a restart', async (status) => {
  const first = start();
  first.watched.append('s', [created]);
  run(first.watched, 's', 'One');
  collector.answer(status);
  await first.telemetry.flush();
  expect([ids(), warnings.length]).toEqual([[], 1]);
  await first.telemetry.close();
  run(first.watched, 's', 'Two');
  const again = start();
  await again.telemetry.flush();
  expect(ids()).toEqual(expected('s'));
  expect(new Set(ids()).size).toBe(ids().length);
});

it('costs a run nothing where the endpoint is gone or never answers', async () => {
  const gone = start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' } });
  gone.watched.append('s', [created]);
  run(gone.watched, 's', 'One');
  await gone.telemetry.flush();
  await gone.telemetry.close();
  expect(warnings.join()).toContain('http://127.0.0.1:1/v1/traces can’t be reached');

  const silent = start();
  collector.answer('hangs');
  const sending = silent.telemetry.flush();
  // An append returns at once while a request is under way.
  run(silent.watched, 's', 'Two');
  const from = performance.now();
  await silent.telemetry.close();
  await sending;
  expect(performance.now() - from).toBeLessThan(5_000);
  const again = start();
  await again.telemetry.flush();
  expect(ids()).toEqual(expected('s'));
});

it('does not ask again before the time that the endpoint names', async () => {
  const { telemetry, watched } = start({ times: { ...FAR, gather: 0, retry: 0 } });
  collector.answer({ status: 429, headers: { 'retry-after': '3600' } });
  watched.append('s', [created, ...turn('One')]);
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await telemetry.flush();
  run(watched, 's', 'Two');
  const delays = timers.mock.calls.map(([, ms]) => ms);
  timers.mockRestore();
  expect(delays.at(-1)).toBe(3_600_000);
});

it('skips what an endpoint never accepts, and continues', async () => {
  const { telemetry, watched } = start();
  watched.append('s', [created, ...turn('One')]);
  collector.answer(400);
  await telemetry.flush();
  run(watched, 's', 'Two');
  await telemetry.flush();
  expect(ids()).toEqual(expected('s').slice(-2));
  expect(warnings.join()).toContain('2 spans of s were left out');
});

it('drops the conversation that waited longest when full, and reports it', async () => {
  const file = path.join(home.dir, 'telemetry.json');
  const waiting = Array.from({ length: MAX_WAITING }, (_, index) => [`s${index}`, 0]);
  writeFileSync(file, JSON.stringify({ sent: waiting }));
  const { watched } = start();
  watched.append('new', [created]);
  const { sent } = JSON.parse(readFileSync(file, 'utf8'));
  expect(sent).toEqual([...waiting.slice(1), ['new', 0]]);
  expect(warnings).toEqual([expect.stringContaining('s0 wasn’t sent')]);
});

it('starts afresh where its file is damaged', async () => {
  writeFileSync(path.join(home.dir, 'telemetry.json'), '{"sent": [["s"');
  const { telemetry, watched } = start();
  watched.append('s', [created, ...turn('One')]);
  await telemetry.flush();
  expect(ids()).toEqual(expected('s'));
});

it('says where traces go, what waits, when something was taken, and what is wrong', async () => {
  const { telemetry, watched } = start();
  let told = 0;
  const stop = telemetry.onChange(() => {
    told += 1;
  });
  const target = `${collector.url}/v1/traces`;
  expect(telemetry.state()).toEqual({ target, waiting: 0 });
  collector.answer(503);
  watched.append('s', [created, ...turn('One')]);
  await telemetry.flush();
  const problem = { code: 'answered', figures: { url: target, status: '503' }, at: expect.any(String) };
  expect(telemetry.state()).toEqual({ target, waiting: 1, problem });
  await telemetry.flush();
  const taken = { target, waiting: 0, sentAt: expect.stringMatching(/^\d{4}-.*Z$/) };
  expect(telemetry.state()).toEqual(taken);
  expect(told).toBeGreaterThan(2);
  stop();
  await telemetry.close();
  expect(start().telemetry.state()).toEqual(taken);
  const wrong = start({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: 'ftp://user:secret@a' } }).telemetry.state();
  expect(wrong).toMatchObject({ waiting: 0, problem: { code: 'address', figures: { url: 'ftp://a/v1/traces' } } });
});

it('sends contents only where they are allowed, redacted', async () => {
  const { telemetry, watched } = start({ contents: true });
  watched.append('s', [created, ...turn('Write to li@example.com about the trip')]);
  await telemetry.flush();
  const [request] = collector.taken;
  const sent = JSON.stringify(request);
  expect(sent).toContain('[redacted:email] about the trip');
  expect(sent).not.toContain('li@example.com');
  expect(ids()).toEqual(expected('s'));
});

it('sends many spans in several requests, those of one event together', async () => {
  const { telemetry, watched } = start();
  watched.append('s', [created]);
  for (let index = 0; index < 150; index += 1) watched.append('s', turn(`Turn ${index}`));
  collector.answer(200, 503);
  await telemetry.flush();
  expect([collector.taken.length, collector.asked()]).toEqual([1, 2]);
  await telemetry.flush();
  expect(ids()).toEqual(expected('s'));
});

it('writes protobuf and adds headers as OpenTelemetry’s variables say', async () => {
  const { telemetry, watched } = start({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/api/public/otel/`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi,x-team=red',
      OTEL_SERVICE_NAME: 'ours',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    },
  });
  watched.append('s', [created, ...turn('One')]);
  await telemetry.flush();
  expect(collector.taken[0]).toMatchObject({
    path: '/api/public/otel/v1/traces',
    headers: { authorization: 'Basic YTpi', 'x-team': 'red', 'content-type': 'application/x-protobuf' },
    resource: { 'service.name': 'ours', 'deployment.environment.name': 'test' },
  });
  expect(ids()).toEqual(expected('s'));
});

it('takes settings over the environment, never the headers of one for the address of the other', () => {
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://theirs.example',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=theirs',
    TOKEN: 'ours',
  };
  const headers = { authorization: 'Bearer $TOKEN' };
  expect(targetOf({ endpoint: 'https://ours.example', headers }, env)).toMatchObject({
    url: 'https://ours.example/v1/traces',
    headers: { authorization: 'Bearer ours' },
    contents: false,
  });
  expect(targetOf({ headers }, env)?.headers).toEqual({ authorization: 'theirs' });
  expect(targetOf({ endpoint: '' }, env)).toBeUndefined();
  expect(targetOf(undefined, {})).toBeUndefined();
  expect(targetOf(undefined, { ...env, OTEL_SDK_DISABLED: 'true' })).toBeUndefined();
  expect(targetOf(undefined, { OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://a/exact' })?.url).toBe('http://a/exact');
  expect(() => targetOf({ endpoint: 'ftp://user:secret@a' }, {})).toThrow('address');
  expect(() => targetOf({ endpoint: 'https://a', headers: { a: '$NOPE' } }, {})).toThrow('variable');
  expect(() => targetOf(undefined, { ...env, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toThrow('protocol');
});
