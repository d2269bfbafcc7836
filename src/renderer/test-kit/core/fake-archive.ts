/** A team's archive in memory, whose server is away: what is shared waits. */
import type { ArchiveStatus } from '../../../shared/review/archive.ts';
import { Broadcast } from '../broadcast.ts';
import type { Answers } from './refused.ts';

const AWAY = { code: 'unreachable', detail: 'connect ECONNREFUSED', at: '2026-01-02T03:04:05.000Z' } as const;

export function fakeArchive(): Answers<'archive'> {
  const watched = new Broadcast<{ archive: ArchiveStatus | null }>();
  let archive: ArchiveStatus | null = null;
  const change = (next: ArchiveStatus | null) => {
    archive = next;
    watched.send({ archive });
  };
  const waiting = (given: ArchiveStatus['waiting']) => {
    if (archive !== null) change({ ...archive, waiting: given });
  };
  return {
    archive: {
      watch: async (_input, options) => watched.read(options?.signal, { archive }),
      add: async (definition) => {
        const [as, none] = [definition.as ?? 'me', { waiting: [], failed: [], refused: [], own: 0, theirs: 0 }];
        change({ hasPassword: false, busy: false, ...none, ...archive, definition, as });
        return {};
      },
      remove: async () => {
        change(null);
        return {};
      },
      password: async () => {
        if (archive !== null) change({ ...archive, hasPassword: true });
        return {};
      },
      sync: async () => {
        if (archive !== null) change({ ...archive, fault: AWAY });
        return { archive: null };
      },
      push: async ({ sessionIds }) => {
        const sent = sessionIds.map((session) => ({ session, digest: session }));
        waiting([...(archive?.waiting ?? []), ...sent.map((one) => ({ ...one, title: one.session }))]);
        return { sessions: sent.map((one) => ({ ...one, state: 'waiting' as const })), fault: AWAY };
      },
      drop: async ({ sessionId }) => {
        waiting((archive?.waiting ?? []).filter(({ session }) => session !== sessionId));
        return {};
      },
    },
  };
}
