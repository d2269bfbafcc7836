/** Conversations' files in memory: artifacts from the log, everything else fixed. */

import type { WorkspaceFiles, WorkspaceLimits } from '../../../shared/contract/files.ts';
import { defined } from '../../../shared/defined.ts';
import { foldEvents } from '../../../shared/reducer.ts';
import { previewKind } from '../../../shared/window/preview-kind.ts';
import type { FakeState } from './fake-state.ts';
import type { Answers } from './refused.ts';

const AT = '2026-11-20T09:00:00.000Z';
const TEXT = 'BEGIN:VCALENDAR';

const FILES: WorkspaceFiles = {
  root: '/home/li/.local/share/skilldeck/workspaces/s',
  files: [
    { path: 'out/itinerary.html', bytes: 5120, modified: AT, kind: 'page' },
    { path: 'work/search/fares.csv', bytes: 912, modified: AT, kind: 'table' },
  ],
  truncated: false,
};

export function fakeFiles(core: FakeState): Answers<'artifacts' | 'workspace'> {
  let limits: WorkspaceLimits = { keepDays: 90, maxBytes: 5 * 1024 ** 3 };
  const stateOf = (sessionId: string) => foldEvents(sessionId, core.log(sessionId).events);
  return {
    artifacts: {
      list: async ({ sessionId }) => {
        const { artifacts } = stateOf(sessionId);
        const names = [...new Set(artifacts.map(({ name }) => name))];
        return {
          artifacts: names.map((name) => ({
            name,
            versions: artifacts
              .filter((one) => one.name === name)
              .toReversed()
              .map(({ version, mime, bytes, sha256, at, deletedAt }) => ({
                version,
                mime,
                kind: previewKind(mime),
                bytes,
                sha256,
                at,
                here: true,
                ...defined({ deletedAt }),
              })),
          })),
        };
      },
      read: async ({ name }) => ({ name, mime: 'text/calendar', base64: btoa(TEXT) }),
      remove: async ({ sessionId, name, version }) => {
        core.append(sessionId, { type: 'artifact-deleted', name, ...defined({ version }) });
        return {};
      },
      restore: async ({ sessionId, name, version }) => {
        core.append(sessionId, { type: 'artifact-restored', name, ...defined({ version }) });
        return {};
      },
    },
    workspace: {
      files: async () => FILES,
      read: async () => ({ mime: 'text/csv', kind: 'table', bytes: 8, text: 'a,b\n1,2\n', truncated: false }),
      usage: async () => ({
        limits,
        bytes: 6032,
        sessions: [{ id: 's', title: 'Tokyo', files: 2, bytes: 6032, lastUsed: AT, inUse: false }],
        artifacts: { files: 1, bytes: 5120 },
      }),
      configure: async (given) => {
        limits = given;
        return {};
      },
      clean: async () => ({ sessions: 1, files: 2, bytes: 6032 }),
    },
  };
}
