/**
 * This computer's view of the archive: `HOME/archive/`. `state.json` has what was seen last; `seen/DIGEST.json` a
 * version that was checked, which never changes; `seen/DIGEST.texts.json` what is searched of it; `outbox/DIGEST.jsonl.gz` an
 * export that is waiting to be pushed.
 */

import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { makeFolder, readSmallFile, replaceFile, syncFolder } from '../../../main/lib/files.ts';
import { isAlive } from '../../../main/lib/processes.ts';
import { damagedExport } from '../../../main/skills/import/names.ts';
import { counting, reviewHash } from '../../../main/store/reviews.ts';
import { errorDetailSchema } from '../../../shared/errors.ts';
import type { EventBody, SessionEvent } from '../../../shared/events.ts';
import { type Review, VERDICTS, type Verdict } from '../../../shared/review/reviews.ts';
import { repositoryFaultSchema } from '../../../shared/skills/repositories.ts';
import { type Archive, type ArchivedLog, PART_BYTES, type SharedNote } from './archive.ts';
import type { CheckedLog } from './check-log.ts';

/** Milliseconds that another computer's clock may be ahead. */
const AHEAD_MS = 24 * 3_600_000;
/** UTF-16 code units, as for notes that are written here. */
const MAX_TEXT = 20_000;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;
const ID = /^[\w.-]{1,100}$/;

/** @param by whose notes those without a name are. */
export function notesOf(events: readonly SessionEvent[], by: string): ReadonlyMap<string, SharedNote> {
  const notes = new Map<string, SharedNote>();
  for (const event of events) {
    if (event.type !== 'note-added' && event.type !== 'note-changed' && event.type !== 'note-removed') continue;
    const { note, session } = event;
    const at = event.writtenAt ?? event.at;
    const before = notes.get(note);
    if (event.type === 'note-added')
      notes.set(note, { session, note, on: event.on, text: event.text, by: event.by ?? by, at, removed: false });
    else if (before !== undefined)
      notes.set(note, {
        ...before,
        at,
        ...(event.type === 'note-changed' ? { text: event.text } : { text: '', removed: true }),
      });
  }
  return notes;
}

const isNewer = (a: SharedNote, b: SharedNote | undefined): boolean =>
  b === undefined || a.at > b.at || (a.at === b.at && a.text > b.text);

/** Those of `ours` that are newer than, or missing from, `theirs`. */
const newerNotes = (
  ours: ReadonlyMap<string, SharedNote>,
  theirs: ReadonlyMap<string, SharedNote>,
): readonly SharedNote[] => [...ours.values()].filter((note) => isNewer(note, theirs.get(note.note)));

/** True for one that may be shown: rows of another writer are what they say only once this was asked. */
const isUsable = ({ note, on, text, by, at }: SharedNote, lastSeq: number, now: number): boolean =>
  ID.test(note) &&
  Number.isInteger(on) &&
  on >= 1 &&
  on <= lastSeq &&
  text.length <= MAX_TEXT &&
  by.length <= 255 &&
  TIME.test(at) &&
  Date.parse(at) <= now + AHEAD_MS;

/** Events that bring `ours` up to `theirs`. @param theirs usable ones. */
export function noteEvents(
  ours: ReadonlyMap<string, SharedNote>,
  theirs: ReadonlyMap<string, SharedNote>,
): readonly EventBody[] {
  return newerNotes(theirs, ours).flatMap(({ note, on, text, by, at, removed }): EventBody[] => {
    const own = ours.get(note);
    if (removed) return own === undefined || own.removed ? [] : [{ type: 'note-removed', note, writtenAt: at }];
    return own === undefined || own.removed
      ? [{ type: 'note-added', note, on, text, by, writtenAt: at }]
      : [{ type: 'note-changed', note, text, writtenAt: at }];
  });
}

/** Bytes of JSON of our own making. */
const MAX_STATE = 64 * 1024 * 1024;
/** Bytes of one export, uncompressed: more than any conversation, less than a compressed trap. */
const MAX_EXPORT = 1024 * 1024 * 1024;
const DIGEST = /^[0-9a-f]{64}$/;

const stateSchema = z.object({
  /** The address at which it was seen: at another one nothing of it holds. */
  address: z.string(),
  seenAt: z.string().optional(),
  fault: repositoryFaultSchema.extend({ at: z.string() }).optional(),
  /** All versions, the oldest first, as their rows say: what one says must not lose the others. */
  logs: z.array(
    z.object({
      order: z.number().catch(0),
      session: z.string(),
      digest: z.string(),
      by: z.string(),
      at: z.string(),
      bytes: z.number().catch(0),
    }),
  ),
  refused: z.array(
    z.object({
      digest: z.string(),
      session: z.string(),
      by: z.string(),
      reason: z.string(),
      detail: errorDetailSchema.optional(),
    }),
  ),
  /** Keyed by session: digest of the version that was pulled. */
  pulled: z.record(z.string(), z.string()),
  /** Keyed by session and note: `at` of what both sides have. */
  notes: z.record(z.string(), z.record(z.string(), z.string())),
  /** Keyed by session: hashes of the reviews here that the archive has. */
  reviews: z.record(z.string(), z.array(z.string())).default({}),
  /** Keyed by session: verdicts on those that are not here. */
  verdicts: z.record(z.string(), z.array(z.enum(VERDICTS))).default({}),
  /** By session: why the rule could not share it, as it was at `of`. */
  unshared: z
    .record(
      z.string(),
      z.object({ of: z.string(), title: z.string(), reason: z.string(), detail: errorDetailSchema.optional() }),
    )
    .default({}),
  /** By digest: why it could not be pushed. */
  unsent: z.record(z.string(), z.object({ reason: z.string(), detail: errorDetailSchema.optional() })).default({}),
});
export type ArchiveState = z.infer<typeof stateSchema>;

/** A version that was checked, with what its row says. */
export interface SeenLog extends Omit<CheckedLog, 'texts'> {
  readonly digest: string;
}

export type LocalArchive = ReturnType<typeof localArchive>;

export function localArchive(home: string) {
  const folder = path.join(home, 'archive');
  const stateFile = path.join(folder, 'state.json');
  const [seenFolder, outbox] = [path.join(folder, 'seen'), path.join(folder, 'outbox')];
  const seenFile = (digest: string) => path.join(seenFolder, `${digest}.json`);
  const outFile = (digest: string) => path.join(outbox, `${digest}.jsonl.gz`);
  const textsFile = (digest: string) => path.join(seenFolder, `${digest}.texts.json`);
  const known = new Map<string, SeenLog>();
  /** Last read state: each write makes another file. */
  let read: { readonly file: string; readonly state: ArchiveState | undefined } | undefined;
  return {
    /** Empty where it is of another address, or cannot be read. */
    state(address: string): ArchiveState {
      const { ino, mtimeMs, size } = statSync(stateFile, { throwIfNoEntry: false }) ?? {};
      const file = `${ino} ${mtimeMs} ${size}`;
      if (read?.file !== file) read = { file, state: readState(stateFile) };
      return read.state?.address === address ? read.state : emptyState(address);
    },
    write(state: ArchiveState) {
      makeFolder(folder, 0o700);
      replaceFile(stateFile, `${JSON.stringify(state)}\n`, 0o600);
    },
    /** Undefined where that version was never checked. */
    seen(digest: string) {
      const before = known.get(digest);
      if (before !== undefined || !DIGEST.test(digest)) return before;
      try {
        const text = readSmallFile(seenFile(digest), MAX_STATE);
        if (text === undefined) return undefined;
        const { texts: _older, ...log }: SeenLog & { readonly texts?: unknown } = JSON.parse(text);
        if (log.digest !== digest) return undefined;
        known.set(digest, log);
        return log;
      } catch {
        return undefined;
      }
    },
    keepSeen({ texts, ...log }: CheckedLog & SeenLog) {
      makeFolder(seenFolder, 0o700);
      replaceFile(textsFile(log.digest), `${JSON.stringify(texts)}\n`, 0o600);
      replaceFile(seenFile(log.digest), `${JSON.stringify(log)}\n`, 0o600);
      known.set(log.digest, log);
    },
    /** File of the searched texts of a version that was checked. */
    textsFile,
    /** Digests of what waits, the oldest first. */
    waiting() {
      if (!existsSync(outbox)) return [];
      const age = (digest: string) => statSync(outFile(digest), { throwIfNoEntry: false })?.mtimeMs ?? 0;
      return readdirSync(outbox)
        .flatMap((name) => /^([0-9a-f]{64})\.jsonl\.gz$/.exec(name)?.[1] ?? [])
        .sort((a, b) => age(a) - age(b));
    },
    /** Resolves when it is on the disk. @returns its digest. */
    async put(texts: AsyncIterable<string>) {
      makeFolder(outbox, 0o700);
      sweepHalf(outbox);
      const hash = createHash('sha256');
      const half = path.join(outbox, `half-${process.pid}-${crypto.randomUUID()}`);
      const hashed = async function* () {
        for await (const text of texts) {
          hash.update(text);
          yield text;
        }
      };
      try {
        await pipeline(Readable.from(hashed()), createGzip(), createWriteStream(half, { flags: 'wx', mode: 0o600 }));
        const file = await open(half, 'r');
        await file.sync().finally(() => file.close());
        const digest = hash.digest('hex');
        renameSync(half, outFile(digest));
        await syncFolder(outbox);
        return digest;
      } finally {
        rmSync(half, { force: true });
      }
    },
    /** Its text, checked against its digest. @throws `import-refused`. */
    text: (digest: string) => exportText(createReadStream(outFile(digest)), digest),
    async *parts(digest: string) {
      for await (const part of createReadStream(outFile(digest), { highWaterMark: PART_BYTES })) yield part as Buffer;
    },
    drop: (digest: string) => rmSync(outFile(digest), { force: true }),
    clear() {
      known.clear();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const emptyState = (address: string): ArchiveState => ({
  address,
  logs: [],
  refused: [],
  pulled: {},
  notes: {},
  reviews: {},
  verdicts: {},
  unshared: {},
  unsent: {},
});

function readState(file: string): ArchiveState | undefined {
  try {
    return stateSchema.safeParse(JSON.parse(readSmallFile(file, MAX_STATE) ?? 'null')).data;
  } catch {
    return undefined;
  }
}

/** Remains of a program that was killed. */
function sweepHalf(outbox: string): void {
  for (const name of readdirSync(outbox)) {
    const pid = /^half-(\d+)-/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    rmSync(path.join(outbox, name), { force: true });
  }
}

/** @param digest that it must have. @throws `import-refused` for what is no such text. */
export async function exportText(
  compressed: AsyncIterable<Buffer | string>,
  digest: ArchivedLog['digest'],
): Promise<string> {
  const hash = createHash('sha256');
  const parts: Buffer[] = [];
  let bytes = 0;
  try {
    await pipeline(Readable.from(compressed), createGunzip(), async (plain: AsyncIterable<Buffer>) => {
      for await (const part of plain) {
        bytes += part.length;
        if (bytes > MAX_EXPORT) throw damagedExport('export-too-large', { mib: MAX_EXPORT / 1024 / 1024 });
        hash.update(part);
        parts.push(part);
      }
    });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('Z_')) throw damagedExport('export-packed', {}, error);
    throw error;
  }
  if (hash.digest('hex') !== digest) throw damagedExport('export-digest');
  return Buffer.concat(parts).toString('utf8');
}

// Notes and reviews go both ways, for the sessions that are here.

export interface LocalRemarks {
  /** Number of the session's last event; 0 where it is not here. */
  lastSeq(session: string): number;
  notes(session: string): ReadonlyMap<string, SharedNote>;
  reviews(session: string): readonly Review[];
  /** The same, redacted. */
  redacted(
    session: string,
  ): Promise<{ readonly notes: ReadonlyMap<string, SharedNote>; readonly reviews: readonly Review[] }>;
  /** Undefined where nothing may be written. */
  readonly append: ((session: string, bodies: readonly EventBody[]) => void) | undefined;
  readonly merge: ((reviews: readonly Review[]) => void) | undefined;
}

type KnownRemarks = Pick<ArchiveState, 'notes' | 'reviews' | 'verdicts'>;

/** @returns what both sides have now. */
export async function exchangeRemarks(
  archive: Archive,
  logs: readonly ArchivedLog[],
  local: LocalRemarks,
  before: KnownRemarks,
): Promise<KnownRemarks> {
  const [notes, reviews] = [await archive.notes(), await archive.reviews()];
  const both = { notes: { ...before.notes }, reviews: { ...before.reviews }, verdicts: verdictsOn(reviews, local) };
  for (const session of new Set(logs.map((log) => log.session))) {
    const lastSeq = local.lastSeq(session);
    if (lastSeq === 0) continue;
    const own = notes.filter((note) => note.session === session && isUsable(note, lastSeq, Date.now()));
    const theirs = new Map(own.map((note) => [note.note, note]));
    const said = reviews.filter((review) => review.session === session && review.seq <= lastSeq);
    const [ours, ourReviews] = [local.notes(session), local.reviews(session)];
    const isKnown = ({ note, at }: SharedNote) => before.notes[session]?.[note] === at;
    const newNotes = newerNotes(ours, theirs).some((note) => !isKnown(note));
    const hashes = new Set([...(before.reviews[session] ?? []), ...said.map(reviewHash)]);
    const newReviews = ourReviews.some((review) => !hashes.has(reviewHash(review)));
    if (newNotes || newReviews) {
      const plain = await local.redacted(session);
      await archive.pushNotes(newerNotes(plain.notes, theirs));
      await archive.pushReviews(missing(plain.reviews, said));
    }
    const bodies = noteEvents(ours, theirs);
    if (bodies.length > 0) local.append?.(session, bodies);
    const given = missing(said, ourReviews);
    if (given.length > 0) local.merge?.(given);
    both.notes[session] = Object.fromEntries([...ours.values()].map(({ note, at }) => [note, at]));
    both.reviews[session] = ourReviews.map(reviewHash);
  }
  return both;
}

function verdictsOn(reviews: readonly Review[], local: LocalRemarks): KnownRemarks['verdicts'] {
  const found: Record<string, Verdict[]> = {};
  for (const { session, seq, verdict } of counting(reviews)) {
    if (seq !== 0 || verdict === undefined || local.lastSeq(session) > 0) continue;
    found[session] = [...new Set([...(found[session] ?? []), verdict])];
  }
  return found;
}

/** Those that are not there. One that was redacted on its way is the same one: no one judges a moment twice in a millisecond. */
function missing(reviews: readonly Review[], there: readonly Review[]): readonly Review[] {
  const keyOf = ({ seq, at, verdict, removed }: Review) => JSON.stringify([seq, at, verdict, removed]);
  const keys = new Set(there.map(keyOf));
  return reviews.filter((review) => !keys.has(keyOf(review)));
}
