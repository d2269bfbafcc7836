/** Transfers logs in pieces over any client of the contract: one piece at a time, each processed before the next. */
import type { ContractRouterClient } from '@orpc/contract';
import type { ImportProgress, ImportResult, OwnPattern, SessionExport } from '../review.ts';
import type { transferContract } from './transfer.ts';

export type TransferClient = ContractRouterClient<typeof transferContract>;

export interface LinesChoice {
  readonly sessionId: string;
  readonly redact: boolean;
  readonly patterns: OwnPattern[];
  readonly keep: string[];
  readonly sign?: boolean;
}

/** UTF-16 code units that go into one call: large enough for few calls, small enough to be nothing. */
const ONE_CALL = 1024 * 1024;

/** Gives each piece to `onPiece` and waits for it. Throws what the core refuses, and what `onPiece` throws. */
export async function exportPieces(
  transfer: TransferClient,
  choice: LinesChoice,
  onPiece: (text: string) => unknown,
): Promise<Pick<SessionExport, 'mime' | 'fileName' | 'events' | 'redacted' | 'brokenAt'>> {
  const { id } = await transfer.exportBegin(choice);
  for (;;) {
    const { text, end } = await transfer.exportNext({ id });
    try {
      await onPiece(text);
    } catch (error) {
      if (end === undefined) await transfer.drop({ id }).catch(() => {});
      throw error;
    }
    if (end !== undefined) return end;
  }
}

/** `name`: of the file. */
export type ImportAbout = Parameters<TransferClient['importBegin']>[0];

export interface ImportWatch {
  /** Cancels: nothing is imported. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** Throws what the core refuses, what reading `texts` throws, and the signal's reason: then nothing was imported. */
export async function importPieces(
  transfer: TransferClient,
  texts: AsyncIterable<string>,
  about: string | undefined | ImportAbout,
  { signal, onProgress }: ImportWatch = {},
): Promise<ImportResult> {
  const { id } = await transfer.importBegin(typeof about === 'string' ? { name: about } : (about ?? {}));
  const cancelled = Promise.withResolvers<never>();
  const cancel = (): void => cancelled.reject(signal?.reason);
  cancelled.promise.catch(() => {});
  signal?.addEventListener('abort', cancel);
  const pieces = texts[Symbol.asyncIterator]();
  const next = async (text: string, last: boolean): Promise<ImportResult | undefined> => {
    signal?.throwIfAborted();
    const { progress, result } = await Promise.race([transfer.importNext({ id, text, last }), cancelled.promise]);
    onProgress?.(progress);
    return result;
  };
  try {
    // Not `for await`: who cancels does not wait for a file that does not come.
    for (;;) {
      const read = await Promise.race([pieces.next(), cancelled.promise]);
      if (read.done) break;
      await next(read.value, false);
    }
    for (;;) {
      const result = await next('', true);
      if (result !== undefined) return result;
    }
  } catch (error) {
    void pieces.return?.().catch(() => {});
    await transfer.drop({ id }).catch(() => {});
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
  }
}

/** UTF-8, or UTF-16 that says so, in pieces of any size as texts of about one call's. Throws a `TypeError` for other bytes. */
export async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  let isFirst = true;
  for await (const piece of bytes) {
    // PowerShell writes what a program prints like this.
    if (isFirst && piece[0] === 0xff && piece[1] === 0xfe) decoder = new TextDecoder('utf-16le', { fatal: true });
    isFirst = false;
    for (let from = 0; from < piece.length; from += ONE_CALL) {
      text += decoder.decode(piece.subarray(from, from + ONE_CALL), { stream: true });
      if (text.length < ONE_CALL) continue;
      yield text;
      text = '';
    }
  }
  yield text + decoder.decode();
}
