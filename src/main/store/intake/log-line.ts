/** One line of an exported log, which is untrusted: an event that follows the one before, or a refusal that names the line. */
import { messageOf, type SkilldeckError } from '../../../shared/errors.ts';
import { parseEvent, type SessionEvent } from '../../../shared/events.ts';
import { type DetailCode, detailed } from '../../../shared/messages/detail.ts';
import type { Figures } from '../../../shared/messages/format.ts';
import type { EventRow } from '../event-log.ts';

/** More than any conversation comes to, and still read in seconds. */
export const MAX_EVENTS = 1_000_000;
/** UTF-16 code units. */
export const MAX_LINE = 64 * 1024 * 1024;
/** It becomes the name of a folder. */
const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

/** `import-refused`. */
export const refusal = (code: DetailCode, figures: Figures = {}, cause?: unknown): SkilldeckError =>
  detailed('import-refused', code, figures, { ending: ' Nothing was imported.', cause });

export function refuse(code: DetailCode, figures?: Figures): never {
  throw refusal(code, figures);
}

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
  if (raw.length > MAX_LINE) refuse('event-too-long', { line, length: raw.length });
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
    // JSON nested too deep can be read but not written again.
    JSON.stringify(parsed);
  } catch (error) {
    return refuse('event-not-json', { line, why: messageOf(error).slice(0, 100) });
  }
  const event = envelope(parsed);
  if (event === undefined) return refuse('event-fields', { line });
  if (!TIME.test(event.at) || Number.isNaN(Date.parse(event.at))) {
    return refuse('event-time', { line });
  }
  if (!SESSION_ID.test(event.session)) {
    return refuse('event-session', { line });
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
    refuse('event-other-session', { line, session, before: first.session });
  }
  if (seq !== due) refuse(seq > due ? 'event-gap' : 'event-repeated', { line, seq, due });
  if (first === undefined && type !== 'session-created') {
    refuse('event-first', { line, type });
  }
}
