import { changes, implementContract } from '../../../main/api.ts';
import type { Core } from '../../../main/core/core.ts';
import type { Log } from '../../../main/lib/crash-records.ts';
import { outgoing } from '../../../main/lib/network.ts';
import { networkFigures } from '../../../main/lib/network-faults.ts';
import { retryAfterMs } from '../../../main/models/attempt.ts';
import type { Store } from '../../../main/store/store.ts';
import { defined } from '../../../shared/defined.ts';
import { messageOf } from '../../../shared/errors.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { translatorFor } from '../../../shared/messages/translate.ts';
import { keylessText } from '../../../shared/models/keyless-address.ts';
import type { TelemetrySettings } from '../../../shared/settings/schema.ts';
import { type TelemetryProblem, type TelemetryView, telemetryContract } from '../contract.ts';
import {
  type Batch,
  type Target,
  TelemetryQueue,
  targetOf,
  type Unsent,
  UnusableTarget,
  unsentOf,
  withoutSecrets,
} from './queue.ts';

// Sends conversations as traces while they happen (docs/decisions/0005). Off unless an endpoint is set. A run never waits for
// it: an append only notes that there is something to send.

// One OTLP/HTTP request and what its answer means. https://opentelemetry.io/docs/specs/otlp/#otlphttp-response

/** For the log. */
const inWords = ({ code, figures }: TelemetryProblem): string =>
  translatorFor('en')(`settings.telemetry.problem.${code}`, figures);

type Sent =
  | { readonly kind: 'accepted'; readonly problem?: TelemetryProblem }
  /** The endpoint understood and will never take it. */
  | { readonly kind: 'refused'; readonly problem: TelemetryProblem }
  | { readonly kind: 'later'; readonly problem: TelemetryProblem; readonly afterMs?: number };

/** Bytes of an answer that are read. */
const MOST_ANSWER = 64 * 1024;
/** Another try would be answered alike: the request itself is what does not fit. */
const NEVER = new Set([400, 413, 415, 422]);
const MOST_WAIT_MS = 60 * 60 * 1000;

/** Never rejects. */
async function send(body: Uint8Array, target: Target, signal: AbortSignal): Promise<Sent> {
  const { url, protocol, headers, timeoutMs } = target;
  const isJson = protocol === 'http/json';
  try {
    const response = await outgoing(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': isJson ? 'application/json' : 'application/x-protobuf' },
      body: Buffer.from(body),
      // Headers with keys go nowhere else.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    });
    const { status } = response;
    const answer = await firstOf(response);
    if (response.ok) return { kind: 'accepted', ...(isJson ? partOf(answer) : {}) };
    const figures = { url: withoutSecrets(url), status: `${status}` };
    if (NEVER.has(status)) return { kind: 'refused', problem: { code: 'refused', figures } };
    const afterMs = retryAfterMs(response.headers, Date.now());
    const capped = afterMs === undefined ? {} : { afterMs: Math.min(afterMs, MOST_WAIT_MS) };
    return { kind: 'later', problem: { code: 'answered', figures }, ...capped };
  } catch (error) {
    const reason = keylessText(networkFigures(error).why ?? messageOf(error));
    const figures = { url: withoutSecrets(url), reason };
    return { kind: 'later', problem: { code: 'unreachable', figures } };
  }
}

/** The connection is closed after so much: an endpoint could answer without end. */
async function firstOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of body ?? []) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > MOST_ANSWER) break;
  }
  return text;
}

/** `partialSuccess`: taken, but for some spans that another try would not help. */
function partOf(answer: string): { problem?: TelemetryProblem } {
  try {
    const { partialSuccess } = JSON.parse(answer) as { partialSuccess?: { rejectedSpans?: unknown } };
    const rejected = Number(partialSuccess?.rejectedSpans ?? 0);
    return rejected > 0 ? { problem: { code: 'partly', figures: { n: `${rejected}` } } } : {};
  } catch {
    return {};
  }
}

export interface TelemetryOptions {
  readonly home: string;
  readonly version: string;
  readonly store: Pick<Store, 'rows' | 'lastSeq'>;
  /** @throws Error where what is set cannot be used. */
  readonly target: () => Target | undefined;
  readonly log: Pick<Log, 'info' | 'warn'>;
  /** Milliseconds. */
  readonly times?: Partial<typeof TIMES>;
}

const TIMES = {
  /** From an event to the request that has it: the default of OpenTelemetry's batches. */
  gather: 5_000,
  /** After a failure, doubled at each further one. */
  retry: 5_000,
  mostRetry: 5 * 60_000,
  /** Time that the app's end waits for an endpoint that answered so far. */
  close: 1_000,
};
/** Gathering a long conversation takes at most this share of the time. */
const SHARE = 20;

export class Telemetry {
  readonly #options: TelemetryOptions;
  readonly #times: typeof TIMES;
  readonly #queue: TelemetryQueue;
  readonly #stop = new AbortController();
  #timer: NodeJS.Timeout | undefined;
  #sending: Promise<void> | undefined;
  #failures = 0;
  #gatherMs: number;
  /** Milliseconds that the endpoint asked to wait. */
  #asked = 0;
  #known: { readonly target: Target | undefined } | undefined;
  /** Waiting conversations stay until an endpoint is set again. */
  #isOff = false;
  /** Last message, which is not repeated in the log. */
  #said = '';
  #problem: TelemetryView['problem'];
  readonly #listeners = new Set<() => void>();

  constructor(options: TelemetryOptions) {
    this.#options = options;
    this.#times = { ...TIMES, ...options.times };
    this.#gatherMs = this.#times.gather;
    this.#queue = new TelemetryQueue(options.home);
    if (this.#queue.waiting.length > 0) this.#later(this.#gatherMs);
  }

  state(): Pick<TelemetryView, 'target' | 'waiting' | 'sentAt' | 'problem'> {
    const { sentAt } = this.#queue;
    const problem = this.#problem;
    const base = { waiting: this.#queue.waiting.length, ...defined({ sentAt, problem }) };
    try {
      const url = this.#target()?.url;
      return url === undefined ? base : { ...base, target: withoutSecrets(url) };
    } catch (error) {
      return { ...base, problem: { ...problemOf(error), at: problem?.at ?? new Date().toISOString() } };
    }
  }

  readonly onChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Sends what there is now. Never rejects. */
  async flush(): Promise<void> {
    await this.#settled();
    this.#begin();
    await this.#settled();
  }

  /** One last try; an endpoint that failed before is not waited for. What is left is sent after the next start. */
  async close(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#queue.waiting.length > 0 && this.#failures === 0) {
      const timer = setTimeout(() => this.#stop.abort(), this.#times.close);
      await this.#settled();
      if (this.#failures === 0) await this.flush();
      clearTimeout(timer);
    }
    this.#stop.abort();
    await this.#settled();
    clearTimeout(this.#timer);
  }

  /** Settings changed: what waits may have an endpoint now, or another. */
  changed(): void {
    this.#known = undefined;
    this.#problem = undefined;
    this.#tell();
    if (this.#queue.waiting.length > 0 && this.#sending === undefined) this.#later(this.#gatherMs);
  }

  /** Nothing is being sent. */
  async #settled(): Promise<void> {
    while (this.#sending !== undefined) await this.#sending;
  }

  /** Events from `seq` on are to be sent. */
  note(session: string, seq: number): void {
    try {
      if (this.#target() === undefined) return;
      const dropped = this.#queue.add(session, seq - 1);
      if (dropped !== undefined) this.#report({ code: 'given-up', figures: { session: dropped } });
      this.#tell();
      if (this.#timer === undefined && this.#sending === undefined) this.#later(this.#gatherMs);
    } catch (error) {
      this.#report(problemOf(error));
    }
  }

  /** An append asks for it each time. @throws Error */
  #target(): Target | undefined {
    this.#known ??= { target: this.#options.target() };
    return this.#known.target;
  }

  #later(ms: number): void {
    clearTimeout(this.#timer);
    if (this.#stop.signal.aborted) return;
    this.#timer = setTimeout(() => this.#begin(), ms).unref();
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll()
      .catch((error: unknown) => {
        this.#failures += 1;
        this.#report(problemOf(error));
      })
      .finally(() => {
        this.#sending = undefined;
        this.#tell();
        if (this.#queue.waiting.length === 0 || this.#isOff) return;
        const { gather, retry, mostRetry } = this.#times;
        const wait = this.#failures === 0 ? Math.max(gather, this.#gatherMs) : retry * 2 ** (this.#failures - 1);
        this.#later(Math.max(Math.min(wait, mostRetry), this.#asked));
      });
  }

  async #sendAll(): Promise<void> {
    this.#asked = 0;
    const target = this.#target();
    this.#isOff = target === undefined;
    if (target === undefined) return;
    try {
      for (const session of this.#queue.waiting) {
        if (this.#stop.signal.aborted || !(await this.#sendSession(session, target))) return;
      }
    } finally {
      this.#queue.save();
    }
  }

  /** @returns false where the endpoint takes nothing now. */
  async #sendSession(session: string, target: Target): Promise<boolean> {
    const { store, home } = this.#options;
    const sent = this.#queue.sentOf(session) ?? 0;
    const from = performance.now();
    const unsent = await this.#unsent(session, sent, target, { store, home });
    this.#gatherMs = Math.max(this.#times.gather, (performance.now() - from) * SHARE);
    for (const batch of unsent.batches) {
      const answer = await this.#sendBatch(batch, target);
      if (answer.kind === 'later') {
        this.#failures += 1;
        this.#asked = answer.afterMs ?? 0;
        this.#report(answer.problem);
        return false;
      }
      this.#failures = 0;
      const now = new Date().toISOString();
      this.#queue.advance(session, batch.upTo, answer.kind === 'accepted' ? now : this.#queue.sentAt);
      this.#problem = undefined;
      if (answer.problem !== undefined) {
        const { code, figures } = answer.problem;
        this.#report({ code, figures: { n: `${batch.spans.length}`, session, ...figures } });
      }
    }
    // An open span ends with a later event, which notes the session again.
    if (store.lastSeq(session) === unsent.lastSeq) this.#queue.done(session);
    return true;
  }

  /** Without contents where they cannot be redacted. */
  async #unsent(
    session: string,
    sent: number,
    { contents }: Target,
    { store, home }: Pick<TelemetryOptions, 'store' | 'home'>,
  ): Promise<Unsent> {
    if (!contents) return unsentOf(store, session, sent, { contents, home });
    try {
      return await unsentOf(store, session, sent, { contents, home });
    } catch (error) {
      this.#warn(`${session} is sent without contents: ${messageOf(error)}`);
      return unsentOf(store, session, sent, { contents: false, home });
    }
  }

  async #sendBatch({ spans }: Batch, target: Target): Promise<Sent> {
    const { serialize } = await import('../../../main/telemetry/otlp.ts');
    const { version } = this.#options;
    const body = serialize(spans, target.protocol, { version, resource: target.resource });
    return send(body, target, this.#stop.signal);
  }

  #report(problem: TelemetryProblem): void {
    this.#problem = { ...problem, at: new Date().toISOString() };
    this.#tell();
    this.#warn(inWords(problem));
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  #warn(message: string): void {
    if (message === this.#said) return;
    this.#said = message;
    this.#options.log.warn(message);
  }
}

const problemOf = (error: unknown): TelemetryProblem =>
  error instanceof UnusableTarget ? error.problem : { code: 'other', figures: { reason: messageOf(error) } };

export function telemetryHandlers(core: Core) {
  const { settings } = core;
  const os = implementContract(telemetryContract, core.reportBug);
  const telemetry = core.access === 'write' ? openTelemetry(core) : undefined;
  const live = () => {
    if (telemetry === undefined) throw detailed('not-supported', 'telemetry-elsewhere');
    return telemetry;
  };
  const view = () => {
    const { endpoint, protocol, contents = false, headers = {} } = settings.config().telemetry ?? {};
    return { ...defined({ endpoint, protocol }), contents, headers: Object.keys(headers), ...live().state() };
  };
  return {
    watch: os.watch.handler(({ signal }) => changes(view, live().onChange, signal)),
    set: os.set.handler(async ({ input }) => {
      const stored = settings.config().telemetry ?? {};
      await settings.change({ telemetry: changed(stored, input) });
      return {};
    }),
  };
}

function openTelemetry({ home, info, log, store, settings, disposables, ports }: Core): Telemetry {
  const target = () => targetOf(settings.config().telemetry, process.env);
  const telemetry = disposables.add(new Telemetry({ home, version: info.version, store, target, log }), (open) =>
    open.close(),
  );
  settings.onChange(() => telemetry.changed());
  ports.appendListeners.add((session, seq) => telemetry.note(session, seq));
  return telemetry;
}

type Change = { readonly [K in 'protocol' | 'contents']?: TelemetrySettings[K] | undefined } & {
  readonly endpoint?: string | null | undefined;
};

/** @throws SkilldeckError `bad-input`. */
export function changed(stored: TelemetrySettings, { endpoint, protocol, contents }: Change): TelemetrySettings {
  const address = endpoint === undefined ? stored.endpoint : (endpoint?.trim() ?? undefined);
  if (address !== undefined && address !== '' && !/^https?:$/.test(URL.parse(address)?.protocol ?? '')) {
    throw detailed('bad-input', 'telemetry-address');
  }
  const isSame = originOf(address) === originOf(stored.endpoint);
  return defined({
    endpoint: address,
    protocol: protocol ?? stored.protocol,
    // They hold keys of the address before.
    headers: isSame ? stored.headers : undefined,
    contents: contents ?? stored.contents,
  });
}

const originOf = (address: string | undefined): string | undefined => URL.parse(address ?? '')?.origin;
