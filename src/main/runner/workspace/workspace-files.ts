/** A session's files, for a person to look at: what is in its folders, and the beginning of one. */
import { lstat } from 'node:fs/promises';
import path from 'node:path';
import type { FilePreview, WorkspaceFile } from '../../../shared/contract/files.ts';
import { previewKind } from '../../../shared/window/preview-kind.ts';
import { typeByName } from '../../lib/app-files.ts';
import { mimeOf } from './artifacts.ts';
import { walkFiles } from './copy-workspace.ts';
import { openInside } from './open-inside.ts';
import { textOf } from './utf8-text.ts';
import { INPUTS } from './workspace.ts';

const FOLDERS = ['out', 'work', 'runs'];
const MAX_FILES = 2000;

/** Standard error on its way to the result. */
const STDERR = /^runs\/[^/]+\/stderr(\.log)?$/;

export async function listWorkspaceFiles(root: string): Promise<{ files: WorkspaceFile[]; truncated: boolean }> {
  const files: WorkspaceFile[] = [];
  let truncated = false;
  for (const base of FOLDERS) {
    const { names, complete } = await walkFiles(root, { base, maxEntries: MAX_FILES });
    truncated ||= !complete;
    for (const name of names) {
      if (STDERR.test(name)) continue;
      const info = await lstat(path.join(root, name)).catch(() => undefined);
      // A link is not the session's own file; a target inside is listed under its own name.
      if (info?.isFile() !== true) continue;
      const kind = previewKind(typeByName(name) ?? 'text/plain');
      files.push({ path: name, bytes: info.size, modified: info.mtime.toISOString(), kind });
    }
  }
  return { files, truncated };
}

/** A path as a person and the model know it, from the workspace's root. */
export const fromRoot = (name: string): string => (name.startsWith(`${INPUTS}/`) ? `work/${name}` : name);

/** Undefined where there is no such regular file really inside the workspace. @param root real. @param name relative to it; `inputs/` is in `work/`. */
export async function readWorkspaceFile(
  root: string,
  name: string,
  maxBytes: number,
): Promise<FilePreview | undefined> {
  const opened = await openInside(root, path.join(root, fromRoot(name)));
  if (opened === undefined) return undefined;
  const { handle, bytes } = opened;
  try {
    const buffer = Buffer.alloc(Math.min(bytes, maxBytes));
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return previewOf(name, buffer.subarray(0, bytesRead), bytes);
  } finally {
    await handle.close();
  }
}

/** @param content the beginning, or all. @param bytes of the whole. */
function previewOf(name: string, content: Buffer, bytes: number): FilePreview {
  const type = mimeOf(name, content);
  const truncated = bytes > content.length;
  // If the cut split a character, drops its beginning.
  const text = textOf(content, truncated ? Math.max(content.length - 1, 0) : content.length);
  const kind = previewKind(type);
  const isText = text !== undefined && kind !== 'image' && kind !== 'pdf';
  return {
    mime: type,
    kind: isText && kind === 'other' ? 'text' : !isText && kind !== 'image' && kind !== 'pdf' ? 'other' : kind,
    bytes,
    truncated,
    ...(isText ? { text: text.text } : { base64: content.toString('base64') }),
  };
}
