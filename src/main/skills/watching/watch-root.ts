/** One folder of skills under the system's watch. */
import path from 'node:path';
import { watch } from 'chokidar';
import { messageOf } from '../../../shared/errors.ts';
import { isIgnoredBelow } from './watch-ignored.ts';
import { WATCH_DEPTH } from './watch-size.ts';

export interface WatchedRoot {
  /** Resolves once every later change is reported; also if watching failed or was closed first. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/**
 * @param dir absolute and real. Links in it are not followed: those that count lead to folders of the same root.
 * @param onFault the system gives no more watches, or the folder cannot be read. Called once.
 */
export function watchRoot(
  dir: string,
  on: {
    /** Called when the system reports a path: before anything is known of it, and at times without a change. */
    readonly touch: (path: string) => void;
    readonly change: (path: string, kind: 'folder-added' | 'folder-gone' | 'file') => void;
    readonly fault: (message: string) => void;
  },
): WatchedRoot {
  const watcher = watch(dir, {
    ignored: (file) => isIgnoredBelow(dir, file),
    ignoreInitial: true,
    followSymlinks: false,
    ignorePermissionErrors: true,
    depth: WATCH_DEPTH,
  });
  let failed = false;
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  watcher.on('ready', () => isReady());
  watcher.on('error', (error) => {
    isReady();
    if (failed) return;
    failed = true;
    on.fault(messageOf(error));
  });
  watcher.on('raw', (_event, name, details) => {
    const { watchedPath = dir } = details as { readonly watchedPath?: string };
    const file = path.join(watchedPath, name ?? '');
    if (!isIgnoredBelow(dir, file)) on.touch(file);
  });
  watcher.on('all', (event, file) => {
    on.change(file, event === 'addDir' ? 'folder-added' : event === 'unlinkDir' ? 'folder-gone' : 'file');
  });
  return {
    ready,
    async close() {
      const closed = watcher.close();
      // Closing removes every listener, and an error event without a listener would end the program.
      watcher.on('error', () => {});
      await closed;
      // One that is closed before it was ready never says so.
      isReady();
    },
  };
}
