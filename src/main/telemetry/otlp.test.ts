import { expect, it } from 'vitest';
import { answered, created, eventsAt, finished, loaded, requested, said, started } from '../store/test-kit/home.ts';
import { serialize } from './otlp.ts';
import { SessionTrace } from './session-trace.ts';
import { readProtobuf } from './test-kit/read-protobuf.ts';
import { type StrictSpan, strictSpans } from './test-kit/strict-spans.ts';

const at = (index: number) => `2030-01-02T03:04:${String(index).padStart(2, '0')}.000Z`;

const call = (id: string, name: string, given: object) => ({ id, name, arguments: JSON.stringify(given) });
const answer = (text: string, ...toolCalls: ReturnType<typeof call>[]) =>
  answered(text, {
    toolCalls,
    reasoning: 'Hm.',
    finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop',
    usage: { promptTokens: 100, completionTokens: 7, cachedPromptTokens: 60, reasoningTokens: 2 },
  });
const begun = ({ id, name, arguments: given }: ReturnType<typeof call>) => started(id, name, JSON.parse(given));
const load = call('c1', 'load_skill', { name: 'pdf' });
const reference = call('c2', 'load_skill_reference', { skill_name: 'pdf', ref_path: 'references/forms.md' });
const run = call('c3', 'run_command', { command: 'python scripts/read.py secret-file' });
const stages = [
  { name: 'workspace.create', at: at(14), ms: 1.5 },
  { name: 'workspace.stage.skill', at: at(14), ms: 2, files: 3, bytes: 4096 },
  { name: 'run.program', at: at(14), ms: 700.25, bytes: 12 },
  { name: 'workspace.collect', at: at(15), ms: 4, files: 1, bytes: 9 },
  { name: 'workspace.cleanup', at: at(15), ms: 0.125 },
];
const events = eventsAt(
  (index) => at(index + 1),
  [
    {
      ...created,
      route: { wire: 'chat', endpoint: 'https://api.deepseek.com/v1', maxOutput: 500, params: { temperature: 0.5 } },
    },
    { type: 'prompt-changed', basePrompt: 'Be brief.', workspaceSection: '', tools: [] },
    said('Read it'),
    requested(90),
    { type: 'model-failed', iteration: 1, code: 'rate-limited', message: 'Slow down', willRetry: true },
    requested(90),
    answer('', load, reference, run),
    begun(load),
    loaded('pdf'),
    finished('c1', 'load_skill', 'Loaded'),
    begun(reference),
    {
      type: 'reference-loaded',
      skill: 'pdf',
      path: 'references/forms.md',
      tokens: 3,
      sha256: '0'.repeat(64),
      text: 'Forms',
      by: 'agent',
    },
    finished('c2', 'load_skill_reference', 'Forms'),
    begun(run),
    {
      type: 'script-started',
      callId: 'c3',
      command: 'python scripts/read.py secret-file',
      cwd: '/w/skills/pdf',
      interpreter: 'python',
      sandbox: 'none',
    },
    {
      type: 'script-finished',
      callId: 'c3',
      exitCode: 2,
      timedOut: false,
      truncated: false,
      ms: 700,
      outputs: [],
      stages,
    },
    finished('c3', 'run_command', 'Exit code 2', { ok: false }),
    requested(120),
    answer('It failed.'),
    { type: 'run-finished', state: 'completed', iterations: 2, text: 'It failed.' },
  ],
);

function traced(contents: boolean, list = events) {
  const trace = new SessionTrace('s', { contents, reasoning: contents });
  return [...list.flatMap((event) => trace.take(event)), ...trace.rest()];
}
const json = (contents: boolean, list = events): Record<string, unknown> =>
  JSON.parse(new TextDecoder().decode(serialize(traced(contents, list), 'http/json', { version: '1.2.3' })));
const named = (spans: readonly StrictSpan[], name: string) => spans.filter((span) => span.name === name);

it('makes a trace by the GenAI conventions, with the stages of a run', () => {
  const { spans, resource } = strictSpans(json(true));
  expect(resource).toEqual({ 'service.name': 'skilldeck', 'service.version': '1.2.3' });
  const parents = new Map(spans.map((span) => [span.spanId, span.name]));
  const tree = spans.map(({ name, parentSpanId }) => `${parents.get(parentSpanId ?? '') ?? '-'} > ${name}`);
  const [agent, ran] = ['invoke_agent skilldeck', 'execute_tool run_command'];
  expect(tree).toEqual([
    `${agent} > chat demo`,
    `${agent} > chat demo`,
    `${agent} > execute_tool load_skill pdf`,
    `${agent} > execute_tool load_skill_reference pdf references/forms.md`,
    ...stages.map(({ name }) => `${ran} > ${name}`),
    `${agent} > ${ran}`,
    `${agent} > chat demo`,
    `- > ${agent}`,
  ]);
  expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
  const [failed, first] = named(spans, 'chat demo');
  expect([failed?.status.code, failed?.attributes['error.type']]).toEqual([2, 'rate-limited']);
  expect(first?.attributes).toMatchObject({
    'gen_ai.provider.name': 'deepseek',
    'server.address': 'api.deepseek.com',
    'server.port': 443,
    'gen_ai.request.max_tokens': 500,
    'gen_ai.request.temperature': 0.5,
    'gen_ai.usage.input_tokens': 100,
    'gen_ai.usage.output_tokens': 7,
    'gen_ai.usage.cache_read.input_tokens': 60,
    'gen_ai.usage.reasoning.output_tokens': 2,
    'gen_ai.response.finish_reasons': ['tool_calls'],
  });
  const [program] = named(spans, 'run.program');
  expect(program?.attributes).toMatchObject({ 'process.exit.code': 2, 'skilldeck.stage.bytes': 12 });
  const [from, to] = [program?.startTimeUnixNano ?? '', program?.endTimeUnixNano ?? ''];
  expect(BigInt(to) - BigInt(from)).toBe(700_250_000n);
  expect(named(spans, ran)[0]?.attributes).toMatchObject({ 'process.exit.code': 2, 'gen_ai.skill.name': 'pdf' });
  expect(named(spans, 'workspace.stage.skill')[0]?.attributes).toMatchObject({
    'skilldeck.stage.files': 3,
    'skilldeck.stage.bytes': 4096,
  });
});

it('says what is new in each request, so that a long session does not grow with its square', () => {
  const { spans } = strictSpans(json(true));
  const told = named(spans, 'chat demo').map(({ attributes }) => [
    attributes['skilldeck.input.messages.omitted'],
    JSON.parse(String(attributes['gen_ai.input.messages'])).length,
  ]);
  expect(told).toEqual([
    [0, 1],
    [1, 0],
    [2, 3],
  ]);
  expect(spans.filter(({ attributes }) => 'gen_ai.system_instructions' in attributes)).toHaveLength(1);
});

it('has names and figures alone where contents are not allowed', () => {
  const text = JSON.stringify(json(false));
  for (const secret of ['Read it', 'Be brief', 'secret-file', 'Forms', 'Exit code', 'It failed', 'Hm.', 'Slow down']) {
    expect(text).not.toContain(secret);
  }
  const { spans } = strictSpans(JSON.parse(text));
  expect(spans).toHaveLength(strictSpans(json(true)).spans.length);
  expect(named(spans, 'execute_tool load_skill pdf')).toHaveLength(1);
});

it('writes the same spans as protobuf, by the published schema', () => {
  const written = serialize(traced(true), 'http/protobuf', { version: '1.2.3' });
  expect(strictSpans(readProtobuf(Buffer.from(written)))).toEqual(strictSpans(json(true)));
});

it('gives the same session the same ids, wherever it was cut in between', () => {
  const whole = traced(false).map(({ spanId }) => spanId);
  for (let cut = 1; cut < events.length; cut += 1) {
    const trace = new SessionTrace('s', { contents: false, reasoning: false });
    const before = events.slice(0, cut).flatMap((event) => trace.take(event));
    const again = new SessionTrace('s', { contents: false, reasoning: false });
    const after = events.flatMap((event) => again.take(event)).filter(({ seq }) => seq > cut);
    expect([...before, ...after].map(({ spanId }) => spanId)).toEqual(whole);
  }
});

it('ends what a log leaves open with its last event', () => {
  const { spans } = strictSpans(json(true, events.slice(0, 15)));
  expect(spans.slice(-2).map(({ name }) => name)).toEqual(['execute_tool run_command', 'invoke_agent skilldeck']);
});
