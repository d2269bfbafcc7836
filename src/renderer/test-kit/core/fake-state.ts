/** The data of the fake core, and the streams that tell of its changes; its families of calls work on it. */

import type { SkillSecretView, TrustView } from '../../../features/settings/contract.ts';
import type { Grant } from '../../../shared/contract/grants.ts';
import type { SessionSummary, StreamItem } from '../../../shared/contract.ts';
import type { Delta, DeltaBody, EventBody, KnownEvent } from '../../../shared/events.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import type { ConnectionStatus } from '../../client.ts';
import { Broadcast } from '../broadcast.ts';
import type { LogBuilder } from '../log-builder.ts';
import { refused } from './refused.ts';

export class FakeState {
  grants: readonly Grant[] = [];
  secrets: readonly SkillSecretView[] = [];
  trust: TrustView = { folder: '/home/li', trusted: false, decided: false, skills: [], folders: [] };
  /** Skills requested by each list call; undefined for all. */
  readonly lists: (readonly string[] | undefined)[] = [];
  /** Large results by their events; fetched ten characters at a time. */
  readonly results = new Map<number, string>();
  /** Keyed by session. */
  readonly logs = new Map<string, LogBuilder>();
  readonly #streams = new Map<string, Broadcast<StreamItem>>();
  /** Sends the whole list at every change. */
  readonly list = new Broadcast<SessionSummary[]>();
  readonly deleted = new Set<string>();
  protected readonly listeners = new Set<(status: ConnectionStatus) => void>();
  status: ConnectionStatus = 'open';
  readonly #summaries: readonly SessionSummary[];

  /** @param summaries of sessions that are in the list alone */
  constructor(logs: readonly LogBuilder[], summaries: readonly SessionSummary[]) {
    for (const log of logs) this.logs.set(log.session, log);
    this.#summaries = summaries;
  }

  log(sessionId: string): LogBuilder {
    const log = this.logs.get(sessionId);
    if (log === undefined) throw refused('session-not-found', `There is no conversation ${sessionId}.`);
    return log;
  }

  append(sessionId: string, ...bodies: readonly EventBody[]): void {
    const log = this.log(sessionId);
    const from = log.events.length;
    log.add(...bodies);
    this.stream(sessionId).send({ kind: 'events', events: log.events.slice(from).map((event) => ({ ...event })) });
    this.list.send(this.summaries());
  }

  publish(sessionId: string, body: DeltaBody): void {
    const delta: Delta = { ...body, session: sessionId, at: new Date().toISOString() };
    this.stream(sessionId).send({ kind: 'delta', delta });
  }

  /** Breaks every stream, and refuses new ones until `fix`. */
  break(): void {
    this.#setStatus('lost');
    for (const stream of this.#streams.values()) stream.break();
  }

  mend(): void {
    this.#setStatus('open');
  }

  streamsOf(sessionId: string): number {
    return this.stream(sessionId).readers;
  }

  #setStatus(status: ConnectionStatus): void {
    this.status = status;
    for (const listener of this.listeners) listener(status);
  }

  stream(sessionId: string): Broadcast<StreamItem> {
    const existing = this.#streams.get(sessionId) ?? new Broadcast<StreamItem>();
    this.#streams.set(sessionId, existing);
    return existing;
  }

  summaries(): SessionSummary[] {
    const own = [...this.logs.values()].map((log) => summaryOf(log.session, log.events));
    return [...own, ...this.#summaries]
      .filter((session) => !this.deleted.has(session.id))
      .sort((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  }
}

function summaryOf(id: string, events: readonly KnownEvent[]): SessionSummary {
  const state = foldEvents(id, events);
  return {
    id,
    title: state.title,
    createdAt: state.createdAt,
    updatedAt: events.at(-1)?.at ?? state.createdAt,
    runState: state.runState,
    turns: state.messages.filter((message) => message.role === 'user').length,
    model: state.model,
    tokens: state.lastRequest?.tokens.total ?? 0,
    deleted: state.deleted,
    environment: state.environment,
  };
}
