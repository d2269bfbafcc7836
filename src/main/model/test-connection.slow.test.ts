import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { MODEL_TEST_CODES } from '../../shared/model-test-codes.ts';
import { nearestNames } from './nearest.ts';
import { type TestOptions, testModel } from './test-connection.ts';
import { type ScriptedModelOptions, type ScriptedStep, say, startScriptedModel } from './test-kit/scripted-model.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

const KEY = 'key-of-a-person';
const MODELS = ['qwen-plus', 'qwen-max', 'deepseek-chat'];

async function examine(step: ScriptedStep, more: Partial<TestOptions> = {}, server: ScriptedModelOptions = {}) {
  const scripted = await startScriptedModel([step], { models: MODELS, apiKey: KEY, ...server });
  open.push(scripted);
  const { baseUrl = scripted.url, ...rest } = more;
  const options = { apiKey: KEY, model: 'qwen-plus', ...rest };
  const result = await testModel({ ...options, baseUrl: baseUrl.replace('{origin}', new URL(scripted.url).origin) });
  expect(MODEL_TEST_CODES).toContain(result.code);
  expect(result.message).not.toContain(KEY);
  return { ...result, ms: 0, message: result.message.replaceAll(scripted.url, '{url}'), requests: scripted.requests };
}

it('says that it works after one small request with a tool', async () => {
  const { requests, ...result } = await examine(say('OK'));
  expect(result).toEqual({ ok: true, code: 'ok', message: '{url} answers with "qwen-plus".', models: MODELS, ms: 0 });
  expect(requests.map(({ body }) => [body.model, body.tools?.length, body.messages.length])).toEqual([
    ['qwen-plus', 1, 1],
  ]);
});

it('says what is wrong, and what would be right', async () => {
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
    examine(say('OK'), { baseUrl: '{origin}' }),
    examine(say('OK'), { baseUrl: '127.0.0.1:80' }),
    examine({ kind: 'stall' }, { timeoutMs: 1_500 }),
    examine({ kind: 'page', body: '<html></html>' }),
  ]);
  expect(found.map(({ ok }) => ok)).toEqual(found.map(() => false));
  expect(found.map(({ code, message }) => `${code}: ${message.replace(/:\d{4,5}\b/, ':PORT')}`)).toEqual([
    'model-unknown: The model "qwen_plus" is not known at {url}. Did you mean "qwen-plus"?',
    'model-unknown: The model "zzz" is not known at {url}. It offers qwen-plus, qwen-max, deepseek-chat.',
    'no-tools: "qwen-plus" cannot call tools, which skills need. Choose another model.',
    'unauthorized: The key was refused by {url}. Check the key in the settings. The server said: "Incorrect API key provided."',
    'no-model: Choose a model; {url} offers 3.',
    'needs-v1: The address lacks its ending: use {url} instead.',
    'bad-address: The model address needs its beginning: did you mean http://127.0.0.1:80?',
    'stalled: The answer stopped coming: nothing arrived from {url} for 2 s.',
    "not-openai: {url} answered with a web page instead of a model's answer. Check the address; most end in /v1.",
  ]);
});

it('tells a web server, a silent one and an absent one apart', async () => {
  const pages = createServer((_request, response) => response.end('<html>Welcome to nginx!</html>'));
  const silent = createServer(() => {});
  for (const server of [pages, silent]) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    open.push({ close: () => server.closeAllConnections() ?? server.close() });
  }
  const at = (server: typeof pages) => `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const gone = createServer();
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
  const absent = at(gone);
  await new Promise((resolve) => gone.close(resolve));
  const results = await Promise.all([
    testModel({ baseUrl: at(pages), model: 'm' }),
    testModel({ baseUrl: at(silent), model: 'm', timeoutMs: 60 }),
    testModel({ baseUrl: at(pages).replace('http:', 'https:'), model: 'm' }),
    testModel({ baseUrl: absent, model: 'm' }),
  ]);
  expect(results.map(({ code }) => code)).toEqual(['not-openai', 'timeout', 'unreachable', 'unreachable']);
  expect(results[2]?.message).toContain('Check http:// or https://');
  expect(results[3]?.message).toContain('Nothing is listening');
});

it('finds the names that were meant', () => {
  const names = ['openai/gpt-5-mini', 'gpt-4.1', 'llama3.1:8b', 'qwen3:32b'];
  expect(nearestNames('gpt5-mini', names)).toEqual(['openai/gpt-5-mini']);
  expect(nearestNames('qwen3', names)).toEqual(['qwen3:32b']);
  expect(nearestNames('claude', names)).toEqual([]);
});
