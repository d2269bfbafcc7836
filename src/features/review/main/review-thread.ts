/** Reads whole logs for review in a thread, so that no other call waits for them. */
import { Worker } from 'node:worker_threads';
import { entryFile } from '../../../main/lib/app-files.ts';
import { errorOf } from '../../../main/lib/errors.ts';
import { isSkilldeckError } from '../../../shared/errors.ts';
import type { ReadAnswer, ReadJob } from './review-worker.ts';
import type { ReadSessions } from './verify.ts';

/** Milliseconds without work after which the thread ends and gives its memory back. */
const IDLE_MS = 30_000;

export interface ReviewThread {
  readonly read: ReadSessions;
  /** Safe to call twice. */
  close(): void;
}

/** @param here reads where no other thread can open the database: a writer on a full disk holds it alone. */
export function reviewThread(home: string, here: ReadSessions): ReviewThread {
  const open = new Map<number, PromiseWithResolvers<never>>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const end = (): void => {
    clearTimeout(idle);
    const ended = worker;
    worker = undefined;
    void ended?.terminate();
  };
  const fail = (error: unknown): void => {
    for (const { reject } of open.values()) reject(error);
    open.clear();
  };
  const started = (): Worker => {
    const made = new Worker(entryFile(import.meta.dirname, 'review-worker'), { workerData: home });
    const died = (error: unknown): void => {
      if (worker !== made) return;
      worker = undefined;
      fail(error);
    };
    made.on('message', (answer: ReadAnswer) => {
      const job = open.get(answer.id);
      if ('failure' in answer) job?.reject(errorOf(answer.failure));
      else job?.resolve(answer.value as never);
    });
    made.once('error', died);
    made.once('exit', () => died(new Error('The thread of review ended early')));
    return made;
  };
  const readElsewhere: ReadSessions = async (name, args, signal) => {
    signal?.throwIfAborted();
    lastId += 1;
    const id = lastId;
    const job = Promise.withResolvers<never>();
    open.set(id, job);
    clearTimeout(idle);
    worker ??= started();
    // While it has something to do, the program waits for it.
    worker.ref();
    worker.postMessage({ id, name, args } satisfies ReadJob);
    const onAbort = (): void => job.reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    try {
      return await job.promise;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      open.delete(id);
      if (open.size === 0 && signal?.aborted === true) end();
      else if (open.size === 0) {
        worker?.unref();
        idle = setTimeout(end, IDLE_MS).unref();
      }
    }
  };

  return {
    read: (name, args, signal) =>
      readElsewhere(name, args, signal).catch((error: unknown) => {
        if (!isSkilldeckError(error) || error.code !== 'home-in-use') throw error;
        return here(name, args, signal);
      }),
    close() {
      fail(new Error('The core was closed'));
      end();
    },
  };
}
