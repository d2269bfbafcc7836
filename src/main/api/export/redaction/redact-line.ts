/** A stored event without what is taken out, and the words by which a log says that it is not the one that was written. */
import type { RedactionCount } from './counts.ts';
import type { Redactor } from './redactor.ts';

/** What an event is found by stays; all else is looked through. A row that is no JSON is looked through as it is. */
export function redactLine(line: string, redactor: Redactor): string {
  let parsed: unknown;
  try {
    parsed = JSON.parse(line);
  } catch {
    return redactor.text(line);
  }
  if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) {
    return JSON.stringify(redactor.value(parsed));
  }
  const { v, seq, at, session, type, ...body } = parsed as Record<string, unknown>;
  redactor.at(typeof seq === 'number' ? seq : 0);
  return JSON.stringify({ v, seq, at, session, type, ...(redactor.value(body) as object) });
}

/** Says in the log's first line that it is no longer the one that was written: `sessions verify` looks for it. */
export function markRedacted(line: string, count: RedactionCount): string {
  try {
    return JSON.stringify({ ...(JSON.parse(line) as object), redacted: count });
  } catch {
    return line;
  }
}

/** Whether a log's first line says that it was redacted. */
export function isRedacted(line: string | undefined): boolean {
  try {
    const parsed: unknown = JSON.parse(line ?? '');
    return parsed !== null && typeof parsed === 'object' && Object.hasOwn(parsed, 'redacted');
  } catch {
    return false;
  }
}
