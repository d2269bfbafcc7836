/**
 * The architecture as data; `layers.test.ts` fails when an import breaks it or a module outgrows its budget.
 *
 * A module is a folder (or a file) below `src/`. It may import itself and what its row names, nothing else. Budgets are
 * lines of TypeScript without tests and kits: who needs more takes them from somewhere else.
 */
export interface Module {
  readonly path: string;
  readonly mayImport: readonly string[];
  /** Most lines that it may have. */
  readonly lines: number;
}

export const MODULES: readonly Module[] = [
  { path: 'shared', mayImport: [], lines: 18_261 },
  { path: 'preload', mayImport: ['shared'], lines: 41 },
  { path: 'demo-model', mayImport: ['shared'], lines: 7_524 },
  { path: 'main', mayImport: ['shared', 'demo-model'], lines: 58_372 },
  { path: 'renderer', mayImport: ['shared'], lines: 12_907 },
  { path: 'features', mayImport: ['main', 'renderer', 'shared'], lines: 57_969 },
];

/** Folders of the engine, lowest first: each may import those before it. */
export const ENGINE: readonly string[] = [
  'lib',
  'agent',
  'models',
  'store',
  'redaction',
  'runner',
  'skills',
  'databases',
  'settings',
  'context',
  'tools',
  'session',
  'api',
  'core',
  'hosts',
];

/** Folders of the page, lowest first: each may import those before it. */
export const PAGE: readonly string[] = ['ui', 'i18n', 'store', 'shared', 'model-form', 'cards', 'workbench', 'app'];

/**
 * The lists of features, the only files that import them: contracts, handlers, commands, slices, views and words. No
 * folder of the engine below its hosts imports one. A feature has a line in each list that it needs.
 */
export const LISTS: readonly string[] = [
  'features-contract.ts',
  'features-main.ts',
  'features-later.ts',
  'features-cli.ts',
  'features-store.ts',
  'features-view.ts',
  'features-words.en.ts',
  'features-words.zh.ts',
];

/** Parts of a feature that run in the main process, and those that run in the page. Neither imports the other. */
export const MAIN_PARTS: readonly string[] = ['main', 'cli'];
export const PAGE_PARTS: readonly string[] = ['view', 'store', 'slice'];

/** Most files a folder, and most lines a file, may have. Words are exempt from the second. */
export const MOST_FILES = 25;
export const MOST_LINES = 400;

/** Packages with one owner: no other module imports them. `node:` means every Node builtin. */
export const OWNED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['main/store/db.ts'],
  'node-pty': ['main/runner/terminal/pty.ts'],
  mime: ['main/lib/app-files.ts'],
  'image-size': ['main/runner/workspace/media.ts'],
  pyodide: ['main/runner'],
  'gray-matter': ['main/skills/yaml.ts'],
  undici: ['main/lib/network.ts'],
  unbash: ['main/tools/approval/policy-programs.ts', 'main/tools/approval/policy-evaluated.ts'],
  openai: ['main/models/wires'],
  '@anthropic-ai/sdk': ['main/models/wires'],
  '@copilotkit/aimock': ['main/models'],
  '@modelcontextprotocol/sdk': ['features/mcp/main'],
  'cross-spawn': ['main/runner/process.ts'],
  'eventsource-parser': ['main/models/attempt.ts'],
  'isomorphic-git': ['main/skills/import/read-git.ts', 'main/skills/import/git-http.ts'],
  '@opentelemetry/api': ['main/telemetry/otlp.ts'],
  '@opentelemetry/otlp-transformer': ['main/telemetry'],
  '@opentelemetry/resources': ['main/telemetry/otlp.ts'],
  '@opentelemetry/sdk-trace': ['main/telemetry/otlp.ts'],
  pg: ['main/databases'],
  mysql2: ['main/databases'],
  yauzl: ['main/skills/import/read-zip.ts'],
  'modern-tar': ['main/skills/import/read-folder.ts'],
  electron: ['main/index.ts', 'main/hosts/electron', 'preload'],
  'electron-updater': ['main/hosts/electron'],
  'gpt-tokenizer': ['main/context'],
  react: ['renderer', 'features'],
  'node:': ['main', 'demo-model', 'preload', 'features'],
};

/**
 * Calls that open a connection to another place, and the only files that make one: the way out for all, and what listens
 * or speaks on this machine alone. Databases have other protocols, spoken by their packages.
 */
export const CONNECTS =
  /(?<![\w.])fetch\(|\bhttps?\.(?:request|get)\(|\b(?:net|tls)\.connect\(|(?<![\w.])connect\(\{|new WebSocket\(/;
export const CONNECTING: readonly string[] = ['main/lib/network.ts', 'main/runner/sandbox/network-proxy.ts'];
