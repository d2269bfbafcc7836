/** Files of conversations: what scripts left, what it takes on the disk, and what is cleaned. */

import type { ArtifactList, FilePreview, WorkspaceFiles, WorkspaceLimits } from '../../../shared/contract/files.ts';
import { defined } from '../../../shared/defined.ts';
import { previewKind } from '../../../shared/window/preview-kind.ts';
import type { CommandContext } from '../command-context.ts';
import { type Failure, failureOf } from './failures.ts';
import { inSelected } from './session.ts';
import type { SessionData } from './session-state.ts';

/** A file of the selected session: a version of an artifact (the latest where none is named), or one of its folder. */
export type FileRef = { readonly artifact: string; readonly version?: number | undefined } | { readonly path: string };

export interface ListedFiles extends ArtifactList, WorkspaceFiles {}

export const isFailure = (answer: object): answer is Failure => 'code' in answer && 'message' in answer;

const bytesOf = (base64: string): number =>
  Math.floor((base64.length * 3) / 4) - (base64.match(/=+$/)?.[0].length ?? 0);

/** Undefined where it is no text. */
function textOf(base64: string): string | undefined {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function previewOf(mime: string, base64: string): FilePreview {
  const kind = previewKind(mime);
  const text = kind === 'image' || kind === 'pdf' ? undefined : textOf(base64);
  const bytes = bytesOf(base64);
  if (text !== undefined) return { mime, kind: kind === 'other' ? 'text' : kind, bytes, text, truncated: false };
  return { mime, kind: kind === 'image' || kind === 'pdf' ? kind : 'other', bytes, base64, truncated: false };
}

function base64Of(text: string): string {
  let binary = '';
  for (const byte of new TextEncoder().encode(text)) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** None throws. Where the view reports errors itself, the failure is returned; otherwise a toast shows it. */
export function fileCommands(context: CommandContext<SessionData>) {
  const { connection, data, attempt } = context;
  const { artifacts, workspace } = connection.client;
  const selected = (): string | undefined => data.getState().selected;
  const { inSession, done } = inSelected(context);
  const tried = async <T>(command: (sessionId: string) => Promise<T>): Promise<T | Failure | undefined> => {
    const sessionId = selected();
    if (sessionId === undefined) return undefined;
    try {
      return await command(sessionId);
    } catch (error) {
      return failureOf(error, connection.status() === 'open');
    }
  };
  const named = (sessionId: string, name: string, version: number | undefined) => ({
    sessionId,
    name,
    ...defined({ version }),
  });

  return {
    /** Log of the selected session. */
    list: () =>
      tried(async (sessionId) => {
        const [kept, files] = await Promise.all([artifacts.list({ sessionId }), workspace.files({ sessionId })]);
        return { ...kept, ...files };
      }),
    /** Reads at most `maxBytes`. */
    read: (file: FileRef, maxBytes?: number) =>
      tried(async (sessionId) => {
        if ('path' in file) return workspace.read({ sessionId, path: file.path, ...defined({ maxBytes }) });
        const { mime, base64 } = await artifacts.read(named(sessionId, file.artifact, file.version));
        return previewOf(mime, base64);
      }),
    /** All of it, for saving. */
    whole: (file: FileRef) =>
      inSession(async (sessionId) => {
        if ('artifact' in file) return artifacts.read(named(sessionId, file.artifact, file.version));
        const { mime, text, base64 } = await workspace.read({ sessionId, path: file.path });
        return { mime, base64: base64 ?? base64Of(text ?? '') };
      }),
    /** One version, or all. */
    remove: (artifact: string, version?: number) =>
      done((sessionId) => artifacts.remove(named(sessionId, artifact, version))),
    restore: (artifact: string, version?: number) =>
      done((sessionId) => artifacts.restore(named(sessionId, artifact, version))),
    /** The workspace, or a file of it. `shown` is false where this computer has no file manager for it. */
    reveal: (path?: string) => inSession((sessionId) => workspace.reveal({ sessionId, ...defined({ path }) })),
    usage: () => attempt(() => workspace.usage({})),
    configure: (limits: WorkspaceLimits) => context.done(() => workspace.configure(limits)),
    /** Cleans by the limits, or what was not used for that many days. */
    clean: (olderThanDays?: number) =>
      attempt(() => workspace.clean(olderThanDays === undefined ? {} : { olderThanDays })),
  };
}
