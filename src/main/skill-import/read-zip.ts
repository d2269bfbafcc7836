/** A zip archive as entries. Two readings of one archive are refused: what is shown must be what is unpacked. */
import { isUtf8 } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl';
import { isSkilldeckError, messageOf } from '../../shared/errors.ts';
import { noContent, type SourceEntry } from './entry.ts';
import { inMib, MAX_ENTRIES, MAX_TOTAL_BYTES } from './limits.ts';
import { escaped, refused, refusedFor } from './refused.ts';

/** The upper half of the attributes is the Unix mode, as far as the writer knew of one. */
const TYPE = 0o170000;
const TYPES = new Map<number, SourceEntry['kind']>([
  [0o100000, 'file'],
  [0o040000, 'folder'],
  [0o120000, 'symbolic link'],
]);
const DOS_FOLDER = 0x10;
const STORED = 0;
const DEFLATED = 8;
/** Flag: the sizes follow the data and are missing from the header. */
const SIZES_BEHIND = 0x8;

interface Listed {
  readonly entry: Entry;
  readonly name: string;
  /** Bytes of the archive that are its own: header and data. */
  readonly from: number;
  readonly to: number;
}

export async function* readZip(file: string): AsyncGenerator<SourceEntry> {
  const zip = await openPromise(file, { decodeStrings: false, autoClose: false }).catch(damaged);
  try {
    for (const listed of await list(zip)) yield entryOf(zip, listed);
  } catch (error) {
    damaged(error);
  } finally {
    zip.close();
  }
}

function damaged(error: unknown): never {
  if (isSkilldeckError(error) || (error instanceof Error && error.name === 'AbortError')) throw error;
  throw refusedFor('damaged', 'zip-damaged', { why: messageOf(error) }, error);
}

/** Older writers set no flag for UTF-8, and write it. */
function nameOf(entry: Entry): string {
  const raw = entry.fileNameRaw;
  if (isUtf8(raw)) return raw.toString('utf8');
  return getFileNameLowLevel(entry.generalPurposeBitFlag, raw, entry.extraFields, true);
}

async function list(zip: ZipFile): Promise<readonly Listed[]> {
  if (zip.entryCount > MAX_ENTRIES) throw refused('import-entries', { most: MAX_ENTRIES });
  const all: Listed[] = [];
  let total = 0;
  for await (const entry of zip.eachEntry()) {
    const name = nameOf(entry);
    if (entry.isEncrypted()) throw refused('zip-encrypted', { name: escaped(name) });
    if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED) {
      throw refused('zip-method', { name: escaped(name) });
    }
    total += entry.uncompressedSize;
    if (total > MAX_TOTAL_BYTES) throw refused('import-unpacked-size', { size: inMib(MAX_TOTAL_BYTES) });
    all.push(await checkLocal(zip, entry, name));
  }
  const inOrder = [...all].sort((a, b) => a.from - b.from);
  for (const [index, one] of inOrder.entries()) {
    const next = inOrder[index + 1];
    if (next !== undefined && next.from < one.to) {
      throw refused('zip-overlap', { name: escaped(one.name), next: escaped(next.name) });
    }
  }
  return all;
}

/** Some programs read the directory at the end, others the headers on the way: both must say the same. */
async function checkLocal(zip: ZipFile, entry: Entry, name: string): Promise<Listed> {
  const local = await zip.readLocalFileHeaderPromise(entry);
  const differs = (what: 'name' | 'method' | 'encryption' | 'size') =>
    refused(`zip-differs-${what}`, { name: escaped(name) });
  if (!local.fileName.equals(entry.fileNameRaw)) throw differs('name');
  if (local.compressionMethod !== entry.compressionMethod) throw differs('method');
  if ((local.generalPurposeBitFlag & 1) !== (entry.generalPurposeBitFlag & 1)) throw differs('encryption');
  const saysSizes = (local.generalPurposeBitFlag & SIZES_BEHIND) === 0 && local.compressedSize !== 0xffffffff;
  if (saysSizes && local.compressedSize !== entry.compressedSize) throw differs('size');
  return {
    entry,
    name,
    from: entry.relativeOffsetOfLocalHeader,
    to: local.fileDataStart + entry.compressedSize,
  };
}

function entryOf(zip: ZipFile, { entry, name }: Listed): SourceEntry {
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

async function* contentOf(zip: ZipFile, entry: Entry, name: string): AsyncGenerator<Uint8Array> {
  let sum = 0;
  try {
    for await (const chunk of await zip.openReadStreamPromise(entry)) {
      sum = crc32(chunk, sum);
      yield chunk;
    }
  } catch (error) {
    damaged(error);
  }
  if (sum !== entry.crc32) throw refusedFor('damaged', 'zip-checksum', { name: escaped(name) });
}
