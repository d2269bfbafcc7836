/** Files that the user attaches to a message. They are in the session's workspace, and the model gets their paths. */
import { z } from 'zod';
import { MEDIA_KINDS } from './events/vocabulary.ts';

// Limits of what the user attaches to a message.

/** Bytes of one file. */
export const MAX_ATTACHMENT_BYTES = 64 * 1024 * 1024;
/** Media of one message. */
export const MAX_ATTACHMENTS = 20;
/** Files of one attached folder, and their bytes together. */
export const MAX_FOLDER_FILES = 500;
export const MAX_FOLDER_BYTES = 256 * 1024 * 1024;
export const FOLDER_TYPE = 'inode/directory';
/** Not attached with a folder: what is hidden, and what programs fetch or make. */
export const isLeftOutOfFolders = (name: string): boolean => /^\.|^(?:node_modules|__pycache__)$/.test(name);

/** Bytes of one piece on the way to the core: what the browser's connection takes at once, in base64 too. */
export const ATTACHMENT_PIECE_BYTES = 3 * 1024 * 1024;

/** Kind of a file for a model, determined by its first bytes and not its name. */
const mediaSchema = z.object({
  kind: z.enum(MEDIA_KINDS),
  /** Pixels, of a picture. */
  width: z.int().min(1).optional(),
  height: z.int().min(1).optional(),
  /** Only for PDFs. */
  pages: z.int().min(1).optional(),
});
export type MediaFacts = z.infer<typeof mediaSchema>;

/** Reasons why a picture or PDF is shown to no model. */
const UNSHOWN = ['too-large', 'too-many-pages', 'damaged'] as const;
export type Unshown = (typeof UNSHOWN)[number];

/** Bytes of a picture that is shown: what Anthropic takes, the least of the providers. */
export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
/** Bytes and pages of a PDF that is shown: Gemini takes 20 MB in a request, Anthropic 100 pages. */
export const MAX_PDF_BYTES = 15 * 1024 * 1024;
export const MAX_PDF_PAGES = 100;
/** Per request, over all its messages; base64 adds a third. */
export const MAX_SHOWN_BYTES = 15 * 1024 * 1024;
export const MAX_SHOWN = 20;

export const attachmentSchema = z.object({
  /** Original name of the user's file. */
  name: z.string(),
  /** Path in the workspace, with `/`: for example `inputs/trip.csv`. */
  path: z.string(),
  mime: z.string(),
  bytes: z.int().min(0),
  /** A folder's is over the paths and sizes in it. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Number of files in it, for a folder alone. */
  files: z.int().min(0).optional(),
  /** Absent for what no model can be shown, and in logs written before pictures were. */
  media: mediaSchema.optional(),
  unshown: z.enum(UNSHOWN).optional(),
});
export type Attachment = z.infer<typeof attachmentSchema>;

const line = ({ path, mime, bytes, files }: Attachment): string =>
  files === undefined
    ? `- ${path} (${mime}, ${bytes} bytes)`
    : `- ${path}/ (a folder of ${files} files, ${bytes} bytes)`;

/** Message text for the model: the user's words and the paths of the attached files. */
export function wordsForModel(message: {
  readonly text: string;
  readonly attachments?: readonly Attachment[] | undefined;
}): string {
  const { text, attachments = [] } = message;
  if (attachments.length === 0) return text;
  const files = attachments.map(line).join('\n');
  return `${text}\n\nAttached files, in the workspace:\n${files}`;
}

/** Replaces pictures and PDFs shown earlier and dropped to save space. */
export function wordsForDropped(dropped: readonly Attachment[]): string {
  const files = dropped.map(line).join('\n');
  return `No longer shown here, to save room; the files are still in the workspace:\n${files}`;
}

interface AttachmentPiece {
  readonly sessionId: string;
  /** The file's name on the user's machine; in a folder, the path that begins with the folder's name. */
  readonly name: string;
  /** Upload id, chosen by the sender. */
  readonly upload: string;
  /** Id of the folder that it is a part of, chosen by the sender. The copy of all its files is what is attached. */
  readonly folder?: string | undefined;
  /** Bytes that came before. */
  readonly offset: number;
  readonly bytes: Uint8Array;
  readonly last: boolean;
}

export interface KeptAttachments {
  /** @returns the attachment with its last piece: the folder as it is so far, where the file is part of one. @throws SkilldeckError `bad-input` for one that is too large or out of order. */
  take(piece: AttachmentPiece): Promise<Attachment | undefined>;
  /**
   * Finds the file in its current state. Pictures and PDFs that a model can be shown are also stored by hash. @throws
   * SkilldeckError `file-not-found`.
   */
  find(sessionId: string, given: Pick<Attachment, 'name' | 'path'>): Promise<Attachment>;
}
