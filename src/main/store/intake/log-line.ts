/** One line of an exported log, which is untrusted: an event that follows the one before, or a refusal that names the line. */
import { messageOf, SkilldeckError } from '../../../shared/errors.ts';
import { parseEvent, type SessionEvent } from '../../../shared/events.ts';
import type { EventRow } from '../event-log.ts';

/** More than any conversation comes to, and still read in seconds. */
export const MAX_EVENTS = 1_000_000;
/** UTF-16 code units. */
export const MAX_LINE = 64 * 1024 * 1024;
/** It becomes the name of a folder. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

export const HOW = "Give a file as 'skilldeck sessions export ID' writes it (JSON Lines), unchanged.";

export const refuse = (what: string): never => {
  throw new SkilldeckError('import-refused', `${what} Nothing was imported.`);
};

/**
 * @param first of the log; undefined for its first line.
 * @param due number of the event.
 * @throws SkilldeckError `import-refused`: with the line, and what to do.
 */
export function readLogLine(
  raw: string,
  line: number,
  first: EventRow | undefined,
  due: number,
): { readonly row: EventRow; readonly isUnknown: boolean } {
  const event = readLine(raw, line);
  const isUnknown = event.type === 'unknown';
  const type = event.type === 'unknown' ? event.originalType : event.type;
  const { session, seq, at } = event;
  checkPlace(first, { session, seq, type }, due, line);
  return { row: { session, seq, at, type, raw }, isUnknown };
}

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
