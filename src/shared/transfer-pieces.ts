/** Logs in pieces over the contract, for whoever has a client of it: one piece at a time, each dealt with before the next. */
import type { ContractRouterClient } from '@orpc/contract';
import type { transferContract } from './contract/transfer.ts';
import type { ImportResult, OwnPattern, SessionExport } from './review.ts';

export type TransferClient = ContractRouterClient<typeof transferContract>;

export interface LinesChoice {
  readonly sessionId: string;
  readonly redact: boolean;
  readonly patterns: OwnPattern[];
  readonly keep: string[];
}

/** UTF-16 code units that go into one call: large enough for few calls, small enough to be nothing. */
const ONE_CALL = 1024 * 1024;

/** Gives each piece to `onPiece` and waits for it. Throws what the core refuses, and what `onPiece` throws. */
export async function exportPieces(
  transfer: TransferClient,
  choice: LinesChoice,
  onPiece: (text: string) => unknown,
): Promise<Pick<SessionExport, 'mime' | 'fileName' | 'events' | 'redacted'>> {
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

/** Throws what the core refuses, and what reading `texts` throws: then nothing was taken in. */
export async function importPieces(
  transfer: TransferClient,
  texts: AsyncIterable<string>,
  name: string | undefined,
): Promise<ImportResult> {
  const { id } = await transfer.importBegin(name === undefined ? {} : { name });
  try {
    for await (const text of texts) await transfer.importNext({ id, text, last: false });
    const { result } = await transfer.importNext({ id, text: '', last: true });
    if (result === undefined) throw new Error('The import has no result');
    return result;
  } catch (error) {
    await transfer.drop({ id }).catch(() => {});
    throw error;
  }
}

/** UTF-8 in pieces of any size as texts of about one call's. Throws a `TypeError` for what is no UTF-8. */
export async function* textsOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  for await (const piece of bytes) {
    for (let from = 0; from < piece.length; from += ONE_CALL) {
      text += decoder.decode(piece.subarray(from, from + ONE_CALL), { stream: true });
      if (text.length < ONE_CALL) continue;
      yield text;
      text = '';
    }
  }
  yield text + decoder.decode();
}
