/** `HOME/updates/record.json`: what was installed over what, how often it started without a usable window, what was undone. */

import { chmodSync, copyFileSync, existsSync, linkSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { makeFolder, readSmallJson, replaceFile } from '../../lib/files.ts';

const installedSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** The program, or the package, of `from`. */
  kept: z.string().optional(),
  /** Path of the AppImage of `from`. */
  program: z.string().optional(),
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

const updatesFolder = (home: string): string => path.join(home, 'updates');
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

// Programs and packages in `HOME/updates`: what an update replaces is kept until the next one.

const PREFIX = 'Skilldeck-';

/** Costs no room where it is on the same disk. */
function keepFile(file: string, kept: string): void {
  if (kept === file) return;
  rmSync(kept, { force: true });
  try {
    linkSync(file, kept);
  } catch {
    copyFileSync(file, kept);
  }
}

/**
 * Before `to` is installed: the AppImage of `from` stays, or its package where it was an update too; and it is written
 * down what is installed over what.
 * @param file package of `to`. @param program the AppImage that runs. @throws the disk's error.
 */
export function keepBefore(
  home: string,
  { from, to, file, program }: { from: string; to: string; file: string; program: string | undefined },
): void {
  const named = (version: string) => path.join(updatesFolder(home), `${PREFIX}${version}${path.extname(file)}`);
  makeFolder(updatesFolder(home), 0o700);
  if (program === undefined) keepFile(file, named(to));
  else keepFile(program, named(from));
  const kept = existsSync(named(from)) ? { kept: named(from) } : {};
  const installed = {
    from,
    to,
    ...kept,
    ...(program === undefined ? {} : { program, newer: newerFile(program, file) }),
  };
  changeRecord(home, (record) => ({ ...record, installed: { ...installed, starts: 0 } }));
  for (const name of readdirSync(updatesFolder(home))) {
    const other = path.join(updatesFolder(home), name);
    if (name.startsWith(PREFIX) && ![named(from), named(to)].includes(other)) rmSync(other, { force: true });
  }
}

/** Follows electron-updater's AppImageUpdater: a name with a version in it changes with the version. */
const newerFile = (program: string, file: string): string =>
  /\d+\.\d+\.\d+/.test(path.basename(program)) ? path.join(path.dirname(program), path.basename(file)) : program;

/** The AppImage of the version before, where it was; the newer one is not offered again. Undefined without one. @throws the disk's error. */
export function undo(home: string): { readonly from: string; readonly program: string } | undefined {
  const { installed } = readRecord(home);
  if (installed?.kept === undefined || installed.program === undefined || !existsSync(installed.kept)) return undefined;
  const { kept, program, newer, from, to } = installed;
  const part = `${program}.part`;
  copyFileSync(kept, part);
  chmodSync(part, 0o755);
  renameSync(part, program);
  if (newer !== undefined && newer !== program) rmSync(newer, { force: true });
  changeRecord(home, ({ refused }) => ({ refused: [...refused, to], undone: to }));
  return { from, program };
}
