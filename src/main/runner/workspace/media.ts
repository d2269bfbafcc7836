/** A file read by its bytes: type, size and secrets. Pictures and PDFs are kept for later requests. */

import { existsSync, lstatSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate as rest } from 'node:timers/promises';
import { inflateSync } from 'node:zlib';
import { imageSize } from 'image-size';
import {
  MAX_IMAGE_BYTES,
  MAX_PDF_BYTES,
  MAX_PDF_PAGES,
  type MediaFacts,
  type Unshown,
} from '../../../shared/attachments.ts';
import { putFile } from '../../lib/files.ts';
import type { Mask } from '../../lib/mask-secrets.ts';
import { sha256 as hashOf } from '../../lib/text.ts';

// Limits notes on single files: a script can leave ten thousand of them, and a model reads them all.

/** Max notes of one kind. */
const MOST = 20;

/** @param rest says how many more there were, such as `3 more were left out likewise.` */
export function boundedNotes(rest: (more: number) => string = (more) => `${more} more notes are left out.`) {
  const notes: string[] = [];
  let more = 0;
  return {
    add(note: string): void {
      if (notes.length < MOST) notes.push(note);
      else more += 1;
    },
    /** The first ones, and how many there were besides. */
    all: (): string[] => (more === 0 ? [...notes] : [...notes, rest(more)]),
  };
}

/** Type of a file by its bytes, for types that a model can be shown. */
export interface FileMedia {
  readonly mime: string;
  readonly media?: MediaFacts;
  readonly unshown?: Unshown;
}

/** The four that every provider takes. */
const SIGNATURES: readonly (readonly [mime: string, matches: (start: string) => boolean])[] = [
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/gif', (start) => /^GIF8[79]a/.test(start)],
  ['image/webp', (start) => /^RIFF.{4}WEBP/s.test(start)],
  ['application/pdf', (start) => start.includes('%PDF-')],
];

/** Bytes that identify a file; a PDF's mark may be anywhere among them. */
export const SIGNATURE_BYTES = 1024;

export function mimeOf(start: Uint8Array): string | undefined {
  const text = Buffer.from(start.subarray(0, SIGNATURE_BYTES)).toString('latin1');
  return SIGNATURES.find(([, matches]) => matches(text))?.[0];
}

/** True if only the bytes can identify this type. */
export const isKnownBySignature = (mime: string): boolean => SIGNATURES.some(([known]) => known === mime);

export const mostBytesOf = (mime: string): number => (mime === 'application/pdf' ? MAX_PDF_BYTES : MAX_IMAGE_BYTES);

/** @param bytes the whole file, which is no larger than `mostBytesOf` its type. */
export function mediaIn(bytes: Uint8Array, mime: string): FileMedia {
  if (mime === 'application/pdf') {
    const pages = pagesIn(bytes);
    if (pages === 0) return { mime, unshown: 'damaged' };
    return pages > MAX_PDF_PAGES ? { mime, unshown: 'too-many-pages' } : { mime, media: { kind: 'pdf', pages } };
  }
  try {
    const { width, height } = imageSize(bytes);
    return width > 0 && height > 0 ? { mime, media: { kind: 'image', width, height } } : { mime, unshown: 'damaged' };
  } catch {
    return { mime, unshown: 'damaged' };
  }
}

const PAGE = /\/Type\s*\/Page(?![A-Za-z])/g;
/** Objects may be packed together, as PDF 1.5 allows. */
const PACKED = /\/Type\s*\/ObjStm[\s\S]{0,2000}?stream\r?\n/g;
/** Bytes of one packed part: no more is unpacked. */
const MOST_UNPACKED = 32 * 1024 * 1024;

/** Pages, by their objects; at least one for a file that says of itself that it has a catalog. */
function pagesIn(bytes: Uint8Array): number {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = buffer.toString('latin1');
  let pages = text.match(PAGE)?.length ?? 0;
  let isPacked = false;
  for (const { index, 0: head } of text.matchAll(PACKED)) {
    isPacked = true;
    try {
      const from = index + head.length;
      const end = text.indexOf('endstream', from);
      const unpacked = inflateSync(buffer.subarray(from, end === -1 ? undefined : end), {
        maxOutputLength: MOST_UNPACKED,
      });
      pages += unpacked.toString('latin1').match(PAGE)?.length ?? 0;
    } catch {
      // Encrypted, or packed in another way: its pages are not counted.
    }
  }
  return pages === 0 && (isPacked || /\/Type\s*\/Catalog/.test(text)) ? 1 : pages;
}

export type MediaFiles = ReturnType<typeof createMediaFiles>;

/**
 * Pictures and PDFs that requests showed to a model, by their hash: `HOME/media/ab/abcd…`. A log contains only the
 * hash, and a script may change the file in the workspace; with these a request can be rebuilt byte for byte.
 */
export function createMediaFiles(home: string) {
  const root = path.join(home, 'media');
  const fileOf = (sha256: string) => path.join(root, sha256.slice(0, 2), sha256);
  return {
    /** Kept once for all sessions; on the disk when it resolves. */
    async keep(bytes: Uint8Array): Promise<void> {
      const file = fileOf(hashOf(bytes));
      if (existsSync(file)) return;
      await putFile(root, async (handle) => {
        await handle.writeFile(bytes);
        return file;
      });
    },
    /** In base64; undefined if the file is gone or does not match its name. */
    read(sha256: string): string | undefined {
      try {
        // A pipe in its place would be waited for.
        if (!lstatSync(fileOf(sha256)).isFile()) return undefined;
        const bytes = readFileSync(fileOf(sha256));
        return hashOf(bytes) === sha256 ? bytes.toString('base64') : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

/** Bytes searched before others get their turn. */
const AT_ONCE = 128 * 1024;

export interface MaskedContent {
  /** Same length as before; undefined where a secret is in a file that is not text, which stars would break. */
  readonly content: Buffer | undefined;
  /** True if a secret was in it, or in its name. */
  readonly found: boolean;
}

export async function maskContent(name: string, given: Buffer, mask: Mask | undefined): Promise<MaskedContent> {
  if (mask === undefined) return { content: given, found: false };
  if (mask(name) !== name) return { content: undefined, found: true };
  const isUtf16 = given[0] === 0xff && given[1] === 0xfe;
  const masked: Buffer[] = [];
  const stream = isUtf16 ? utf16(mask) : mask.bytes();
  for (let from = 0; from < given.length; from += AT_ONCE) {
    masked.push(stream.take(given.subarray(from, from + AT_ONCE)));
    await rest();
  }
  masked.push(stream.end());
  const content = Buffer.concat(masked);
  if (content.equals(given)) return { content: given, found: false };
  return { content: isUtf16 || !given.includes(0) ? content : undefined, found: true };
}

function utf16(mask: Mask): ReturnType<Mask['bytes']> {
  const { take, end } = mask.stream();
  return {
    take: (bytes) => Buffer.from(take(bytes.toString('utf16le')), 'utf16le'),
    end: () => Buffer.from(end(), 'utf16le'),
  };
}

/** @param name as the model and the person know it. */
export function secretNote(name: string, { content }: MaskedContent, mask: Mask | undefined): string {
  return content === undefined
    ? `${mask?.(name) ?? name} contains a secret that was given to a skill, and is not text. It stays in the workspace and is not kept as an artifact.`
    : `${name} contains a secret that was given to a skill. The artifact shows * in its place; the file in the workspace is unchanged.`;
}
