/**
 * Which modules of the main process share a file. Features are loaded when they are first called; left to itself the
 * bundler gives every combination of them a file, and a command reads two hundred (docs/decisions/0086).
 */
import path from 'node:path';

/** In memory before any feature is. */
const CORE = 'src/main/app.ts';
/** Programs, threads and the command line: what one of them shares with the core is a file without the rest of the core. */
const OTHERS = {
  cli: 'src/main/cli.ts',
  commands: 'src/main/host/cli/cli.ts',
  serve: 'src/main/serve.ts',
  updates: 'src/main/host/electron/updates/updater.ts',
  backup: 'src/main/store/backup/backup-worker.ts',
  grep: 'src/main/tools/file-tools/grep-worker.ts',
  import: 'src/main/features/transfer/import/import-worker.ts',
  patterns: 'src/main/redaction/pattern-worker.ts',
  python: 'src/main/runner/python/embedded-python.ts',
  review: 'src/main/features/review/review-worker.ts',
  tokens: 'src/main/context/tokens/token-worker.ts',
};

/**
 * @typedef {{ getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null }} Bundle
 * @param {string} root
 * @returns {(id: string, bundle: Bundle) => string | null} the name of a module's file; null where the bundler chooses
 */
export function chunkNames(root) {
  /** @type {ReadonlySet<string> | undefined} */
  let core;
  /** @type {readonly (readonly [name: string, reached: ReadonlySet<string>])[] | undefined} */
  let others;
  return (id, bundle) => {
    core ??= reachedFrom(path.join(root, CORE), bundle);
    others ??= Object.entries(OTHERS).map(
      ([name, file]) => /** @type {const} */ ([name, reachedFrom(path.join(root, file), bundle)]),
    );
    if (!core.has(id)) return null;
    return ['core', ...others.filter(([, reached]) => reached.has(id)).map(([name]) => name)].join('-');
  };
}

/**
 * Modules that are loaded with it: those it imports, and theirs.
 * @param {string} entry
 * @param {Bundle} bundle
 */
function reachedFrom(entry, bundle) {
  const reached = new Set([entry]);
  for (const id of reached) for (const imported of bundle.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  return reached;
}
