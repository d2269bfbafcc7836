/** What a person saves in an editor holds at once: the settings' files are watched, and whoever shows them is told. */
import path from 'node:path';
import { watch } from 'chokidar';

/** Milliseconds: an editor's rename and its second write are one change. */
const QUIET_MS = 100;
const FILES: ReadonlySet<string> = new Set(['config.jsonc', 'agents.jsonc', 'models.jsonc']);

/** @param changed is called when it has become quiet; it must not throw. */
export function watchEnvironments(home: string, changed: () => void): { close(): Promise<void> } {
  const root = path.join(home, 'environments');
  let timer: NodeJS.Timeout | undefined;
  const isOurs = (file: string) => {
    const parts = path.relative(home, file).split(path.sep);
    if (parts[0] === '') return true;
    if (parts.length === 1) return parts[0] === 'environments' || FILES.has(parts[0] ?? '');
    const [folder, name = '', inside] = parts;
    return folder === 'environments' && !name.startsWith('.') && (inside === undefined || FILES.has(inside));
  };
  // The data folder itself changes with every event that is stored; its files are not looked at.
  const watcher = watch([path.join(home, 'config.jsonc'), root], {
    depth: 1,
    ignoreInitial: true,
    ignored: (file) => !isOurs(file),
  });
  watcher.on('all', () => {
    clearTimeout(timer);
    timer = setTimeout(changed, QUIET_MS);
  });
  watcher.on('error', () => {});
  return {
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
