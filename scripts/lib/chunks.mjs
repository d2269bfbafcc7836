/**
 * Modules of the main process that share a file. Features are loaded when they are first called; left to itself the
 * bundler gives every combination of them a file, and a command reads two hundred (docs/decisions/0086).
 */
import path from 'node:path';

/** In memory before any feature is: the router loads the features. The last two are small, and most features use them. */
const CORE = [
  'src/main/app.ts',
  'src/main/core/core.ts',
  'src/main/router.ts',
  'src/main/api/implement-contract.ts',
  'src/main/api/streams.ts',
];
const COMMAND_LINE_PROGRAM = 'src/main/host/cli/cli.ts';
/**
 * Programs, threads and the command line: what a line of them shares with the core is a file without the rest of the core.
 * Two share a line where a file fewer saves more than either loses by what it loads for the other.
 */
const OTHERS = {
  app: ['src/main/app.ts'],
  cli: ['src/main/cli.ts'],
  commands: [COMMAND_LINE_PROGRAM],
  serve: ['src/main/host/http/program.ts'],
  updates: ['src/main/host/electron/updates/updater.ts'],
  backup: ['src/main/store/backup/backup-worker.ts'],
  history: ['src/main/features/transfer/import/import-worker.ts', 'src/main/features/review/review-worker.ts'],
  // None of them opens the database.
  threads: [
    'src/main/tools/file-tools/grep-worker.ts',
    'src/main/redaction/pattern-worker.ts',
    'src/main/runner/python/embedded-python.ts',
    'src/main/context/tokens/token-worker.ts',
  ],
};
/** Loads a command's file when the command is named: these share files with the core as what starts them does. */
const COMMANDS = 'src/main/host/cli/commands/index.ts';
const COMMAND_LINE = 'src/main/host/cli/';
/** Modules of the command line; what it shares with features stays apart from it. */
const OF_COMMANDS =
  /[\\/](?:host[\\/]cli|node_modules[\\/]commander|messages[\\/](?:en|zh)[\\/]cli)(?:\.ts$|[\\/](?!count\.ts))/;

/**
 * @typedef {{ readonly importedIds: readonly string[], readonly dynamicallyImportedIds: readonly string[] }} ModuleInfo
 * @typedef {{ getModuleInfo(id: string): ModuleInfo | null }} Bundle
 * @param {string} root
 * @returns {(id: string, bundle: Bundle) => string | null} the name of a module's file; null where the bundler chooses
 */
export function chunkNames(root) {
  /** @type {(files: readonly string[], bundle: Bundle) => Set<string>} */
  const reached = (files, bundle) =>
    new Set(files.flatMap((file) => [...reachedFrom(path.join(root, file), bundle, path.join(root, COMMANDS))]));
  /** @type {ReadonlySet<string> | undefined} */
  let core;
  /** @type {readonly (readonly [name: string, reached: ReadonlySet<string>])[] | undefined} */
  let others;
  /**
   * The command line without its commands, with all that it loads: separate files, or they and commands would load each
   * other in a circle, and a command would be made of what is not there yet.
   * @type {ReadonlySet<string> | undefined}
   */
  let shared;
  return (id, bundle) => {
    core ??= reached(CORE, bundle);
    others ??= Object.entries(OTHERS).map(([name, files]) => /** @type {const} */ ([name, reached(files, bundle)]));
    shared ??= new Set(
      [...reached([COMMAND_LINE_PROGRAM], bundle)]
        .filter(
          (one) =>
            one.startsWith(path.join(root, COMMAND_LINE)) && !one.startsWith(path.join(root, path.dirname(COMMANDS))),
        )
        .flatMap((one) => [...reachedFrom(one, bundle)]),
    );
    if (core.has(id))
      return ['core', ...others.filter(([, reached]) => reached.has(id)).map(([name]) => name)].join('-');
    if (!shared.has(id)) return null;
    return OF_COMMANDS.test(id) ? 'commands' : 'commands-shared';
  };
}

/**
 * Modules that are loaded with it: those it imports, and theirs.
 * @param {string} entry
 * @param {Bundle} bundle
 * @param {string} [open] a module that loads what it imports dynamically as well.
 */
function reachedFrom(entry, bundle, open) {
  const reached = new Set([entry]);
  for (const id of reached) {
    const { importedIds = [], dynamicallyImportedIds = [] } = bundle.getModuleInfo(id) ?? {};
    for (const imported of [...importedIds, ...(id === open ? dynamicallyImportedIds : [])]) reached.add(imported);
  }
  return reached;
}

/**
 * Files of the build that load each other: one of them then runs before what it is made of is there.
 * @param {Readonly<Record<string, object>>} files what the bundler made; assets load nothing.
 * @returns {readonly string[]} the first circle, its first file again at the end; none: empty.
 */
export function circleOf(files) {
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {(file: string, way: readonly string[]) => readonly string[]} */
  const from = (file, way) => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return [];
    const { imports = [] } = /** @type {{ imports?: readonly string[] }} */ (files[file] ?? {});
    for (const imported of imports) {
      const circle = from(imported, [...way, file]);
      if (circle.length > 0) return circle;
    }
    done.add(file);
    return [];
  };
  for (const file of Object.keys(files)) {
    const circle = from(file, []);
    if (circle.length > 0) return circle;
  }
  return [];
}
