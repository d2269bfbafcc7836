/** A zip archive as entries. Two readings of one archive are refused: what is shown must be what is unpacked. */

import { isUtf8 } from 'node:buffer';
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile as ZipFileYauzl } from 'yauzl';
import {
  damaged,
  escaped,
  inMib,
  MAX_ENTRIES,
  MAX_TOTAL_BYTES,
  noContent,
  refused,
  refusedFor,
  type SourceEntry,
} from './names.ts';

// A zip archive that is the same bytes for the same files, wherever and whenever it is made.
// Format: APPNOTE.TXT 6.3, §4.3 and §4.4; names in UTF-8, sizes known beforehand, no zip64 (far below 4 GiB).

/** Runs in the thread pool, so it does not block. */
const deflate = promisify(deflateRaw);

export interface ZipFile {
  /** Path separated by `/`. */
  readonly path: string;
  readonly executable: boolean;
  /** Asked for when its turn comes. */
  read(): Buffer;
}

/** 2.0: deflate. In the upper byte of the second, Unix: modes are kept. */
const VERSION = 20;
const MADE_BY = (3 << 8) | VERSION;
const UTF8_NAME = 0x800;
const STORED = 0;
const DEFLATED = 8;
/** 1980-01-01 00:00, the first that the format knows. */
const TIME = 0;
const DATE = 0x21;
const LOCAL_BYTES = 30;
const CENTRAL_BYTES = 46;
const END_BYTES = 22;

const modeOf = (file: ZipFile): number => (file.executable ? 0o100755 : 0o100644);

/** Writes the fields that the local header and the directory share, starting at the version. */
function common(
  target: Buffer,
  at: number,
  name: Buffer,
  method: number,
  sum: number,
  packed: number,
  size: number,
): void {
  target.writeUInt16LE(VERSION, at);
  target.writeUInt16LE(UTF8_NAME, at + 2);
  target.writeUInt16LE(method, at + 4);
  target.writeUInt16LE(TIME, at + 6);
  target.writeUInt16LE(DATE, at + 8);
  target.writeUInt32LE(sum, at + 10);
  target.writeUInt32LE(packed, at + 14);
  target.writeUInt32LE(size, at + 18);
  target.writeUInt16LE(name.length, at + 22);
}

/** @param files in the order in which they are to be. Undefined where there would be more than `most` bytes. */
export async function writeZip(files: readonly ZipFile[], most: number): Promise<Buffer | undefined> {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const name = Buffer.from(file.path, 'utf8');
    const bytes = file.read();
    const deflated = await deflate(bytes, { level: 9 });
    const isSmaller = deflated.length < bytes.length;
    const data = isSmaller ? deflated : bytes;
    const method = isSmaller ? DEFLATED : STORED;
    const sum = crc32(bytes);

    const local = Buffer.alloc(LOCAL_BYTES);
    local.writeUInt32LE(0x04034b50, 0);
    common(local, 4, name, method, sum, data.length, bytes.length);

    const central = Buffer.alloc(CENTRAL_BYTES);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(MADE_BY, 4);
    common(central, 6, name, method, sum, data.length, bytes.length);
    central.writeUInt32LE(modeOf(file) * 0x10000, 38);
    central.writeUInt32LE(at, 42);

    parts.push(local, name, data);
    directory.push(central, name);
    at += LOCAL_BYTES + name.length + data.length;
    if (at > most) return undefined;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}

/** The upper half of the attributes is the Unix mode, as far as the writer knew of one. */
const TYPE = 0o170000;
const TYPES = new Map<number, SourceEntry['kind']>([
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'symbolic link'],
]);
const DOS_FOLDER = 0x10;
/** Flag: the sizes follow the data and are missing from the header. */
const SIZES_BEHIND = 0x8;

interface ZipMember {
  readonly entry: Entry;
  readonly name: string;
  /** Bytes of the archive that are its own: header and data. */
  readonly from: number;
  readonly to: number;
}

export async function* readZip(file: string): AsyncGenerator<SourceEntry> {
  const zip = await openPromise(file, { decodeStrings: false, autoClose: false }).catch((error: unknown) =>
    damaged('zip-damaged', error),
  );
  try {
    for (const listed of await list(zip)) yield entryOf(zip, listed);
  } catch (error) {
    damaged('zip-damaged', error);
  } finally {
    zip.close();
  }
}

/** Older writers set no flag for UTF-8, and write it. */
function nameOf(entry: Entry): string {
  const raw = entry.fileNameRaw;
  if (isUtf8(raw)) return raw.toString('utf8');
  return getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, true);
}

async function list(zip: ZipFileYauzl): Promise<readonly ZipMember[]> {
  if (zip.entryCount > MAX_ENTRIES) throw refused('import-entries', { most: MAX_ENTRIES });
  const all: ZipMember[] = [];
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (entry.isEncrypted()) throw refused('zip-encrypted', { name: escaped(name) });
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
      throw refused('zip-method', { name: escaped(name) });
    total += entry.uncompressedSize;
    if (total > MAX_TOTAL_BYTES) throw refused('import-unpacked-size', { size: inMib(MAX_TOTAL_BYTES) });
    all.push(await checkLocal(zip, entry, name));
  }
  const inOrder = [...all].sort((a, b) => a.from - b.from);
  for (const [index, one] of inOrder.entries()) {
    const next = inOrder[index + 1];
    if (next !== undefined && next.from < one.to)
      throw refused('zip-overlap', { name: escaped(one.name), next: escaped(next.name) });
  }
  return all;
}

/** Some programs read the directory at the end, others the headers on the way: both must say the same. */
async function checkLocal(zip: ZipFileYauzl, entry: Entry, name: string): Promise<ZipMember> {
  const local = await zip.readLocalFileHeaderPromise(entry);
  const differs = (what: 'name' | 'method' | 'encryption' | 'size') =>
    refused(`zip-differs-${what}`, { name: escaped(name) });
  if (!local.fileName.equals(entry.fileNameRaw)) throw differs('name');
  if (local.compressionMethod !== entry.compressionMethod) throw differs('method');
  if ((local.generalPurposeBitFlag & 1) !== (entry.generalPurposeBitFlag & 1)) throw differs('encryption');
  const saysSizes = (local.generalPurposeBitFlag & SIZES_BEHIND) === 0 && local.compressedSize !== 0xffffffff;
  if (saysSizes && local.compressedSize !== entry.compressedSize) throw differs('size');
  return { entry, name, from: entry.relativeOffsetOfLocalHeader, to: local.fileDataStart + entry.compressedSize };
}

function entryOf(zip: ZipFileYauzl, { entry, name }: ZipMember): SourceEntry {
  const mode = entry.externalFileAttributes >>> 16;
  const isFolder = name.endsWith('/') || (mode === 0 && (entry.externalFileAttributes & DOS_FOLDER) !== 0);
  const type = mode & TYPE;
  const kind = type === 0 ? (isFolder ? 'folder' : 'file') : (TYPES.get(type) ?? 'device or pipe');
  return {
    path: name,
    // A writer that knows no modes may still say by the name that it is a folder.
    kind: kind === 'file' && isFolder ? 'folder' : kind,
    executable: (mode & 0o100) !== 0,
    bytes: entry.uncompressedSize,
    content: kind === 'file' && !isFolder ? () => contentOf(zip, entry, name) : noContent,
  };
}

async function* contentOf(zip: ZipFileYauzl, entry: Entry, name: string): AsyncGenerator<Uint8Array> {
  let sum = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    damaged('zip-damaged', error);
  }
  if (sum !== entry.crc32) throw refusedFor('damaged', 'zip-checksum', { name: escaped(name) });
}
