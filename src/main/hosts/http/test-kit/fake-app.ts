/** A core with nothing behind it but the contract: enough to see what a host does with calls, streams and failures. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { type AnyRouter, implement } from '@orpc/server';
import { type AppInfo, contract, type SessionSummary } from '../../../../shared/contract.ts';

export const INFO = {
  version: '1.2.3',
  host: 'browser',
  platform: 'test',
  home: '/home',
  systemLanguage: 'en',
} as const;

export interface FakeApp {
  readonly home: string;
  isUnused(): boolean;
  readonly pageDir: string;
  router(): Promise<AnyRouter>;
  /** Resolves when a stop command has arrived; it is never answered. */
  readonly stopArrived: Promise<void>;
  /** Streams of `sessions.watch` that are being read. */
  watching(): number;
  /** Answers with another version from now on. */
  update(version: string): void;
  /** Sends a list to all of them. */
  publish(sessions: readonly SessionSummary[]): void;
  dispose(): void;
}

export function session(id: string): SessionSummary {
  const now = '2026-01-01T00:00:00.000Z';
  const counts = { turns: 0, tokens: 0, deleted: false, environment: 'default' };
  return { id, title: id, createdAt: now, updatedAt: now, runState: 'idle', model: 'm', ...counts };
}

export function fakeApp(): FakeApp {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-host-'));
  const pageDir = path.join(folder, 'page');
  mkdirSync(path.join(pageDir, 'assets'), { recursive: true });
  writeFileSync(path.join(pageDir, 'index.html'), '<!doctype html><p>page</p>');
  writeFileSync(path.join(pageDir, 'assets', 'index-a1B2c3D4.js'), 'export {};');
  writeFileSync(path.join(folder, 'secret.json'), '{}');

  const { app, chat, sessions } = implement(contract);
  const arrived = Promise.withResolvers<void>();
  const readers = new Set<(list: readonly SessionSummary[]) => void>();

  let info: AppInfo = INFO;
  const router = {
    app: { info: app.info.handler(() => info) },
    chat: {
      stop: chat.stop.handler(() => {
        arrived.resolve();
        return new Promise(() => {});
      }),
      send: chat.send.handler(({ errors }) => {
        throw errors['session-not-found']({ message: 'There is no session x.' });
      }),
      retry: chat.retry.handler(() => {
        throw new Error('a bug with a secret in it');
      }),
    },
    sessions: {
      watch: sessions.watch.handler(async function* ({ signal }) {
        const lists: (readonly SessionSummary[])[] = [[]];
        let wake = () => {};
        const read = (list: readonly SessionSummary[]) => {
          lists.push(list);
          wake();
        };
        readers.add(read);
        signal?.addEventListener('abort', () => wake());
        try {
          while (!signal?.aborted) {
            const next = lists.shift();
            if (next !== undefined) yield [...next];
            else await new Promise<void>((resolve) => (wake = resolve));
          }
        } finally {
          readers.delete(read);
        }
      }),
    },
  };

  return {
    home: path.join(folder, 'home'),
    isUnused: () => false,
    pageDir,
    router: async () => router,
    stopArrived: arrived.promise,
    watching: () => readers.size,
    update: (version) => {
      info = { ...INFO, version };
    },
    publish: (list) => {
      for (const read of readers) read(list);
    },
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
