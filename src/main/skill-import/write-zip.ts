/**
 * A zip archive that is the same bytes for the same files, wherever and whenever it is made.
 * Format: APPNOTE.TXT 6.3, §4.3 and §4.4; names in UTF-8, sizes known beforehand, no zip64 (far below 4 GiB).
 */
import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

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
