/** Where a source is unpacked and looked at: ours alone, outside of every catalog. */
import { mkdtempSync, readdirSync, realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from './process-alive.ts';

const NAME = /^skilldeck-import-(\d+)-/;

/** Absolute and real; for its owner alone. */
export const makeWorkFolder = (): string =>
  realpathSync(mkdtempSync(path.join(os.tmpdir(), `skilldeck-import-${process.pid}-`)));

/** What a process that is gone left behind. Somebody else's cannot be removed, and stays. */
export async function sweepWorkFolders(): Promise<void> {
  for (const name of readdirSync(os.tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await rm(path.join(os.tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}
