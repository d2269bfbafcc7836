/**
 * `docs/user/models.md`, followed for each preset: the address, the protocol and the key that it leads to, and
 * whether the provider's rules take what is then sent.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { tempFolder } from '../../main/lib/test-kit/temp-folder.ts';
import { CHAT_PROVIDERS, type ChatProvider } from '../../main/models/test-kit/chat-rules.ts';
import { anthropicRules } from '../../main/models/test-kit/strict-anthropic.ts';
import { chatRules } from '../../main/models/test-kit/strict-chat.ts';
import { responsesRules } from '../../main/models/test-kit/strict-responses.ts';
import { type Provider, type StrictModel, startStrict } from '../../main/models/test-kit/strict-server.ts';
import { WIRE } from '../../main/models/wires/wires.ts';
import { keyFile } from '../../main/settings/keys.ts';
import { limitsFile } from '../../main/settings/route.ts';
import { createSettings } from '../../main/settings/settings.ts';
import type { Wire } from '../../shared/events.ts';
import { MODEL_PRESETS } from '../../shared/models/model-presets.ts';
import { modelTests } from './main.ts';

const KEY = 'key-from-the-provider';
const PAGE = readFileSync(path.resolve(import.meta.dirname, '../../../docs/user/models.md'), 'utf8');
const rows = [...PAGE.matchAll(/^\| (.+?) \| `(.+?)` \| `(.+?)` \| `(chat|responses|anthropic)` \|$/gm)].map(
  ([, provider = '', address = '', model = '', wire = '']) => ({ provider, address, model, wire: wire as Wire }),
);

/** The published rules of the presets that have some beyond those of all. */
const RULES: Readonly<Record<string, string>> = {
  'api.deepseek.com': 'DeepSeek V4',
  'api.moonshot.cn': 'Kimi K3',
  'api.moonshot.ai': 'Kimi K3',
  'generativelanguage.googleapis.com': 'Gemini 3',
  'openrouter.ai': 'OpenRouter',
  'api.mistral.ai': 'Mistral',
};
const PLAIN: ChatProvider = {
  name: 'any',
  source: 'OpenAI API reference',
  attaches: 'nothing',
  refuses: () => undefined,
};

function rulesOf({ address, wire }: (typeof rows)[number]): Provider {
  if (wire === 'responses') return responsesRules(KEY);
  if (wire === 'anthropic') return anthropicRules(KEY);
  const name = RULES[new URL(address).hostname];
  return chatRules(CHAT_PROVIDERS.find((provider) => provider.name === name) ?? PLAIN);
}

/** Calls the tool that it is offered, then answers in words. */
const think = async (body: Readonly<Record<string, unknown>>) => {
  const [tool] = body.tools as readonly { readonly name?: string; readonly function?: { readonly name: string } }[];
  const isAnswered = /"role":"tool"|tool_result|function_call_output/.test(JSON.stringify(body));
  const call = { name: tool?.name ?? tool?.function?.name ?? '', arguments: { city: 'Tokyo' } };
  return isAnswered ? { text: 'Tokyo.' } : { thinking: 'A city.', calls: [call] };
};

let home = '';
let server: StrictModel;
const sent: { url: string; headers: Headers; body: string }[] = [];
const realFetch = globalThis.fetch;
beforeEach(() => {
  home = tempFolder();
  sent.length = 0;
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await server?.close();
});

/** Replaces the provider with a local server that follows its rules. It lists no models. */
async function standIn(row: (typeof rows)[number]): Promise<void> {
  server = await startStrict(rulesOf(row), think);
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    // A local server is asked for its context too.
    if (init.method !== 'POST' || !String(url).endsWith(WIRE[row.wire].path)) return Response.json({ data: [] });
    const body = init.body instanceof Uint8Array ? Buffer.from(init.body).toString('utf8') : '';
    sent.push({ url: String(url), headers: new Headers(init.headers), body });
    return realFetch(`${server.url}${WIRE[row.wire].path}`, init);
  });
}

it('lists every preset with its address and first model', () => {
  expect(rows.map(({ address, model }) => [address, model])).toEqual(
    MODEL_PRESETS.map(({ baseUrl, models }) => [baseUrl, models[0]]),
  );
});

it.each(rows)('$provider: the page has the same address, protocol, key and model', async (row) => {
  const { address, model, wire } = row;
  await standIn(row);
  const settings = createSettings({ home, given: {}, keys: keyFile(home), env: {} });
  await settings.change({ baseUrl: address, model, apiKey: KEY });
  const test = await modelTests(settings, limitsFile(home)).test({});
  expect([test.wire, test.steps.map(({ name, ok }) => [name, ok]), test.message]).toEqual([
    wire,
    ['list', 'tool-call', 'answer', 'usage'].map((name) => [name, true]),
    expect.stringContaining('answers with'),
  ]);
  expect(server.refusals).toEqual([]);
  const posted = sent.find(({ body }) => body.includes('look_up_city'));
  expect(posted?.url).toBe(`${address}${WIRE[wire].path}`);
  expect(JSON.parse(posted?.body ?? '{}')).toMatchObject({ model, stream: true });
  for (const [name, value] of Object.entries(WIRE[wire].headers(KEY, model)))
    expect(posted?.headers.get(name)).toBe(value);
  expect(JSON.stringify([...(posted?.headers ?? [])])).toContain(KEY);
});
