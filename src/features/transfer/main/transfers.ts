/** Exports and imports that take several calls: each has an id until it ends, or is idle for too long. */

import { randomUUID } from 'node:crypto';
import { detailed } from '../../../shared/messages/detail.ts';

/** Milliseconds without a call. */
const LEFT_ALONE_MS = 5 * 60_000;
/** Max at a time; a new one evicts the one idle longest. */
const MOST = 16;

export interface Transfer {
  /** Safe to call twice. */
  close(): void;
}

interface Held<T> {
  readonly transfer: T;
  timer: NodeJS.Timeout;
}

export class Transfers<T extends Transfer> {
  readonly #held = new Map<string, Held<T>>();

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
    if (held === undefined) {
      throw detailed('bad-input', 'transfer-over');
    }
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
