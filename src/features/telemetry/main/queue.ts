/**
 * Spans still to be sent, on disk: for each conversation the last event whose spans were accepted. The spans follow from
 * the log, so that nothing of them is stored twice and each has the same id at every try.
 */

import { homedir } from 'node:os';
import path from 'node:path';
import { setImmediate as rest } from 'node:timers/promises';
import { z } from 'zod';
import { readSmallFile, replaceFile } from '../../../main/lib/files.ts';
import { decoded } from '../../../main/lib/text.ts';
import { redactLine, sessionRedaction } from '../../../main/redaction/preview.ts';
import { type EventRow, toEvent } from '../../../main/store/event-log.ts';
import type { Store } from '../../../main/store/store.ts';
import type { Protocol } from '../../../main/telemetry/otlp.ts';
import { SessionTrace } from '../../../main/telemetry/session-trace.ts';
import type { Attributes, Span } from '../../../main/telemetry/trace.ts';
import { expandVariables } from '../../../shared/models/model-options.ts';
import type { TelemetrySettings } from '../../../shared/settings/schema.ts';
import type { TelemetryProblem } from '../contract.ts';

// Endpoint of traces: the app's settings, else OpenTelemetry's environment variables. Never parts of both: headers are secrets.

export interface Target {
  readonly url: string;
  readonly protocol: Protocol;
  readonly headers: Readonly<Record<string, string>>;
  readonly contents: boolean;
  readonly timeoutMs: number;
  readonly resource: Attributes;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The setting cannot be used. */
export class UnusableTarget extends Error {
  readonly problem: TelemetryProblem;

  constructor(problem: TelemetryProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** https://opentelemetry.io/docs/specs/otel/protocol/exporter/ */
const DEFAULT_TIMEOUT_MS = 10_000;

/**
 * Undefined where nothing is to be sent.
 * @throws UnusableTarget
 */
export function targetOf(given: TelemetrySettings | undefined, env: Environment): Target | undefined {
  if (env.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined;
  const { endpoint } = given ?? {};
  const isOwn = endpoint !== undefined;
  const url = isOwn ? tracesUrl(endpoint) : urlIn(env);
  if (url === '') return undefined;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    throw new UnusableTarget({ code: 'address', figures: { url: withoutSecrets(url) } });
  }
  const protocol =
    given?.protocol ?? env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL ?? env.OTEL_EXPORTER_OTLP_PROTOCOL ?? 'http/json';
  if (protocol !== 'http/json' && protocol !== 'http/protobuf') {
    throw new UnusableTarget({ code: 'protocol', figures: { protocol } });
  }
  const timeout = Number(env.OTEL_EXPORTER_OTLP_TRACES_TIMEOUT ?? env.OTEL_EXPORTER_OTLP_TIMEOUT);
  return {
    url,
    protocol,
    headers: isOwn
      ? expanded(given?.headers ?? {}, env)
      : pairsIn(env.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? env.OTEL_EXPORTER_OTLP_HEADERS),
    contents: given?.contents === true,
    timeoutMs: timeout > 0 ? timeout : DEFAULT_TIMEOUT_MS,
    resource: {
      ...pairsIn(env.OTEL_RESOURCE_ATTRIBUTES),
      ...(env.OTEL_SERVICE_NAME ? { 'service.name': env.OTEL_SERVICE_NAME } : {}),
    },
  };
}

const tracesUrl = (base: string): string => (base === '' ? '' : `${base.replace(/\/+$/, '')}/v1/traces`);

/** The signal's own address is taken as it is. */
const urlIn = (env: Environment): string =>
  env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || tracesUrl(env.OTEL_EXPORTER_OTLP_ENDPOINT ?? '');

/** For messages. */
export function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  return url === null ? 'not an address' : `${url.origin}${url.pathname}`;
}

/** `key=value,key2=value2`, values percent-encoded. */
function pairsIn(text = ''): Record<string, string> {
  return Object.fromEntries(
    text.split(',').flatMap((pair) => {
      const at = pair.indexOf('=');
      return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]];
    }),
  );
}

function expanded(headers: Readonly<Record<string, string>>, env: Environment): Record<string, string> {
  const value = (name: string): string => {
    const found = env[name];
    if (found) return found;
    throw new UnusableTarget({ code: 'variable', figures: { name } });
  };
  return Object.fromEntries(Object.entries(headers).map(([name, given]) => [name, expandVariables(given, value)]));
}

// Spans of a conversation that were not accepted yet, in batches that an endpoint takes.

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

/** Conversations; beyond it the one that has waited longest is given up. */
export const MAX_WAITING = 1_000;

const fileSchema = z.object({
  sent: z.array(z.tuple([z.string(), z.int().min(0)])),
  /** When something was last accepted. */
  at: z.string().optional(),
});

export class TelemetryQueue {
  readonly #file: string;
  readonly #sent: Map<string, number>;
  #isDirty = false;
  #sentAt: string | undefined;

  constructor(home: string) {
    this.#file = path.join(home, 'telemetry.json');
    const { sent, at } = this.#read();
    this.#sent = new Map(sent);
    this.#sentAt = at;
  }

  /** Oldest first. */
  get waiting(): readonly string[] {
    return [...this.#sent.keys()];
  }

  get sentAt(): string | undefined {
    return this.#sentAt;
  }

  sentOf(session: string): number | undefined {
    return this.#sent.get(session);
  }

  /** @returns the conversation that was given up, if any. @throws the disk's error. */
  add(session: string, sent: number): string | undefined {
    if (this.#sent.has(session)) return undefined;
    const [oldest] = this.#sent.keys();
    const dropped = this.#sent.size >= MAX_WAITING ? oldest : undefined;
    if (dropped !== undefined) this.#sent.delete(dropped);
    this.#sent.set(session, sent);
    this.#write();
    return dropped;
  }

  advance(session: string, sent: number, at: string | undefined): void {
    this.#sent.set(session, sent);
    this.#sentAt = at;
    this.#write();
  }

  /** Written with `save`: what is sent once more after a crash in between has the same ids. */
  done(session: string): void {
    this.#isDirty = this.#sent.delete(session) || this.#isDirty;
  }

  save(): void {
    if (this.#isDirty) this.#write();
  }

  #write(): void {
    this.#isDirty = false;
    replaceFile(this.#file, `${JSON.stringify({ sent: [...this.#sent], at: this.#sentAt })}\n`, 0o600);
  }

  #read(): z.infer<typeof fileSchema> {
    try {
      return fileSchema.parse(JSON.parse(readSmallFile(this.#file) ?? '{"sent": []}'));
    } catch {
      // Damaged: what was waiting is unknown, and the logs still have it for an export.
      return { sent: [] };
    }
  }
}
