/** The app over a data folder, called through its contract in this process, and a conversation with it. */
import type { ContractRouterClient } from '@orpc/contract';
import { createRouterClient } from '@orpc/server';
import { onTestFinished, TestRunner } from 'vitest';
import type { Contract } from '../../../shared/contract.ts';
import { parseEvent, type SessionEvent } from '../../../shared/events.ts';
import type { AppOptions } from '../../api.ts';
import { createApp } from '../../app.ts';

export type Client = ContractRouterClient<Contract>;

export interface OpenApp {
  readonly client: Client;
  /** May be called twice. */
  close(): Promise<void>;
}

/** Closed at the end of the test where it is opened in one. */
export async function openApp(options: Partial<AppOptions> & Pick<AppOptions, 'home'>): Promise<OpenApp> {
  const app = await createApp({ host: 'cli', access: 'write', projectDir: options.home, ...options });
  const close = () => app.close();
  if (TestRunner.getCurrentTest() !== undefined) onTestFinished(close);
  // `AnyRouter` knows nothing of the contract that it implements.
  return { client: createRouterClient(await app.router()) as unknown as Client, close };
}

export const eventsOf = async (client: Client, sessionId: string): Promise<SessionEvent[]> =>
  (await client.sessions.events({ sessionId })).map((raw) => parseEvent(raw));

type Message = Omit<Parameters<Client['chat']['send']>[0], 'sessionId' | 'text'>;

/** The events of a message and its run; every approval is given. */
export async function turn(
  client: Client,
  sessionId: string,
  text: string,
  more: Message = {},
): Promise<SessionEvent[]> {
  const afterSeq = (await eventsOf(client, sessionId)).at(-1)?.seq ?? 0;
  await client.chat.send({ sessionId, text, ...more });
  const events: SessionEvent[] = [];
  for await (const item of await client.sessions.stream({ sessionId, afterSeq })) {
    if (item.kind === 'delta') continue;
    for (const event of item.events.map((raw) => parseEvent(raw))) {
      events.push(event);
      if (event.type === 'approval-requested') {
        await client.chat.approve({ sessionId, callId: event.callId, decision: 'once' });
      }
      if (event.type === 'run-finished') return events;
    }
  }
  throw new Error('The stream ended before the run.');
}
