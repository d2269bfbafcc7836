/** `run --attach FILE`: files from this machine that go with the message. */
import { randomUUID } from 'node:crypto';
import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import {
  ATTACHMENT_PIECE_BYTES,
  type Attachment,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
} from '../../../../shared/attachments.ts';
import type { CommandContext, CoreClient } from '../context.ts';
import { UsageError } from '../exit-status.ts';
import { oneLine } from '../text/visible.ts';

/** Checks before anything is opened or stored. @throws UsageError for anything but a file, too large or too many. */
export function checkFiles(files: readonly string[], { words }: Pick<CommandContext, 'words'>): void {
  const { attach } = words;
  if (files.length > MAX_ATTACHMENTS) throw new UsageError(attach.tooMany(files.length, MAX_ATTACHMENTS));
  for (const file of files) {
    const shown = oneLine(file);
    const info = statSync(file, { throwIfNoEntry: false });
    if (info === undefined) throw new UsageError(attach.notThere(shown));
    if (!info.isFile()) throw new UsageError(attach.noFile(shown));
    if (info.size > MAX_ATTACHMENT_BYTES) {
      throw new UsageError(attach.tooLarge(shown, String(MAX_ATTACHMENT_BYTES / 1024 / 1024)));
    }
  }
}

/** Piece by piece, as the core takes them. Says of each picture or PDF that no model will be shown why. */
export async function attachFiles(
  { words, note }: Pick<CommandContext, 'words' | 'note'>,
  client: CoreClient,
  sessionId: string,
  files: readonly string[],
): Promise<Pick<Attachment, 'name' | 'path'>[]> {
  const attached: Attachment[] = [];
  for (const file of files) attached.push(await upload(client, sessionId, file));
  for (const { name, unshown } of attached) {
    if (unshown !== undefined) note(words.attach.unshown[unshown](oneLine(name)));
  }
  return attached.map(({ name, path: where }) => ({ name, path: where }));
}

async function upload(client: CoreClient, sessionId: string, file: string): Promise<Attachment> {
  const name = path.basename(file);
  const id = randomUUID();
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    for (let offset = 0; ; ) {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(ATTACHMENT_PIECE_BYTES), 0, undefined, offset);
      // A file that shrinks in the meantime ends where it ends.
      const last = bytesRead === 0 || offset + bytesRead >= size;
      const base64 = buffer.subarray(0, bytesRead).toString('base64');
      const { attachment } = await client.chat.attach({ sessionId, name, upload: id, offset, base64, last });
      if (attachment !== undefined) return attachment;
      offset += bytesRead;
    }
  } finally {
    await handle.close();
  }
}
