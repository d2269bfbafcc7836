/** Watches the settings files, so that edits take effect at once, and notifies listeners. */
import { type FSWatcher, readdirSync, watch } from 'node:fs';
import path from 'node:path';

/** Milliseconds: an editor's rename and its second write are one change. */
const QUIET_MS = 100;
const FILES: ReadonlySet<string> = new Set(['config.jsonc', 'agents.jsonc', 'models.jsonc']);
const ENVIRONMENTS = 'environments';

/**
 * Watches only folders, filtered by name: editors replace files, and the data folder itself changes with every stored
 * event, which must cost no check.
 * @param changed is called once changes settle; it must not throw.
 */
export function watchEnvironments(home: string, changed: () => void): { close(): void } {
  const root = path.join(home, ENVIRONMENTS);
  const watched = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;

  const forget = (dir: string): void => {
    watched.get(dir)?.close();
    watched.delete(dir);
  };
  const isOurs = (dir: string, name: string): boolean => {
    if (dir === home) return name === ENVIRONMENTS || name === 'config.jsonc';
    return dir === root ? !name.startsWith('.') : FILES.has(name);
  };
  const follow = (dir: string): void => {
    if (watched.has(dir)) return;
    try {
      const watcher = watch(dir, { persistent: false }, (_event, name) => {
        if (name !== null && !isOurs(dir, name)) return;
        // An old watch on this name would miss changes of its replacement.
        if (name !== null) forget(path.join(dir, name));
        clearTimeout(timer);
        timer = setTimeout(look, QUIET_MS);
      });
      watched.set(dir, watcher);
      watcher.on('error', () => forget(dir));
    } catch {
      // Not there (yet): the parent folder's watch reports it.
    }
  };
  const followAll = (): void => {
    const wanted = new Set([home, root, ...foldersIn(root)]);
    for (const dir of watched.keys()) if (!wanted.has(dir)) forget(dir);
    for (const dir of wanted) follow(dir);
  };
  // Watches first, then notifies: a change in between triggers another notification.
  const look = (): void => {
    followAll();
    changed();
  };

  followAll();
  return {
    close() {
      clearTimeout(timer);
      for (const dir of [...watched.keys()]) forget(dir);
    },
  };
}

function foldersIn(root: string): string[] {
  try {
    return readdirSync(root)
      .filter((name) => !name.startsWith('.'))
      .map((name) => path.join(root, name));
  } catch {
    return [];
  }
}
