/** Keeps what ended unexpectedly, on this computer alone: minidumps by Crashpad, and a record of each. */
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app, crashReporter } from 'electron';
import { addCrash, type CrashRecord, dumpFolder } from '../../lib/crash-records.ts';
import { makeFolder } from '../../lib/make-folder.ts';

export type Crashes = ReturnType<typeof keepCrashes>;

/** Before the app is ready. */
export function keepCrashes(home: string, version: string) {
  const dumps = dumpFolder(home);
  const add = (what: CrashRecord['what'], detail: string) =>
    addCrash(home, { at: new Date().toISOString(), version, what, detail });
  try {
    makeFolder(dumps, 0o700);
    app.setPath('crashDumps', dumps);
    crashReporter.start({ uploadToServer: false });
  } catch {
    // The core says what is wrong with the data folder.
  }
  const running = path.join(home, 'crashes', 'running');
  const closing = () => rmSync(running, { force: true });
  return {
    add,
    /** The app begins to close; the system may give it no time to end. */
    closing,
    /**
     * From now on until the app quits, an end without a word is a crash too. Call in the instance that holds the lock: it
     * finds what the one before it left.
     */
    watch() {
      if (existsSync(running)) add('program', 'Skilldeck ended without closing.');
      try {
        writeFileSync(running, String(process.pid), { mode: 0o600 });
      } catch {
        // The core reports that, too.
      }
      app.on('quit', closing);
      app.on('child-process-gone', (_event, { type, reason, exitCode }) => {
        if (reason !== 'clean-exit' && reason !== 'killed') add('helper', `${type}: ${reason}, status ${exitCode}`);
      });
    },
  };
}
