/** A version that was installed by an update has to reach a usable window; the second time that it does not, it is undone. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { app } from 'electron';
import type { Log } from '../../lib/crash-records.ts';
import { changeRecord, type Installed, readRecord, undo } from './update-record.ts';

const MOST_STARTS = 2;

export interface FirstStarts {
  /** The window is usable: the version stays. */
  settle(): void;
  /** This start ends for a reason that is not the version's. */
  excuse(): void;
  /** Did not start twice, and cannot be replaced from here: the package of the version before it is there. */
  readonly offer: Installed | undefined;
}

/**
 * Counts this start, in the instance that holds the lock.
 * @returns undefined where the version before this one takes over: nothing more may be done then.
 */
export function countStart(home: string, version: string, log: Log): FirstStarts | undefined {
  const { installed } = readRecord(home);
  if (installed?.to !== version) return { settle: () => {}, excuse: () => {}, offer: undefined };
  const failed = installed.starts >= MOST_STARTS;
  try {
    const back = failed ? undo(home) : undefined;
    if (back !== undefined) {
      log.error(`Skilldeck ${version} did not start twice; ${back.from} takes its place again`);
      startInstead(back.program);
      return undefined;
    }
    changeRecord(home, (record) => ({ ...record, installed: { ...installed, starts: installed.starts + 1 } }));
  } catch (error) {
    // A folder that cannot be written: the core says so.
    log.error('counting the start of an update', error);
  }
  const note = (change: Parameters<typeof changeRecord>[1]) => () => {
    try {
      changeRecord(home, change);
    } catch (error) {
      log.error('the record of updates', error);
    }
  };
  let settled = false;
  return {
    offer: failed && installed.kept !== undefined && existsSync(installed.kept) ? installed : undefined,
    settle() {
      if (settled) return;
      settled = true;
      note(({ installed: _settled, ...record }) => record)();
    },
    excuse: note((record) => ({ ...record, installed })),
  };
}

/** Ends this program for another one, with the same arguments. */
function startInstead(program: string): void {
  const { APPIMAGE: _image, APPDIR: _folder, ...env } = process.env;
  app.releaseSingleInstanceLock();
  spawn(program, process.argv.slice(1), { detached: true, stdio: 'ignore', env }).unref();
  app.exit(0);
}

/** The same program again. An AppImage is started as a file: what runs inside it goes with it. */
export function startAgain(): void {
  const image = process.env.APPIMAGE;
  if (image !== undefined) {
    startInstead(image);
    return;
  }
  app.relaunch();
  app.exit(0);
}
