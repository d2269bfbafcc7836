/** A whole app with an endpoint for traces: a real run, two collectors (ours is strict, Elastic's is not ours), a restart. */
import { createRequire } from 'node:module';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { call, type ScriptedModel, say, startScriptedModel } from '../models/test-kit/scripted-model.ts';
import { makeSkillTree, type SkillTree, skillText } from '../skills/test-kit/skill-tree.ts';
import { type Collector, startCollector } from '../telemetry/test-kit/collector.ts';
import { type Client, type OpenApp, openApp, turn } from './test-kit/open-app.ts';

/** The used part of `@elastic/mockotlpserver`, which reads protobuf by the files that OpenTelemetry publishes. */
interface Elastic {
  readonly MockOtlpServer: new (options: {
    readonly logLevel: string;
    readonly services: readonly string[];
    readonly httpHostname: string;
    readonly httpPort: number;
    readonly onTrace: (request: object) => void;
  }) => { readonly httpUrl: URL; start(): Promise<void>; close(): Promise<void> };
  normalizeTrace(request: object): {
    readonly resourceSpans: readonly {
      readonly resource: { readonly attributes: Readonly<Record<string, unknown>> };
      readonly scopeSpans: readonly { readonly spans: readonly ElasticSpan[] }[];
    }[];
  };
}
interface ElasticSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}
const require = createRequire(import.meta.url);
const { MockOtlpServer, normalizeTrace } = require('@elastic/mockotlpserver') as Elastic;

/** Milliseconds; the whole of a busy machine's slowness, not what is expected. */
vi.setConfig({ testTimeout: 60_000 });

let home: SkillTree;
let skills: SkillTree;
let collector: Collector;
let model: ScriptedModel;
let app: OpenApp | undefined;
beforeEach(async () => {
  home = makeSkillTree();
  skills = makeSkillTree({ 'pdf/SKILL.md': skillText('pdf', 'Reads pdf.', 'Read it.\n') });
  collector = await startCollector();
  model = await startScriptedModel([]);
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.url;
});
afterEach(async () => {
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  delete process.env.OTEL_EXPORTER_OTLP_PROTOCOL;
  await app?.close();
  await Promise.all([collector.close(), model.close()]);
});

async function open() {
  app = await openApp({
    home: home.dir,
    skillRoots: ['none', skills.dir],
    model: { baseUrl: model.url, model: 'scripted-model' },
    sessionDefaults: { approve: 'auto' },
  });
  return app.client;
}

async function runOnce(client: Client): Promise<string> {
  model.add(call('load_skill', { name: 'pdf' }), call('run_command', { command: 'echo hello' }), say('Done.'));
  const { sessionId: id } = await client.sessions.create({});
  await turn(client, id, 'Go');
  return id;
}

it('sends a run when the app closes, once, with the stages of its scripts', async () => {
  const id = await runOnce(await open());
  await app?.close();
  const names = collector.taken.flatMap(({ spans }) => spans.map(({ name }) => name));
  expect(names).toEqual([
    'chat scripted-model',
    'execute_tool load_skill pdf',
    'chat scripted-model',
    'workspace.stage.skill',
    'workspace.create',
    'run.program',
    'workspace.collect',
    'workspace.cleanup',
    'execute_tool run_command',
    'chat scripted-model',
    'invoke_agent skilldeck',
  ]);
  const spans = collector.taken.flatMap((request) => request.spans);
  expect(new Set(spans.map(({ attributes }) => attributes['gen_ai.conversation.id']))).toEqual(new Set([id]));
  expect(JSON.stringify(spans)).not.toContain('hello');
  const ofLife = spans.length;
  await open();
  await app?.close();
  expect(collector.taken.flatMap((request) => request.spans)).toHaveLength(ofLife);
});

it('ends a run as ever while the endpoint is gone, and sends it after the next start', async () => {
  const address = new URL(collector.url);
  await collector.close();
  const id = await runOnce(await open());
  await app?.close();
  collector = await startCollector(Number(address.port));
  await open();
  await app?.close();
  const spans = collector.taken.flatMap((request) => request.spans);
  expect(spans.at(-1)).toMatchObject({ name: 'invoke_agent skilldeck', attributes: { 'gen_ai.conversation.id': id } });
  expect(collector.faults).toEqual([]);
});

it.each(['http/json', 'http/protobuf'])('is read by Elastic’s collector as %s', async (protocol) => {
  const requests: object[] = [];
  const server = new MockOtlpServer({
    logLevel: 'fatal',
    services: ['http'],
    httpHostname: '127.0.0.1',
    httpPort: 0,
    onTrace: (request) => requests.push(request),
  });
  await server.start();
  try {
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = server.httpUrl.origin;
    process.env.OTEL_EXPORTER_OTLP_PROTOCOL = protocol;
    const id = await runOnce(await open());
    await app?.close();
    const [resource] = requests.flatMap((request) => normalizeTrace(request).resourceSpans);
    expect(resource?.resource.attributes).toMatchObject({ 'service.name': 'skilldeck' });
    const spans = requests.flatMap((request) =>
      normalizeTrace(request).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
    const names = new Map(spans.map(({ spanId, name }) => [spanId, name]));
    const [agent, ran] = ['invoke_agent skilldeck', 'execute_tool run_command'];
    expect(spans.map(({ name, parentSpanId = '' }) => `${names.get(parentSpanId) ?? '-'} > ${name}`)).toEqual([
      `${agent} > chat scripted-model`,
      `${agent} > execute_tool load_skill pdf`,
      `${agent} > chat scripted-model`,
      `${ran} > workspace.stage.skill`,
      `${ran} > workspace.create`,
      `${ran} > run.program`,
      `${ran} > workspace.collect`,
      `${ran} > workspace.cleanup`,
      `${agent} > ${ran}`,
      `${agent} > chat scripted-model`,
      `- > ${agent}`,
    ]);
    expect(spans[0]).toMatchObject({
      kind: 'SPAN_KIND_CLIENT',
      status: { code: 'STATUS_CODE_UNSET' },
      startTimeUnixNano: expect.stringMatching(/^\d{19}$/),
      attributes: { 'gen_ai.operation.name': 'chat', 'gen_ai.response.finish_reasons': ['tool_calls'] },
    });
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(new Set(spans.map(({ attributes }) => attributes['gen_ai.conversation.id']))).toEqual(new Set([id]));
  } finally {
    await server.close();
  }
});
