/** Model calls by commands: what is sent, stored and shown. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import {
  call,
  type ScriptedModel,
  type ScriptedRequest,
  say,
  startScriptedModel,
} from '../../models/test-kit/scripted-model.ts';
import { skilldeck } from './test-kit/command-line.ts';
import { fakeTerminal } from './test-kit/fake-terminal.ts';
import { lines } from './test-kit/skilldeck.ts';

let home: string;
const servers: ScriptedModel[] = [];
beforeEach(() => {
  home = tempFolder();
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(...given: Parameters<typeof startScriptedModel>): Promise<ScriptedModel> {
  const server = await startScriptedModel(...given);
  servers.push(server);
  return server;
}

/** Every byte of every file of the data folder, save the key store. */
function stored(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'key')
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

it('sends headers, parameters, effort and longest answer, stores them, and keeps values out of the log', async () => {
  const model = await serve([say('One.'), say('Two.'), say('Three.')]);
  const options = ['--base-url', model.url, '--model', 'm', '--skills', 'none', '--home', home, '--json'];
  const asking = [
    '--header',
    'X-Literal: literal-value-7',
    '--header',
    'Authorization: Basic $GATEWAY',
    '--param',
    'temperature=0.2',
    '--param',
    'metadata={"team":"flights"}',
    '--effort',
    'high',
    '--max-output',
    '500',
  ];
  const withGateway = (GATEWAY: string) => {
    vi.stubEnv('GATEWAY', GATEWAY);
    return fakeTerminal({ env: { LANG: 'en_GB.UTF-8', GATEWAY } });
  };
  const first = await skilldeck(['run', ...options, ...asking, 'hello'], withGateway('gateway-secret-9'));
  expect(first.status).toBe(0);
  const session = String(lines(first.out)[0]?.session);
  const again = ['run', '--home', home, '--json', '--session', session];
  const second = await skilldeck([...again, 'more']);
  expect(second.status).toBe(0);
  for (const { body, headers } of model.requests) {
    expect(body).toMatchObject({
      temperature: 0.2,
      metadata: { team: 'flights' },
      reasoning_effort: 'high',
      max_tokens: 500,
    });
    expect(headers).toMatchObject({ 'x-literal': 'literal-value-7', authorization: 'Basic gateway-secret-9' });
  }
  expect(model.requests).toHaveLength(2);
  expect(stored(home)).not.toMatch(/literal-value-7|gateway-secret-9/);
  const exported = await skilldeck(['sessions', 'export', session, '--home', home]);
  expect(exported.out).not.toMatch(/literal-value-7|gateway-secret-9/);
  expect(JSON.stringify(lines(first.out)[0])).toContain(
    '"headers":{"x-literal":null,"authorization":"Basic $GATEWAY"}',
  );
  expect((await skilldeck(['sessions', 'verify', session, '--home', home])).status).toBe(0);

  const missing = await skilldeck([...again, 'and more'], withGateway(''));
  expect(missing.status).toBe(1);
  expect(missing.err).toContain("variable GATEWAY, which the header 'authorization' needs, isn't set");
  // Nothing that was meant for one address goes to another.
  const other = await serve([say('Elsewhere.')]);
  const moved = await skilldeck([...again, '--base-url', other.url, 'elsewhere'], withGateway('gateway-secret-9'));
  expect(moved.status).toBe(0);
  expect(other.requests[0]?.headers['x-literal']).toBeUndefined();
  expect(other.requests[0]?.headers.authorization).toBeUndefined();
  expect(other.requests[0]?.body.temperature).toBeUndefined();
});

it('refuses wrong options before it opens anything', async () => {
  const refused = await Promise.all(
    [
      ['--wire', 'soap'],
      ['--header', 'no value'],
      ['--header', 'Host: elsewhere'],
      ['--header', 'X-A: $NOT_SET_ANYWHERE'],
      ['--param', 'messages=[]'],
      ['--param', 'style=short'],
      ['--effort', 'extreme'],
      ['--max-output', '10000001'],
      ['--max-context', '0'],
    ].map((flags) => skilldeck(['run', '--home', home, ...flags, 'hello'])),
  );
  expect(refused.map(({ status, err }) => [status, err.trim().split('\n').length])).toEqual(refused.map(() => [2, 1]));
  expect(readdirSync(home)).toEqual([]);
});

it('lowers the limit to what the server holds from the next request on, and reports it', async () => {
  const model = await serve([call('list_skills', {}), say('Done.'), say('Again.')], {
    models: [{ id: 'm', max_model_len: 20_000 }],
  });
  const options = ['--base-url', model.url, '--model', 'm', '--home', home];
  const { status, out } = await skilldeck(['run', ...options, '--max-context', '64000', '--json', 'hello']);
  expect(status).toBe(0);
  const events = lines(out);
  const sent = events.filter(({ type }) => type === 'request-sent') as { tokens: { max: number } }[];
  expect(sent.map(({ tokens }) => tokens.max)).toEqual([64_000, 20_000]);
  expect(events.find(({ type }) => type === 'settings-changed')).toMatchObject({
    learned: { maxContext: 20_000, was: 64_000 },
  });
  expect((await skilldeck(['sessions', 'verify', '--all', '--home', home])).status).toBe(0);
  const second = await skilldeck(['run', ...options, '--max-context', '64000', 'hello']);
  expect(second.err).toContain('context window is 20,000 tokens: limit lowered from 64,000');
});

it('tests a connection in two turns and lists models; exits with 3 if it fails', async () => {
  const good = await serve([call('look_up_city', { city: 'Lisbon' }), say('It is known.')], {
    models: [{ id: 'm', context_length: 32_768 }],
  });
  const at = (server: ScriptedModel) => ['--base-url', server.url, '--model', 'm', '--home', home, '--json'];
  const passed = await skilldeck(['models', 'test', ...at(good)]);
  expect([passed.status, JSON.parse(passed.out)]).toMatchObject([
    0,
    {
      ok: true,
      wire: 'chat',
      limits: { maxContext: 32_768 },
      steps: ['list', 'tool-call', 'answer', 'usage'].map((name) => ({ name, ok: true })),
    },
  ]);
  const list = JSON.parse((await skilldeck(['models', 'list', ...at(good)])).out);
  expect(list.offered).toEqual([{ id: 'm', maxContext: 32_768 }]);
  expect(list.table.models.length).toBeGreaterThan(100);

  const text = 'Function tools with reasoning_effort are not supported. Please use /v1/responses instead.';
  const refusing = { kind: 'status', status: 400, body: { error: { message: text } } } as const;
  const other = await skilldeck(['models', 'test', ...at(await serve([refusing], { models: ['m'] }))]);
  expect([other.status, JSON.parse(other.out)]).toMatchObject([
    3,
    { ok: false, code: 'other-wire', otherWire: 'responses' },
  ]);
  const shown = await skilldeck(['models', 'test', '--home', home]);
  expect([shown.status, shown.out]).toMatchObject([0, expect.stringContaining('demo model')]);
});

it('leaves out a field that the server refused, in the next conversation too', async () => {
  const error = { error: { message: 'Unknown parameter: stream_options' } };
  const refusal = { kind: 'status', status: 400, body: error } as const;
  const answer = ({ body }: ScriptedRequest) => ('stream_options' in body ? refusal : say('Said.'));
  const model = await serve(Array.from({ length: 8 }, () => answer));
  const options = ['--base-url', model.url, '--model', 'm', '--home', home];
  const first = await skilldeck(['run', ...options, '--skills', 'none', 'hello']);
  expect([first.status, first.out]).toEqual([0, 'Said.\n']);
  const asked = () => model.requests.map(({ body }) => 'stream_options' in body);
  expect(asked()).toEqual([true, false]);
  const second = await skilldeck(['run', ...options, '--skills', 'none', 'hello again']);
  expect([second.status, second.err]).toEqual([0, expect.not.stringContaining('stream_options')]);
  expect(asked()).toEqual([true, false, false]);
  const session = /session (\S+)/.exec(second.err)?.[1] ?? '';
  const more = await skilldeck(['run', '--home', home, '--session', session, '--json', 'and more']);
  expect(lines(more.out).map(({ type }) => type)).not.toContain('settings-changed');
  expect(asked()).toEqual([true, false, false, false]);
});
