/**
 * Sets of packages below the data folder, one folder for each set of requirements: made once without running any code of
 * theirs, then only read by runs.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { detailed } from '../../shared/messages/failure.ts';
import {
  type Ecosystem,
  type PlannedPackage,
  type ProvidedPackages,
  providedPackagesSchema,
} from '../../shared/skills/skill-packages.ts';
import { readSmallJson } from '../lib/files.ts';
import { outgoing } from '../lib/network.ts';
import { sha256 } from '../lib/text.ts';
import type { Runner } from './runner.ts';

const FETCH_MS = 15 * 60_000;
/** Milliseconds for a look at the size of one file. */
const SIZE_MS = 10_000;
/** Milliseconds between two looks at how much has come. */
const WATCH_MS = 300;
/** Milliseconds after which packages that no run used are removed. */
const UNUSED_MS = 30 * 24 * 60 * 60 * 1000;
/** Characters of an installer's output that are looked at. */
const MAX_SAID = 32_000;
const RECORD = 'packages.json';

export interface Located extends PlannedPackage {
  readonly url: string;
}

export interface LocatedPlan {
  readonly requirements: readonly string[];
  readonly packages: readonly Located[];
  readonly lock?: unknown;
}

/** Begins the name of a lock file among the requirements of a set. */
export const LOCK = 'package-lock.json#';

/** Takes the bytes that have come. */
export type OnBytes = (bytes: number) => void;

export interface PackageKind {
  readonly store: ReturnType<typeof createPackageStore>;
  /** Asks the index what would be fetched. @throws SkilldeckError `packages-unavailable`; the signal's reason. */
  plan(requirements: readonly string[], signal: AbortSignal, onBytes?: OnBytes, lock?: string): Promise<LocatedPlan>;
  /** Fetches exactly that. @throws as `plan`; nothing is left then. */
  provide(plan: LocatedPlan, signal: AbortSignal, onBytes?: OnBytes): Promise<ProvidedPackages>;
}

export function createPackageStore(home: string, ecosystem: Ecosystem) {
  const root = path.join(home, 'packages', ecosystem);
  const folder = (requirements: readonly string[]): string =>
    path.join(root, sha256(JSON.stringify([...requirements].sort())).slice(0, 24));
  const recordIn = (dir: string): ProvidedPackages | undefined =>
    providedPackagesSchema.safeParse(readSmallJson(path.join(dir, RECORD))).data;
  return {
    /** Absolute path of what runs read; undefined where there is none. Counts as a use. */
    folderOf(requirements: readonly string[]): string | undefined {
      const dir = folder(requirements);
      if (requirements.length === 0 || !existsSync(path.join(dir, RECORD))) return undefined;
      try {
        utimesSync(dir, new Date(), new Date());
      } catch {
        // A read-only disk: it only counts as unused.
      }
      return path.join(dir, 'site');
    },
    read: (requirements: readonly string[]) => recordIn(folder(requirements)),
    remove(requirements: readonly string[]): boolean {
      const wasThere = existsSync(folder(requirements));
      rmSync(folder(requirements), { recursive: true, force: true });
      return wasThere;
    },
    /** Runs with an empty folder, which is removed. */
    async inWork<T>(work: (dir: string) => Promise<T>): Promise<T> {
      mkdirSync(root, { recursive: true, mode: 0o700 });
      const dir = mkdtempSync(path.join(root, '.new-'));
      try {
        return await work(dir);
      } finally {
        rmSync(dir, { recursive: true, force: true });
      }
    },
    /** Keeps a folder made in `inWork`. */
    keep(
      site: string,
      { requirements }: LocatedPlan,
      packages: readonly Pick<Located, 'name' | 'version' | 'sha256'>[],
    ): ProvidedPackages {
      const record: ProvidedPackages = {
        requirements: [...requirements],
        packages: packages.map(({ name, version, sha256: hash }) => ({ name, version, sha256: hash })),
        bytes: bytesBelow(site),
      };
      const target = folder(requirements);
      rmSync(target, { recursive: true, force: true });
      mkdirSync(target);
      renameSync(site, path.join(target, 'site'));
      // Written last: without it the folder counts for nothing.
      writeFileSync(path.join(target, RECORD), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
      return record;
    },
    /** Bytes of all. Removes what no run used for 30 days, and what a crash left. */
    sweep(now: number): number {
      let bytes = 0;
      for (const name of existsSync(root) ? readdirSync(root) : []) {
        const dir = path.join(root, name);
        const stat = statSync(dir, { throwIfNoEntry: false });
        const most = name.startsWith('.new-') ? FETCH_MS : UNUSED_MS;
        if (stat !== undefined && now - stat.mtimeMs > most) rmSync(dir, { recursive: true, force: true });
        else bytes += recordIn(dir)?.bytes ?? 0;
      }
      return bytes;
    },
  };
}

type Why = 'packages-not-pure' | 'packages-no-installer' | 'packages-no-index' | 'packages-no-fit' | 'packages-failed';

export const unavailable = (names: readonly string[], code: Why, why = '') =>
  detailed('packages-unavailable', code, { names: names.join(', '), why });

export interface Installer {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Its working folder, the only one that it may write. */
  readonly work: string;
  /** Programs that it starts, by name. */
  readonly programs: readonly string[];
  /** Folder below `work` that holds the fetched files. */
  readonly fetched: string;
}

export interface Fetching {
  readonly signal: AbortSignal;
  readonly onBytes?: OnBytes | undefined;
  /** Addresses of the files, once they are known: a sandbox then lets it reach nothing else. */
  readonly from?: readonly string[] | undefined;
}

/** Settings of the person's that installers read. */
const CONFIGS = ['.npmrc', '.pip/pip.conf', '.config/pip/pip.conf', '.config/uv/uv.toml'];

/**
 * Runs an installer to its end.
 * @returns what it printed, or the end of it.
 * @throws SkilldeckError `packages-unavailable`; the signal's reason.
 */
export async function runInstaller(
  runner: Pick<Runner, 'serve'>,
  { file, args, env, work, programs, fetched }: Installer,
  names: readonly string[],
  { signal, onBytes, from }: Fetching,
): Promise<string> {
  const urls = (from ?? []).filter((url) => URL.canParse(url)).map((url) => new URL(url));
  const bounds = from && {
    readable: [
      ...urls.filter(({ protocol }) => protocol === 'file:').map(({ pathname }) => path.dirname(decodeURI(pathname))),
      ...CONFIGS.map((name) => path.join(os.homedir(), name)).filter((config) => existsSync(config)),
    ],
    writable: [work],
    access: {
      hosts: [...new Set(urls.map(({ host }) => host).filter((host) => host !== ''))],
      programs: [...programs],
    },
  };
  const given = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
  // A version manager's launcher does not work in a sandbox, which has the program itself on its PATH.
  const started = bounds === undefined || file.startsWith(work) ? file : path.basename(file);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]);
  limit.throwIfAborted();
  const program = await runner
    .serve({ file: started, args, cwd: work, env: given, piped: true }, bounds)
    .catch((error: unknown) => {
      throw unavailable(names, 'packages-failed', String(error));
    });
  const end = (): void => void program.end();
  limit.addEventListener('abort', end, { once: true });
  const watch = onBytes && setInterval(() => onBytes(bytesBelow(fetched)), WATCH_MS);
  let said = '';
  for (const stream of [program.stdout, program.stderr])
    stream.setEncoding('utf8').on('data', (part: string) => {
      said = (said + part).slice(-MAX_SAID);
    });
  program.stdin.end();
  const { exitCode } = await program.ended;
  clearInterval(watch);
  limit.removeEventListener('abort', end);
  signal.throwIfAborted();
  if (exitCode !== 0) throw refusalIn(names, said);
  return said;
}

/** Only an installer's words tell an index that is silent from one that lacks a package. */
function refusalIn(names: readonly string[], said: string) {
  const lines = said.trim().split('\n');
  const line = lines.findLast(
    (one) => /^(?:ERROR:|npm (?:ERR!|error))/.test(one) && !/A complete log|npm error\s*$/.test(one),
  );
  const last = (line ?? lines.at(-1) ?? '').replace(/^(?:ERROR:|npm (?:ERR!|error)) */, '');
  if (
    /NewConnectionError|ConnectTimeoutError|ReadTimeoutError|NameResolutionError|ProxyError|SSLError|Connection refused|Max retries|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET/.test(
      said,
    )
  )
    return unavailable(names, 'packages-no-index', last);
  const lacks = /No matching distribution|\bE404\b|\bETARGET\b/.test(said);
  return unavailable(names, lacks ? 'packages-no-fit' : 'packages-failed', last);
}

export async function withSizes(packages: readonly Located[], signal: AbortSignal): Promise<readonly Located[]> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(SIZE_MS)]);
  const sizeOf = async ({ url }: Located): Promise<number | undefined> => {
    if (url.startsWith('file:')) return statSync(new URL(url), { throwIfNoEntry: false })?.size;
    const answer = await outgoing(url, { method: 'HEAD', signal: limit }).catch(() => undefined);
    const length = Number(answer?.ok === true ? answer.headers.get('content-length') : undefined);
    return Number.isInteger(length) && length > 0 ? length : undefined;
  };
  return Promise.all(
    packages.map(async (one) => {
      const bytes = await sizeOf(one);
      return bytes === undefined ? one : { ...one, bytes };
    }),
  );
}

/** Host or folder of a file, for people. */
export function hostOf(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return host === '' ? path.dirname(decodeURI(pathname)) : host;
}

/** Counts files alone; 0 where there is no such folder, or while it is being removed. */
function bytesBelow(dir: string): number {
  try {
    const sizes = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => {
      const stat = statSync(path.join(dir, name), { throwIfNoEntry: false });
      return stat?.isFile() === true ? stat.size : 0;
    });
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch {
    return 0;
  }
}
