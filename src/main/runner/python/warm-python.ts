/** Creates the embedded Python's snapshot in the background, once per version. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { MAKE_VARIABLE } from './python-snapshot-file.ts';

/** It takes some three seconds of one core. */
const MAX_MS = 120_000;
/** Second-lowest priority: runs that someone waits for go first. */
const PRIORITY = 10;

export interface SnapshotMaker {
  /** Node's arguments: the interpreter's program and the paths it may read and write. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly file: string;
}

const making = new Map<string, Promise<boolean>>();

/** Resolves with whether there is one. Never rejects: without it a start only takes longer. */
export function warmPython(maker: SnapshotMaker): Promise<boolean> {
  if (existsSync(maker.file)) return Promise.resolve(true);
  const known = making.get(maker.file);
  if (known !== undefined) return known;
  // One that failed would fail again: it is remembered too.
  const made = make(maker);
  making.set(maker.file, made);
  return made;
}

async function make({ args, env, file }: SnapshotMaker): Promise<boolean> {
  await removeOlder(file);
  let child: ChildProcess;
  try {
    child = spawn(process.execPath, [...args], {
      env: { ...env, [MAKE_VARIABLE]: file },
      cwd: path.dirname(file),
      stdio: 'ignore',
      windowsHide: true,
    });
  } catch {
    return false;
  }
  // The app's end does not wait for it, and takes it along.
  child.unref();
  const end = (): void => void child.kill('SIGKILL');
  process.once('exit', end);
  const timer = setTimeout(end, MAX_MS).unref();
  try {
    if (child.pid !== undefined) os.setPriority(child.pid, PRIORITY);
  } catch {
    // Gone already, or not allowed.
  }
  return new Promise((resolve) => {
    const settle = (): void => {
      clearTimeout(timer);
      process.removeListener('exit', end);
      resolve(existsSync(file));
    };
    child.once('error', settle);
    child.once('exit', settle);
  });
}

/** Removes snapshots of earlier versions, and partial ones left by a crash. */
async function removeOlder(file: string): Promise<void> {
  const dir = path.dirname(file);
  for (const name of await readdir(dir).catch(() => [])) {
    if (/^python-.*\.snapshot(\.new)?$/.test(name)) await rm(path.join(dir, name), { force: true }).catch(() => {});
  }
}
