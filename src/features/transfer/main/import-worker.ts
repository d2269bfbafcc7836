/** Reads and checks an imported file in a thread. A separate program in the build (`import-worker.js`). */
import '../../../shared/messages/all-words.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { errorOf, type Failure, failureOf } from '../../../main/lib/errors.ts';
import { slicesOf, summarise } from '../../../main/store/log-intake.ts';
import { openImportStore } from '../../../main/store/staged-log.ts';
import { type FromThread, ImportInPieces, type ImportJob, type StoreRequest, type ToThread } from './import-session.ts';

const { database, name, format, preview, replies, gate } = workerData as ImportJob;
const answered = new Int32Array(gate);
const tell = (message: FromThread): void => parentPort?.postMessage(message);

/** Waits: one slice is on its way at a time, however slow the disk is. */
function ask(request: StoreRequest): number {
  tell(request);
  Atomics.wait(answered, 0, 0);
  Atomics.store(answered, 0, 0);
  const reply: { readonly message: Failure | number } | undefined = receiveMessageOnPort(replies);
  if (reply === undefined) return 0;
  if (typeof reply.message === 'number') return reply.message;
  throw errorOf(reply.message);
}

const commit: Parameters<typeof openImportStore>[1] = (session, pages, closing) => {
  let events = 0;
  let rewinds = false;
  for (const rows of pages()) {
    events += rows.length;
    rewinds ||= rows.some(({ type }) => type === 'history-rewound');
  }
  const summary = summarise(slicesOf(pages()), rewinds);
  ask({ kind: 'begin', session, events });
  for (const rows of slicesOf(pages())) ask({ kind: 'slice', rows });
  ask({ kind: 'finish', summary, closing });
};
const store = openImportStore(database, commit, (reviews) => ask({ kind: 'reviews', reviews }));
const keepFile = (session: string, place: string, bytes: Uint8Array): void => {
  const file = path.join(path.dirname(database), 'workspaces', session, 'work', place);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, bytes, { flush: true });
};
const taken = new ImportInPieces({ store, name, format, preview, onStored: () => {}, keepFile });

parentPort?.on('message', (message: ToThread) => {
  try {
    if (message.kind === 'text') {
      taken.take(message.text);
      tell({ kind: 'taken', events: taken.events });
    } else {
      tell({ kind: 'done', result: taken.end() });
    }
  } catch (error) {
    tell({ kind: 'failed', failure: failureOf(error) });
  }
});
