/** A person with a data folder: the app over it, and sessions written straight into its store. */
import path from 'node:path';
import { openStore } from '../../../../main/store/store.ts';
import { answered, created, requested, said } from '../../../../main/store/test-kit/home.ts';
import type { EventBody } from '../../../../shared/events.ts';
import { type Client, openApp } from '../../../repositories/main/test-kit/client.ts';

export interface Person {
  readonly home: string;
  /** Appends to a session while the app is closed. */
  write(session: string, bodies: readonly EventBody[]): void;
  /** One visit to the app. */
  visit<T>(work: (client: Client) => Promise<T>): Promise<T>;
}

export const talk = (...texts: readonly string[]): EventBody[] =>
  texts.flatMap((text) => [
    said(text),
    requested(10),
    answered(`Answer to ${text}`),
    { type: 'run-finished', state: 'completed', text: '', iterations: 1 },
  ]);
export const firstTalk = (...texts: readonly string[]): EventBody[] => [created, ...talk(...texts)];

export function person(dir: string, name: string): Person {
  const home = path.join(dir, name);
  return {
    home,
    write(session, bodies) {
      const store = openStore({ home, access: 'write' });
      try {
        store.append(session, bodies);
      } finally {
        store.close();
      }
    },
    async visit(work) {
      const { client, close } = await openApp(home);
      try {
        return await work(client);
      } finally {
        await close();
      }
    },
  };
}
