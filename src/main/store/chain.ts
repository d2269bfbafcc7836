/** Each event carries `prev`, the SHA-256 of the line before it as stored (CONTRACT §11). Pure. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type Hash,
  sign,
  verify,
} from 'node:crypto';
import { z } from 'zod';
import { sha256, sha256 as sha256Of } from '../lib/text.ts';
import type { Db } from './db.ts';
import type { EventRow } from './event-log.ts';

/** The last line of an export, which is no event: how many there are, the hash of the last, and who signed them. */
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const closingSchema = z.object({
  type: z.literal('export-end'),
  events: z.int().min(1),
  head: hash,
  /** Ed25519; `key` is the public one (SPKI, DER), both in base64. */
  signature: z.object({ key: z.string().max(200), value: z.string().max(200) }).optional(),
});
export type Closing = z.infer<typeof closingSchema>;

/** Undefined for any other line. */
export function readClosing(line: string): Closing | undefined {
  if (!line.includes('"export-end"')) return undefined;
  try {
    return closingSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

/** Hash of all lines of a log, so that a signature covers events that no link does. */
export class LinesHash {
  readonly #hash: Hash = createHash('sha256');

  add(line: string): void {
    this.#hash.update(line).update('\n');
  }

  digest(): string {
    return this.#hash.copy().digest('hex');
  }
}

export interface ClosedLog {
  readonly session: string;
  readonly events: number;
  readonly head: string;
  /** Result of `LinesHash`. */
  readonly lines: string;
}

const signed = ({ session, events, head, lines }: ClosedLog): Buffer =>
  Buffer.from(`skilldeck export 1\n${session}\n${events}\n${head}\n${lines}`, 'utf8');

/** A new private key: PKCS #8, PEM. */
export const newSigningKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

const publicPart = (privateKey: string): Buffer =>
  createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'der' });

/** SHA-256 of a public key, by which people compare keys. */
export const fingerprintOf = (privateKey: string): string => sha256Of(publicPart(privateKey));

/** @param privateKey signs; as of `newSigningKey`. */
export function closingLine(log: ClosedLog, privateKey: string | undefined): string {
  const closing: Closing = { type: 'export-end', events: log.events, head: log.head };
  if (privateKey === undefined) return JSON.stringify(closing);
  const value = sign(null, signed(log), createPrivateKey(privateKey)).toString('base64');
  return JSON.stringify({ ...closing, signature: { key: publicPart(privateKey).toString('base64'), value } });
}

/** @param log as it is now. @returns undefined where the line is not signed. */
export function checkSignature(
  { events, head, signature }: Closing,
  log: Pick<ClosedLog, 'session' | 'lines'>,
): { readonly by: string; readonly ok: boolean } | undefined {
  if (signature === undefined) return undefined;
  const der = Buffer.from(signature.key, 'base64');
  return { by: sha256Of(der), ok: isSigned(der, signature.value, { ...log, events, head }) };
}

function isSigned(der: Buffer, value: string, log: ClosedLog): boolean {
  try {
    const key = createPublicKey({ key: der, type: 'spki', format: 'der' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, signed(log), key, Buffer.from(value, 'base64'));
  } catch {
    return false;
  }
}

/** `prev` of a session's first event: the hash of no line. */
export const NO_LINE = sha256('');

/** In place of `prev` where a rewritten line follows one that was altered: a copy never fixes a chain. */
const BROKEN_LINK = '0'.repeat(64);

/** The envelope as this app writes it; other orders are parsed. */
const ENVELOPE = /^\{"v":\d+,"seq":\d+,"at":"[^"\\]*","session":"[^"\\]*",(?:"prev":"(?<prev>[0-9a-f]{64})",)?"type":"/;

function prevOf(raw: string): unknown {
  const prev = ENVELOPE.exec(raw)?.groups?.prev;
  if (prev !== undefined || !raw.includes('"prev"')) return prev;
  return objectOf(raw)?.prev;
}

function objectOf(raw: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(raw);
    return parsed !== null && typeof parsed === 'object' && !Array.isArray(parsed) ? { ...parsed } : undefined;
  } catch {
    return undefined;
  }
}

/** Last event of a log, and the hash of its line. */
export interface LogHead {
  readonly seq: number;
  readonly hash: string;
}

/** The recorded end of a log, apart from its lines. */
export interface LogEnd extends LogHead {
  readonly closing?: string;
  /** Imported from a file without one: events may be missing after its last. */
  readonly isOpen?: boolean;
}

export interface WalkedChain {
  /** The first event that carries `prev`; those before it were written by an older version. */
  readonly from: number;
  /** The first event that is not the one its successor, or the log's end, was chained to. */
  readonly brokenAt?: number;
  /** Nothing recorded says that its last event is the last one, and as it was written. */
  readonly isOpen?: boolean;
}

export class ChainWalk {
  #head: LogHead = { seq: 0, hash: NO_LINE };
  #from: number | undefined;
  #brokenAt: number | undefined;

  /** @returns how the line follows the one before it; `unchained` for a line of an older version. */
  add({ seq, raw }: Pick<EventRow, 'seq' | 'raw'>): 'unchained' | 'linked' | 'broken' {
    const before = this.#head;
    const prev = prevOf(raw);
    this.#head = { seq, hash: sha256(raw) };
    if (prev === undefined && this.#from === undefined) return 'unchained';
    this.#from ??= seq;
    if (prev === before.hash) return 'linked';
    this.#brokenAt ??= prev === undefined ? seq : Math.max(before.seq, 1);
    return 'broken';
  }

  get head(): LogHead {
    return this.#head;
  }

  /** @param end recorded apart from the lines. @returns undefined where no event is chained. */
  result(end: LogEnd | undefined): WalkedChain | undefined {
    const { seq, hash } = this.#head;
    if (this.#from === undefined) return undefined;
    const isEnd = end === undefined || (end.seq === seq && end.hash === hash);
    const brokenAt = this.#brokenAt ?? (isEnd ? undefined : seq);
    const isOpen = end === undefined || end.isOpen === true;
    return { from: this.#from, ...(brokenAt === undefined ? {} : { brokenAt }), ...(isOpen ? { isOpen } : {}) };
  }
}

/** Chains lines that are written in place of others, as those were: an altered line stays one. */
export class Relinking {
  readonly #original = new ChainWalk();
  #hash = NO_LINE;
  /** True once a line differs from its original: those after it have other links. */
  differs = false;

  /** @param raw the line in place of `original`. @returns it with the link to the line before it. */
  next(original: Pick<EventRow, 'seq' | 'raw'>, raw: string): string {
    const link = this.#original.add(original);
    this.differs ||= raw !== original.raw;
    const line =
      link === 'unchained' || !this.differs ? raw : linked(raw, link === 'linked' ? this.#hash : BROKEN_LINK);
    this.#hash = sha256(line);
    return line;
  }

  /** Hash of the last line; of no line where the original's end was altered. @param end the original's. */
  head(end: LogEnd | undefined): string {
    const { brokenAt } = this.#original.result(end) ?? {};
    return brokenAt === this.#original.head.seq ? BROKEN_LINK : this.#hash;
  }
}

/** A line with its link; one that is no JSON object stays as it is, and breaks the chain. */
function linked(raw: string, prev: string): string {
  const event = objectOf(raw);
  if (event === undefined) return raw;
  const { v, seq, at, session, prev: _before, ...body } = event;
  return JSON.stringify({ v, seq, at, session, prev, ...body });
}

export function chained(rows: readonly EventRow[]): EventRow[] {
  let prev = NO_LINE;
  return rows.map((row) => {
    const raw = linked(row.raw, prev);
    prev = sha256(raw);
    return { ...row, raw };
  });
}

/** The end of each session's log, recorded beside it: a changed or removed last event has no successor to tell. */
export type LogEnds = ReturnType<typeof createLogEnds>;

export function createLogEnds(db: Db) {
  const get = db.prepare<[string], { seq: number; hash: string; closing: string | null }>(
    'SELECT seq, hash, closing FROM log_ends WHERE session = ?',
  );
  const last = db.prepare<[string], { raw: string }>(
    'SELECT raw FROM events WHERE session = ? ORDER BY seq DESC LIMIT 1',
  );
  const put = db.prepare<[string, number, string, string | null]>(
    `INSERT INTO log_ends (session, seq, hash, closing) VALUES (?, ?, ?, ?)
     ON CONFLICT (session) DO UPDATE SET seq = excluded.seq, hash = excluded.hash`,
  );
  const of = (session: string): LogEnd | undefined => {
    const row = get.get(session);
    if (row === undefined) return undefined;
    const { seq, hash, closing } = row;
    return { seq, hash, ...(closing === null ? {} : { closing }) };
  };
  return {
    /** Undefined for a log of an older version. */
    of,
    /** The hash that the next event carries as `prev`. */
    next(session: string) {
      const end = of(session);
      if (end !== undefined) return end.hash;
      const row = last.get(session);
      return row === undefined ? NO_LINE : sha256(row.raw);
    },
    put: (session: string, { seq, hash }: LogHead) => void put.run(session, seq, hash, null),
    /** For a log that was imported. */
    close(session: string, { seq, raw }: { readonly seq: number; readonly raw: string }, closing: string | undefined) {
      put.run(session, seq, readClosing(closing ?? '')?.head ?? sha256(raw), closing ?? null);
    },
  };
}

// The log of a branch: what it was copied from, under its own id.

interface LogCopy {
  /** Sequence number of the last event to copy. */
  readonly toSeq: number;
  readonly workspace: string;
  /** It was written on another machine: what it says of endpoints, keys and folders gives no rights on this one. */
  readonly fromElsewhere: boolean;
}

const SETTINGS: ReadonlySet<string> = new Set(['session-created', 'settings-changed']);

/** Keeps every event's number, time and content, with a chain over the copy: requests are built from them. Copies a non-JSON row unchanged. */
export function copiedRows(
  rows: readonly EventRow[],
  session: string,
  { toSeq, workspace, fromElsewhere }: LogCopy,
): EventRow[] {
  const links = new Relinking();
  return rows
    .filter(({ seq }) => seq <= toSeq)
    .map((row) => {
      const own = row.type === 'session-created' ? { workspace, forkedFrom: { session: row.session, seq: toSeq } } : {};
      // No request is made of either.
      const dropped = fromElsewhere && SETTINGS.has(row.type) ? { pinned: undefined, foreign: undefined } : {};
      return { ...row, session, raw: links.next(row, rewritten(row.raw, { session, ...own, ...dropped })) };
    });
}

function rewritten(raw: string, change: Readonly<Record<string, unknown>>): string {
  try {
    const event: unknown = JSON.parse(raw);
    return event === null || typeof event !== 'object' ? raw : JSON.stringify({ ...event, ...change });
  } catch {
    return raw;
  }
}
