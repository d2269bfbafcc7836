/** Review in memory: whole sessions verify, and what looks over many takes the real core. */
import type { FakeState } from './fake-state.ts';
import type { Answers } from './refused.ts';

export function fakeReview(core: FakeState): Answers<'review' | 'grants' | 'secrets' | 'trust'> {
  return {
    review: {
      search: async () => ({ total: 0, results: [] }),
      export: async () => ({ text: '', events: 0, mime: 'application/jsonl', fileName: 'session.jsonl' }),
      verify: async ({ sessionId }) => ({
        session: sessionId,
        ok: true,
        events: core.log(sessionId).events.length,
        requests: 0,
        verified: 0,
        differing: [],
        notRebuilt: 0,
        gaps: [],
        damaged: [],
        redacted: false,
        chain: { ok: true, from: 1 },
        covers: ['events', 'end'],
      }),
      chain: async ({ sessionId }) => ({ events: core.log(sessionId).events.length, chain: { ok: true, from: 1 } }),
    },
    grants: {
      list: async () => [...core.grants],
      withdraw: async ({ key }) => {
        const before = core.grants.length;
        core.grants = core.grants.filter((grant) => grant.key !== key);
        return { withdrawn: core.grants.length < before };
      },
      restore: async () => ({}),
    },
    secrets: {
      list: async () => [...core.secrets],
      async set({ skill, name }) {
        core.secrets = [...core.secrets, { skill, name, reach: [], at: '2030-01-01T00:00:00.000Z', usable: true }];
        return { asksFor: true, reach: [] };
      },
      async remove({ skill, name }) {
        const before = core.secrets.length;
        core.secrets = core.secrets.filter((one) => one.skill !== skill || one.name !== name);
        return { removed: core.secrets.length < before };
      },
    },
    trust: {
      get: async () => core.trust,
      async set({ trusted }) {
        core.trust = { ...core.trust, trusted: trusted === true, decided: trusted !== null };
        return core.trust;
      },
    },
  };
}
