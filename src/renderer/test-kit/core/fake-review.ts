/** Review in memory: whole sessions verify, and what looks over many takes the real core. */
import type { FakeState } from './fake-state.ts';
import type { Answers } from './refused.ts';

export function fakeReview(core: FakeState): Answers<'review' | 'grants' | 'secrets' | 'trust'> {
  return {
    review: {
      search: async () => ({ total: 0, results: [] }),
    },
    grants: {
      list: async () => [...core.grants],
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
