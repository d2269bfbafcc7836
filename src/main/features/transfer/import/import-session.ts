/**
 * Imports the JSON Lines of an exported session: all of it, byte for byte, or nothing. The file is untrusted: every
 * line is checked before anything is written.
 */

import { messageOf, SkilldeckError } from '../../../../shared/errors.ts';
import { parseEvent, type SessionEvent } from '../../../../shared/events.ts';
import type { Review } from '../../../../shared/judging/reviews.ts';
import type { ImportResult } from '../../../../shared/review.ts';
import { ABOUT_THE_LIST } from '../../../../shared/session-list-events.ts';
import { isRedacted } from '../../../redaction/redact-line.ts';
import { readClosing } from '../../../store/chain/closing-line.ts';
import type { EventRow } from '../../../store/event-log.ts';
import { STAGED_AT_ONCE, type StagedLog, type StoredBeside } from '../../../store/intake/staged-log.ts';
import { readReviewsLine } from '../../../store/reviews/reviews-line.ts';
import type { Store } from '../../../store/store.ts';

/** More than any conversation comes to, and still read in seconds. */
const MAX_EVENTS = 1_000_000;
/** UTF-16 code units. */
const MAX_LINE = 64 * 1024 * 1024;
/** It becomes the name of a folder. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

type ReviewedStore = Pick<Store, 'stageLog'> & { readonly reviews: Pick<Store['reviews'], 'merge'> };

const refuse = (what: string): never => {
  throw new SkilldeckError('import-refused', `${what} Nothing was imported.`);
};

/** One log that arrives in pieces; a refused one leaves nothing behind. */
export class SessionImport {
  readonly #staged: StagedLog;
  readonly #store: ReviewedStore;
  readonly #onStored: () => void;
  readonly #reviews: Review[] = [];
  #first: EventRow | undefined;
  #waiting: EventRow[] = [];
  /** Pieces of the incomplete last line. */
  #begun: string[] = [];
  #begunLength = 0;
  #line = 0;
  #events = 0;
  #unknown = 0;
  /** The file's last line, which is no event. */
  #closing: string | undefined;

  /** @param onStored called once it is on the disk; not for a session that was there already. */
  constructor(store: ReviewedStore, onStored: () => void) {
    this.#store = store;
    this.#staged = store.stageLog();
    this.#onStored = onStored;
  }

  /** @throws SkilldeckError `import-refused`: with the line, and what to do. */
  take(text: string): void {
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      this.#begun.push(text.slice(from, end));
      this.#endLine();
      from = end + 1;
    }
    this.#begun.push(text.slice(from));
    this.#begunLength += text.length - from;
    if (this.#begunLength > MAX_LINE) refuse(`Line ${this.#line + 1} is longer than any event is. ${HOW}`);
  }

  get events(): number {
    return this.#events;
  }

  /** @throws SkilldeckError `import-refused`: with the line, and what to do. */
  end(): ImportResult {
    const result = this.preview();
    if (!result.alreadyThere) {
      this.#staged.commit(result.session, this.#closing);
      this.#onStored();
    }
    // After the log, and also to one that was there: a file may bring no more than what others said of it.
    if (this.#reviews.length === 0) return result;
    return { ...result, reviews: this.#store.reviews.merge(this.#reviews) };
  }

  /** What `end` would store. Takes no more text after it. @throws SkilldeckError `import-refused`. */
  preview(): ImportResult {
    this.#endLine();
    this.#stage();
    const first = this.#first ?? refuse("The file has no events. 'skilldeck sessions export ID' writes one that has.");
    const { session } = first;
    const closing = readClosing(this.#closing ?? '');
    if (closing !== undefined && closing.events !== this.#events) {
      refuse(
        `The file has ${this.#events} events and says at its end that there are ${closing.events}. Export the session again.`,
      );
    }
    const beside = this.#staged.compared(session);
    const alreadyThere = beside.stored > 0;
    if (alreadyThere) refuseOther(session, beside, this.#events);
    const [events, unknownEvents] = [this.#events, this.#unknown];
    return { session, events, alreadyThere, unknownEvents, redacted: isRedacted(first.raw) };
  }

  /** Safe to call twice. */
  close(): void {
    this.#staged.drop();
  }

  #endLine(): void {
    const line = this.#begun.join('');
    this.#begun = [];
    this.#begunLength = 0;
    this.#line += 1;
    const raw = line.endsWith('\r') ? line.slice(0, -1) : line;
    if (raw.trim() === '') return;
    if (this.#closing !== undefined) refuse(`Line ${this.#line} follows the line that ends the export. ${HOW}`);
    if (this.#events > 0 && readClosing(raw) !== undefined) {
      this.#closing = raw;
      return;
    }
    const reviews = this.#events > 0 ? readReviewsLine(raw, this.#line) : undefined;
    if (reviews !== undefined) {
      const other = reviews.find(({ session }) => session !== this.#first?.session);
      if (other !== undefined) {
        refuse(`Line ${this.#line} has a review of session '${other.session}', which is not the file's.`);
      }
      for (const review of reviews) this.#reviews.push(review);
      return;
    }
    if (this.#reviews.length > 0) refuse(`Line ${this.#line} follows the reviews, where only the end may. ${HOW}`);
    if (this.#events >= MAX_EVENTS) refuse(`The file has more than ${MAX_EVENTS} events, which no session has.`);
    const event = readLine(raw, this.#line);
    if (event.type === 'unknown') this.#unknown += 1;
    const type = event.type === 'unknown' ? event.originalType : event.type;
    const { session, seq, at } = event;
    checkPlace(this.#first, { session, seq, type }, this.#events + 1, this.#line);
    const row = { session, seq, at, type, raw };
    this.#first ??= row;
    this.#events += 1;
    this.#waiting.push(row);
    if (this.#waiting.length >= STAGED_AT_ONCE) this.#stage();
  }

  #stage(): void {
    this.#staged.add(this.#waiting);
    this.#waiting = [];
  }
}

function refuseOther(session: string, { stored, differs, beyond }: StoredBeside, given: number): void {
  if (differs !== undefined) {
    refuse(
      `The session '${session}' is here already with other content: event ${differs} differs. Import it into another data folder with --home.`,
    );
  }
  // Marks and notes that were made here are no other content.
  if (stored >= given && beyond.every((type) => ABOUT_THE_LIST.has(type))) return;
  refuse(
    `The session '${session}' is here already up to event ${stored}, and the file goes up to ${given}. Import it into another data folder with --home.`,
  );
}

const HOW = "Give a file as 'skilldeck sessions export ID' writes it (JSON Lines), unchanged.";

function readLine(raw: string, line: number): SessionEvent {
  if (raw.length > MAX_LINE) refuse(`Line ${line} is ${raw.length} characters long, which no event is. ${HOW}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
    // JSON nested too deep can be read but not written again.
    JSON.stringify(parsed);
  } catch (error) {
    return refuse(`Line ${line} is no event: it is not JSON (${messageOf(error).slice(0, 100)}). ${HOW}`);
  }
  const event = envelope(parsed);
  if (event === undefined) return refuse(`Line ${line} is no event: it needs v, seq, at, session and type. ${HOW}`);
  if (!TIME.test(event.at) || Number.isNaN(Date.parse(event.at))) {
    return refuse(`Line ${line} is no event: its time (at) is not an ISO 8601 time in UTC. ${HOW}`);
  }
  if (!SESSION_ID.test(event.session)) {
    return refuse(`Line ${line} names a session that cannot be one: letters, digits, '.', '_' and '-' only. ${HOW}`);
  }
  return event;
}

function envelope(parsed: unknown): SessionEvent | undefined {
  try {
    return parseEvent(parsed);
  } catch {
    return undefined;
  }
}

function checkPlace(
  first: EventRow | undefined,
  { session, seq, type }: Pick<EventRow, 'session' | 'seq' | 'type'>,
  due: number,
  line: number,
): void {
  if (first !== undefined && first.session !== session) {
    refuse(
      `Line ${line} belongs to session '${session}', those before to '${first.session}'. Give one session a file.`,
    );
  }
  if (seq > due)
    refuse(`Line ${line} is event ${seq} where ${due} is due: events are missing. Export the session again.`);
  if (seq < due) refuse(`Line ${line} is event ${seq} again, where ${due} is due. Export the session again.`);
  if (first === undefined && type !== 'session-created') {
    refuse(`Line ${line} is '${type}' where a session begins with 'session-created'. Export the session again.`);
  }
}
