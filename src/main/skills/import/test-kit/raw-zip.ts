/** Zip archives byte by byte, also such as no library would write. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface RawZipEntry {
  readonly name: string | Uint8Array;
  /** Name in the local header, if different. */
  readonly localName?: string;
  readonly content?: string | Uint8Array;
  /** Unix mode with its type; 0: none is said. */
  readonly mode?: number;
  readonly encrypted?: boolean;
  readonly crc?: number;
  readonly size?: number;
  /** Takes another entry's data: the index of that one. */
  readonly dataOf?: number;
}

export function rawZip(entries: readonly RawZipEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  const starts: number[] = [];
  let at = 0;
  for (const entry of entries) {
    const content = Buffer.from(entry.content ?? '');
    const data = deflateRawSync(content);
    const name = Buffer.from(entry.name);
    const localName = Buffer.from(entry.localName ?? entry.name);
    const flags = 0x800 | (entry.encrypted === true ? 1 : 0);
    const fields = Buffer.alloc(22);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(entry.crc ?? crc32(content), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(entry.size ?? content.length, 18);
    const shared = entry.dataOf === undefined ? undefined : starts[entry.dataOf];
    starts.push(shared ?? at);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4);
    fields.copy(central, 6);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE((entry.mode ?? 0o100644) * 0x10000, 38);
    central.writeUInt32LE(shared ?? at, 42);
    directory.push(central, name);
    if (shared !== undefined) continue;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    fields.copy(local, 4);
    local.writeUInt16LE(localName.length, 26);
    parts.push(local, localName, data);
    at += 30 + localName.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, listed, end]);
}
