import { describe, expect, it } from 'vitest';
import { readErrorBody } from './classify.ts';
import { quoteServer, refusedIn } from './create-model.ts';

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
