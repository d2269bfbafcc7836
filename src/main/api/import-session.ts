/**
 * Takes in the JSON Lines of an exported session: all of it, byte for byte, or nothing. The file is somebody else's:
 * every line is looked at before anything is written.
 */
import { ABOUT_THE_LIST } from '../../shared/about-the-list.ts';
import { messageOf, SkilldeckError } from '../../shared/errors.ts';
import { parseEvent, type SessionEvent } from '../../shared/events.ts';
import type { ImportResult } from '../../shared/review.ts';
import type { EventRow } from '../store/event-log.ts';
import type { Store } from '../store/store.ts';
import { isRedacted } from './export/redact.ts';

/** More than any conversation comes to, and still read in seconds. */
const MAX_EVENTS = 1_000_000;
/** UTF-16 code units. */
const MAX_LINE = 64 * 1024 * 1024;
/** It becomes the name of a folder. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

const refuse = (what: string): never => {
  throw new SkilldeckError('import-refused', `${what} Nothing was imported.`);
};

/**
 * @param onStored called once it is on the disk; not for a session that was there already.
 * @throws SkilldeckError `import-refused`: with the line, and what to do.
 */
export function importSession(
  store: Pick<Store, 'rows' | 'importLog'>,
  text: string,
  onStored: () => void,
): ImportResult {
  const { rows, unknownEvents } = readLog(text);
  const session = rows[0]?.session ?? '';
  const stored = store.rows(session);
  const alreadyThere = stored.length > 0;
  if (alreadyThere) refuseOther(session, stored, rows);
  else {
    store.importLog(session, rows);
    onStored();
  }
  return { session, events: rows.length, alreadyThere, unknownEvents, redacted: isRedacted(rows[0]?.raw) };
}

function refuseOther(session: string, stored: readonly EventRow[], given: readonly EventRow[]): void {
  const common = Math.min(stored.length, given.length);
  const other = stored.slice(0, common).findIndex((row, index) => row.raw !== given[index]?.raw);
  if (other >= 0) {
    refuse(
      `The session '${session}' is here already with other content: event ${other + 1} differs. Import it into another data folder with --home.`,
    );
  }
  // Marks and notes that were made here are no other content.
  if (stored.length >= given.length && stored.slice(given.length).every(({ type }) => ABOUT_THE_LIST.has(type))) return;
  refuse(
    `The session '${session}' is here already up to event ${stored.length}, and the file goes up to ${given.length}. Import it into another data folder with --home.`,
  );
}

function readLog(text: string): { readonly rows: EventRow[]; readonly unknownEvents: number } {
  const rows: EventRow[] = [];
  let unknownEvents = 0;
  let line = 0;
  for (const raw of linesOf(text)) {
    line += 1;
    if (raw.trim() === '') continue;
    if (rows.length >= MAX_EVENTS) refuse(`The file has more than ${MAX_EVENTS} events, which no session has.`);
    const event = readLine(raw, line);
    if (event.type === 'unknown') unknownEvents += 1;
    const type = event.type === 'unknown' ? event.originalType : event.type;
    const { session, seq, at } = event;
    checkPlace(rows, { session, seq, type }, line);
    rows.push({ session, seq, at, type, raw });
  }
  if (rows.length === 0) refuse("The file has no events. 'skilldeck sessions export ID' writes one that has.");
  return { rows, unknownEvents };
}

/** Without splitting a long text into an array of all its lines first. */
function* linesOf(text: string): Generator<string> {
  let from = 0;
  while (from <= text.length) {
    const end = text.indexOf('\n', from);
    const to = end === -1 ? text.length : end;
    yield text.slice(from, text[to - 1] === '\r' ? to - 1 : to);
    from = to + 1;
  }
}

const HOW = "Give a file as 'skilldeck sessions export ID' writes it (JSON Lines), unchanged.";

function readLine(raw: string, line: number): SessionEvent {
  if (raw.length > MAX_LINE) refuse(`Line ${line} is ${raw.length} characters long, which no event is. ${HOW}`);
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
    // What is nested without end can be read and never written again.
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
  before: readonly EventRow[],
  { session, seq, type }: Pick<EventRow, 'session' | 'seq' | 'type'>,
  line: number,
): void {
  const first = before[0];
  if (first !== undefined && first.session !== session) {
    refuse(
      `Line ${line} belongs to session '${session}', those before to '${first.session}'. Give one session a file.`,
    );
  }
  const due = before.length + 1;
  if (seq > due)
    refuse(`Line ${line} is event ${seq} where ${due} is due: events are missing. Export the session again.`);
  if (seq < due) refuse(`Line ${line} is event ${seq} again, where ${due} is due. Export the session again.`);
  if (first === undefined && type !== 'session-created') {
    refuse(`Line ${line} is '${type}' where a session begins with 'session-created'. Export the session again.`);
  }
}
