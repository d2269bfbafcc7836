/** Marks, notes, branches, and actions on many sessions at once. */
import { sessionsContract } from '../../../shared/contract/sessions.ts';
import { done, implementContract } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';

export function organizeHandlers({ sessions, reportBug }: Core) {
  const os = implementContract(sessionsContract, reportBug);
  return {
    mark: os.mark.handler(({ input: { sessionIds, ...marks } }) => {
      // Reports a missing session before any is marked.
      for (const id of sessionIds) sessions.get(id);
      for (const id of new Set(sessionIds)) sessions.mark(id, marks);
      return {};
    }),
    removeMany: os.removeMany.handler(async ({ input }) => {
      const there = [...new Set(input.sessionIds)].filter((id) => !sessions.get(id).state.deleted);
      await Promise.all(there.map((id) => sessions.remove(id)));
      return { removed: there };
    }),
    restoreMany: os.restoreMany.handler(({ input: { sessionIds } }) => {
      for (const id of sessionIds) sessions.get(id);
      for (const id of sessionIds) sessions.restore(id);
      return {};
    }),
    fork: os.fork.handler(async ({ input }) => ({
      sessionId: await sessions.fork(input.sessionId, input.at),
    })),
    addNote: os.addNote.handler(({ input }) => ({
      note: sessions.addNote(input.sessionId, input.on, input.text),
    })),
    changeNote: os.changeNote.handler(({ input }) =>
      done(sessions.changeNote(input.sessionId, input.note, input.text)),
    ),
    removeNote: os.removeNote.handler(({ input }) => done(sessions.removeNote(input.sessionId, input.note))),
  };
}
