/**
 * A whole booking behind each provider's rules: a skill and a reference loaded, a
 * compaction, the app closed and opened again, a confirmation by the person. The embedded demo model thinks; the rules
 * are the provider's.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type DemoModel, startDemoModel } from '../../demo-model/server.ts';
import { DEMO_MODEL_ID } from '../../demo-model/wire.ts';
import type { SessionSettings } from '../../shared/contract.ts';
import type { SessionEvent } from '../../shared/events.ts';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { brainOf } from '../models/test-kit/brain.ts';
import { CHAT_PROVIDERS, type ChatProvider, GATEWAYS } from '../models/test-kit/chat-rules.ts';
import { anthropicRules } from '../models/test-kit/strict-anthropic.ts';
import { chatRules } from '../models/test-kit/strict-chat.ts';
import { responsesRules } from '../models/test-kit/strict-responses.ts';
import { type Provider, startStrict } from '../models/test-kit/strict-server.ts';
import { type Client, eventsOf, openApp, turn } from './test-kit/open-app.ts';

// Real scripts, by the machine's Python or the embedded one.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

const KEY = 'provider-key';

let brain: DemoModel;
beforeAll(async () => {
  vi.stubEnv('AZURE_KEY', 'azure-key');
  vi.stubEnv('PROVIDER_KEY', KEY);
  brain = await startDemoModel({ pace: 'instant' });
});
afterAll(() => {
  vi.unstubAllEnvs();
  return brain.close();
});

const BOOKINGS = {
  zh: {
    before: ['你好。'.repeat(300), '谢谢', '后天从北京去萨克拉门托', '那就去西雅图吧'],
    after: ['第一个', '乘客Zhang Wei'],
    booked: /预订成功/,
  },
  en: {
    before: [
      'Hello. '.repeat(300),
      'Thank you',
      'I would like to fly from Beijing to Sacramento tomorrow',
      'Then to Los Angeles',
    ],
    after: ['The first one', 'Ada Lovelace'],
    booked: /Booked/i,
  },
} as const;

interface Case {
  readonly name: string;
  readonly provider: Provider;
  readonly model?: string;
  readonly options?: Pick<SessionSettings, 'wire' | 'effort' | 'headers'>;
  /** Context limit of the server, which the gauge has to follow. */
  readonly maxContext?: number;
  /** Query after the address, for servers that need one. */
  readonly query?: string;
  /** None of the rules is about languages. */
  readonly language: 'zh' | 'en';
}

/** Providers whose answers are alike, as one: it takes what each of them takes. */
const together = (providers: readonly ChatProvider[]): ChatProvider => ({
  name: 'all of them',
  source: 'each has one',
  attaches: providers[0]?.attaches ?? 'nothing',
  refuses: (request) => providers.map((provider) => provider.refuses(request)).find((refusal) => refusal !== undefined),
});

const OLLAMA_CONTEXT = 24_576;
const WITHIN_CONTEXT: ChatProvider = {
  name: 'Ollama',
  source: 'Ollama docs, context-length',
  attaches: 'nothing',
  // Four characters a token: a rough figure, on the safe side for these conversations.
  refuses: ({ body }) =>
    JSON.stringify(body.messages).length / 4 > OLLAMA_CONTEXT ? 'The prompt would be cut without a word.' : undefined,
};

const CASES: readonly Case[] = [
  ...Object.values(Object.groupBy([...CHAT_PROVIDERS, ...Object.values(GATEWAYS)], ({ attaches }) => attaches)).map(
    (providers, index): Case => ({
      name: providers.map(({ name }) => name).join(', '),
      provider: chatRules(together(providers)),
      // Required by one of them and refused by none: GPT-5.6, and both gateways.
      ...(providers.includes(GATEWAYS.azure)
        ? {
            options: { effort: 'none', headers: { 'api-key': '$AZURE_KEY', 'x-portkey-provider': 'openai' } },
            query: '?api-version=2026-10-01',
          }
        : {}),
      language: index % 2 === 0 ? 'zh' : 'en',
    }),
  ),
  {
    // Ollama docs, context-length: what `/api/ps` says is held; `/v1` cuts a longer prompt without a word.
    name: 'Ollama',
    provider: {
      ...chatRules(WITHIN_CONTEXT),
      about: { '/api/ps': { models: [{ name: 'a-current-model:latest', context_length: OLLAMA_CONTEXT }] } },
    },
    maxContext: OLLAMA_CONTEXT,
    language: 'en',
  },
  {
    name: 'OpenAI Responses',
    provider: responsesRules(KEY),
    model: 'gpt-5.6-sol',
    options: { wire: 'responses', headers: { authorization: 'Bearer $PROVIDER_KEY' } },
    language: 'en',
  },
  {
    name: 'Anthropic Messages',
    provider: anthropicRules(KEY),
    model: 'claude-opus-5-5',
    options: { wire: 'anthropic', headers: { 'x-api-key': '$PROVIDER_KEY' } },
    language: 'zh',
  },
];

async function withApp<T>(
  home: string,
  baseUrl: string,
  model: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const { client, close } = await openApp({ home, systemLanguage: 'en', asks: false, model: { baseUrl, model } });
  return work(client).finally(close);
}

const maxOf = (events: readonly SessionEvent[]): number | undefined =>
  events.flatMap((event) => (event.type === 'request-sent' ? [event.tokens.max] : [])).at(-1);

describe.each(CASES)('$name', (one) => {
  const { provider, model = 'a-current-model', options = {}, query = '', maxContext, language } = one;
  it('accepts every request of a booking', async () => {
    const home = tempFolder();
    const server = await startStrict(provider, brainOf({ url: brain.url, model: DEMO_MODEL_ID }));
    const address = `${server.url}${query}`;
    const { before, after, booked } = BOOKINGS[language];
    try {
      const sessionId = await withApp(home, address, model, async (client) => {
        const created = await client.sessions.create(options);
        for (const text of before) await turn(client, created.sessionId, text);
        expect(server.refusals).toEqual([]);
        await client.context.compact({ sessionId: created.sessionId });
        return created.sessionId;
      });
      await withApp(home, address, model, async (client) => {
        for (const text of after) await turn(client, sessionId, text);
        const events = await eventsOf(client, sessionId);
        expect(server.refusals).toEqual([]);
        expect(events.flatMap((event) => (event.type === 'model-failed' ? [event.message] : []))).toEqual([]);
        if (maxContext !== undefined) expect(maxOf(events)).toBe(maxContext);
        const types = new Set(events.map(({ type }) => type));
        for (const type of ['skill-loaded', 'reference-loaded', 'context-compacted', 'approval-resolved'] as const) {
          expect(types).toContain(type);
        }
        expect(events.flatMap((event) => (event.type === 'run-finished' ? [event.text] : [])).at(-1)).toMatch(booked);
        expect(readdirSync(path.join(home, 'data', 'book-flight'))).not.toEqual([]);
        expect(await client.review.verify({ sessionId })).toMatchObject({ ok: true });
      });
    } finally {
      await server.close();
    }
  });
});
