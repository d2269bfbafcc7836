import { describe, expect, it } from 'vitest';
import { failures as en } from '../../shared/messages/en/failures.ts';
import { failureReason } from '../../shared/messages/failure.ts';
import { failures as zh } from '../../shared/messages/zh/failures.ts';
import type { ModelFailureCode } from '../agent/ports.ts';
import { causeCode, faultOf, NetworkFault } from '../lib/network-faults.ts';
import { serverOfTest } from '../lib/test-kit/server-of-test.ts';
import { classifyConnection, classifyServerError, explain, type Facts } from './classify.ts';
import { readTooLong } from './context-too-long.ts';
import { endpointLimits, listedLimits } from './endpoint-limits.ts';

const TOO_LONG = "This model's maximum context length is 8192 tokens.";
const code = (status: number | undefined, message: string, own?: string) =>
  classifyServerError(status, { message, ...(own === undefined ? {} : { code: own }) }).code;

describe('an error of the server', () => {
  it('with status 401 or 403 concerns the key, even if it mentions the length', () => {
    expect([401, 403, 400, 500].map((status) => code(status, TOO_LONG))).toEqual([
      'unauthorized',
      'unauthorized',
      'context-too-long',
      'context-too-long',
    ]);
    expect(code(413, 'Payload too large')).toBe('context-too-long');
  });

  it('inside a stream uses its code, from 400 to 599, as status', () => {
    expect(['399', '400', '599', '600'].map((own) => code(undefined, 'm', own))).toEqual([
      'server-error',
      'bad-request',
      'server-error',
      'server-error',
    ]);
  });

  it('is retried from status 500 on, and at 408, 409, 425 and 429', () => {
    const retries = (status: number) => classifyServerError(status, { message: 'm' }).retry;
    expect([400, 404, 408, 409, 425, 429, 499, 500, 503].filter(retries)).toEqual([408, 409, 425, 429, 500, 503]);
  });

  it('about an empty account is not retried, whatever its status', () => {
    const verdict = { code: 'rate-limited', retry: false, hint: 'quota' };
    expect(classifyServerError(429, { message: 'm', code: 'insufficient_quota' })).toEqual(verdict);
    expect(classifyServerError(400, { message: 'Your credit balance is too low' })).toEqual(verdict);
  });
});

it('concerns the region only where the server refuses for good, and speaks of no schema', () => {
  const gone = 'The region eu-1 is currently not available';
  const of = (status: number | undefined, message: string) => classifyServerError(status, { message }).hint;
  expect([undefined, 400, 403, 429, 503].map((status) => of(status, gone))).toEqual([
    ...Array(3).fill('region'),
    undefined,
    undefined,
  ]);
  expect([429, 503].map((status) => classifyServerError(status, { message: gone }).retry)).toEqual([true, true]);
  expect(of(403, 'Country, region, or territory not supported')).toBe('region');
  for (const at of ['location properties.date', 'properties.country', "('properties', 'region')"])
    expect(of(400, `Invalid schema at ${at}: format "date" is not supported`)).toBeUndefined();
});

describe('a broken connection', () => {
  const failing = (name: string) => new Error('outer', { cause: Object.assign(new Error('inner'), { code: name }) });

  const faultBefore = (name: string) => {
    const { kind, figures } = faultOf(failing(name));
    return classifyConnection(new NetworkFault(kind, figures), false);
  };

  it('after the headers cuts the answer off; before them the server counts as not reached', () => {
    expect(classifyConnection(failing('ECONNRESET'), true)).toEqual({ code: 'cut-off', retry: true });
    expect(faultBefore('ECONNRESET')).toEqual({ code: 'unreachable', retry: true, hint: 'network' });
    expect(faultBefore('EPERM')).toEqual({ code: 'unreachable', retry: true });
  });

  it('is not retried after a certificate or protocol error', () => {
    expect(faultBefore('CERT_HAS_EXPIRED')).toMatchObject({ retry: false, hint: 'network' });
    expect(faultBefore('HPE_INVALID_CONSTANT')).toMatchObject({ retry: false, hint: 'network' });
    expect(faultBefore('ENOTFOUND')).toMatchObject({ retry: true, hint: 'network' });
  });

  it('has the code of its innermost cause, also when two addresses were tried', () => {
    const both = new AggregateError([failing('ECONNREFUSED'), failing('EPERM')]);
    expect(causeCode(new Error('outer', { cause: both }))).toBe('ECONNREFUSED');
    expect(causeCode('no error')).toBeUndefined();
  });
});

it('takes figures from 256 to 100,000,000 tokens as a limit, and no others', () => {
  const limit = (tokens: number) => readTooLong(`maximum context length is ${tokens} tokens`).limit;
  expect([8, 255, 256, 100_000_000, 100_000_001].map(limit)).toEqual([
    undefined,
    undefined,
    256,
    100_000_000,
    undefined,
  ]);
});

const CODES: readonly ModelFailureCode[] = [
  ...(['unreachable', 'timeout', 'answer-stalled', 'answer-too-large', 'rate-limited', 'server-error'] as const),
  ...(['unauthorized', 'not-found', 'bad-request', 'context-too-long', 'redirected', 'not-a-stream'] as const),
  ...(['cut-off', 'content-filter'] as const),
];
const HINTS: readonly Facts['hint'][] = [...([undefined, 'model', 'quota', 'forbidden', 'region', 'tools'] as const)];
const WITH: readonly Partial<Facts>[] = [
  {},
  { waitedMs: 300_000, status: 503, redirectedTo: 'https://other.example' },
  { instead: 'page' },
  { instead: 'nothing', said: 'no {{seats}}' },
];

it('names a reason with every figure that its words need, for each failure and in both languages', () => {
  for (const code of CODES) {
    for (const hint of HINTS) {
      for (const facts of WITH) {
        if (['timeout', 'answer-stalled'].includes(code) && facts.waitedMs === undefined) continue;
        const { reason, figures = {}, message } = explain(code, { address: 'http://a', model: 'm', hint, ...facts });
        for (const { what, fix = '' } of [en[reason], zh[reason]] as { what: string; fix?: string }[]) {
          const places = `${what}${fix}`.match(/(?<=\{\{)\w+/g) ?? [];
          expect([reason, Object.keys(figures)]).toEqual([reason, expect.arrayContaining(places)]);
        }
        expect(failureReason('en', { reason, figures, message: '' })).toBe(message);
        expect(failureReason('zh', { reason, figures, message: '' })).toMatch(/\p{Script=Han}/u);
      }
    }
  }
});

it('quotes the server and says how often it was tried', () => {
  const { message, reason, figures } = explain(
    'rate-limited',
    { address: 'http://a', model: 'm', said: 'busy' },
    { attempts: 5 },
  );
  expect(message).toBe(
    'The model at http://a is receiving too many requests from this account. Wait a moment and try again. The server said: "busy" Tried 5 times.',
  );
  expect(failureReason('zh', { reason, figures, message })).toBe(
    '这个账号向 http://a 的模型发送的请求太多。请稍等片刻再试。服务器的原话：“busy”共尝试 5 次。',
  );
});

/** JSON by path; everything else is 404. */
async function serve(answers: Readonly<Record<string, unknown>>) {
  const url = await serverOfTest((request, response) => {
    const answer = answers[request.url ?? ''];
    response.statusCode = answer === undefined ? 404 : 200;
    response.end(JSON.stringify(answer ?? { error: 'not found' }));
  });
  return `${url}/v1`;
}

it('reads the limits of a model list under each server’s names', () => {
  const read = [
    { max_model_len: 8192 },
    { context_length: 262144, top_provider: { context_length: 131072, max_completion_tokens: 16384 } },
    { context_window: '131072', max_completion_tokens: 32768 },
    { meta: { n_ctx: 4096, n_ctx_train: 131072 } },
    { max_input_tokens: 1000000, max_tokens: 128000 },
    { context_length: 0, max_model_len: null },
    undefined,
  ].map(listedLimits);
  expect(read).toEqual([
    { maxContext: 8192 },
    { maxContext: 131072, maxOutput: 16384 },
    { maxContext: 131072, maxOutput: 32768 },
    { maxContext: 4096 },
    { maxContext: 1000000, maxOutput: 128000 },
    {},
    {},
  ]);
});

it('reads what a model can do from a model list under each server’s names', () => {
  const read = [
    // OpenRouter
    {
      architecture: { input_modalities: ['text', 'image', 'file'] },
      supported_parameters: ['tools', 'reasoning', 'max_tokens'],
    },
    { architecture: { input_modalities: ['text'] }, supported_parameters: ['max_tokens'] },
    // Mistral
    { capabilities: { completion_chat: true, function_calling: false, vision: true } },
    // Moonshot
    { supports_image_in: false, supports_reasoning: true },
    // Fireworks
    { supports_image_input: true, supports_tools: true, supports_chat: true },
    { id: 'm', capabilities: 'all' },
    // OpenRouter, of its router, Together
    { pricing: { prompt: '0.00000125', completion: '0.00001', input_cache_read: '0.000000125', image: '0' } },
    { pricing: { prompt: '-1', completion: '-1' } },
    { pricing: { input: 0.88, output: 1.2, hourly: 0 } },
    { pricing: { prompt: '0', completion: 'free' } },
  ].map(listedLimits);
  expect(read).toEqual([
    { sees: ['image', 'pdf'], tools: true, reasons: true },
    { sees: [], tools: false, reasons: false },
    { sees: ['image'], tools: false },
    { sees: [], reasons: true },
    { sees: ['image'], tools: true },
    {},
    { prices: { input: 1.25, output: 10, cachedInput: 0.125 } },
    {},
    { prices: { input: 0.88, output: 1.2 } },
    {},
  ]);
});

it('asks local servers for the context they actually hold', async () => {
  const model = 'qwen3';
  const show = { parameters: 'stop "x"\nnum_ctx    16384', model_info: { 'qwen3.context_length': 40960 } };
  const running = { models: [{ name: 'qwen3:latest', context_length: 4096 }] };
  const studio = { data: [{ id: 'qwen3', loaded_context_length: 5000, max_context_length: 40960 }] };
  const limits = async (answers: Readonly<Record<string, unknown>>) =>
    endpointLimits({ baseUrl: await serve(answers), model, headers: {} });
  expect(
    await Promise.all([
      limits({ '/props': { default_generation_settings: { n_ctx: 8192 } } }),
      limits({ '/api/show': show, '/api/ps': running }),
      limits({ '/api/show': show, '/api/ps': { models: [] } }),
      limits({ '/api/show': { model_info: show.model_info } }),
      limits({ '/api/v0/models': studio }),
      limits({}),
      limits({ '/api/show': { capabilities: ['completion', 'tools', 'thinking'] } }),
      limits({ '/api/show': { capabilities: ['completion', 'vision'] } }),
      limits({ '/props': { modalities: { vision: true, audio: false } } }),
      limits({ '/api/v0/models': { data: [{ id: 'qwen3', type: 'vlm', capabilities: ['tool_use'] }] } }),
    ]),
  ).toEqual([
    { maxContext: 8192 },
    { maxContext: 4096 },
    { maxContext: 16384 },
    { maxContext: 40960 },
    { maxContext: 5000 },
    {},
    { sees: [], tools: true, reasons: true },
    { sees: ['image'], tools: false, reasons: false },
    { sees: ['image'] },
    { sees: ['image'], tools: true },
  ]);
});

it('requests only the model list from a public provider', async () => {
  const listed = { id: 'm', entry: { context_length: 1000 } };
  const asked = endpointLimits({ baseUrl: 'https://llm.invalid/v1', model: 'm', headers: {}, listed });
  await expect(asked).resolves.toEqual({ maxContext: 1000 });
});
