/**
 * Spans still to be sent, on disk: for each conversation the last event whose spans were accepted. The spans follow from
 * the log, so that nothing of them is stored twice and each has the same id at every try.
 */
import path from 'node:path';
import { z } from 'zod';
import { readSmallFile } from '../../lib/read-small-file.ts';
import { replaceFile } from '../../lib/replace-file.ts';

/** Conversations; beyond it the one that has waited longest is given up. */
export const MAX_WAITING = 1_000;

const fileSchema = z.object({
  sent: z.array(z.tuple([z.string(), z.int().min(0)])),
  /** When something was last accepted. */
  at: z.string().optional(),
});

export class TelemetryQueue {
  readonly #file: string;
  readonly #sent: Map<string, number>;
  #isDirty = false;
  #sentAt: string | undefined;

  constructor(home: string) {
    this.#file = path.join(home, 'telemetry.json');
    const { sent, at } = this.#read();
    this.#sent = new Map(sent);
    this.#sentAt = at;
  }

  /** Oldest first. */
  get waiting(): readonly string[] {
    return [...this.#sent.keys()];
  }

  get sentAt(): string | undefined {
    return this.#sentAt;
  }

  sentOf(session: string): number | undefined {
    return this.#sent.get(session);
  }

  /** @returns the conversation that was given up, if any. @throws the disk's error. */
  add(session: string, sent: number): string | undefined {
    if (this.#sent.has(session)) return undefined;
    const [oldest] = this.#sent.keys();
    const dropped = this.#sent.size >= MAX_WAITING ? oldest : undefined;
    if (dropped !== undefined) this.#sent.delete(dropped);
    this.#sent.set(session, sent);
    this.#write();
    return dropped;
  }

  advance(session: string, sent: number, at: string | undefined): void {
    this.#sent.set(session, sent);
    this.#sentAt = at;
    this.#write();
  }

  /** Written with `save`: what is sent once more after a crash in between has the same ids. */
  done(session: string): void {
    this.#isDirty = this.#sent.delete(session) || this.#isDirty;
  }

  save(): void {
    if (this.#isDirty) this.#write();
  }

  #write(): void {
    this.#isDirty = false;
    replaceFile(this.#file, `${JSON.stringify({ sent: [...this.#sent], at: this.#sentAt })}\n`, 0o600);
  }

  #read(): z.infer<typeof fileSchema> {
    try {
      return fileSchema.parse(JSON.parse(readSmallFile(this.#file) ?? '{"sent": []}'));
    } catch {
      // Damaged: what was waiting is unknown, and the logs still have it for an export.
      return { sent: [] };
    }
  }
}
