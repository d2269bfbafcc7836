import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { describe, expect, it } from 'vitest';
import {
  CONNECTING,
  CONNECTS,
  ENGINE,
  LISTS,
  MAIN_PARTS,
  MODULES,
  MOST_FILES,
  MOST_LINES,
  OWNED_PACKAGES,
  PAGE,
  PAGE_PARTS,
} from './layers.ts';

const SRC = import.meta.dirname;

/** A file of `src` with its text. */
interface Source {
  readonly file: string;
  readonly text: string;
}

/** An import of one file by another; type-only ones count too: an arrow is an arrow. */
interface Arrow {
  readonly from: string;
  readonly to: string;
}

const isTest = (file: string) => /\.test\.tsx?$|(?:^|\/)(?:test-kit|fixtures?)\//.test(file);

function sources(): Source[] {
  return readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(path.sep).join('/'))
    .filter((file) => /\.tsx?$/.test(file) && !/^layers(?:\.test)?\.ts$|\.d\.ts$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(SRC, file), 'utf8') }));
}

const read = new WeakMap<Source, readonly string[]>();

/** Static, re-exporting and dynamic imports of a file, as written. Parsed once for a source. */
function specifiers(source: Source): readonly string[] {
  const specifiers = read.get(source) ?? parsed(source);
  read.set(source, specifiers);
  return specifiers;
}

function parsed({ file, text }: Source): readonly string[] {
  const { module } = parseSync(file, text);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end));
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? '')),
    ...dynamic.filter((one) => /^['"]/.test(one)).map((one) => one.slice(1, -1)),
  ].filter((one) => one !== '');
}

const targetOf = (from: string, specifier: string): string =>
  path.posix.normalize(path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, '')));

function arrowsOf(source: Source): Arrow[] {
  const relative = specifiers(source).filter((one) => one.startsWith('.'));
  return [...new Set(relative)].map((one) => ({ from: source.file, to: targetOf(source.file, one) }));
}

const moduleOf = (file: string) => MODULES.find(({ path: own }) => file === own || file.startsWith(`${own}/`));

/** True where a folder of an ordered list imports a later one. */
function climbs(order: readonly string[], root: string, { from, to }: Arrow): boolean {
  const place = (file: string) =>
    file.startsWith(`${root}/`)
      ? order.indexOf((file.split('/')[1] ?? '').replace(/\.tsx?$/, ''))
      : Number.NEGATIVE_INFINITY;
  const [lower, upper] = [place(to), place(from)];
  return lower >= 0 && upper >= 0 && lower > upper;
}

/** The fault of an import; undefined where it is allowed. */
function violation(arrow: Arrow): string | undefined {
  const { from, to } = arrow;
  if (isTest(from)) return undefined;
  if (isTest(to)) return `${from} imports the test kit ${to}`;
  // The version, for the programs; the sample airlines, whose names the demo model's form offers.
  if (to === '../package.json' || (from.startsWith('demo-model/') && to.startsWith('../skills/book-flight/data/')))
    return undefined;
  const [source, target] = [moduleOf(from), moduleOf(to)];
  const wrong = `${from} may not import ${to}`;
  if (LISTS.includes(from)) return undefined;
  if (source === undefined) return `${from} is in no module`;
  const isEngine =
    source.path === 'main' && ENGINE.some((name) => name !== 'hosts' && from.startsWith(`main/${name}/`));
  if (LISTS.includes(to)) return source.path === 'features' || isEngine ? wrong : undefined;
  if (target === undefined || (source !== target && !source.mayImport.includes(target.path))) return wrong;
  if (climbs(ENGINE, 'main', arrow) || climbs(PAGE, 'renderer', arrow)) return wrong;
  if (source.path !== 'features') return undefined;
  const [, name, part = ''] = from.split('/');
  const [, other, otherPart = ''] = to.split('/');
  const runs = (parts: readonly string[], one: string) => parts.includes(one.replace(/\.tsx?$/, ''));
  if (target.path === 'features' && name !== other) return wrong;
  if (runs(PAGE_PARTS, part) && (target.path === 'main' || (target === source && runs(MAIN_PARTS, otherPart))))
    return wrong;
  if (runs(MAIN_PARTS, part) && (target.path === 'renderer' || (target === source && runs(PAGE_PARTS, otherPart))))
    return wrong;
  return undefined;
}

function foreignPackages(source: Source): string[] {
  if (isTest(source.file)) return [];
  const owned = ([name]: readonly [string, ...unknown[]], specifier: string) =>
    name.endsWith(':') ? specifier.startsWith(name) : specifier === name || specifier.startsWith(`${name}/`);
  return specifiers(source)
    .filter((one) => !one.startsWith('.'))
    .flatMap((specifier) =>
      Object.entries(OWNED_PACKAGES)
        .filter((entry) => owned(entry, specifier))
        .filter(([, owners]) => !owners.some((owner) => source.file === owner || source.file.startsWith(`${owner}/`)))
        .map(([, owners]) => `${source.file} may not import ${specifier}: it belongs to ${owners.join(', ')}`),
    );
}

/** Ways from a file back to itself, one for each file that is in a circle. */
function circles(arrows: readonly Arrow[]): string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of arrows) next.set(from, [...(next.get(from) ?? []), to]);
  const state = new Map<string, 'open' | 'done'>();
  const found: string[] = [];
  const visit = (file: string, way: readonly string[]): void => {
    state.set(file, 'open');
    for (const to of next.get(file) ?? []) {
      if (state.get(to) === 'open') found.push([...way.slice(way.indexOf(to)), to].join(' -> '));
      else if (state.get(to) === undefined) visit(to, [...way, to]);
    }
    state.set(file, 'done');
  };
  for (const file of next.keys()) if (state.get(file) === undefined) visit(file, [file]);
  return found;
}

/** Folders of one parent that import each other: `a <> b`. */
function mutualFolders(arrows: readonly Arrow[]): string[] {
  const pairs = new Set<string>();
  for (const { from, to } of arrows) {
    const [a, b] = [from.split('/'), to.split('/')];
    const shared = a.findIndex((name, index) => name !== b[index]);
    if (shared < a.length - 1 && shared < b.length - 1)
      pairs.add(`${a.slice(0, shared + 1).join('/')} <> ${b.slice(0, shared + 1).join('/')}`);
  }
  return [...pairs].filter((pair) => {
    const [one = '', other = ''] = pair.split(' <> ');
    return one < other && pairs.has(`${other} <> ${one}`);
  });
}

const isWords = (file: string) => /(?:^|\/)messages\/|words\.(?:en|zh)\.ts$/.test(file);
const linesOf = ({ text }: Source) => text.split('\n').length - 1;

describe('the house', () => {
  const all = sources();
  const own = all.filter(({ file }) => !isTest(file));
  const arrows = own.flatMap(arrowsOf);

  it('imports only what its rows allow', () => {
    expect(all.flatMap(arrowsOf).flatMap((arrow) => violation(arrow) ?? [])).toEqual([]);
    expect(all.flatMap(foreignPackages)).toEqual([]);
  });

  it('has no circle of files and no two folders that import each other', () => {
    expect(circles(arrows)).toEqual([]);
    expect(mutualFolders(arrows)).toEqual([]);
  });

  it('opens connections in one place alone', () => {
    const others = own.filter(({ file }) => /^(main|features)\//.test(file) && !/\/view/.test(file));
    const found = others.filter(({ text }) => CONNECTS.test(text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, '')));
    expect(found.map(({ file }) => file).sort()).toEqual([...CONNECTING].sort());
    for (const text of ['await fetch(url)', 'http.request({', 'tls.connect({', 'connect({ port })', 'new WebSocket(x)'])
      expect(text).toMatch(CONNECTS);
    for (const text of ['git.fetch({', 'page.fetch()', 'await outgoing(url)', 'client.connect(transport)'])
      expect(text).not.toMatch(CONNECTS);
  });

  it('stays within its budgets', () => {
    const over = MODULES.map(({ path: own, lines }) => {
      const used = all
        .filter(({ file }) => !isTest(file) && (file === own || file.startsWith(`${own}/`)))
        .reduce((sum, source) => sum + linesOf(source), 0);
      return used > lines ? `${own} has ${used} lines, more than its ${lines}` : '';
    });
    const folders = Object.entries(Object.groupBy(own, ({ file }) => path.posix.dirname(file)));
    expect([
      ...over.filter((one) => one !== ''),
      ...folders.flatMap(([folder, files = []]) =>
        files.length > MOST_FILES ? [`${folder}: ${files.length} files`] : [],
      ),
      ...own.flatMap((source) =>
        linesOf(source) > MOST_LINES && !isWords(source.file) ? [`${source.file}: ${linesOf(source)} lines`] : [],
      ),
    ]).toEqual([]);
  });
});

describe('the rules', () => {
  const arrow = (from: string, to: string) => violation({ from, to });

  it('catch a wrong arrow between modules, folders and parts of a feature', () => {
    expect(arrow('shared/a.ts', 'main/lib/files.ts')).toBeDefined();
    expect(arrow('main/agent/loop.ts', 'main/store/db.ts')).toBeDefined();
    expect(arrow('main/store/db.ts', 'main/lib/files.ts')).toBeUndefined();
    expect(arrow('renderer/ui/button.tsx', 'renderer/store/index.ts')).toBeDefined();
    expect(arrow('main/lib/files.ts', 'features/mcp/main.ts')).toBeDefined();
    expect(arrow('features/one/main.ts', 'features/two/contract.ts')).toBeDefined();
    expect(arrow('features/one/view/a.tsx', 'main/lib/files.ts')).toBeDefined();
    expect(arrow('features/one/view/a.tsx', 'features/one/main/a.ts')).toBeDefined();
    expect(arrow('features/one/cli.ts', 'features/one/slice.ts')).toBeDefined();
    expect(arrow('main/core/create-core.ts', 'features-main.ts')).toBeDefined();
    expect(arrow('features/one/view/a.tsx', 'features/one/contract.ts')).toBeUndefined();
    expect(arrow('features/one/cli.ts', 'main/hosts/cli/command.ts')).toBeUndefined();
  });

  it('catch a test kit in product code and a package of another owner', () => {
    expect(arrow('main/runner/a.ts', 'main/runner/test-kit/home.ts')).toBeDefined();
    expect(arrow('main/runner/a.test.ts', 'main/runner/test-kit/home.ts')).toBeUndefined();
    expect(foreignPackages({ file: 'main/agent/loop.ts', text: "import D from 'better-sqlite3';" })).toHaveLength(1);
    expect(foreignPackages({ file: 'shared/a.ts', text: "export * from 'node:fs';" })).toHaveLength(1);
    expect(foreignPackages({ file: 'main/a.ts', text: "const a = () => import('openai');" })).toHaveLength(1);
  });

  it('find circles and folders that import each other', () => {
    const files: Readonly<Record<string, string>> = {
      'a.ts': "import { b } from './b.ts';",
      'b.ts': "export type { C } from './deep/c.ts';",
      'deep/c.ts': "const a = () => import('../a.ts');",
      'x/one.ts': "import type { Two } from '../y/two.ts';",
      'y/other.ts': "import { one } from '../x/one.ts';",
    };
    const arrows = Object.entries(files).flatMap(([file, text]) => arrowsOf({ file, text }));
    expect(circles(arrows)).toEqual(['a.ts -> b.ts -> deep/c.ts -> a.ts']);
    expect(mutualFolders(arrows)).toEqual(['x <> y']);
  });
});
