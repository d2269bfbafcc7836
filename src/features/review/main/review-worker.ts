/** Reads whole logs for review in its own thread. A separate program in the build (`review-worker.js`). */
import '../../../shared/messages/all-words.ts';
import { parentPort, workerData } from 'node:worker_threads';
import { terminalText } from '../../../main/core/terminal-text.ts';
import { type Failure, failureOf } from '../../../main/lib/errors.ts';
import { createMediaFiles } from '../../../main/runner/workspace/media.ts';
import { openStore } from '../../../main/store/store.ts';
import { readingHere, type SessionReads, sessionReads } from './verify.ts';

export interface ReadJob {
  readonly id: number;
  readonly name: keyof SessionReads;
  readonly args: Parameters<SessionReads[keyof SessionReads]>;
}

export type ReadAnswer = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: Failure });

const home = workerData as string;
const media = createMediaFiles(home);

parentPort?.on('message', ({ id, name, args }: ReadJob) => {
  void read(name, args).then(
    (value) => parentPort?.postMessage({ id, value } satisfies ReadAnswer),
    (error: unknown) => parentPort?.postMessage({ id, failure: failureOf(error) } satisfies ReadAnswer),
  );
});

/** A store for each: the index's memory of an open one would miss that the writer removed events and used their ids again. */
async function read(name: ReadJob['name'], args: ReadJob['args']): Promise<unknown> {
  const store = openStore({ home, access: 'read', terminal: terminalText(home) });
  try {
    return await readingHere(sessionReads(store, ({ sha256 }) => media.read(sha256), home))(name, args);
  } finally {
    store.close();
  }
}
