/**
 * Wheels of pure Python for the embedded one, which has no pip: found in an index here, read and unpacked by the
 * embedded Python itself, in its sandbox and without network. None of their code runs.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parsedJson } from '../../../shared/defined.ts';
import { packageFolder } from '../../lib/app-files.ts';
import { outgoing } from '../../lib/network.ts';
import { sha256 } from '../../lib/text.ts';
import { EMBEDDED_PYTHON } from '../interpreters.ts';
import { type Fetching, hostOf, type Located, runInstaller, unavailable } from '../package-store.ts';
import type { Runner } from '../runner.ts';
import { bothSpecs, compareNumbers, extrasOf, fits, numbersOf, pythonName, readRequirement } from './requirement.ts';

/** Packages of one set: what needs more is no skill's. */
const MAX_PACKAGES = 100;
/** Bytes of one wheel, and of the page that lists the wheels of a package. */
const MAX_WHEEL = 64 * 1024 * 1024;
const MAX_PAGE = 32 * 1024 * 1024;

const INDEX = 'https://pypi.org/simple/';

interface Wheel {
  readonly name: string;
  readonly version: string;
  readonly url: string;
  readonly isPure: boolean;
}

export interface PureWheels {
  /** Address of the index; undefined: the usual one. */
  readonly index: string | undefined;
  readonly runner: Pick<Runner, 'serve'>;
  readonly work: string;
  readonly fetching: Fetching;
}

const pageSchema = z.object({
  files: z.array(
    z.object({
      filename: z.string(),
      url: z.string(),
      'requires-python': z.string().nullish(),
      yanked: z.union([z.boolean(), z.string()]).optional(),
    }),
  ),
});
type IndexFile = z.infer<typeof pageSchema>['files'][number];

/** Links of a page as PEP 503 has it. */
function linksIn(html: string): readonly IndexFile[] {
  return [...html.matchAll(/<a\s([^>]*)>([^<]*)</gi)].map(([, attributes = '', text = '']) => {
    const of = (name: string) => new RegExp(`\\b${name}\\s*=\\s*["']([^"']*)["']`, 'i').exec(attributes)?.[1];
    return {
      filename: text.trim(),
      url: (of('href') ?? '').replaceAll('&amp;', '&'),
      'requires-python': of('data-requires-python')?.replaceAll('&gt;', '>').replaceAll('&lt;', '<'),
      yanked: of('data-yanked') !== undefined || undefined,
    };
  });
}

async function get(url: string, name: string, signal: AbortSignal, accept = '*/*'): Promise<Response> {
  const answer = await outgoing(url, { headers: { accept }, signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw unavailable([name], 'packages-no-index', String(error));
  });
  if (answer.ok || answer.status === 404) return answer;
  throw unavailable([name], 'packages-no-index', String(answer.status));
}

/** @throws SkilldeckError `packages-unavailable` for more than `most` bytes. */
async function bodyOf(answer: Response, name: string, most: number): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    if (size > most) throw unavailable([name], 'packages-failed', `> ${most} bytes`);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** Python's version inside the app: `3.14.2`. */
function embeddedVersion(): string {
  const lock = parsedJson(readFileSync(path.join(packageFolder('pyodide'), 'pyodide-lock.json'), 'utf8'));
  return z.object({ info: z.object({ python: z.string() }) }).parse(lock).info.python;
}

/** Wheels for this Python, compiled ones too; of final versions, the newest first. */
async function wheelsOf(name: string, python: string, index: string, signal: AbortSignal): Promise<readonly Wheel[]> {
  const page = new URL(`${name}/`, index.endsWith('/') ? index : `${index}/`);
  const answer = await get(page.href, name, signal, 'application/vnd.pypi.simple.v1+json, text/html;q=0.5');
  if (!answer.ok) return [];
  const text = (await bodyOf(answer, name, MAX_PAGE)).toString();
  const files = pageSchema.safeParse(parsedJson(text)).data?.files ?? linksIn(text);
  const found = files.flatMap((file): Wheel[] => {
    const [, , version = '', tags = '', abi, platform] =
      /^([^-]+)-([^-]+)(?:-\d[^-]*)?-([^-]+)-([^-]+)-([^-]+)\.whl$/.exec(file.filename) ?? [];
    const isFinal = /^\d+(?:\.\d+)*(?:\.post\d+)?$/.test(version);
    const isOff = file.yanked !== undefined && file.yanked !== false;
    if (!isFinal || isOff || !fits(python, file['requires-python'] ?? '')) return [];
    const isPure = tags.split('.').includes('py3') && abi === 'none' && platform === 'any';
    return [{ name, version, url: new URL(file.url, answer.url || page).href, isPure }];
  });
  return found.sort((a, b) => compareNumbers(numbersOf(b.version), numbersOf(a.version)));
}

/** Variables of PEP 508 for this interpreter. */
const variables = (python: string): Readonly<Record<string, string>> => ({
  python_version: python.split('.').slice(0, 2).join('.'),
  python_full_version: python,
  implementation_version: python,
  sys_platform: 'emscripten',
  platform_system: 'Emscripten',
  platform_machine: 'wasm32',
  os_name: 'posix',
  implementation_name: 'cpython',
  platform_python_implementation: 'CPython',
});

/** True if a marker as PEP 508 has it holds. A part that cannot be read holds too: a package too many does no harm. */
export function markerHolds(marker: string, python: string, extra = ''): boolean {
  const tokens = marker.match(/[()]|"[^"]*"|'[^']*'|[<>=!~]=?=?|[\w.]+/g) ?? [];
  const known: Readonly<Record<string, string>> = { ...variables(python), extra };
  let at = 0;
  const next = (): string => tokens[at++] ?? '';
  const any = (): boolean => {
    let holds = every();
    for (; tokens[at] === 'or'; holds = every() || holds) at += 1;
    return holds;
  };
  const every = (): boolean => {
    let holds = one();
    for (; tokens[at] === 'and'; holds = one() && holds) at += 1;
    return holds;
  };
  const one = (): boolean => {
    const left = next();
    if (left === '(') {
      const holds = any();
      at += 1;
      return holds;
    }
    const word = next();
    const isNot = word === 'not';
    const operator = isNot ? next() : word;
    const right = next();
    const valueIn = (token: string) => known[token] ?? token.replaceAll(/["']/g, '');
    if (operator === 'in') return valueIn(right).includes(valueIn(left)) !== isNot;
    if (/version/.test(left)) return fits(valueIn(left), operator + valueIn(right));
    if (operator === '==' || operator === '!=')
      return (pythonName(valueIn(left)) === pythonName(valueIn(right))) === (operator === '==');
    return true;
  };
  return marker.trim() === '' || any();
}

/** Prints what a wheel says it requires: a line of JSON. */
const READ = `
import email, json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as wheel:
    name = next(one for one in wheel.namelist() if one.endswith('.dist-info/METADATA') and one.count('/') == 1)
    print(json.dumps(email.message_from_bytes(wheel.read(name)).get_all('Requires-Dist') or []))
`;

/** Unpacks wheels into a folder; of what they bring besides, as scripts and headers, nothing is of use to a run. */
const UNPACK = `
import sys, zipfile
for file in sys.argv[2:]:
    with zipfile.ZipFile(file) as wheel:
        for item in wheel.infolist():
            parts = item.filename.split('/')
            if parts[0].endswith('.data'):
                if len(parts) < 3 or parts[1] not in ('purelib', 'platlib'):
                    continue
                item.filename = '/'.join(parts[2:])
            wheel.extract(item, sys.argv[1])
`;

/** @returns what it printed. */
const runEmbedded = ({ runner, work, fetching }: PureWheels, names: readonly string[], words: readonly string[]) =>
  runInstaller(
    runner,
    {
      file: EMBEDDED_PYTHON,
      args: ['-c', ...words],
      env: { SKILLDECK_READABLE: work, SKILLDECK_WRITABLE: work, PYTHONUTF8: '1' },
      work,
      programs: [],
      fetched: path.join(work, 'wheels'),
    },
    names,
    { signal: fetching.signal, from: [] },
  );

/** Fetches a wheel into the work folder. @returns its path. */
async function fetchWheel({ name, url }: Pick<Wheel, 'name' | 'url'>, { work, fetching }: PureWheels): Promise<string> {
  const answer = await get(url, name, fetching.signal);
  if (!answer.ok) throw unavailable([name], 'packages-no-fit', url);
  const bytes = await bodyOf(answer, name, MAX_WHEEL);
  const folder = path.join(work, 'wheels');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.whl`);
  writeFileSync(file, bytes);
  return file;
}

/**
 * Finds the newest wheels that fit, with what they require.
 * @throws SkilldeckError `packages-unavailable`; where one has compiled wheels only, it names the requirement that needs it.
 */
export async function findPureWheels(requirements: readonly string[], around: PureWheels): Promise<readonly Located[]> {
  const { signal } = around.fetching;
  const python = embeddedVersion();
  const index = around.index ?? INDEX;
  /** By name: all that is asked of it, and the requirement that brought it. */
  const wanted = new Map<string, { readonly spec: string; readonly by: string }>();
  const chosen = new Map<string, Located>();
  const due = new Set<string>();
  const want = (text: string, by?: string): void => {
    const need = readRequirement(text);
    if (need === undefined) return;
    const known = wanted.get(need.name) ?? { spec: '', by: by ?? need.name };
    const spec = bothSpecs(known.spec, need.spec);
    wanted.set(need.name, { ...known, spec });
    const isWider = extrasOf(spec).length > extrasOf(known.spec).length;
    if (isWider || !fits(chosen.get(need.name)?.version, spec)) due.add(need.name);
  };
  for (const one of requirements) want(one);
  for (const name of due) {
    due.delete(name);
    signal.throwIfAborted();
    const { spec, by } = wanted.get(name) ?? { spec: '', by: name };
    const wheels = (await wheelsOf(name, python, index, signal)).filter(({ version }) => fits(version, spec));
    const wheel = wheels.find(({ isPure }) => isPure);
    if (wheel === undefined)
      throw wheels.length > 0
        ? unavailable([by], 'packages-not-pure', name)
        : unavailable([by], 'packages-no-fit', `${name}${spec}`);
    if (chosen.size >= MAX_PACKAGES) throw unavailable([by], 'packages-failed', `> ${MAX_PACKAGES}`);
    const file = await fetchWheel(wheel, around);
    const bytes = readFileSync(file);
    chosen.set(name, {
      ecosystem: 'python',
      name,
      version: wheel.version,
      sha256: sha256(bytes),
      bytes: bytes.length,
      from: hostOf(wheel.url),
      url: wheel.url.replace(/#.*$/, ''),
    });
    const printed = await runEmbedded(around, [name], [READ, file]);
    const needs = z.array(z.string()).safeParse(parsedJson(printed.trim().split('\n').at(-1) ?? '')).data ?? [];
    for (const need of needs) {
      const [text = '', marker = ''] = need.split(/;(.*)/s);
      if (['', ...extrasOf(spec)].some((extra) => markerHolds(marker, python, extra))) want(text, by);
    }
  }
  return [...chosen.values()].sort((a, b) => (pythonName(a.name) < pythonName(b.name) ? -1 : 1));
}

/** Fetches exactly these, and unpacks them into `site`. @throws SkilldeckError `packages-unavailable` for other bytes. */
export async function unpackWheels(packages: readonly Located[], site: string, around: PureWheels): Promise<void> {
  let come = 0;
  const files: string[] = [];
  for (const one of packages) {
    const file = await fetchWheel(one, around);
    const bytes = readFileSync(file);
    if (sha256(bytes) !== one.sha256) throw unavailable([one.name], 'packages-failed', 'SHA-256');
    come += bytes.length;
    around.fetching.onBytes?.(come);
    files.push(file);
  }
  mkdirSync(site);
  const names = packages.map(({ name }) => name);
  await runEmbedded(around, names, [UNPACK, site, ...files]);
}
