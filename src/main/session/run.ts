/** Starts the loop for a session: its ports, wired to this session. */

import { isSkilldeckError, messageOf } from '../../shared/errors.ts';
import { failedFor } from '../../shared/messages/run-failure.ts';
import { runAgent } from '../agent/loop.ts';
import type { AgentPorts } from '../agent/ports.ts';
import { refreshSession } from './catalog/refresh.ts';
import { compactForProvider, compactIfNeeded } from './compaction/compact.ts';
import type { SummaryWriter } from './compaction/write-summary.ts';
import type { SessionDeps } from './deps.ts';
import type { LiveSession } from './live-session.ts';
import { loadReference } from './loading/load-reference.ts';
import { loadSkill } from './loading/load-skill.ts';
import { reloadInDialect } from './loading/reload-in-dialect.ts';
import { unloadAfterCalls, unloadAfterRequest } from './loading/unload-by-mode.ts';
import { unloadReference, unloadSkill } from './loading/unload-skill.ts';
import { prepareRequest } from './prepare-request.ts';
import { endInterruptedRun, isUnderWay } from './recover.ts';
import { followApp, followServer } from './settings.ts';

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

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
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
