/** Starts the loop for a session: its ports, wired to this session. */

import { setImmediate as rest } from 'node:timers/promises';
import type { Attachment } from '../../shared/attachments.ts';
import { namedByCard } from '../../shared/cards/named-by-card.ts';
import { isTurnRequest } from '../../shared/context-views.ts';
import type { SessionSettings } from '../../shared/contract.ts';
import { defined } from '../../shared/defined.ts';
import { isSkilldeckError, messageOf } from '../../shared/errors.ts';
import {
  EVENT_VERSION,
  type EventBody,
  type EventOf,
  type SessionEvent,
  type SessionKind,
} from '../../shared/events.ts';
import type { ChangedFact, FormReply } from '../../shared/forms/forms.ts';
import { answersOf, versionAt } from '../../shared/history.ts';
import { detailed, failedFor } from '../../shared/messages/failure.ts';
import { foldEvents } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { modelSkills, skillNamed } from '../../shared/skills/skill-list.ts';
import { runAgent } from '../agent/loop.ts';
import type { AgentPorts, ContextFull, ModelPort, PreparedRequest } from '../agent/ports.ts';
import { aborted } from '../lib/timing.ts';
import { obviousSkill } from '../skills/search.ts';
import { checkedAnswer } from './check-answer.ts';
import { compactForProvider, compactIfNeeded, type SummaryWriter } from './compact.ts';
import type { LiveSession, SessionDeps, SessionStore } from './live-session.ts';
import { loadNamed, skillCalls } from './load-skill.ts';
import { endInterruptedRun, isUnderWay } from './recover.ts';
import type { SessionRegistry } from './registry.ts';
import { loadAgainEvents, reloadInDialect } from './reload-in-dialect.ts';
import { applySettings, assertSupported, followApp, followServer, pinnedOf } from './settings.ts';
import { unloadAfterCalls, unloadAfterRequest, unloadEvents } from './unload-skill.ts';
import { refreshSession } from './update-catalog.ts';

/**
 * Logs the skill that the last message was obviously for and that the run answered without: by the search for skills, so
 * no model is asked. Once in a session and skill. Called between the answer and the end of its run, whose `run-finished`
 * stays the last event. Not in evaluations, where a side without the skill would count against it.
 */
async function noteMissedSkill(deps: SessionDeps, session: LiveSession): Promise<void> {
  const { kind, messages, catalog } = session.state;
  const answer = messages.at(-1);
  const said = messages.findLast((message) => message.role === 'user');
  if (kind !== undefined || said === undefined || answer?.role !== 'assistant' || !deps.notesMissedSkills()) return;
  if (answer.text.trim() === '' || answer.toolCalls.length > 0) return;
  // The answers of a form, or a changed fact, continue what was asked before.
  if (said.form !== undefined || said.fact !== undefined || skillNamed(said.text, catalog) !== undefined) return;
  const since = session.events.findLast(({ type, seq }) => type === 'run-finished' && seq < said.seq)?.seq ?? 0;
  const run = session.events.filter(({ seq }) => seq > since);
  if (run.some(({ type }) => type === 'skill-loaded')) return;
  const found = await obviousSkill(modelSkills({ catalog }), said.text);
  if (found === undefined || run.some((event) => isAbout(event, found.id))) return;
  const { loadedSkills, missedSkills = [] } = session.state;
  if ([...loadedSkills, ...missedSkills].some(({ id }) => id === found.id)) return;
  session.append({ type: 'skill-missed', skill: found.id, score: Math.round(found.score * 100) / 100 });
}

/** A call that names the skill, or a file in its folder: a load that was refused, its files read without a load. */
const isAbout = (event: SessionEvent, skill: string): boolean =>
  event.type === 'tool-started' && [`"${skill}"`, `/${skill}/`].some((name) => event.arguments.includes(name));

// A log that is kept nowhere: what is appended to it is gone with it.

/** @param events that it begins with. */
export function inMemory(events: readonly SessionEvent[] = []): SessionStore {
  let seq = events.at(-1)?.seq ?? 0;
  return {
    events: () => [...events],
    append: (session, bodies) =>
      bodies.map((body) => {
        seq += 1;
        return { v: EVENT_VERSION, seq, at: new Date().toISOString(), session, ...body };
      }),
    saveDraft: () => {},
  };
}

/** Replaces the model in code that must not call one: summaries are then written without it. */
export const NO_MODEL: ModelPort = {
  stream: async () => ({ kind: 'failure', code: 'unreachable', message: 'No model is asked for this.' }),
};

/** Dependencies for one session: the skills of its environment, folders and agent, up to date at each look. */
export function scoped(deps: SessionDeps, session: LiveSession): SessionDeps {
  return {
    ...deps,
    get skills() {
      return deps.skillsOf(session.state);
    },
  };
}

/** Makes a session with the app's settings, save those given for it. On the disk when it returns. */
export function createSession(
  deps: SessionDeps,
  registry: SessionRegistry,
  given: SessionSettings,
  kind?: SessionKind,
): LiveSession {
  const id = deps.newId();
  const first = firstEvent(deps, id, given, kind);
  const session = registry.add(id);
  session.append(first);
  void deps.context.expect();
  return session;
}

export function firstEvent(deps: SessionDeps, id: string, given: SessionSettings, kind?: SessionKind): EventBody {
  const { settings: wanted, agent, route } = deps.resolveSettings(given);
  const settings = applySettings(deps.defaults(wanted), wanted);
  assertSupported(given, settings.dialect);
  const pinned = pinnedOf(given);
  return {
    type: 'session-created',
    ...settings,
    workspace: deps.workspaceOf(id),
    ...(pinned === undefined ? {} : { pinned }),
    ...(agent === undefined || agent === null ? {} : { agent }),
    ...defined({ route, kind }),
  };
}

/**
 * Prepares a run, then starts it: `begin` logs its cause, and is called only once nothing can prevent the run. Returns
 * immediately after that; the run reports through events.
 * @throws SkilldeckError `session-busy`, `config-invalid`; nothing is logged then.
 */
export async function startRun(deps: SessionDeps, session: LiveSession, begin: () => void): Promise<void> {
  session.assertIdle();
  const model = await deps.model(session.state);
  session.assertIdle();
  if (isUnderWay(session.state.runState)) await endInterruptedRun(deps, session);
  // Before the message, which may refer to it: reloads into another dialect's form.
  await reloadInDialect(deps, session);
  session.assertIdle();
  followApp(deps, session);
  begin();
  void session.startRun(async (signal) => {
    try {
      await runAgent(portsFor(deps, session, model, signal), signal);
    } catch (error) {
      deps.reportBug(error);
      endAfterFailure(deps, session, error);
    }
  });
}

function portsFor(
  deps: SessionDeps,
  session: LiveSession,
  model: AgentPorts['model'],
  signal: AbortSignal,
): AgentPorts {
  let begun = false;
  const writer: SummaryWriter = { model, signal, iteration: 1, givenUp: false };
  const tools = deps.tools({
    sessionId: session.id,
    state: () => session.state,
    append: (...bodies) => session.append(...bodies),
    publish: (delta) => session.publish(delta),
    skills: skillCalls(deps, session, writer),
  });
  return {
    log: {
      state: () => session.state,
      append: (...bodies) =>
        session.append(...checkedAnswer(session, bodies), ...bodies, ...namedByCard(session.state, bodies)),
      publish: (delta) => session.publish(delta),
    },
    context: {
      refresh: async () => {
        unloadAfterCalls(session);
        // Before the request, which offers their tools.
        session.append(...((await deps.connectServers?.(session.state, signal, !begun)) ?? []));
        begun = true;
        await refreshSession(deps, session);
      },
      prepare: async (iteration) => {
        writer.iteration = iteration;
        for (;;) {
          const compacted = await compactIfNeeded(deps, session, writer);
          if (compacted === 'stopped') return compacted;
          const { state } = session;
          const request = await prepareRequest(deps, session);
          // Includes concurrent user actions (a pin, a skill): review rebuilds the request from all earlier events.
          if (session.state === state) return request;
        }
      },
      canCompact: async () => (await deps.context.openCompaction(session.state)) !== undefined,
      compactFor: (refusal) => compactForProvider(deps, session, refusal, writer),
      answered: async () => {
        unloadAfterRequest(session);
        await noteMissedSkill(deps, session);
        // A stop does not wait for a slow server.
        await Promise.race([deps.learnLimits(session.state), aborted(signal)]);
        followServer(deps, session);
      },
    },
    model,
    tools: {
      ...tools,
      async close() {
        await tools.close?.();
        // An answer of megabytes was stored just now: others are served before its end is.
        await rest();
      },
    },
    approvals: { ask: (callId, signal) => session.waitForDecision(callId, signal) },
    clock: deps.clock,
  };
}

/** Never leaves a failed session looking busy. If the disk refuses that too, the next run repairs it. */
function endAfterFailure(deps: SessionDeps, session: LiveSession, error: unknown): void {
  const failure = isSkilldeckError(error)
    ? { code: error.code, message: error.message }
    : { code: 'internal', ...failedFor({ reason: 'internal', figures: { detail: messageOf(error) } }) };
  const { runState, iteration } = session.state;
  try {
    session.append(
      { type: 'state-changed', from: runState, to: 'error' },
      { type: 'run-finished', state: 'error', iterations: iteration, text: '', ...failure },
    );
  } catch (second) {
    deps.reportBug(second);
    session.fail(second);
  }
}

interface Prepared {
  readonly state: SessionState;
  readonly sha256: string;
}

/** Basis of each session's latest request: after a restart it is read from the log. */
const latest = new WeakMap<LiveSession, Prepared>();

/** The next request of a live session, with what of it the request before had too: that much a provider's cache keeps. */
async function prepareRequest(
  deps: Pick<SessionDeps, 'context'>,
  session: LiveSession,
): Promise<PreparedRequest | ContextFull> {
  const { state, events } = session;
  const request = await deps.context.prepare(state);
  if ('code' in request) return request;
  const earlier = earlierState(session);
  latest.set(session, { state, sha256: request.sha256 });
  if (earlier === undefined) return request;
  return { ...request, prefix: await deps.context.prefixKept(earlier, state, events) };
}

/** Basis of the last request that was sent. A prepared but unsent one does not count. */
function earlierState(session: LiveSession): SessionState | undefined {
  const sent = session.events.findLast(isTurnRequest);
  if (sent === undefined) return undefined;
  const known = latest.get(session);
  if (known !== undefined && isOf(known, sent)) return known.state;
  return foldEvents(
    session.id,
    session.events.filter((event) => event.seq < sent.seq),
  );
}

const isOf = ({ state, sha256 }: Prepared, sent: EventOf<'request-sent'>): boolean =>
  sent.sha256 === sha256 && state.lastSeq < sent.seq;

/**
 * Repeats the request for the user's last message. After a failure the run continues where it was; of an answer that
 * was cut short only the text is replaced, so that no tool runs twice; a completed turn is replaced completely and
 * requested again. All of it stays in the log.
 * @throws SkilldeckError `nothing-to-retry`, `session-busy`, `config-invalid`.
 */
export async function retry(deps: SessionDeps, session: LiveSession): Promise<void> {
  session.assertIdle();
  const lastFromPerson = session.state.messages.findLast((message) => message.role === 'user');
  if (lastFromPerson === undefined) throw detailed('nothing-to-retry', 'nothing-asked');
  await startRun(deps, session, () => {
    const [before, last] = session.state.messages.slice(-2);
    if (last?.role !== 'assistant') return;
    const cutShort = last.finishReason === 'stopped' || last.finishReason === 'interrupted';
    const toSeq = cutShort && before !== undefined ? before.seq : lastFromPerson.seq;
    session.append({ type: 'history-rewound', toSeq, reason: 'retry' });
  });
}

/**
 * Goes back to before the person's message `seq` and sends `text` in its place. What came after stays in the log.
 * @throws SkilldeckError `message-not-found`, `session-busy`, `config-invalid`.
 */
export async function editAndResend(deps: SessionDeps, session: LiveSession, seq: number, text: string): Promise<void> {
  session.assertIdle();
  const message = session.state.messages.filter((one) => one.role === 'user').find((one) => one.seq === seq);
  if (message === undefined) throw detailed('message-not-found', 'message-edit');
  const id = await loadNamed(deps, session, text);
  await startRun(deps, session, () => {
    const { attachments } = message;
    // Going back would set the load aside.
    const called = session.state.loadedSkills.find((skill) => skill.id === id && skill.seq >= seq);
    session.append(
      { type: 'history-rewound', toSeq: seq - 1, reason: 'edit' },
      ...(called === undefined ? [] : loadAgainEvents(called.id, called)),
      { type: 'user-message-added', text, ...(attachments === undefined ? {} : { attachments: [...attachments] }) },
    );
  });
}

/**
 * Another version of an edited message, or of an answer that was tried again, takes the place of the one that counts,
 * with all that followed it. What it takes the place of stays in the log, and is restored the same way.
 * @param seq of the version, as `versionsOf` and `answersOf` name it.
 * @throws SkilldeckError `message-not-found`, `session-busy`.
 */
export function bringBack(session: LiveSession, seq: number): void {
  session.assertIdle();
  const { events, state } = session;
  if (state.messages.some((message) => message.seq === seq)) return;
  if ([...answersOf(events).values()].some(({ shown }) => shown === seq)) return;
  const version = versionAt(events, seq);
  if (version === undefined) throw detailed('message-not-found', 'message-version', { seq });
  session.append({ type: 'history-rewound', toSeq: version.tip, reason: 'restore' });
}

/** Adds the person's message (on the disk when this resolves) and starts the run. @throws SkilldeckError `session-busy`, `config-invalid`; why a skill that it calls cannot be loaded. */
export async function send(
  deps: SessionDeps,
  session: LiveSession,
  text: string,
  attachments: readonly Attachment[] = [],
  fact?: ChangedFact,
): Promise<void> {
  const called = await loadNamed(deps, session, text);
  const isNamed = called === undefined && /^\/|(?:^|\s)@\S+:/.test(text);
  const prompt = isNamed ? await deps.promptOf?.(session.state, text) : undefined;
  await startRun(deps, session, () =>
    addUserMessage(deps, session, { text: prompt ?? text, attachments, fact, called }),
  );
}

interface PersonsMessage {
  readonly text: string;
  /** The answers that the text says in words. */
  readonly form?: FormReply | undefined;
  readonly fact?: ChangedFact | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  /** Skill that the text calls by its name: it stays loaded. */
  readonly called?: string | undefined;
}

/**
 * Adds the person's message, and before it unloads the skills that the new turn drops: load mode `turn` (seeds/002;
 * CONTRACT §8) and idle skills (seeds/004 §2.2). Both are stored together, or neither.
 */
export function addUserMessage(deps: SessionDeps, session: LiveSession, message: PersonsMessage): void {
  const { state } = session;
  const { text, form, fact, called, attachments = [] } = message;
  const unloads =
    state.loadMode === 'turn'
      ? unloadEvents(
          state,
          state.loadedSkills.filter(({ id, pinned }) => !pinned && id !== called),
          'mode',
        )
      : unloadEvents(state, deps.context.idleSkills(state, text), 'idle');
  session.append(...unloads, {
    type: 'user-message-added',
    text,
    ...defined({ form, fact }),
    ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
  });
}
