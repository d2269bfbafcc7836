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
/** What each provider's protocol makes of a request and of an answer, pure (docs/decisions/0040). */
const WIRES = 'main/model/wires';
const CORE = [
  PORTS,
  WIRES,
  'main/agent',
  'main/model',
  'main/demo-model',
  'main/skills',
  'main/skill-import',
  'main/runner',
  'main/store',
  'main/context',
  'main/tools',
  'main/config',
  'main/session',
  'main/api',
] as const;
const HOSTS = ['main/host/electron', 'main/host/http', 'main/host/cli'] as const;

/** Of the screen: a folder each, and none imports another. What several show the same way is `renderer/parts`, what they share of connecting a model `renderer/model`. */
const VIEWS = [
  ...['chat', 'gauge', 'map', 'timeline', 'inspector', 'workspace', 'review', 'library', 'author'],
  ...['settings', 'sessions', 'first-run', 'bookings'],
] as const;

export const LAYERS: readonly Layer[] = [
  { path: SHARED, mayImport: [] },
  { path: 'preload', mayImport: [SHARED] },
  { path: LIB, mayImport: [SHARED] },
  { path: PORTS, mayImport: [SHARED, LIB] },
  { path: 'main/agent', mayImport: [SHARED, LIB, PORTS] },
  { path: WIRES, mayImport: [SHARED, LIB] },
  { path: 'main/model', mayImport: [SHARED, LIB, PORTS, WIRES] },
  { path: 'main/demo-model', mayImport: [SHARED, LIB] },
  { path: 'main/skills', mayImport: [SHARED, LIB] },
  { path: 'main/skill-import', mayImport: [SHARED, LIB, 'main/skills'] },
  { path: 'main/runner', mayImport: [SHARED, LIB] },
  { path: 'main/store', mayImport: [SHARED, LIB] },
  { path: 'main/context', mayImport: [SHARED, LIB, PORTS, WIRES, 'main/skills'] },
  { path: 'main/tools', mayImport: [SHARED, LIB, PORTS, 'main/skills', 'main/runner'] },
  { path: 'main/config', mayImport: [SHARED, LIB] },
  { path: 'main/session', mayImport: [SHARED, LIB, PORTS, 'main/agent', 'main/store'] },
  {
    path: 'main/api',
    mayImport: [
      SHARED,
      LIB,
      'main/config',
      'main/session',
      'main/skills',
      'main/skill-import',
      'main/store',
      'main/context',
    ],
  },
  ...HOSTS.map((path) => ({ path, mayImport: [SHARED, LIB, 'main/config', 'main/api'] })),
  { path: 'main/app.ts', mayImport: [SHARED, LIB, ...CORE, 'main/compose'] },
  { path: 'main/compose', mayImport: [SHARED, LIB, ...CORE] },
  { path: 'main/index.ts', mayImport: [SHARED, 'main/app.ts', 'main/host/electron'] },
  { path: 'main/serve.ts', mayImport: [SHARED, LIB, 'main/app.ts', 'main/host/http'] },
  { path: 'main/cli.ts', mayImport: [SHARED, LIB, 'main/app.ts', 'main/host/cli', 'main/host/http'] },
  { path: 'renderer/ui', mayImport: [] },
  { path: 'renderer/i18n', mayImport: [] },
  { path: 'renderer/client.ts', mayImport: [SHARED] },
  { path: 'renderer/store', mayImport: [SHARED, 'renderer/client.ts', 'renderer/i18n'] },
  { path: 'renderer/parts', mayImport: [SHARED, 'renderer/ui', 'renderer/i18n'] },
  { path: 'renderer/model', mayImport: [SHARED, 'renderer/ui', 'renderer/i18n'] },
  ...VIEWS.map((view) => ({
    path: `renderer/${view}`,
    mayImport: [SHARED, 'renderer/store', 'renderer/parts', 'renderer/model', 'renderer/ui', 'renderer/i18n'],
  })),
  {
    path: 'renderer',
    mayImport: [
      SHARED,
      'renderer/client.ts',
      'renderer/store',
      'renderer/ui',
      'renderer/i18n',
      'renderer/parts',
      ...VIEWS.map((view) => `renderer/${view}`),
    ],
  },
];

/** Packages with one owner: nobody else imports them. `node:` stands for every builtin of Node. */
export const OWNED_PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'better-sqlite3': ['main/store/db.ts'],
  'node-pty': ['main/runner/pty.ts'],
  'image-size': ['main/runner/media-type.ts'],
  pyodide: ['main/runner'],
  unbash: ['main/tools/policy-programs.ts'],
  openai: ['main/model/wires'],
  '@anthropic-ai/sdk': ['main/model/wires'],
  '@copilotkit/aimock': ['main/model'],
  'eventsource-parser': ['main/model/one-try.ts'],
  'isomorphic-git': ['main/skill-import/read-git.ts', 'main/skill-import/git-http.ts'],
  yauzl: ['main/skill-import/read-zip.ts'],
  'modern-tar': ['main/skill-import/read-tar.ts'],
  electron: ['main/index.ts', 'main/host/electron', 'preload'],
  'gpt-tokenizer': ['main/context'],
  'chrono-node': ['main/demo-model'],
  react: ['renderer'],
  'node:': ['main', 'preload'],
};
