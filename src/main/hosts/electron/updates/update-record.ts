/** `HOME/updates/record.json`: what was installed over what, how often it started without a usable window, what was undone. */
import path from 'node:path';
import { z } from 'zod';
import { makeFolder, readSmallJson, replaceFile } from '../../../lib/files.ts';

const installedSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** The program, or the package, of `from`. */
  kept: z.string().optional(),
  /** Path of the AppImage of `from`. */
  program: z.string().optional(),
  /** Path of that of `to`. */
  newer: z.string().optional(),
  /** Starts of `to` that did not get as far as a usable window. */
  starts: z.int().default(0),
});
export type Installed = z.infer<typeof installedSchema>;

const recordSchema = z.object({
  installed: installedSchema.optional(),
  /** Versions that did not start; they are not offered again. */
  refused: z.array(z.string()).default([]),
  /** Undone, and not yet said. */
  undone: z.string().optional(),
});
type UpdateRecord = z.infer<typeof recordSchema>;

export const updatesFolder = (home: string): string => path.join(home, 'updates');
const recordIn = (home: string): string => path.join(updatesFolder(home), 'record.json');

export const readRecord = (home: string): UpdateRecord =>
  recordSchema.safeParse(readSmallJson(recordIn(home))).data ?? { refused: [] };

/** @throws the disk's error. */
function writeRecord(home: string, record: UpdateRecord): void {
  makeFolder(updatesFolder(home), 0o700);
  replaceFile(recordIn(home), JSON.stringify(record), 0o600);
}

export function changeRecord(home: string, change: (record: UpdateRecord) => UpdateRecord): void {
  writeRecord(home, change(readRecord(home)));
}
