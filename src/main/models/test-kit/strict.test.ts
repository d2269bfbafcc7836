/** Stand-ins refuse what a provider refuses: one broken request for each rule. */
import { expect, it, onTestFinished } from 'vitest';
import { anthropicRules } from './strict-anthropic.ts';
import { responsesRules } from './strict-responses.ts';
import { type Provider, type StrictModel, startStrict } from './strict-server.ts';

async function serve(provider: Provider): Promise<StrictModel> {
  const server = await startStrict(provider);
  onTestFinished(server.close);
  return server;
}

async function post(
  url: string,
  headers: Record<string, string>,
  body: object,
): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  return { status: response.status, text: await response.text() };
}

/** The `data:` of a stream's events. */
const events = (text: string) =>
  text
    .split('\n')
    .filter((line) => line.startsWith('data: '))
    .map(
      (line) =>
        JSON.parse(line.slice(6)) as {
          delta?: { signature?: string };
          item?: { encrypted_content?: string; id: string; type: string };
        },
    );

it('Anthropic Messages', async () => {
  const server = await serve(anthropicRules());
  const keys = { 'x-api-key': 'test-key', 'anthropic-version': '2023-06-01' };
  const ask = (more: object, headers: Record<string, string> = keys) =>
    post(`${server.url}/messages`, headers, {
      model: 'claude-sonnet-4-5',
      max_tokens: 9_000,
      messages: [{ role: 'user', content: [{ type: 'text', text: 'x' }] }],
      ...more,
    });
  const refused = async (more: object, headers?: Record<string, string>) => {
    const { status, text } = await ask(more, headers);
    expect(status).toBeGreaterThanOrEqual(400);
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  };
  const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more });
  const user = (...content: object[]) => ({ role: 'user', content });
  const model = (...content: object[]) => ({ role: 'assistant', content });
  const use = (id: string, input: unknown = {}) => ({ type: 'tool_use', id, name: 'f', input });
  const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'r' });
  const said = (...messages: object[]) => refused({ messages });

  expect(await refused({}, {})).toMatch(/invalid x-api-key/);
  expect(await refused({}, { 'x-api-key': 'test-key' })).toMatch(/anthropic-version/);
  expect(await refused({ max_tokens: undefined })).toBe('max_tokens: Field required');
  expect(await refused({ reasoning_effort: 'low' })).toMatch(/Extra inputs/);
  expect(await said(model(text('x')))).toMatch(/first message/);
  expect(await said(user(text('x')), user(text('y')))).toMatch(/alternate/);
  expect(await said(user())).toMatch(/non-empty content/);
  expect(await said(user(text(' \n')))).toMatch(/non-whitespace/);
  expect(await said(user(text('x')), model(use('a')), user(text('y')))).toMatch(
    /without `tool_result` blocks immediately/,
  );
  expect(await said(user(text('x')), model(use('a')), user(text('y'), result('a')))).toMatch(/come first/);
  expect(await said(user(text('x')), model(text('y')), user(result('a')))).toMatch(/unexpected `tool_use_id`/);
  expect(await said(user(text('x')), model(use('a b')), user(result('a b')))).toMatch(/should match pattern/);
  expect(await said(user(text('x')), model(use('a', '{}')), user(result('a')))).toMatch(/valid dictionary/);
  expect(await said(user(text('x')), model(text('y')))).toMatch(/prefill/);
  const border = { cache_control: { type: 'ephemeral' } };
  const four = Array.from({ length: 4 }, () => text('s', border));
  expect(await refused({ system: four, messages: [user(text('x', border))] })).toMatch(/maximum of 4 blocks.*Found 5/);
  expect(await refused({ thinking: { type: 'adaptive' } })).toMatch(/not supported for this model/);
  expect(await refused({ thinking: { type: 'enabled', budget_tokens: 9_000 } })).toMatch(/greater than/);
  expect(await refused({ output_config: { effort: 'low' } })).toMatch(/effort parameter/);
  expect(await refused({ model: 'claude-opus-5-5', thinking: { type: 'disabled' } })).toMatch(/not supported/);
  const thought = (signature?: string) => ({
    type: 'thinking',
    thinking: 'hm',
    ...(signature === undefined ? {} : { signature }),
  });
  expect(await said(user(text('x')), model(thought(), text('y')), user(text('z')))).toMatch(/Field required/);
  expect(await said(user(text('x')), model(thought('forged'), text('y')), user(text('z')))).toMatch(
    /Invalid `signature`/,
  );

  server.add({ thinking: 'hm', text: 'y' }, { text: 'on' });
  const adaptive = { model: 'claude-opus-5-5', thinking: { type: 'adaptive' } };
  const { text: stream } = await ask(adaptive);
  const signature = events(stream).find(({ delta }) => delta?.signature !== undefined)?.delta?.signature;
  const history = [user(text('x')), model(thought(signature), text('y')), user(text('z'))];
  expect((await ask({ ...adaptive, messages: history })).status).toBe(200);
  expect(await refused({ ...adaptive, messages: history, system: [text('other')] })).toMatch(
    /bound to a different conversation/,
  );
  const drop = { type: 'adaptive', block_binding: { prefix_mismatch_behavior: 'drop_block' } };
  expect(await refused({ ...adaptive, thinking: drop })).toMatch(/block_binding: Extra inputs/);
});

it('OpenAI Responses', async () => {
  const server = await serve(responsesRules());
  const ask = (more: object, key = 'test-key') =>
    post(
      `${server.url}/responses`,
      { authorization: `Bearer ${key}` },
      { model: 'gpt-5.6-sol', store: false, input: [{ role: 'user', content: 'x' }], ...more },
    );
  const refused = async (more: object, key?: string) => {
    const { status, text } = await ask(more, key);
    expect(status).toBeGreaterThanOrEqual(400);
    return (JSON.parse(text) as { error: { message: string } }).error.message;
  };
  const call = (call_id: string, more: object = {}) => ({
    type: 'function_call',
    call_id,
    name: 'f',
    arguments: '{}',
    ...more,
  });
  const output = (call_id: string) => ({ type: 'function_call_output', call_id, output: 'r' });
  const input = (...items: object[]) => refused({ input: items });

  expect(await refused({}, 'wrong')).toMatch(/Incorrect API key/);
  expect(await refused({ messages: [] })).toBe("Unknown parameter: 'messages'.");
  expect(await refused({ model: 'gpt-9' })).toMatch(/does not exist/);
  expect(await input({ role: 'user', content: 'x', tool_calls: [] })).toBe("Unknown parameter: 'input[0].tool_calls'.");
  expect(await input(call('a'))).toBe('No tool output found for function call a.');
  expect(await input(output('a'))).toMatch(/No tool call found/);
  expect(await input(call('x'.repeat(65)), output('x'.repeat(65)))).toMatch(/string too long/);
  expect(await input(call('a', { id: 'call_1' }), output('a'))).toMatch(/begins with 'fc'/);
  expect(await refused({ tools: [{ type: 'function', function: { name: 'f' } }] })).toMatch(/tools\[0\]\.name/);
  expect(await refused({ tools: [{ type: 'function', name: 'f' }] })).toMatch(/additionalProperties/);
  expect(await refused({ reasoning: { effort: 'minimal' } })).toMatch(/Unsupported value: 'minimal'/);
  expect(await refused({ model: 'gpt-4.1', reasoning: { effort: 'low' } })).toMatch(/not supported/);
  expect(await refused({ model: 'gpt-4.1', include: ['reasoning.encrypted_content'] })).toMatch(/Encrypted content/);
  expect(await refused({ max_output_tokens: 5 })).toMatch(/max_output_tokens/);

  server.add({ thinking: 'hm', calls: [{ name: 'f', arguments: {} }] }, { text: 'on' });
  const { text: stream } = await ask({ include: ['reasoning.encrypted_content'] });
  const items = events(stream).flatMap(({ item }) =>
    item?.encrypted_content === 'part' || item === undefined ? [] : [item],
  );
  const thought = items.find(({ type }) => type === 'reasoning');
  const called = items.findLast(({ type }) => type === 'function_call') as { call_id?: string } | undefined;
  const back = output(called?.call_id ?? '');
  const { status: _status, ...kept } = { status: '', ...thought };
  expect((await ask({ input: [kept, called, back] })).status).toBe(200);
  expect(await input(called ?? {}, back)).toMatch(/without its required 'reasoning' item/);
  expect(await input(kept, { role: 'user', content: 'x' })).toMatch(/without its required following item/);
  expect(await input({ ...kept, encrypted_content: undefined }, called ?? {}, back)).toMatch(/Items are not persisted/);
  expect(await input({ ...kept, encrypted_content: 'x' }, called ?? {}, back)).toMatch(/could not be verified/);
  expect(await input({ ...kept, status: 'completed' }, called ?? {}, back)).toBe(
    "Unknown parameter: 'input[0].status'.",
  );
});
