/** Files that wait beside the message box, and how they reach the core. */
import {
  ATTACHMENT_PIECE_BYTES,
  type Attachment,
  MAX_ATTACHMENT_BYTES,
  MAX_ATTACHMENTS,
} from '../../../shared/attachments.ts';
import type { Client } from '../../client.ts';
import type { CommandContext } from '../command-context.ts';
import { type HeldFile, NEW_DRAFT, type SessionData } from './session-state.ts';

const draftKeyOf = ({ selected }: Pick<SessionData, 'selected'>): string => selected ?? NEW_DRAFT;

export function attachmentCommands({ data }: Pick<CommandContext<SessionData>, 'data'>) {
  const change = (to: (held: readonly HeldFile[]) => readonly HeldFile[]): void =>
    data.setState(({ held, selected }) => {
      const key = draftKeyOf({ selected });
      return { held: { ...held, [key]: to(held[key] ?? []) } };
    });
  return {
    /** Lays files beside the message box; answers those that were too large or too many. */
    hold(files: readonly File[]) {
      const { held } = data.getState();
      const room = MAX_ATTACHMENTS - (held[draftKeyOf(data.getState())]?.length ?? 0);
      const fitting = files.filter(({ size }) => size <= MAX_ATTACHMENT_BYTES).slice(0, Math.max(0, room));
      const taken = new Set(fitting);
      change((before) => [...before, ...fitting.map((file) => ({ id: crypto.randomUUID(), file }))]);
      return files.filter((file) => !taken.has(file));
    },
    letGo: (id: string) => change((before) => before.filter((held) => held.id !== id)),
  };
}

/** Encodes in base64 without deep recursion on large files. */
async function base64Of(part: Blob): Promise<string> {
  const bytes = new Uint8Array(await part.arrayBuffer());
  let text = '';
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text);
}

/** Piece by piece: a connection takes only so much at once. */
export async function upload(client: Client, sessionId: string, { id, file }: HeldFile): Promise<Attachment> {
  for (let offset = 0; ; ) {
    const end = Math.min(file.size, offset + ATTACHMENT_PIECE_BYTES);
    const last = end === file.size;
    const base64 = await base64Of(file.slice(offset, end));
    const { attachment } = await client.chat.attach({ sessionId, name: file.name, upload: id, offset, base64, last });
    if (attachment !== undefined) return attachment;
    offset = end;
  }
}
