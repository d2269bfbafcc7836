/** Logs that go out and come in, in pieces. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ApiDeps } from '../../api/api-deps.ts';
import { done, type Implementer } from '../../api/implement-contract.ts';
import { noSession } from '../../session/no-session.ts';
import { foldersOf } from '../review/handlers.ts';
import { type ExportPiece, exportLines } from './export/export-lines.ts';
import { ImportThread } from './import/import-thread.ts';
import { type Transfer, Transfers } from './transfers.ts';

/** Milliseconds after which an import that is being stored says how far it is. */
const TELL_MS = 500;

interface Outgoing extends Transfer {
  next(): Promise<ExportPiece>;
}

export function transferRoutes(os: Implementer, deps: ApiDeps) {
  const outgoing = new Transfers<Outgoing>();
  const incoming = new Transfers<ImportThread>();
  return {
    exportBegin: os.transfer.exportBegin.handler(async ({ input: { sessionId, redact = false, ...choice } }) => {
      if (deps.store.lastSeq(sessionId) === 0) throw noSession(sessionId);
      const pieces = exportLines(deps.store, sessionId, { ...choice, redact, folders: foldersOf(deps) });
      // The first is made at once: a pattern that is none is told here.
      let ready: Promise<IteratorResult<ExportPiece, void>> | undefined = pieces.next();
      await ready;
      return {
        id: outgoing.add({
          async next() {
            const { value = { text: '' } } = await (ready ?? pieces.next());
            ready = undefined;
            return value;
          },
          close: () => void pieces.return(undefined),
        }),
      };
    }),
    exportNext: os.transfer.exportNext.handler(async ({ input: { id } }) => {
      const piece = await outgoing.get(id).next();
      if (piece.end !== undefined) outgoing.end(id);
      return piece;
    }),
    importBegin: os.transfer.importBegin.handler(({ input: { name } }) => ({
      id: incoming.add(new ImportThread({ store: deps.store, name, onStored: deps.sessions.announceStored })),
    })),
    importNext: os.transfer.importNext.handler(({ input: { id, text, last } }) =>
      incoming.during(id, async (taken) => {
        try {
          if (text !== '') await taken.take(text);
          const result = last
            ? await Promise.race([taken.end(), pause(TELL_MS, undefined, { ref: false })])
            : undefined;
          if (result !== undefined) incoming.end(id);
          return { progress: taken.progress, result };
        } catch (error) {
          incoming.end(id);
          throw error;
        }
      }),
    ),
    drop: os.transfer.drop.handler(({ input: { id } }) => {
      outgoing.end(id);
      return done(incoming.end(id));
    }),
  };
}
