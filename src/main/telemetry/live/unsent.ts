/** Spans of a conversation that were not accepted yet, in batches that an endpoint takes. */
import { homedir } from 'node:os';
import { setImmediate as rest } from 'node:timers/promises';
import { sessionRedaction } from '../../redaction/preview.ts';
import { redactLine } from '../../redaction/redact-line.ts';
import { type EventRow, toEvent } from '../../store/event-log.ts';
import type { Store } from '../../store/store.ts';
import { SessionTrace } from '../trace/session-trace.ts';
import type { Span } from '../trace/span.ts';

/** Spans, and characters of their attributes, in one request. */
const MOST_SPANS = 200;
const MOST_CHARACTERS = 2_000_000;
/** Rows after which others get their turn. */
const ROWS_AT_ONCE = 200;

export interface Batch {
  readonly spans: readonly Span[];
  /** The last event that it covers whole. */
  readonly upTo: number;
}

export interface Unsent {
  readonly batches: readonly Batch[];
  readonly lastSeq: number;
}

export async function unsentOf(
  store: Pick<Store, 'rows'>,
  session: string,
  sent: number,
  { contents, home }: { readonly contents: boolean; readonly home: string },
): Promise<Unsent> {
  const rows = store.rows(session);
  const shown = contents ? await redacted(rows, home) : rows;
  const trace = new SessionTrace(session, { contents, reasoning: contents });
  const spans: Span[] = [];
  for (const [index, row] of shown.entries()) {
    for (const span of trace.take(toEvent(row))) if (span.seq > sent) spans.push(span);
    if (index % ROWS_AT_ONCE === 0) await rest();
  }
  return { batches: batchesOf(spans), lastSeq: rows.at(-1)?.seq ?? 0 };
}

async function redacted(rows: readonly EventRow[], home: string): Promise<EventRow[]> {
  const redaction = await sessionRedaction(rows, { folders: [homedir(), home] });
  const redactor = redaction.redactor();
  const result: EventRow[] = [];
  for (const row of rows) {
    const raw = redactLine(row.raw, redactor);
    redaction.lastLook.line(raw);
    result.push({ ...row, raw });
    if (result.length % ROWS_AT_ONCE === 0) await rest();
  }
  return result;
}

/** Spans of one event stay together: what is accepted is counted in events. */
function batchesOf(spans: readonly Span[]): Batch[] {
  const batches: Batch[] = [];
  let batch: Span[] = [];
  let characters = 0;
  const end = () => {
    if (batch.length > 0) batches.push({ spans: batch, upTo: batch.at(-1)?.seq ?? 0 });
    [batch, characters] = [[], 0];
  };
  for (const [index, span] of spans.entries()) {
    const size = sizeOf(span);
    const isNewEvent = spans[index - 1]?.seq !== span.seq;
    if (isNewEvent && (batch.length >= MOST_SPANS || characters + size > MOST_CHARACTERS)) end();
    batch.push(span);
    characters += size;
  }
  end();
  return batches;
}

const sizeOf = ({ attributes }: Span): number =>
  Object.values(attributes).reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 8), 0);
