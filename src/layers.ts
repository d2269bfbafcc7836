/**
 * The architecture as data: which folder may import which. `layers.test.ts` fails when an import breaks it.
 *
 * A key is a folder (or a file) below `src/`; the longest key that is a prefix of a file's path owns the file.
 * A value names what its files may import besides themselves; `packages` names what only that place may import.
 */
export interface Layer {
  readonly path: string;
  readonly mayImport: readonly string[];
}

const SHARED = 'shared';
const LIB = 'main/lib';
/** The loop's ports: its adapters implement them (docs/decisions/0001). */
const PORTS = 'main/agent/ports.ts';
/** Builds requests and reads answers of each provider protocol; pure (docs/decisions/0021). */
const WIRES = 'main/model/wires';
/** One responsibility each; none knows a feature or a host. */
const CORE = [
  PORTS,
  WIRES,
  'main/agent',
  'main/model',
  'main/skills',
  'main/skill-import',
  'main/databases',
  'main/archive',
  'main/runner',
  'main/store',
  'main/redaction',
  'main/context',
  'main/tools',
  'main/config',
  'main/mcp',
  'main/session',
  'main/telemetry',
] as const;
const HOSTS = ['main/host/electron', 'main/host/http', 'main/host/cli'] as const;

/** Handlers of one part of the contract and what they do together. No feature imports another, and none a host. */
const FEATURES = [
  'authoring',
  'cards',
  'chat',
  'context-views',
  'doctor',
  'environments',
  'evals',
  'files',
  'grants',
  'judging',
  'mcp',
  'review',
  'profile',
  'repositories',
  'secrets',
  'sessions',
  'settings',
  'skills',
  'telemetry',
  'terminal',
  'transfer',
  'trust',
  'updates',
].map((name) => `main/features/${name}`);

/** Folders of the screen that never import each other. */
const VIEWS = [
  'chat',
  'context/gauge',
  'context/map',
  'context/timeline',
  'skills/inspector',
  'skills/authoring',
  'review/looking-back',
  'review/library',
  'files',
  'settings',
  'sessions',
  'first-run',
  'bookings',
].map((name) => `renderer/${name}`);
/** Modules that any view may use. */
const FOR_VIEWS = [
  ...['store', 'cards', 'shared', 'model-form', 'ui', 'i18n'].map((name) => `renderer/${name}`),
] as const;

export const LAYERS: readonly Layer[] = [
  { path: SHARED, mayImport: [] },
  { path: 'preload', mayImport: [SHARED] },
  { path: LIB, mayImport: [SHARED] },
  { path: PORTS, mayImport: [SHARED, LIB] },
  { path: 'main/agent', mayImport: [SHARED, LIB, PORTS] },
  { path: WIRES, mayImport: [SHARED, LIB] },
  { path: 'main/model', mayImport: [SHARED, LIB, PORTS, WIRES] },
  { path: 'demo-model', mayImport: [SHARED] },
  { path: 'main/skills', mayImport: [SHARED, LIB] },
  { path: 'main/skill-import', mayImport: [SHARED, LIB, 'main/skills'] },
  { path: 'main/databases', mayImport: ['main/skill-import'] },
  { path: 'main/archive', mayImport: [SHARED, LIB, 'main/store', 'main/databases', 'main/skill-import'] },
  { path: 'main/runner', mayImport: [SHARED, LIB] },
  { path: 'main/store', mayImport: [SHARED, LIB] },
  { path: 'main/redaction', mayImport: [SHARED, LIB, 'main/store'] },
  { path: 'main/context', mayImport: [SHARED, LIB, PORTS, WIRES, 'main/skills'] },
  { path: 'main/tools', mayImport: [SHARED, LIB, PORTS, 'main/skills', 'main/runner'] },
  { path: 'main/config', mayImport: [SHARED, LIB] },
  { path: 'main/mcp', mayImport: [SHARED, LIB, 'main/skills', 'main/runner'] },
  {
    path: 'main/session',
    mayImport: [SHARED, LIB, PORTS, 'main/agent', 'main/store', 'main/context', 'main/skills'],
  },
  { path: 'main/telemetry', mayImport: [SHARED, LIB, 'main/store', 'main/redaction'] },
  { path: 'main/api', mayImport: [SHARED, LIB] },
  { path: 'main/core', mayImport: [SHARED, LIB, ...CORE, 'main/api', 'demo-model'] },
  ...FEATURES.map((path) => ({ path, mayImport: [SHARED, LIB, ...CORE, 'main/core', 'main/api'] })),
  { path: 'main/router.ts', mayImport: [SHARED, 'main/core', 'main/api', ...FEATURES] },
  { path: 'main/app.ts', mayImport: [LIB, 'main/core', 'main/api', 'main/router.ts', 'main/store'] },
  ...HOSTS.map((path) => ({ path, mayImport: [SHARED, LIB, 'main/config', 'main/api'] })),
  { path: 'main/index.ts', mayImport: [SHARED, 'main/app.ts', 'main/host/electron'] },
  { path: 'main/serve.ts', mayImport: [SHARED, LIB, 'main/app.ts', 'main/host/http'] },
  { path: 'main/cli.ts', mayImport: [SHARED, LIB, 'main/app.ts', 'main/api', 'main/host/cli', 'main/host/http'] },
  { path: 'renderer/ui', mayImport: [] },
  { path: 'renderer/i18n', mayImport: [SHARED] },
  { path: 'renderer/client.ts', mayImport: [SHARED] },
  { path: 'renderer/store', mayImport: [SHARED, 'renderer/client.ts', 'renderer/i18n'] },
  { path: 'renderer/shared', mayImport: [SHARED, 'renderer/ui', 'renderer/i18n'] },
  { path: 'renderer/model-form', mayImport: [SHARED, 'renderer/ui', 'renderer/i18n'] },
  {
    path: 'renderer/cards',
    mayImport: [SHARED, 'renderer/store', 'renderer/shared', 'renderer/ui', 'renderer/i18n'],
  },
  ...VIEWS.map((path) => ({ path, mayImport: [SHARED, ...FOR_VIEWS] })),
  { path: 'renderer', mayImport: [SHARED, 'renderer/client.ts', ...FOR_VIEWS, ...VIEWS] },
];

/** Packages with one owner: no other module imports them. `node:` means every Node builtin. */
export const OWNED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['main/store/db.ts'],
  'node-pty': ['main/runner/terminal/pty.ts'],
  mime: ['main/lib/media-types.ts'],
  'image-size': ['main/runner/artifacts/media-type.ts'],
  pyodide: ['main/runner'],
  'gray-matter': ['main/skills/front-matter/yaml.ts'],
  re2js: ['shared/text/foreign-pattern.ts'],
  unbash: ['main/tools/approval/policy-programs.ts', 'main/tools/approval/policy-evaluated.ts'],
  openai: ['main/model/wires'],
  '@anthropic-ai/sdk': ['main/model/wires'],
  '@copilotkit/aimock': ['main/model'],
  '@modelcontextprotocol/sdk': ['main/mcp'],
  'cross-spawn': ['main/runner/process/served-program.ts'],
  'eventsource-parser': ['main/model/attempt.ts'],
  'isomorphic-git': ['main/skill-import/read-git.ts', 'main/skill-import/git-http.ts'],
  '@opentelemetry/api': ['main/telemetry/otlp.ts'],
  '@opentelemetry/otlp-transformer': ['main/telemetry'],
  '@opentelemetry/resources': ['main/telemetry/otlp.ts'],
  '@opentelemetry/sdk-trace': ['main/telemetry/otlp.ts'],
  pg: ['main/databases'],
  mysql2: ['main/databases'],
  yauzl: ['main/skill-import/read-zip.ts'],
  'modern-tar': ['main/skill-import/read-tar.ts'],
  electron: ['main/index.ts', 'main/host/electron', 'preload'],
  'electron-updater': ['main/host/electron/updates'],
  'gpt-tokenizer': ['main/context'],
  react: ['renderer'],
  'node:': ['main', 'demo-model', 'preload'],
};
