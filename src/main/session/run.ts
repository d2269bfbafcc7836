/** Starts the loop for a session: its ports, wired to this session. */

import { isTurnRequest } from '../../shared/context-views.ts';
import type { SessionSettings } from '../../shared/contract.ts';
import { isSkilldeckError, messageOf } from '../../shared/errors.ts';
import {
  EVENT_VERSION,
  type EventBody,
  type EventOf,
  type SessionEvent,
  type SessionKind,
} from '../../shared/events.ts';
import { failedFor } from '../../shared/messages/run-failure.ts';
import { foldEvents } from '../../shared/reducer.ts';
import type { SessionState } from '../../shared/session-state.ts';
import { runAgent } from '../agent/loop.ts';
import type { AgentPorts, ContextFull, ModelPort, PreparedRequest } from '../agent/ports.ts';
import { aborted } from '../lib/timing.ts';
import { compactForProvider, compactIfNeeded, type SummaryWriter } from './compact.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession, SessionStore } from './live-session.ts';
import { loadReference, loadSkill } from './load-skill.ts';
import { endInterruptedRun, isUnderWay } from './recover.ts';
import type { SessionRegistry } from './registry.ts';
import { reloadInDialect } from './reload-in-dialect.ts';
import { applySettings, assertSupported, followApp, followServer, pinnedOf } from './settings.ts';
import { unloadAfterCalls, unloadAfterRequest, unloadReference, unloadSkill } from './unload-skill.ts';
import { refreshSession } from './update-catalog.ts';

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
  void deps.context.expect(session.state.model);
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
    ...(route === undefined ? {} : { route }),
    ...(kind === undefined ? {} : { kind }),
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
  return {
    log: {
      state: () => session.state,
      append: (...bodies) => session.append(...bodies),
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
        // A stop does not wait for a slow server.
        await Promise.race([deps.learnLimits(session.state), aborted(signal)]);
        followServer(deps, session);
      },
    },
    model,
    tools: deps.tools({
      sessionId: session.id,
      state: () => session.state,
      append: (...bodies) => session.append(...bodies),
      publish: (delta) => session.publish(delta),
      skills: {
        load: (id) => loadSkill(deps, session, id, 'agent'),
        unload: async (id) => unloadSkill(session, id, 'agent'),
        loadReference: (id, path) => loadReference(deps, session, id, path, 'agent', writer),
        unloadReference: async (id, path) => unloadReference(session, id, path, 'agent'),
      },
    }),
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
