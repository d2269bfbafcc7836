/**
 * Folders of Python packages below the data folder, one for each set of requirements: made once from wheels alone, whose
 * installation runs none of their code, and only read by runs.
 */
import { execFile, spawn } from 'node:child_process';
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
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { detailed } from '../../../shared/messages/detail.ts';
import { readSmallJson } from '../../lib/files.ts';
import { proxyEnvironment } from '../../lib/network.ts';
import { sha256 } from '../../lib/text.ts';
import type { FoundPrograms } from '../interpreters.ts';

const run = promisify(execFile);

/** Milliseconds for the whole of a fetch. */
const FETCH_MS = 15 * 60_000;
const LIST_MS = 20_000;
/** Characters of a program's output that are looked at. */
const MAX_SAID = 8_000;
/** Milliseconds after which packages that no run used are removed. */
const UNUSED_MS = 30 * 24 * 60 * 60 * 1000;

const recordSchema = z.object({
  requirements: z.array(z.string()),
  packages: z.array(z.object({ name: z.string(), version: z.string(), sha256: z.string() })),
  bytes: z.int(),
});
export type ProvidedPackages = z.infer<typeof recordSchema>;
const RECORD = 'packages.json';

export interface PackagePlan {
  readonly requirements: readonly string[];
  readonly packages: readonly {
    readonly name: string;
    readonly version: string;
    readonly sha256: string;
    readonly from: string;
  }[];
}

export interface PythonPackages {
  /** Versions of what this machine's Python has, by name in normal form; a person's own folder does not count. */
  installed(): Promise<ReadonlyMap<string, string>>;
  /** Absolute path of the folder for `PYTHONPATH`; undefined where there is none. Counts as a use. */
  folderOf(requirements: readonly string[]): string | undefined;
  read(requirements: readonly string[]): ProvidedPackages | undefined;
  /** Asks the index what would be fetched. @throws SkilldeckError `packages-unavailable`; the signal's reason. */
  plan(requirements: readonly string[], signal: AbortSignal): Promise<PackagePlan>;
  /** Fetches exactly that. @throws as `plan`; nothing is left then. */
  provide(plan: PackagePlan, signal: AbortSignal): Promise<ProvidedPackages>;
  /** True if something was removed. */
  remove(requirements: readonly string[]): boolean;
  /** Bytes of all. Removes what no run used for 30 days, and what a crash left. */
  sweep(now: number): number;
}

interface Options {
  readonly home: string;
  found(): Promise<FoundPrograms>;
  /** Variables of the host: addresses of indexes and certificates among them. */
  readonly env: NodeJS.ProcessEnv;
  /** Address of the index; undefined: the installer's own. */
  index(): string | undefined;
}

const reportSchema = z.object({
  install: z.array(
    z.object({
      metadata: z.object({ name: z.string(), version: z.string() }),
      download_info: z.object({
        url: z.string(),
        archive_info: z.object({ hashes: z.record(z.string(), z.string()).optional(), hash: z.string().optional() }),
      }),
    }),
  ),
});

const LIST = `
import json, re, sys
from importlib import metadata
print(json.dumps({re.sub(r'[-_.]+', '-', d.metadata['Name']).lower(): d.version for d in metadata.distributions() if d.metadata['Name']}))
`;

const keyOf = (requirements: readonly string[]): string =>
  sha256(JSON.stringify([...requirements].sort())).slice(0, 24);

export function createPythonPackages({ home, found, env, index }: Options): PythonPackages {
  const root = path.join(home, 'packages', 'python');
  const folder = (requirements: readonly string[]): string => path.join(root, keyOf(requirements));
  let listed: Promise<ReadonlyMap<string, string>> | undefined;

  const python = async (names: readonly string[]): Promise<string> => {
    const { python3, python, py } = await found();
    const file = python3 ?? python ?? py;
    if (file === undefined) throw unavailable(names, 'packages-no-python');
    return file;
  };

  /** Words before pip's own: the machine's pip, else the one that Python brings, else the one that uv fetches. */
  const pip = async (names: readonly string[], work: string): Promise<readonly [string, ...string[]]> => {
    const file = await python(names);
    const starts = (program: string, ...args: string[]) =>
      run(program, args, { env, timeout: FETCH_MS }).then(
        () => true,
        () => false,
      );
    if (await starts(file, '-m', 'pip', '--version')) return [file, '-m', 'pip'];
    const venv = path.join(work, 'venv');
    const own = path.join(venv, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
    if (await starts(file, '-m', 'venv', venv)) return [own, '-m', 'pip'];
    const { uv } = await found();
    if (uv !== undefined) return [uv, 'run', '--no-project', '--python', file, '--with', 'pip', 'python', '-m', 'pip'];
    throw unavailable(names, 'packages-no-pip');
  };

  const install = async (names: readonly string[], work: string, args: readonly string[], signal: AbortSignal) => {
    const [program, ...before] = await pip(names, work);
    const given = index();
    const options = [
      '--disable-pip-version-check',
      '--no-input',
      '--only-binary',
      ':all:',
      '--target',
      path.join(work, 'site'),
    ];
    const from = given === undefined ? [] : ['--index-url', given];
    await finished(
      spawn(program, [...before, 'install', ...options, ...from, ...args], {
        env: { ...env, ...(await proxyEnvironment()) },
        stdio: ['ignore', 'pipe', 'pipe'],
        signal: AbortSignal.any([signal, AbortSignal.timeout(FETCH_MS)]),
      }),
      names,
      signal,
    );
  };

  const inWork = async <T>(work: (dir: string) => Promise<T>): Promise<T> => {
    mkdirSync(root, { recursive: true, mode: 0o700 });
    const dir = mkdtempSync(path.join(root, '.new-'));
    try {
      return await work(dir);
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  };

  return {
    installed() {
      listed ??= python([])
        .then((file) => run(file, ['-s', '-c', LIST], { env, timeout: LIST_MS, maxBuffer: 16 * 1024 * 1024 }))
        .then(({ stdout }) => new Map(Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(stdout)))))
        .catch(() => new Map<string, string>());
      return listed;
    },
    folderOf(requirements) {
      const dir = path.join(folder(requirements), 'site');
      if (requirements.length === 0 || !existsSync(path.join(folder(requirements), RECORD))) return undefined;
      try {
        utimesSync(folder(requirements), new Date(), new Date());
      } catch {
        // A read-only disk: it only counts as unused.
      }
      return dir;
    },
    read: (requirements) => recordSchema.safeParse(readSmallJson(path.join(folder(requirements), RECORD))).data,
    plan: (requirements, signal) =>
      inWork(async (work) => {
        const report = path.join(work, 'report.json');
        await install(requirements, work, ['--dry-run', '--quiet', '--report', report, '--', ...requirements], signal);
        const { data } = reportSchema.safeParse(readSmallJson(report));
        if (data === undefined) throw unavailable(requirements, 'packages-no-pip');
        return {
          requirements,
          packages: data.install.map(
            ({
              metadata,
              download_info: {
                url,
                archive_info: { hashes, hash },
              },
            }) => ({
              name: metadata.name,
              version: metadata.version,
              sha256: hashes?.sha256 ?? hash?.replace(/^sha256=/, '') ?? '',
              from: URL.canParse(url) ? new URL(url).host : url,
            }),
          ),
        };
      }),
    provide: ({ requirements, packages }, signal) =>
      inWork(async (work) => {
        const list = path.join(work, 'requirements.txt');
        writeFileSync(
          list,
          packages.map((one) => `${one.name}==${one.version} --hash=sha256:${one.sha256}\n`).join(''),
        );
        await install(requirements, work, ['--no-deps', '--require-hashes', '-r', list], signal);
        const record: ProvidedPackages = {
          requirements: [...requirements],
          packages: packages.map(({ name, version, sha256: hash }) => ({ name, version, sha256: hash })),
          bytes: bytesBelow(path.join(work, 'site')),
        };
        const target = folder(requirements);
        rmSync(target, { recursive: true, force: true });
        mkdirSync(target);
        renameSync(path.join(work, 'site'), path.join(target, 'site'));
        // Written last: without it the folder counts for nothing.
        writeFileSync(path.join(target, RECORD), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
        return record;
      }),
    remove(requirements) {
      const wasThere = existsSync(folder(requirements));
      rmSync(folder(requirements), { recursive: true, force: true });
      return wasThere;
    },
    sweep(now) {
      if (!existsSync(root)) return 0;
      let bytes = 0;
      for (const name of readdirSync(root)) {
        const dir = path.join(root, name);
        const stat = statSync(dir, { throwIfNoEntry: false });
        const most = name.startsWith('.new-') ? FETCH_MS : UNUSED_MS;
        if (stat !== undefined && now - stat.mtimeMs > most) rmSync(dir, { recursive: true, force: true });
        else bytes += recordSchema.safeParse(readSmallJson(path.join(dir, RECORD))).data?.bytes ?? 0;
      }
      return bytes;
    },
  };
}

type Why = 'packages-no-python' | 'packages-no-pip' | 'packages-no-index' | 'packages-no-wheel' | 'packages-failed';

const unavailable = (names: readonly string[], code: Why, why = '') =>
  detailed('packages-unavailable', code, { names: names.join(', '), why });

/** @throws SkilldeckError `packages-unavailable`; the signal's reason. */
function finished(child: ReturnType<typeof spawn>, names: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (part: string): void => {
      said = (said + part).slice(-MAX_SAID);
    };
    child.stdout?.setEncoding('utf8').on('data', hear);
    child.stderr?.setEncoding('utf8').on('data', hear);
    child.once('error', (error) =>
      reject(signal.aborted ? signal.reason : unavailable(names, 'packages-failed', error.message)),
    );
    child.once('close', (status) => {
      if (status === 0) resolve();
      else if (signal.aborted) reject(signal.reason);
      else reject(refusalIn(names, said));
    });
  });
}

/** Only pip's words tell an index that is silent from one that lacks a package. */
function refusalIn(names: readonly string[], said: string) {
  const last =
    said
      .split('\n')
      .findLast((line) => line.startsWith('ERROR:'))
      ?.slice(7) ??
    said.trim().split('\n').at(-1) ??
    '';
  if (
    /NewConnectionError|ConnectTimeoutError|ReadTimeoutError|NameResolutionError|ProxyError|SSLError|Connection refused|Max retries/.test(
      said,
    )
  )
    return unavailable(names, 'packages-no-index', last);
  return unavailable(names, /No matching distribution/.test(said) ? 'packages-no-wheel' : 'packages-failed', last);
}

const bytesBelow = (dir: string): number =>
  readdirSync(dir, { recursive: true, encoding: 'utf8' }).reduce(
    (sum, name) => sum + (statSync(path.join(dir, name), { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
