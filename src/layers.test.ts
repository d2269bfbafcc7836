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
      const target = targetOf(file, specifier);
      // The version, for the composition root and the programs.
      if (target === '../package.json' && /^main\/(core\/)?[^/]+\.ts$/.test(file)) continue;
      // The sample airlines, whose names its form offers.
      if (
        /^\.\.\/skills\/book-flight\/data\/(?:airlines|airports|cities)\.json$/.test(target) &&
        file.startsWith('demo-model/')
      )
        continue;
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

/** The file in `src` that a relative import names. */
const targetOf = (file: string, specifier: string): string =>
  path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, '')));

/** Keyed by file of `src`: the files of `src` that it imports. */
function importsOf(files: readonly string[], read: (file: string) => string): Map<string, readonly string[]> {
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const relative = specifiers(read(file)).filter((specifier) => specifier.startsWith('.'));
      return [file, relative.map((specifier) => targetOf(file, specifier)).filter((target) => known.has(target))];
    }),
  );
}

/** The shortest way from a file back to itself. */
function circleFrom(start: string, imports: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  const ways: (readonly string[])[] = [[start]];
  const seen = new Set<string>();
  for (const way of ways) {
    for (const target of imports.get(way.at(-1) ?? '') ?? []) {
      if (target === start) return way;
      if (seen.has(target)) continue;
      seen.add(target);
      ways.push([...way, target]);
    }
  }
  return undefined;
}

/** Each file that is in a circle is in one of the answers: `a -> b -> a`. */
function circles(files: readonly string[], read: (file: string) => string): string[] {
  const imports = importsOf(files, read);
  // Without the files that lead to no circle, there is little left to search.
  for (let before = Number.NaN; before !== imports.size; ) {
    before = imports.size;
    for (const [file, targets] of imports) if (!targets.some((target) => imports.has(target))) imports.delete(file);
  }
  const found: (readonly string[])[] = [];
  for (const file of imports.keys()) {
    const circle = found.some((known) => known.includes(file)) ? undefined : circleFrom(file, imports);
    if (circle !== undefined) found.push(circle);
  }
  return found.map((circle) => [...circle, circle[0]].join(' -> '));
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

describe('circular imports', () => {
  it('are in no file, types included', () => {
    const found = circles(sources(), (file) => readFileSync(path.join(SRC, file), 'utf8'));
    expect(found).toEqual([]);
  });

  it('are found with the way around', () => {
    const files: Readonly<Record<string, string>> = {
      'a.ts': "import { b } from './b.ts';\nimport { d } from './d.ts';",
      'b.ts': "export type { C } from './deep/c.ts';",
      'deep/c.ts': "const a = () => import('../a.ts');",
      'd.ts': "import { b } from './b.ts';",
      'alone.ts': "import { a } from './a.ts';",
      'self.ts': "import type { Self } from './self.ts';",
    };
    expect(circles(Object.keys(files), (file) => files[file] ?? '')).toEqual([
      'a.ts -> b.ts -> deep/c.ts -> a.ts',
      'd.ts -> b.ts -> deep/c.ts -> a.ts -> d.ts',
      'self.ts -> self.ts',
    ]);
  });
});
