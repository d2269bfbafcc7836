/** All three wires against a server that others wrote (`@copilotkit/aimock`): it streams as each provider does. */
import { createHash } from 'node:crypto';
import { LLMock } from '@copilotkit/aimock';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Wire } from '../../shared/events.ts';
import type { ModelDelta, ModelOutcome } from '../agent/ports.ts';
import { createModel } from './create-model.ts';
import { result, turnOf, user, wireRequest } from './wires/test-kit/wire-request.ts';
import type { Turn } from './wires/wire.ts';
import { WIRE } from './wires/wires.ts';

const KEY = 'test-key';
const MODELS: Readonly<Record<Wire, string>> = {
  chat: 'gpt-4o',
  responses: 'gpt-5.6-sol',
  anthropic: 'claude-sonnet-4-5',
};
const TOOLS = ['search', 'grep'].map((name) => ({
  name,
  description: `Does ${name}.`,
  parameters: { type: 'object', properties: {} },
}));

let server: LLMock;
beforeEach(async () => {
  server = await LLMock.create({ port: 0, chunkSize: 7, logLevel: 'silent', auth: { apiKeys: [KEY] } });
});
afterEach(() => server.stop());

describe.each(Object.keys(MODELS) as Wire[])('%s', (wire) => {
  async function ask(turns: readonly Turn[], apiKey = KEY) {
    const model = MODELS[wire];
    const effort = wire === 'chat' ? {} : { effort: 'low' as const };
    const request = wireRequest({ model, tools: TOOLS, turns, route: { wire, ...effort } });
    const json = JSON.stringify(WIRE[wire].body(request));
    const sha256 = createHash('sha256').update(json).digest('hex');
    const port = createModel({ baseUrl: `${server.url}/v1`, apiKey, random: () => 0.5 });
    const deltas: ModelDelta[] = [];
    const tokens = { total: 0, max: 0, parts: [], encoding: 'o200k_base' };
    const prepared = { json, sha256, model, wire, tokens };
    const outcome = await port.stream(prepared, 1, (delta) => deltas.push(delta), new AbortController().signal);
    return { outcome, deltas };
  }

  const joined = (deltas: readonly ModelDelta[], type: 'text' | 'reasoning') =>
    deltas.map((delta) => (delta.type === type ? delta.text : '')).join('');

  it('streams text in any language, with usage', async () => {
    const text = '明天上午八点有一班从北京到东京的航班 ✈️，要订吗？';
    const usage =
      wire === 'chat' ? { prompt_tokens: 90, completion_tokens: 30 } : { input_tokens: 90, output_tokens: 30 };
    server.onMessage('订机票', { content: text, usage });
    const { outcome, deltas } = await ask([user('我想订机票')]);
    expect(outcome).toMatchObject({
      kind: 'answer',
      text,
      toolCalls: [],
      finishReason: 'stop',
      usage: { promptTokens: 90, completionTokens: 30 },
    });
    expect(deltas.length).toBeGreaterThan(2);
    expect(joined(deltas, 'text')).toBe(text);
  });

  it('assembles parallel calls, and continues from their results with its reasoning', async () => {
    const asked = [
      { name: 'search', arguments: '{"from":"北京","to":"东京"}', id: 'call_a' },
      { name: 'grep', arguments: '{"pattern":"x"}', id: 'call_b' },
    ];
    server.on({ userMessage: 'fly', hasToolResult: false }, { toolCalls: asked, reasoning: 'Both at once.' });
    server.on({ userMessage: 'fly', hasToolResult: true }, { content: 'Done.' });
    const { outcome, deltas } = await ask([user('fly')]);
    if (outcome.kind !== 'answer') throw new Error(JSON.stringify(outcome));
    expect(outcome).toMatchObject({ toolCalls: asked, reasoning: 'Both at once.', finishReason: 'tool_calls' });
    expect(joined(deltas, 'reasoning')).toBe('Both at once.');
    const back = [user('fly'), answered(outcome), result('call_a', 'MU525'), result('call_b', '')];
    expect((await ask(back)).outcome).toMatchObject({ kind: 'answer', text: 'Done.', finishReason: 'stop' });
  });
});

function answered({ text, reasoning = '', opaque, toolCalls }: Extract<ModelOutcome, { kind: 'answer' }>): Turn {
  return turnOf({
    text,
    reasoning,
    finishReason: 'stop',
    usage: undefined,
    chunks: 1,
    contentChunks: 1,
    length: 0,
    error: undefined,
    add: () => {},
    toolCalls: () => [...toolCalls],
    opaque: () => opaque,
  });
}
