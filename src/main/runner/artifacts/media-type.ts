/** Type of a file by its bytes, for types that a model can be shown. */
import { inflateSync } from 'node:zlib';
import { imageSize } from 'image-size';
import {
  MAX_IMAGE_BYTES,
  MAX_PDF_BYTES,
  MAX_PDF_PAGES,
  type MediaFacts,
  type Unshown,
} from '../../../shared/attachments.ts';

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
