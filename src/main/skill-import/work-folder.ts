/** Temporary folders for what is fetched and unpacked. */
import { mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '../lib/process-alive.ts';

const NAME = /^skilldeck-import-(\d+)-/;

/** Creates the folder, accessible to its owner only. Returns its absolute real path. */
export const makeWorkFolder = (): string =>
  realpathSync(mkdtempSync(path.join(os.tmpdir(), `skilldeck-import-${process.pid}-`)));

/** Removes what dead processes left behind. Another user's files cannot be removed and remain. */
export async function sweepWorkFolders(): Promise<void> {
  for (const name of readdirSync(os.tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await rm(path.join(os.tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}
