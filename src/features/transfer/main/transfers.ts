/** Exports and imports that take several calls: each has an id until it ends, or is idle for too long. */
import { randomUUID } from 'node:crypto';
import { setImmediate as rest } from 'node:timers/promises';
import { MessageChannel, type MessagePort, Worker } from 'node:worker_threads';
import { entryFile } from '../../../main/lib/app-files.ts';
import { errorOf, failureOf } from '../../../main/lib/errors.ts';
import type { EventRow } from '../../../main/store/event-log.ts';
import { type LogIntake, refusal } from '../../../main/store/log-intake.ts';
import { addedHere } from '../../../main/store/reading.ts';
import type { Store } from '../../../main/store/store.ts';
import { assertNever } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { ImportFormat, ImportProgress, ImportResult } from '../../../shared/review.ts';
import type { FromThread, ImportJob, StoreRequest, ToThread } from './import-session.ts';

/** Milliseconds without a call. */
const LEFT_ALONE_MS = 5 * 60_000;
/** Max at a time; a new one evicts the one idle longest. */
const MOST = 16;

export interface Transfer {
  /** Safe to call twice. */
  close(): void;
}

interface HeldTransfer<T> {
  readonly transfer: T;
  timer: NodeJS.Timeout;
}

export class Transfers<T extends Transfer> {
  readonly #held = new Map<string, HeldTransfer<T>>();

  /** @returns its id. */
  add(transfer: T): string {
    for (const oldest of [...this.#held.keys()].slice(0, Math.max(0, this.#held.size - MOST + 1))) this.end(oldest);
    const id = randomUUID();
    this.#held.set(id, { transfer, timer: this.#expiry(id) });
    return id;
  }

  /** @throws SkilldeckError `bad-input` for one that is over. */
  get(id: string): T {
    const held = this.#held.get(id);
    if (held === undefined) throw detailed('bad-input', 'transfer-over');
    clearTimeout(held.timer);
    held.timer = this.#expiry(id);
    this.#held.delete(id);
    this.#held.set(id, held);
    return held.transfer;
  }

  /** Not given up while `work` is under way. @throws SkilldeckError `bad-input` for one that is over. */
  async during<R>(id: string, work: (transfer: T) => Promise<R>): Promise<R> {
    const transfer = this.get(id);
    const held = this.#held.get(id);
    clearTimeout(held?.timer);
    try {
      return await work(transfer);
    } finally {
      if (held !== undefined && this.#held.get(id) === held) held.timer = this.#expiry(id);
    }
  }

  end(id: string): void {
    const held = this.#held.get(id);
    if (held === undefined) return;
    clearTimeout(held.timer);
    this.#held.delete(id);
    held.transfer.close();
  }

  #expiry(id: string): NodeJS.Timeout {
    return setTimeout(() => this.end(id), LEFT_ALONE_MS).unref();
  }
}

// An import from the core's side: the file is read in a thread, and stored in slices with the core's other work in between.

/** MiB of the thread's heap: another program's file is one JSON document, and is read whole. */
const MAX_HEAP_MIB = 2_048;
/** MiB of what is new on it: with less it is collected before a large file has filled it, and takes no longer. */
const YOUNG_HEAP_MIB = 16;

interface ImportThreadOptions {
  readonly store: Pick<Store, 'file' | 'takeIn' | 'sweep' | 'reviews' | 'has' | 'events' | 'end' | 'replaceImported'>;
  readonly name: string | undefined;
  readonly format?: ImportFormat | undefined;
  readonly preview?: boolean | undefined;
  /** Called once it is on the disk; not for a session that was there already. */
  readonly onStored: () => void;
  readonly maxHeapMib?: number;
}

export class ImportThread implements Transfer {
  readonly #options: ImportThreadOptions;
  readonly #worker: Worker;
  readonly #replies: MessagePort;
  readonly #gate = new Int32Array(new SharedArrayBuffer(4));
  #intake: LogIntake | undefined;
  /** Log that takes the place of an older copy, at once: that one can be read until then. */
  #replacing: { readonly session: string; readonly rows: EventRow[] } | undefined;
  #progress: ImportProgress = { events: 0, stored: 0 };
  #waiting: PromiseWithResolvers<ImportResult | undefined> | undefined;
  #ending: Promise<ImportResult> | undefined;
  #isClosed = false;

  constructor(options: ImportThreadOptions) {
    this.#options = options;
    const { port1, port2 } = new MessageChannel();
    this.#replies = port1;
    const { store, name, format, preview = false, maxHeapMib = MAX_HEAP_MIB } = options;
    const job: ImportJob = { database: store.file, name, format, preview, replies: port2, gate: this.#gate.buffer };
    this.#worker = new Worker(entryFile(import.meta.dirname, 'import-worker'), {
      workerData: job,
      transferList: [port2],
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMib, maxYoungGenerationSizeMb: YOUNG_HEAP_MIB },
    });
    this.#worker.unref();
    this.#worker.on('message', (message: FromThread) => this.#heard(message));
    this.#worker.once('error', (error) => this.#fail(outOfMemory(error, maxHeapMib)));
    this.#worker.once('exit', () => this.#fail(new Error('The thread of an import ended early')));
  }

  get progress(): ImportProgress {
    return this.#progress;
  }

  /** The next piece, cut anywhere. @throws SkilldeckError `import-refused`: with the line, and what to do. */
  async take(text: string): Promise<void> {
    await this.#ask({ kind: 'text', text });
  }

  /**
   * Stores all of it, or nothing. May be called again while it is under way.
   * @throws SkilldeckError `import-refused`: with the line, and what to do.
   */
  end(): Promise<ImportResult> {
    this.#ending ??= this.#ask({ kind: 'end' }).then((result) => {
      if (result === undefined) throw new Error('The import has no result');
      return result;
    });
    return this.#ending;
  }

  /** Removes partly stored data. Safe to call twice. */
  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#fail(refusal('import-cancelled'));
    this.#replies.close();
    void this.#worker.terminate();
    void this.#dropHalf();
  }

  #ask(message: ToThread): Promise<ImportResult | undefined> {
    if (this.#isClosed) return Promise.reject(refusal('import-over'));
    this.#waiting = Promise.withResolvers();
    // Only who waits for an answer keeps the program running.
    this.#worker.ref();
    this.#worker.postMessage(message);
    return this.#waiting.promise.finally(() => this.#worker.unref());
  }

  #settle(settle: (waiting: PromiseWithResolvers<ImportResult | undefined>) => void): void {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    if (waiting !== undefined) settle(waiting);
  }

  #fail(error: unknown): void {
    this.#settle(({ reject }) => reject(error));
  }

  #heard(message: FromThread): void {
    switch (message.kind) {
      case 'taken':
        this.#progress = { events: message.events, stored: 0 };
        this.#settle(({ resolve }) => resolve(undefined));
        return;
      case 'done':
        this.#settle(({ resolve }) => resolve(message.result));
        return;
      case 'failed':
        this.#fail(errorOf(message.failure));
        return;
      case 'begin':
      case 'slice':
      case 'finish':
      case 'reviews':
        void this.#store(message);
        return;
      default:
        assertNever(message);
    }
  }

  /** One slice a turn: other work waiting for the core runs before the next. */
  async #store(request: StoreRequest): Promise<void> {
    const reply = await this.#carryOut(request).catch(failureOf);
    await rest();
    if (this.#isClosed) return;
    this.#replies.postMessage(reply);
    Atomics.store(this.#gate, 0, 1);
    Atomics.notify(this.#gate, 0);
  }

  /** @returns how many were new, of reviews. */
  async #carryOut(request: StoreRequest): Promise<number> {
    if (this.#isClosed) return 0;
    const { store } = this.#options;
    switch (request.kind) {
      case 'begin':
        while (store.sweep(request.session)) await rest();
        if (this.#isClosed) return 0;
        if (store.has(request.session)) this.#replacing = { session: request.session, rows: [] };
        else this.#intake = store.takeIn(request.session);
        this.#progress = { events: request.events, stored: 0 };
        return 0;
      case 'slice':
        if (this.#replacing === undefined) this.#intake?.add(request.rows);
        else this.#replacing.rows.push(...request.rows);
        this.#progress = { ...this.#progress, stored: this.#progress.stored + request.rows.length };
        return 0;
      case 'finish':
        if (this.#replacing !== undefined) {
          const { session, rows } = this.#replacing;
          store.replaceImported(session, { rows, closing: request.closing, bodies: addedHere(store, session) });
        }
        this.#intake?.finish(request.summary, request.closing);
        this.#intake = undefined;
        this.#replacing = undefined;
        this.#options.onStored();
        return 0;
      case 'reviews':
        return store.reviews.merge(request.reviews);
      default:
        return assertNever(request);
    }
  }

  async #dropHalf(): Promise<void> {
    const intake = this.#intake;
    this.#intake = undefined;
    try {
      while (intake?.drop()) await rest();
    } catch {
      // A full disk, or a folder that is gone: it stays hidden, and the next start removes it.
    }
  }
}

function outOfMemory(error: unknown, mib: number): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return refusal('import-memory', { mib }, error);
}
