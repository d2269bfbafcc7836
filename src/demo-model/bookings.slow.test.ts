/** A flight booked with the demo model in every dialect, through the whole app with the bundled skill's own scripts. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { afterEach, describe, expect, it } from 'vitest';
import { createApp } from '../main/app.ts';
import type { Contract } from '../shared/contract.ts';
import { DIALECTS, type Dialect, type Placement, parseEvent, type SessionEvent } from '../shared/events.ts';
import { startDemoModel } from './server.ts';
import { hasPython } from './test-kit/person.ts';

type Client = ContractRouterClient<Contract>;

let release: () => Promise<void> = async () => undefined;
afterEach(() => release());

interface Talk {
  say(text: string): Promise<{ text: string; events: readonly SessionEvent[] }>;
  readonly client: Client;
  readonly sessionId: string;
}

async function startTalk(dialect: Dialect, placement?: Placement): Promise<Talk> {
  const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skilldeck-demo-')));
  const demo = await startDemoModel({ pace: 'instant' });
  const app = await createApp({
    host: 'cli',
    access: 'write',
    home,
    projectDir: home,
    systemLanguage: 'en',
    model: { baseUrl: demo.url, model: 'skilldeck-demo' },
  });
  release = async () => {
    await app.close();
    await demo.close();
    rmSync(home, { recursive: true, force: true });
  };
  const client = createRouterClient(await app.router()) as unknown as Client;
  const { sessionId } = await client.sessions.create({ dialect, ...(placement === undefined ? {} : { placement }) });
  return {
    client,
    sessionId,
    async say(text) {
      const afterSeq = (await client.sessions.events({ sessionId })).length;
      await client.chat.send({ sessionId, text });
      const events: SessionEvent[] = [];
      for await (const item of await client.sessions.stream({ sessionId, afterSeq })) {
        if (item.kind === 'delta') continue;
        for (const event of item.events.map((raw) => parseEvent(raw))) {
          events.push(event);
          if (event.type === 'approval-requested') {
            await client.chat.approve({ sessionId, callId: event.callId, decision: 'once' });
          }
          if (event.type === 'run-finished') return { text: event.text, events };
        }
      }
      throw new Error('the stream ended before the run did');
    },
  };
}

const types = (events: readonly SessionEvent[]) => events.map(({ type }) => type);

const TALKS = {
  zh: {
    first: ['我想订一张去东京的机票', /哪个城市出发/],
    search: ['从北京出发，明天，经济舱，1个人', /北京 → 东京.*乘客姓名/s],
    book: ['最便宜的那个，Zhang San', /预订成功，订单号 \*\*[A-Z]{6}\*\*/],
    list: ['我的订单', /1 个有效预订/],
    lost: ['后天从北京去萨克拉门托', /萨克拉门托.*旧金山/s],
    found: ['那就去西雅图吧', /北京 → 西雅图/],
  },
  en: {
    first: ['I want to fly to Paris', /Which city do you leave from/],
    search: ['from London tomorrow, one adult', /London → Paris.*who’s flying/s],
    book: ['the cheapest one, Mary Smith', /Booked: the reference is \*\*[A-Z]{6}\*\*/],
    list: ['what have I booked?', /1 confirmed booking/],
    lost: ['a flight from Beijing to Sacramento the day after tomorrow', /Sacramento.*San Francisco/s],
    found: ['Seattle then', /Beijing → Seattle/],
  },
} as const;

const SETTINGS: readonly (readonly [Dialect, Placement | undefined])[] = [
  ...DIALECTS.map((dialect) => [dialect, undefined] as const),
  ...(['omni', 'trpc'] as const).map((dialect) => [dialect, 'tool-result'] as const),
];

/** Dialects speak to the model in English: one language each, in turn. */
const CASES = SETTINGS.map(([dialect, placement], index) => ({
  dialect,
  placement,
  language: index % 2 === 0 ? ('zh' as const) : ('en' as const),
}));

describe.skipIf(!hasPython())('from the first sentence to the reference', () => {
  it.each(CASES)('books in $dialect with placement $placement: $language', async ({ dialect, placement, language }) => {
    const { say, client, sessionId } = await startTalk(dialect, placement);
    const { first, search, book, list, lost, found } = TALKS[language];
    const said: SessionEvent[] = [];
    for (const [you, answer] of [first, search, book, list, lost, found]) {
      const { text, events } = await say(you);
      expect(text, you).toMatch(answer);
      said.push(...events);
    }
    const seen = types(said);
    expect(seen).toContain('skill-loaded');
    // An unknown city makes it read the reference, as the instructions say.
    const asked = said.flatMap((event) => (event.type === 'model-responded' ? event.toolCalls : []));
    expect(asked.filter((call) => /reference\.md/.test(call.arguments))).toHaveLength(1);
    expect(seen.filter((type) => type === 'approval-requested')).toHaveLength(1);
    const failed = said.filter((event) => event.type === 'tool-finished' && !event.ok);
    // The search that finds no Sacramento.
    expect(failed).toHaveLength(1);
    expect(await client.review.verify({ sessionId })).toMatchObject({ ok: true });
  });
});
