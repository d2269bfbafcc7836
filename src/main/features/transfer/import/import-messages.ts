/** Messages between an import's thread and the core. */
import type { MessagePort } from 'node:worker_threads';
import type { Review } from '../../../../shared/judging/reviews.ts';
import type { ImportFormat, ImportResult } from '../../../../shared/review.ts';
import type { Failure } from '../../../lib/thread-failure.ts';
import type { EventRow } from '../../../store/event-log.ts';
import type { LogSummary } from '../../../store/intake/log-intake.ts';

export interface ImportJob {
  /** Absolute: the database. */
  readonly database: string;
  readonly name: string | undefined;
  readonly format: ImportFormat | undefined;
  readonly preview: boolean;
  /** Brings the answers to `StoreRequest`; a thread that waits for one takes no other message. */
  readonly replies: MessagePort;
  /** One Int32: 1 once there is an answer. */
  readonly gate: SharedArrayBuffer;
}

export type ToThread = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'end' };

/** Each waits for its answer: a `Failure`, or how many were new (0 but for reviews). */
export type StoreRequest =
  | { readonly kind: 'reviews'; readonly reviews: readonly Review[] }
  | { readonly kind: 'begin'; readonly session: string; readonly events: number }
  | { readonly kind: 'slice'; readonly rows: readonly EventRow[] }
  | { readonly kind: 'finish'; readonly summary: LogSummary; readonly closing: string | undefined };

export type FromThread =
  | StoreRequest
  | { readonly kind: 'taken'; readonly events: number }
  | { readonly kind: 'done'; readonly result: ImportResult }
  | { readonly kind: 'failed'; readonly failure: Failure };
