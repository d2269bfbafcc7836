/**
 * A whole booking behind each provider's rules, in both languages: a skill and a reference loaded, a compaction, the app
 * closed and opened again, a confirmation by the person. The embedded demo model thinks; the rules are the provider's.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Contract } from '../../shared/contract.ts';
import { parseEvent, type SessionEvent } from '../../shared/events.ts';
import { createApp } from '../app.ts';
import { type DemoModel, startDemoModel } from '../demo-model/server.ts';
import { DEMO_MODEL_ID } from '../demo-model/wire.ts';
import { CHAT_PROVIDERS } from '../model/test-kit/chat-rules.ts';
import { startStrictChat } from '../model/test-kit/strict-chat.ts';

// Real scripts, by the machine's Python or the embedded one.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

let brain: DemoModel;
beforeAll(async () => {
  brain = await startDemoModel({ pace: 'instant' });
});
afterAll(() => brain.close());

type Client = ContractRouterClient<Contract>;

const BOOKINGS = {
  zh: {
    before: ['你好。'.repeat(300), '谢谢', '后天从北京去旧金山', '那就去西雅图吧'],
    after: ['第一个', '乘客张伟'],
    booked: /预订成功/,
  },
  en: {
    before: [
      'Hello. '.repeat(300),
      'Thank you',
      'I would like to fly from Beijing to San Francisco next Friday',
      'Then to Los Angeles',
    ],
    after: ['The first one', 'Ada Lovelace'],
    booked: /Booked/i,
  },
} as const;

async function withApp<T>(home: string, baseUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const app = await createApp({
    ...{ host: 'cli', access: 'write', home, projectDir: home, systemLanguage: 'en', asks: false },
    model: { baseUrl, model: 'a-current-model' },
  });
  try {
    return await work(createRouterClient(app.router) as unknown as Client);
  } finally {
    await app.close();
  }
}

const eventsOf = async (client: Client, sessionId: string): Promise<SessionEvent[]> =>
  (await client.sessions.events({ sessionId })).map((raw) => parseEvent(raw));

/** A message and its run; whatever asks for the person's approval gets it. */
async function say(client: Client, sessionId: string, text: string): Promise<void> {
  const afterSeq = (await eventsOf(client, sessionId)).at(-1)?.seq ?? 0;
  await client.chat.send({ sessionId, text });
  for await (const item of await client.sessions.stream({ sessionId, afterSeq })) {
    if (item.kind === 'delta') continue;
    for (const event of item.events.map((raw) => parseEvent(raw))) {
      if (event.type === 'approval-requested') {
        await client.chat.approve({ sessionId, callId: event.callId, decision: 'once' });
      }
      if (event.type === 'run-finished') return;
    }
  }
}

describe.each(CHAT_PROVIDERS.filter(({ name }) => name !== 'GPT-5.6'))('$name', (provider) => {
  it.each(['zh', 'en'] as const)('takes every request of a booking (%s)', async (language) => {
    const home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-provider-'));
    const server = await startStrictChat(provider, { url: brain.url, model: DEMO_MODEL_ID });
    const { before, after, booked } = BOOKINGS[language];
    try {
      const sessionId = await withApp(home, server.url, async (client) => {
        const created = await client.sessions.create({});
        for (const text of before) await say(client, created.sessionId, text);
        await client.context.compact({ sessionId: created.sessionId });
        return created.sessionId;
      });
      await withApp(home, server.url, async (client) => {
        for (const text of after) await say(client, sessionId, text);
        const events = await eventsOf(client, sessionId);
        expect(server.refused).toEqual([]);
        expect(events.flatMap((event) => (event.type === 'model-failed' ? [event.message] : []))).toEqual([]);
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
      rmSync(home, { recursive: true, force: true });
    }
  });
});
