import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LAYERS, OWNED_PACKAGES } from './layers.ts';

const SRC = import.meta.dirname;

/** Import, export-from and dynamic import specifiers; type-only ones count too: an arrow is an arrow. */
function specifiers(source: string): string[] {
  const found: string[] = [];
  const patterns = [
    /(?:^|\n)\s*(?:import|export)\s[^'";]*?from\s+['"]([^'"]+)['"]/g,
    /(?:^|\n)\s*import\s+['"]([^'"]+)['"]/g,
    /\bimport\(\s*['"]([^'"]+)['"]/g,
  ];
  for (const pattern of patterns) for (const match of source.matchAll(pattern)) found.push(match[1] ?? '');
  return found;
}

function layerOf(file: string): string | undefined {
  return LAYERS.map((layer) => layer.path)
    .filter((prefix) => file === prefix || file.startsWith(`${prefix}/`))
    .sort((a, b) => b.length - a.length)[0];
}

/** Files the layer `renderer` itself holds: the frame around the views, and kits. Any other folder is a view and needs a row. */
const OWN_OF_RENDERER = /^renderer\/(?:[^/]+|(?:app|test-kit)\/.+)$/;

/** Tests and kits may import anything; all else follows the table and imports no kit. */
function violations(file: string, source: string): string[] {
  const isTest = /\.test\.tsx?$|\/test-kit\/|\.fixture\.ts$/.test(file);
  const layer = layerOf(file);
  if (layer === undefined || (layer === 'renderer' && !OWN_OF_RENDERER.test(file)))
    return [`${file} is in no layer of src/layers.ts`];
  const allowed = LAYERS.find((entry) => entry.path === layer)?.mayImport ?? [];
  const wrong: string[] = [];
  for (const specifier of specifiers(source)) {
    if (specifier.startsWith('.')) {
      const target = path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, '')));
      // The version, for the composition root and the programs.
      if (target === '../package.json' && /^main\/(core\/)?[^/]+\.ts$/.test(file)) continue;
      // The cities that its form offers.
      if (target === '../skills/book-flight/data/cities.json' && file.startsWith('demo-model/')) continue;
      const targetLayer = layerOf(target);
      if (isTest) continue;
      if (/(?:^|\/)test-kit\//.test(target)) wrong.push(`${file} imports the test kit ${target}`);
      if (targetLayer === layer) continue;
      if (targetLayer === undefined || !allowed.includes(targetLayer)) wrong.push(`${file} may not import ${target}`);
      continue;
    }
    if (isTest) continue;
    for (const [name, owners] of Object.entries(OWNED_PACKAGES)) {
      const matches = name.endsWith(':')
        ? specifier.startsWith(name)
        : specifier === name || specifier.startsWith(`${name}/`);
      const owned = owners.some((owner) => file === owner || file.startsWith(`${owner}/`));
      if (matches && !owned) wrong.push(`${file} may not import ${specifier}: it belongs to ${owners.join(', ')}`);
    }
  }
  return wrong;
}

function sources(): string[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !/^layers(\.test)?\.ts$/.test(file) && !file.endsWith('.d.ts'));
}

describe('the import table', () => {
  it('holds for every file', () => {
    const files = sources();
    expect(files.length).toBeGreaterThan(5);
    expect(files.flatMap((file) => violations(file, readFileSync(path.join(SRC, file), 'utf8')))).toEqual([]);
  });

  it('catches a test kit in a production file, also of its own layer', () => {
    const source = "import { startRun } from './test-kit/home.ts';";
    const file = 'main/runner/start-run.ts';
    expect(violations(file, source)).toEqual([`${file} imports the test kit main/runner/test-kit/home.ts`]);
    expect(violations('main/runner/start-run.test.ts', source)).toEqual([]);
  });

  it('catches a view without a row, which would otherwise see every other view', () => {
    expect(violations('renderer/unlisted/view.tsx', '')).toEqual([
      'renderer/unlisted/view.tsx is in no layer of src/layers.ts',
    ]);
    expect(violations('renderer/app/layout.tsx', "import { Chat } from '../chat/chat-view.tsx';")).toEqual([]);
  });

  it('catches a wrong arrow, a third-party package and a file outside every module', () => {
    expect(violations('main/agent/loop.ts', "import { x } from '../store/db.ts';")).toEqual([
      'main/agent/loop.ts may not import main/store/db.ts',
    ]);
    expect(violations('main/agent/loop.ts', "import Database from 'better-sqlite3';")).toHaveLength(1);
    expect(violations('shared/a.ts', "import fs from 'node:fs';")).toHaveLength(1);
    expect(violations('renderer/chat/a.tsx', "import { g } from '../gauge/gauge.tsx';")).toHaveLength(1);
    expect(violations('elsewhere/a.ts', '')).toHaveLength(1);
    expect(
      violations(
        'main/agent/loop.ts',
        "export type { A } from '../lib/clock.ts';\nimport type { B } from './ports.ts';",
      ),
    ).toEqual([]);
  });
});
