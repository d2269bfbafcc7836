import { expect, it } from 'vitest';
import type { Route } from '../../shared/events.ts';
import { MODEL_TEST_CODES } from '../../shared/models/model-test-codes.ts';
import { freePort } from '../lib/test-kit/listen.ts';
import { serverOfTest } from '../lib/test-kit/server-of-test.ts';
import { nearestNames } from './endpoint-limits.ts';
import { type TestOptions, testModel } from './test-connection.ts';
import { modelOfTest } from './test-kit/model-of-test.ts';
import { call, type ScriptedModelOptions, type ScriptedStep, say } from './test-kit/scripted-model.ts';

const KEY = 'key-of-a-person';
const MODELS = ['qwen-plus', 'qwen-max', 'deepseek-chat'];

const ROUTE: Route = { wire: 'chat', endpoint: '' };
const CALL = call('look_up_city', { city: 'Lisbon' });

async function examine(
  steps: ScriptedStep | readonly ScriptedStep[],
  more: Partial<TestOptions> = {},
  server: ScriptedModelOptions = {},
) {
  const scripted = await modelOfTest([steps].flat(), { models: MODELS, apiKey: KEY, ...server });
  const { baseUrl = scripted.url, ...rest } = more;
  const options = { apiKey: KEY, model: 'qwen-plus', route: ROUTE, ...rest };
  const result = await testModel({ ...options, baseUrl: baseUrl.replace('{origin}', new URL(scripted.url).origin) });
  expect(MODEL_TEST_CODES).toContain(result.code);
  expect(result.message).not.toContain(KEY);
  return { ...result, ms: 0, message: result.message.replaceAll(scripted.url, '{url}'), requests: scripted.requests };
}

it('sends a call, its result and everything that came with it, and reports tokens and limits', async () => {
  const thoughtful: ScriptedStep = {
    kind: 'raw',
    frames: [
      { choices: [{ delta: { role: 'assistant', reasoning_content: 'Lisbon, then.' } }] },
      {
        choices: [
          {
            delta: {
              tool_calls: [
                {
                  index: 0,
                  id: 'c1',
                  type: 'function',
                  extra_content: { google: { thought_signature: 's' } },
                  function: { name: 'look_up_city', arguments: '{"city":"Lisbon"}' },
                },
              ],
            },
          },
        ],
      },
      { choices: [{ delta: {}, finish_reason: 'tool_calls' }] },
    ],
  };
  const { requests, ...result } = await examine([thoughtful, say('It is known.')]);
  expect(result).toMatchObject({
    ok: true,
    code: 'ok',
    message: '{url} answers with "qwen-plus".',
    wire: 'chat',
    models: MODELS,
    limits: {},
    steps: [
      { name: 'list', ok: true },
      { name: 'tool-call', ok: true },
      { name: 'answer', ok: true },
      { name: 'usage', ok: true },
    ],
  });
  const [, second] = requests.map(({ body }) => body);
  expect(second?.messages.slice(-2)).toEqual([
    {
      role: 'assistant',
      content: null,
      reasoning_content: 'Lisbon, then.',
      tool_calls: [
        {
          id: 'c1',
          type: 'function',
          extra_content: { google: { thought_signature: 's' } },
          function: { name: 'look_up_city', arguments: '{"city":"Lisbon"}' },
        },
      ],
    },
    { role: 'tool', tool_call_id: 'c1', content: 'Lisbon is known.' },
  ]);
});

it('names the step that failed, and suggests the wire the model needs', async () => {
  const status = (text: string): ScriptedStep => ({ kind: 'status', status: 400, body: { error: { message: text } } });
  const gpt = status(
    'Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. Please use /v1/responses instead.',
  );
  const back = status('The `reasoning_content` in the thinking mode must be passed back to the API.');
  const signature = status('Function call is missing a thought_signature in functionCall parts.');
  const found = await Promise.all([
    examine(gpt),
    examine([CALL, back]),
    examine([CALL, signature]),
    examine(say('Lisbon is a city.')),
  ]);
  expect(found.map(({ ok, code, otherWire, steps }) => [ok, code, otherWire, steps.at(-1)?.name])).toEqual([
    [false, 'other-wire', 'responses', 'tool-call'],
    [false, 'bad-request', undefined, 'answer'],
    [false, 'bad-request', undefined, 'answer'],
    [false, 'no-tools', undefined, 'tool-call'],
  ]);
  expect(found.map(({ message }) => /can't call tools/.test(message))).toEqual([false, false, false, false]);
  expect(found[0]?.message).toContain('--wire responses');
  expect(found[1]?.message).toContain('must be passed back');
});

it('sends the user’s headers in place of the key’s, and hides their values', async () => {
  const secret = 'secret-of-a-gateway';
  const refused: ScriptedStep = { kind: 'status', status: 400, body: { error: { message: `bad header ${secret}` } } };
  const headers = { 'x-portkey-provider': secret, 'api-key': 'azure-key-value' };
  const scripted = await modelOfTest([refused], { models: MODELS });
  const result = await testModel({ baseUrl: scripted.url, apiKey: KEY, headers, model: 'qwen-plus', route: ROUTE });
  expect(JSON.stringify(result)).not.toContain(secret);
  expect(scripted.requests[0]?.headers).toMatchObject(headers);
  expect(scripted.requests[0]?.headers.authorization).toBeUndefined();
});

it('names each mistake and its fix', async () => {
  const unknown: ScriptedStep = { kind: 'status', status: 404, body: { error: { message: 'model not found' } } };
  const noTools: ScriptedStep = {
    kind: 'status',
    status: 400,
    body: { error: { message: 'library/gemma does not support tools' } },
  };
  const found = await Promise.all([
    examine(unknown, { model: 'qwen_plus' }),
    examine(unknown, { model: 'zzz' }),
    examine(noTools),
    examine(say('OK'), { apiKey: 'wrong' }),
    examine(say('OK'), { model: ' ' }),
    examine(say('OK'), { baseUrl: '127.0.0.1:80' }),
    examine({ kind: 'stall' }, { timeoutMs: 1_500 }),
    examine({ kind: 'page', body: '<html></html>' }),
  ]);
  expect(found.map(({ ok }) => ok)).toEqual(found.map(() => false));
  expect(found.map(({ code, message }) => `${code}: ${message.replace(/:\d{4,5}\b/, ':PORT')}`)).toEqual([
    'model-unknown: The model "qwen_plus" isn\'t known at {url}. Did you mean qwen-plus?',
    'model-unknown: The model "zzz" isn\'t known at {url}. It offers qwen-plus, qwen-max, deepseek-chat.',
    'no-tools: "qwen-plus" can\'t call tools, which skills need. Choose another model.',
    'unauthorized: {url} rejected the key. Check the key in Settings. The server said: "Incorrect API key provided."',
    'no-model: Choose a model; {url} offers 3.',
    'bad-address: The model address lacks http:// or https://. Did you mean http://127.0.0.1:80?',
    'answer-stalled: The answer stopped: nothing arrived from {url} for 2 s. Try again, or choose another model.',
    'not-openai: {url} answered with a web page. Check the address; most end in /v1. If it is right, open it in a browser: your network may want you to sign in, or block it.',
  ]);
});

it('distinguishes a web server, a silent one and a missing one', async () => {
  const pages = `${await serverOfTest((_request, response) => response.end('<html>Welcome to nginx!</html>'))}/v1`;
  const silent = `${await serverOfTest(() => {})}/v1`;
  const absent = `http://127.0.0.1:${await freePort()}/v1`;
  const results = await Promise.all([
    testModel({ baseUrl: pages, model: 'm', route: ROUTE }),
    testModel({ baseUrl: silent, model: 'm', timeoutMs: 60, route: ROUTE }),
    testModel({ baseUrl: pages.replace('http:', 'https:'), model: 'm', route: ROUTE }),
    testModel({ baseUrl: absent, model: 'm', route: ROUTE }),
  ]);
  expect(results.map(({ code }) => code)).toEqual(['not-openai', 'timeout', 'unreachable', 'unreachable']);
  expect(results[2]?.message).toContain('Check http:// or https://');
  expect(results[3]?.message).toContain('nothing is listening');
});

it('suggests the model names that were meant', () => {
  const names = ['openai/gpt-5-mini', 'gpt-4.1', 'llama3.1:8b', 'qwen3:32b'];
  expect(nearestNames('gpt5-mini', names)).toEqual(['openai/gpt-5-mini']);
  expect(nearestNames('qwen3', names)).toEqual(['qwen3:32b']);
  expect(nearestNames('claude', names)).toEqual([]);
});
