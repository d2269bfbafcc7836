import { describe, expect, it } from 'vitest';
import { defined } from '../../shared/defined.ts';
import { parseAddress } from './address.ts';
import { retryAfterMs } from './attempt.ts';
import { classifyServerError, readErrorBody } from './classify.ts';
import { readTooLong } from './context-too-long.ts';
import { quoteServer, refusedIn } from './create-model.ts';

it('recognises a too-long error of each provider, and reads its figures', () => {
  const wordings: readonly (readonly [string, number | undefined, number | undefined])[] = [
    [
      "This model's maximum context length is 4097 tokens. However, you requested 4120 tokens (3120 in the messages, 1000 in the completion). Please reduce the length of the messages or completion.",
      4097,
      3120,
    ],
    [
      "This model's maximum context length is 8192 tokens, however you requested 8977 tokens (8977 in your prompt; 0 for the completion). Please reduce your prompt; or completion length.",
      8192,
      8977,
    ],
    [
      "This model's maximum context length is 128000 tokens. However, your messages resulted in 204308 tokens. Please reduce the length of the messages.",
      128_000,
      204_308,
    ],
    [
      "This endpoint's maximum context length is 32768 tokens. However, you requested about 40000 tokens (38000 of text input, 2000 in the output). Please reduce the length of either one.",
      32_768,
      38_000,
    ],
    ['prompt is too long: 208411 tokens > 200000 maximum', 200_000, 208_411],
    [
      'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000, decrease input length',
      200_000,
      undefined,
    ],
    ['The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).', 1_048_575, 1_196_265],
    ['<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]', 129_024, undefined],
    ['request (5000 tokens) exceeds the available context size (4096 tokens), try increasing it', 4096, 5000],
    ['the request exceeds the available context size, try increasing it', undefined, undefined],
    [
      'Trying to keep the first 111490 tokens when context the overflows. However, the model is loaded with context length of only 32768 tokens, which is not enough.',
      32_768,
      111_490,
    ],
    ['The decoder prompt (length 9000) is longer than the maximum model length of 8192.', 8192, 9000],
    ["The input (5000 tokens) is longer than the model's context length (4096 tokens).", 4096, 5000],
    [
      'Prompt contains 40,000 tokens and 0 draft tokens, too large for model with 32,768 maximum context length',
      32_768,
      40_000,
    ],
    ['Invalid request: Your request exceeded model token limit: 8192', 8192, undefined],
    ["This model's maximum prompt length is 131072 but the request contains 537812 tokens.", 131_072, 537_812],
    [
      '`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 5000 `inputs` tokens and 512 `max_new_tokens`',
      4097,
      5000,
    ],
    ['length of prompt_tokens (40000) must be less than max_seq_len (32768).', 32_768, 40_000],
    ['Request too large for model `llama` on tokens per minute (TPM): Limit 6000, Requested 7000', 6000, 7000],
    ['Please reduce the length of the messages or completion. Current length is 9000 while limit is 8192', 8192, 9000],
    ['prompt token count of 70000 exceeds the limit of 64000', 64_000, 70_000],
    ['the input length exceeds the context length', undefined, undefined],
    ['输入文本过长，超过模型上下文长度', undefined, undefined],
  ];
  expect(wordings.map(([said]) => readTooLong(said))).toEqual(
    wordings.map(([, limit, asked]) => defined({ limit, asked })),
  );
  const codes = wordings.map(([message]) => classifyServerError(400, { message }).code);
  expect(codes).toEqual(wordings.map(() => 'context-too-long'));
});

it('recognises a too-long error without figures, and no other', () => {
  const wordings = [
    'Your input exceeds the context window of this model. Please adjust your input and try again.',
    'input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000',
    'Input is too long for requested model.',
    'This endpoint has a maximum context length of 32768 tokens. However, you requested about 40000 tokens.',
    'the request exceeds the available context size. try increasing the context size or enable context shift',
    'Trying to keep the first 5000 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough: tokens are greater than the context length',
    'Please reduce the length of the messages or completion.',
    'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
    'invalid params, context window exceeds limit',
    'Input token length too long: total tokens of image and text exceed max message tokens',
    'Prompt 超长',
    'prompt too long; exceeded max context length by 300 tokens',
    'Context size has been exceeded.',
    'Prompt has 32769 tokens, but the configured context size is 32768 tokens',
    'Request body too large for gpt-4o model. Max size: 8000 tokens.',
    'Requested tokens (5000) exceed context window of 4096',
    'The estimated number of input and maximum output tokens (9000) exceeded this model context window limit (8192).',
    'The prompt is too long: 9000, model maximum context length: 8192',
    'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5000.',
    'tokens in request more than max tokens allowed',
  ];
  const codes = wordings.map((message) => classifyServerError(400, { message }).code);
  expect(codes).toEqual(wordings.map(() => 'context-too-long'));
  const others = [
    'max_tokens is too large: 100000. This model supports at most 16384 completion tokens.',
    "Invalid 'tools[0].function.name': string does not match pattern.",
    'Range of max_tokens should be [1, 8192]',
  ];
  expect(others.map((message) => classifyServerError(400, { message }).code)).toEqual(others.map(() => 'bad-request'));
  const tpm = 'Rate limit reached for m in organization o on tokens per min (TPM): Limit 30000, Used 29000.';
  expect(classifyServerError(429, { message: tpm })).toEqual({ code: 'rate-limited', retry: true });
});

it('reads errors of every shape', () => {
  const bodies = [
    '{"error":{"message":"m","type":"t","code":null}}',
    '{"error":"m","code":7}',
    '{"error":{"message":"Provider returned error","metadata":{"raw":"m"}}}',
    '{"object":"error","message":"m","code":40303}',
    '{"detail":[{"loc":["body"],"msg":"m","input":"the prompt"}]}',
    '{"detail":"m"}',
    '[{"error":{"code":400,"message":"m","status":"INVALID"}}]',
    'm',
    '<html>m</html>',
    '',
  ];
  expect(bodies.map((body) => readErrorBody(body))).toEqual([
    { message: 'm', code: 't' },
    { message: 'm', code: '7' },
    { message: 'Provider returned error: m' },
    { message: 'm', code: '40303' },
    { message: 'm: body' },
    { message: 'm' },
    { message: 'm', code: '400' },
    { message: 'm' },
    { message: '' },
    { message: '' },
  ]);
});

it('quotes a server without the key, the prompt or control characters', () => {
  const json = JSON.stringify({
    model: 'a-model-with-a-long-name',
    messages: [
      { role: 'user', content: '我想订机票' },
      { role: 'tool', content: 'Passport E12345678 of Li Lei,\nborn in 1990' },
    ],
  });
  const quote = (said: string) => quoteServer(said, { apiKey: 'key-abcdefgh', json });
  expect(quote('Incorrect key: key-abcdefgh, sk-proj-****abcd, Bearer xyz')).toBe('Incorrect key: …, …, Bearer …');
  expect(quote('Bad input "我想订机票" here')).toBe('Bad input "…" here');
  expect(quote('value: Passport E12345678 of Li L (truncated)')).toBe('value: … (truncated)');
  expect(quote('The model `a-model-with-a-long-name` does not exist')).toBe(
    'The model `a-model-with-a-long-name` does not exist',
  );
  expect(quote('\u001b[31mred\u202e\r\nline')).toBe('[31mred line');
  expect([quote('我想订机票'), quote('x'.repeat(900)).length]).toEqual(['', 301]);
});

it('accepts an address as users paste it', () => {
  const read = (typed: string) => {
    const address = parseAddress(typed);
    return address.kind === 'address' ? address.baseUrl : address.kind;
  };
  expect(
    [
      ' https://api.example.com/v1/ ',
      'http://localhost:11434',
      'https://h/v1/chat/completions',
      'https://h/openai/v1?api-version=preview',
      'file:///etc/passwd',
      'https://',
      '',
    ].map(read),
  ).toEqual([
    'https://api.example.com/v1',
    'http://localhost:11434/v1',
    'https://h/v1',
    'https://h/openai/v1?api-version=preview',
    'wrong',
    'wrong',
    'wrong',
  ]);
});

it('reads Retry-After as seconds, as a date, and as nonsense', () => {
  const now = Date.parse('2026-01-01T00:00:00Z');
  const read = (value: string) => retryAfterMs(new Headers({ 'retry-after': value }), now);
  expect(['7', '0.5', 'Thu, 01 Jan 2026 00:01:00 GMT', 'Wed, 31 Dec 2025 00:00:00 GMT', 'soon'].map(read)).toEqual([
    7000,
    500,
    60_000,
    0,
    undefined,
  ]);
});

const tool = (name: string) => ({ type: 'function', function: { name, parameters: {} } });

const json = JSON.stringify({
  model: 'm',
  messages: [{ role: 'system', content: 'Tools: load_skill_reference, mcp__xhs__check_login_status' }],
  tools: [tool('load_skill_reference'), tool('mcp__xhs__check_login_status'), tool('mcp__xhs__check')],
  stream: true,
  stream_options: { include_usage: true },
  reasoning_effort: 'low',
  max_tokens: 100,
});

const request = { json, wire: 'chat' } as const;

const partsIn = (body: unknown, wire: 'chat' | 'anthropic' = 'chat') =>
  refusedIn(readErrorBody(JSON.stringify(body)).message, { ...request, wire });

describe('the parts that a provider refuses', () => {
  it('are the marks of a cache, where a chat request has some', () => {
    const said = 'messages.0.content.0.cache_control: Extra inputs are not permitted';
    const marked = json.replace('"max_tokens"', '"x":{"cache_control":{}},"max_tokens"');
    expect(refusedIn(said, { json: marked, wire: 'chat' })).toEqual({ fields: ['cache_control'], tools: [] });
    expect(refusedIn(said, request)).toBeUndefined();
    expect(refusedIn(said, { json: marked, wire: 'anthropic' })).toBeUndefined();
  });

  it.each([
    [
      'FastAPI',
      { detail: [{ type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
    ],
    [
      'Mistral',
      {
        object: 'error',
        message: { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] },
      },
    ],
    ['OpenAI', { error: { message: "Unsupported parameter: 'stream_options'", param: 'stream_options' } }],
    ['only beside the words', { error: { message: 'Unknown parameter.', param: 'stream_options' } }],
    ['in Chinese', { message: '不支持参数 stream_options', code: 400 }],
  ])('are a field by its name: %s', (_of, body) => {
    expect(partsIn(body)).toEqual({ fields: ['stream_options'], tools: [] });
  });

  it.each([
    [
      {
        error: {
          message: "Invalid schema for function 'mcp__xhs__check_login_status': object schema missing properties",
        },
      },
    ],
    [{ error: { message: 'Invalid schema', param: 'tools[1].function.parameters' } }],
    [{ error: { type: 'invalid_request_error', message: 'tools.1.custom.input_schema: JSON schema is invalid' } }],
    [{ error: { message: '* GenerateContentRequest.tools[0].function_declarations[1].parameters: missing field' } }],
    [{ error: { message: 'Unknown name "const" at \'tools[0].functionDeclarations[1].parameters.properties[0]\'' } }],
    [{ error: { message: "[{'type': 'missing', 'loc': ('body', 'tools', 1, 'function', 'parameters')}]", code: 400 } }],
    [{ detail: [{ loc: ['body', 'tools', 1, 'function', 'parameters'], msg: 'Input should be a valid dictionary' }] }],
    [{ error: { message: 'Invalid arguments: /tools/1/function/parameters has no type', type: 'invalid_request' } }],
    [{ error: { message: 'Unable to submit: `mcp__xhs__check_login_status` functionDeclaration schema has no type' } }],
  ])('are a tool by its whole name or its place', (body) => {
    expect(partsIn(body)).toEqual({ fields: [], tools: ['mcp__xhs__check_login_status'] });
  });

  it.each([
    ['a longer name', 'Unknown parameter: stream_options_v2'],
    ['a value, not the field', 'reasoning_effort must be one of high, max'],
    ['what a request needs', 'messages is not supported, nor is stream'],
    ['other words', 'Your schema is fine, but the weather is not'],
  ])('are none for %s', (_what, message) => {
    expect(partsIn({ error: { message } })).toBeUndefined();
  });

  it('are never what the wire needs', () => {
    expect(partsIn({ error: { message: 'max_tokens is not supported' } })).toEqual({
      fields: ['max_tokens'],
      tools: [],
    });
    expect(partsIn({ error: { message: 'max_tokens is not supported' } }, 'anthropic')).toBeUndefined();
  });

  it('keep their names in the words that are shown', () => {
    const said = "Invalid schema for function 'mcp__xhs__check_login_status': see load_skill_reference";
    expect(quoteServer(said, { json })).toBe(said);
  });
});
