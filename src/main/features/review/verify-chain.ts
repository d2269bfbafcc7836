/** Checks that no event was altered, added or removed since it was stored or signed. */
import { setImmediate as rest } from 'node:timers/promises';
import type { Verification, VerifiedPart } from '../../../shared/review.ts';
import { ChainWalk, type LogEnd } from '../../store/chain/chain-walk.ts';
import { checkSignature, fingerprintOf, LinesHash, readClosing } from '../../store/chain/closing-line.ts';
import type { EventRow } from '../../store/event-log.ts';

/** Lines hashed before others get their turn. */
const BATCH = 2_000;

export interface RecordedEnd {
  readonly end?: LogEnd | undefined;
  /** The person's own private key, PEM. */
  readonly ownKey?: string | undefined;
}

export async function verifyChain(
  session: string,
  rows: readonly EventRow[],
  { end, ownKey }: RecordedEnd,
): Promise<Pick<Verification, 'chain' | 'signature' | 'covers'>> {
  const closing = readClosing(end?.closing ?? '');
  const walk = new ChainWalk();
  const lines = new LinesHash();
  for (const [index, row] of rows.entries()) {
    walk.add(row);
    // Events noted here after the import are not the signer's.
    if (closing?.signature !== undefined && index < closing.events) lines.add(row.raw);
    if ((index + 1) % BATCH === 0) await rest();
  }
  const walked = walk.result(end);
  const ok = walked !== undefined && walked.brokenAt === undefined && walked.isOpen !== true;
  const signed = closing === undefined ? undefined : checkSignature(closing, { session, lines: lines.digest() });
  const own = signed !== undefined && ownKey !== undefined && fingerprintOf(ownKey) === signed.by;
  const covers: VerifiedPart[] = [
    ...(walked?.brokenAt === undefined && walked !== undefined ? (['events'] as const) : []),
    ...(ok ? (['end'] as const) : []),
    ...(signed?.ok === true ? (['author'] as const) : []),
  ];
  return {
    chain: walked === undefined ? null : { ok, ...walked },
    ...(signed === undefined ? {} : { signature: { ...signed, own, events: closing?.events ?? 0 } }),
    covers,
  };
}
