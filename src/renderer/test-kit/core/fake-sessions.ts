import { LogBuilder } from '../log-builder.ts';
import { catalog, created } from '../sessions.ts';
import type { FakeState } from './fake-state.ts';
import { type Answers, refused } from './refused.ts';

export function fakeSessions(core: FakeState): Answers<'sessions'> {
  return {
    sessions: {
      addNote: async ({ sessionId, on, text }) => {
        const note = `note-${core.log(sessionId).events.length}`;
        core.append(sessionId, { type: 'note-added', note, on, text });
        return { note };
      },
      watch: async (_input, options) => core.list.read(options?.signal, core.summaries()),
      create: async () => {
        const sessionId = `s-${core.logs.size + 1}`;
        core.logs.set(sessionId, new LogBuilder(sessionId, new Date().toISOString()));
        core.append(sessionId, created, catalog);
        return { sessionId };
      },
      configure: async ({
        sessionId,
        settings: { limits: _limits, baseUrl: _url, apiKeyEnv: _env, agent: _agent, ...changed },
      }) => {
        core.append(sessionId, { type: 'settings-changed', ...changed });
        return {};
      },
      result: async ({ seq, from }) => {
        const whole = core.results.get(seq);
        if (whole === undefined) throw refused('event-not-found', `There is no event ${seq}.`);
        return { text: whole.slice(from, from + 10) };
      },
      remove: async ({ sessionId }) => {
        core.deleted.add(sessionId);
        core.list.send(core.summaries());
        return {};
      },
      restore: async ({ sessionId }) => {
        core.deleted.delete(sessionId);
        core.list.send(core.summaries());
        return {};
      },
      stream: async ({ sessionId, afterSeq }, options) => {
        if (core.status !== 'open') throw new Error('Not connected.');
        const events = core.log(sessionId).events.filter((event) => event.seq > afterSeq);
        return core
          .stream(sessionId)
          .read(options?.signal, { kind: 'events', events: events.map((event) => ({ ...event })) });
      },
    },
  };
}
