/** Lists of entries in JSON files that a person may edit: `{"FIELD": […]}`. */
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { makeFolder, readSmallFile, replaceFile } from '../lib/files.ts';

/** @param schema of one entry: one that does not fit counts for nothing, and hides no other. */
export function listFile<T>(file: string, field: string, schema: z.ZodType<T>, maxBytes?: number) {
  /** The last text and its entries: some are asked for several times before each request. */
  let known: { readonly text: string; readonly all: readonly unknown[]; readonly entries: readonly T[] } | undefined;
  const read = () => {
    const text = readSmallFile(file, maxBytes) ?? JSON.stringify({ [field]: [] });
    if (known?.text === text) return known;
    const all = z.object({ [field]: z.array(z.unknown()) }).parse(JSON.parse(text))[field] ?? [];
    known = { text, all, entries: all.flatMap((one) => schema.safeParse(one).data ?? []) };
    return known;
  };
  return {
    /** @throws Error where the file is no such list. */
    read,
    /** A file that cannot be read counts for nothing. */
    list(): readonly T[] {
      try {
        return read().entries;
      } catch {
        return [];
      }
    },
    /** A file that cannot be read is kept for its author. */
    write(entries: readonly T[]): void {
      makeFolder(path.dirname(file), 0o700);
      try {
        read();
      } catch {
        if (existsSync(file)) renameSync(file, `${file}.unreadable`);
      }
      replaceFile(file, `${JSON.stringify({ [field]: entries }, null, 2)}\n`, 0o600);
    },
  };
}
