/** Files that a person gives with a message: they come in pieces, and lie in `work/attachments/` of the workspace. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import mime from 'mime';
import { type Attachment, type KeptAttachments, MAX_ATTACHMENT_BYTES } from '../../shared/attachments.ts';
import { SkilldeckError } from '../../shared/errors.ts';
import { openInside } from './open-inside.ts';
import { ensureWorkspace } from './workspace.ts';

const FOLDER = 'attachments';
/** What a broken-off upload left is thrown away after this. */
const STALE_MS = 24 * 60 * 60 * 1000;

/** A name that is one on every system: no folder, nothing hidden, nothing that ends a line. */
function fileName(given: string): string {
  const base = given.replace(/^.*[\\/]/, '').replace(/[\p{Cc}\p{Cf}<>:"|?*]/gu, '');
  const kept = base.replace(/^[.\s]+|[.\s]+$/gu, '');
  const { name, ext } = path.parse(kept);
  return name === '' ? 'file' : `${[...name].slice(0, 100).join('')}${ext.slice(0, 20)}`;
}

/** A file of the same name stays what it is. */
async function freeName(folder: string, wanted: string): Promise<string> {
  const taken = new Set((await readdir(folder)).map((name) => name.toLowerCase()));
  const { name, ext } = path.parse(wanted);
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? wanted : `${name} ${count}${ext}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}

async function described(file: string, name: string): Promise<Attachment> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  const { size } = await stat(file);
  return {
    name,
    path: `work/${FOLDER}/${path.basename(file)}`,
    mime: mime.getType(file) ?? 'application/octet-stream',
    bytes: size,
    sha256: hash.digest('hex'),
  };
}

export function createAttachments(home: string): KeptAttachments {
  const uploads = path.join(home, 'uploads');

  const throwAwayStale = async (): Promise<void> => {
    for (const name of await readdir(uploads)) {
      const file = path.join(uploads, name);
      const info = await stat(file).catch(() => undefined);
      if (info !== undefined && Date.now() - info.mtimeMs > STALE_MS) await rm(file, { force: true });
    }
  };

  return {
    async take({ sessionId, name, upload, offset, bytes, last }) {
      if (offset + bytes.length > MAX_ATTACHMENT_BYTES) {
        throw new SkilldeckError(
          'bad-input',
          `${name} has over ${MAX_ATTACHMENT_BYTES / 1024 / 1024} MiB. Attach a smaller file.`,
        );
      }
      await mkdir(uploads, { recursive: true, mode: 0o700 });
      if (offset === 0) await throwAwayStale();
      const partial = path.join(uploads, createHash('sha256').update(`${sessionId}\0${upload}`).digest('hex'));
      const handle = await open(partial, offset === 0 ? 'w' : 'a', 0o600);
      try {
        if ((await handle.stat()).size !== offset) {
          throw new SkilldeckError('bad-input', `${name} did not come over whole. Attach it again.`);
        }
        await handle.writeFile(bytes);
        if (last) await handle.sync();
      } finally {
        await handle.close();
      }
      if (!last) return undefined;
      const { work } = await ensureWorkspace(home, sessionId);
      const folder = path.join(work, FOLDER);
      await mkdir(folder, { recursive: true });
      const target = path.join(folder, await freeName(folder, fileName(name)));
      await rename(partial, target);
      return described(target, name);
    },
    async find(sessionId, { name, path: given }) {
      const { root, work } = await ensureWorkspace(home, sessionId);
      const opened = await openInside(path.join(work, FOLDER), path.join(root, given));
      if (opened === undefined) {
        throw new SkilldeckError('file-not-found', `${name} is no longer there. Attach it again.`);
      }
      await opened.handle.close();
      return described(opened.real, name);
    },
  };
}
