/** Files attached to a message: they arrive in pieces, and are stored in `inputs/` of the session's work folder. */

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  type Attachment,
  FOLDER_TYPE,
  type KeptAttachments,
  MAX_ATTACHMENT_BYTES,
  MAX_FOLDER_BYTES,
  MAX_FOLDER_FILES,
} from '../../../shared/attachments.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import { typeByName } from '../../lib/app-files.ts';
import { syncFolder } from '../../lib/files.ts';
import { codeOf, type HeldFolder, holdFolder, inFolder, makeFolders } from '../../lib/held-folder.ts';
import {
  createMediaFiles,
  isKnownBySignature,
  type MediaFiles,
  mediaIn,
  mimeOf,
  mostBytesOf,
  SIGNATURE_BYTES,
} from './media.ts';
import { openInside } from './open-inside.ts';
import { ensureWorkspace, INPUTS, isInside } from './workspace.ts';

/** Age at which leftovers of an aborted upload are deleted. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** A name that is one on every system: no folder, nothing hidden, nothing that ends a line. */
function fileName(given: string): string {
  const base = given.replace(/^.*[\\/]/, '').replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '');
  const kept = base.replace(/^[.\s]+|[.\s]+$/gu, '');
  const { name, ext } = path.parse(kept);
  return name === '' ? 'file' : `${[...name].slice(0, 100).join('')}${ext.slice(0, 20)}`;
}

/** Never replaces an entry of the same name. @returns a name reserved by an empty file or folder. */
async function takeName(folder: HeldFolder, wanted: string, as: 'file' | 'folder' = 'file'): Promise<string> {
  const taken = new Set((await readdir(folder.ownPath)).map((name) => name.toLowerCase()));
  const { name, ext } = path.parse(wanted);
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? wanted : `${name} ${count}${ext}`;
    if (taken.has(candidate.toLowerCase())) continue;
    try {
      if (as === 'folder') {
        await mkdir(await folder.entry(candidate), 0o700);
        return candidate;
      }
      const handle = await folder.open(candidate, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
      await handle.close();
      return candidate;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST') throw error;
    }
  }
}

const UNKNOWN = 'application/octet-stream';

async function described(
  handle: FileHandle,
  name: string,
  at: string,
  kept: Pick<MediaFiles, 'keep'>,
): Promise<Attachment> {
  const { size } = await handle.stat();
  const named = typeByName(at) ?? UNKNOWN;
  const found = mimeOf(await startOf(handle));
  const facts = { name, path: at, bytes: size };
  if (found === undefined || size > mostBytesOf(found)) {
    const hash = createHash('sha256');
    for await (const part of handle.createReadStream({ autoClose: false, start: 0 })) hash.update(part);
    const type = found ?? (isKnownBySignature(named) ? UNKNOWN : named);
    const unshown = found === undefined ? {} : ({ unshown: 'too-large' } as const);
    return { ...facts, mime: type, sha256: hash.digest('hex'), ...unshown };
  }
  // The bytes that are looked at are the bytes that are kept: the file may change in the meantime.
  const bytes = await readAll(handle);
  const media = mediaIn(bytes, found);
  if (media.media !== undefined) await kept.keep(bytes);
  return { ...facts, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'), ...media };
}

async function startOf(handle: FileHandle): Promise<Uint8Array> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(SIGNATURE_BYTES), 0, SIGNATURE_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

async function readAll(handle: FileHandle): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of handle.createReadStream({ autoClose: false, start: 0 })) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** The real folder of inputs, held: a link that a script put in its place goes. */
async function holdInputs(work: string): Promise<HeldFolder> {
  return inFolder(await holdFolder(work), async (held) => {
    const there = await lstat(await held.entry(INPUTS)).catch(() => undefined);
    if (there?.isSymbolicLink() === true) await rm(await held.entry(INPUTS), { force: true });
    return held.makeFolder(INPUTS);
  });
}

/** Describes a folder of inputs. @throws SkilldeckError `bad-input` over the bounds. */
async function describedFolder(inputs: HeldFolder, name: string, entry: string): Promise<Attachment> {
  const found: (readonly [name: string, bytes: number])[] = [];
  const look = async (folder: HeldFolder, above: string): Promise<void> => {
    for (const one of await readdir(folder.ownPath, { withFileTypes: true })) {
      const at = `${above}${one.name}`;
      if (one.isDirectory()) await inFolder(await folder.folder(one.name), (inner) => look(inner, `${at}/`));
      else if (one.isFile()) found.push([at, (await lstat(await folder.entry(one.name))).size]);
    }
  };
  await inFolder(await inputs.folder(entry), (folder) => look(folder, ''));
  const bytes = found.reduce((sum, [, size]) => sum + size, 0);
  if (found.length > MAX_FOLDER_FILES || bytes > MAX_FOLDER_BYTES)
    throw detailed('bad-input', 'attachment-folder', {
      name,
      files: MAX_FOLDER_FILES,
      mib: MAX_FOLDER_BYTES / 1024 / 1024,
    });
  const hash = createHash('sha256').update(found.sort().join('\n'));
  const facts = { name, path: `${INPUTS}/${entry}`, mime: FOLDER_TYPE, bytes, files: found.length };
  return { ...facts, sha256: hash.digest('hex') };
}

export function createAttachments(
  home: string,
  media: Pick<MediaFiles, 'keep'> = createMediaFiles(home),
): KeptAttachments {
  const uploads = path.join(home, 'uploads');
  /** Names in `inputs/` of the folders that arrive, by session and id. */
  const folders = new Map<string, string>();

  const intoFolder = async (inputs: HeldFolder, key: string, name: string, partial: string): Promise<Attachment> => {
    const parts = name.split('/').filter((part) => part !== '');
    const [top = 'folder', ...rest] = parts.map(fileName);
    const entry = folders.get(key) ?? (await takeName(inputs, top, 'folder'));
    folders.set(key, entry);
    const file = rest.pop() ?? 'file';
    await inFolder(await makeFolders(await inputs.folder(entry), rest), async (folder) => {
      await rename(partial, await folder.entry(await takeName(folder, file)));
      await syncFolder(folder.ownPath);
    });
    return describedFolder(inputs, parts[0] ?? top, entry);
  };

  const throwAwayStale = async (): Promise<void> => {
    for (const name of await readdir(uploads)) {
      const file = path.join(uploads, name);
      const info = await stat(file).catch(() => undefined);
      if (info !== undefined && Date.now() - info.mtimeMs > STALE_MS) await rm(file, { force: true });
    }
  };

  return {
    async take({ sessionId, name, upload, folder: part, offset, bytes, last }) {
      if (offset + bytes.length > MAX_ATTACHMENT_BYTES)
        throw detailed('bad-input', 'attachment-size', { name, mib: MAX_ATTACHMENT_BYTES / 1024 / 1024 });
      await mkdir(uploads, { recursive: true, mode: 0o700 });
      if (offset === 0) await throwAwayStale();
      const partial = path.join(uploads, createHash('sha256').update(`${sessionId}\0${upload}`).digest('hex'));
      const handle = await open(partial, offset === 0 ? 'w' : 'a', 0o600);
      try {
        if ((await handle.stat()).size !== offset) throw detailed('bad-input', 'attachment-part', { name });
        await handle.writeFile(bytes);
        if (last) await handle.sync();
      } finally {
        await handle.close();
      }
      if (!last) return undefined;
      const { work } = await ensureWorkspace(home, sessionId);
      return inFolder(await holdInputs(work), async (folder) => {
        if (part !== undefined) return intoFolder(folder, `${sessionId}\0${part}`, name, partial);
        const free = await takeName(folder, fileName(name));
        await rename(partial, await folder.entry(free));
        await syncFolder(folder.ownPath);
        const kept = await folder.open(free, constants.O_RDONLY);
        return described(kept, name, `${INPUTS}/${free}`, media).finally(() => kept.close());
      });
    },
    async find(sessionId, { name, path: given }) {
      const { root, work } = await ensureWorkspace(home, sessionId);
      const file = path.join(given.startsWith(`${INPUTS}/`) ? work : root, given);
      const [, entry = ''] = /^inputs\/([^/]+)$/.exec(given) ?? [];
      const info = await lstat(file).catch(() => undefined);
      if (entry !== '' && info?.isDirectory() === true)
        return inFolder(await holdInputs(work), (inputs) => describedFolder(inputs, name, entry));
      const opened = isInside(path.join(work, INPUTS), file) ? await openInside(path.dirname(file), file) : undefined;
      if (opened === undefined || opened.real !== file) {
        await opened?.handle.close();
        throw detailed('file-not-found', 'attachment-gone', { name });
      }
      return described(opened.handle, name, given, media).finally(() => opened.handle.close());
    },
  };
}
