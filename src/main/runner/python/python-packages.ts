/** Python packages as wheels, whose installation runs none of their code, by the machine's pip; else for the embedded Python. */
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { defined } from '../../../shared/defined.ts';
import { readSmallJson } from '../../lib/files.ts';
import { proxyEnvironment } from '../../lib/network.ts';
import {
  createPackageStore,
  type Fetching,
  hostOf,
  type Located,
  type PackageKind,
  runInstaller,
  unavailable,
  withSizes,
} from '../package-store.ts';
import { realProgram } from '../real-program.ts';
import type { Runner } from '../runner.ts';
import { findPureWheels, type PureWheels, unpackWheels } from './pure-wheels.ts';

const run = promisify(execFile);

const LIST_MS = 20_000;
/** Milliseconds for a venv, or for a pip that uv fetches. */
const VENV_MS = 120_000;

interface PythonPackages extends PackageKind {
  /** Versions of what this machine's Python has, by name in normal form; a person's own folder does not count. */
  installed(): Promise<ReadonlyMap<string, string>>;
}

export interface PackageOptions {
  readonly home: string;
  readonly runner: Pick<Runner, 'interpreters' | 'serve'>;
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

export function createPythonPackages({ home, runner, env, index }: PackageOptions): PythonPackages {
  const store = createPackageStore(home, 'python');
  const found = async () => (await runner.interpreters()).found;
  let listed: Promise<ReadonlyMap<string, string>> | undefined;

  const python = async (): Promise<string | undefined> => {
    const { python3, python, py } = await found();
    const file = python3 ?? python ?? py;
    // A version manager's launcher does more than to start it.
    return file && realProgram(file, { env }).catch(() => file);
  };

  /** Words before pip's own: the machine's pip, else the one that Python brings, else the one that uv fetches. */
  const pip = async (names: readonly string[], work: string): Promise<readonly [string, ...string[]]> => {
    const file = await python();
    if (file === undefined) throw unavailable(names, 'packages-no-installer', 'Python');
    const starts = (program: string, ...args: string[]) =>
      run(program, args, { env, timeout: VENV_MS }).then(
        () => true,
        () => false,
      );
    if (await starts(file, '-m', 'pip', '--version')) return [file, '-m', 'pip'];
    const venv = path.join(work, 'venv');
    const own = path.join(venv, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python');
    if (await starts(file, '-m', 'venv', venv)) return [own, '-m', 'pip'];
    const { uv } = await found();
    if (uv !== undefined) return [uv, 'run', '--no-project', '--python', file, '--with', 'pip', 'python', '-m', 'pip'];
    throw unavailable(names, 'packages-no-installer', 'pip (23+), uv');
  };

  const install = async (names: readonly string[], work: string, args: readonly string[], fetching: Fetching) => {
    const fetched = path.join(work, 'fetched');
    mkdirSync(fetched);
    const [file, ...before] = await pip(names, work);
    const given = index();
    // With the folder goes what was stopped midway.
    const temporary = { TMPDIR: fetched, TEMP: fetched, TMP: fetched };
    const options = ['--disable-pip-version-check', '--no-input', '--only-binary', ':all:', '--retries', '1'];
    const site = ['--target', path.join(work, 'site'), ...(given === undefined ? [] : ['--index-url', given])];
    await runInstaller(
      runner,
      {
        file,
        args: [...before, 'install', ...options, ...site, ...args],
        // A uv fetches pip from the same index.
        env: { ...env, ...(await proxyEnvironment()), ...defined({ UV_DEFAULT_INDEX: given }), ...temporary },
        work,
        fetched,
        programs: ['python3', 'uv'],
      },
      names,
      fetching,
    );
  };

  /** The index that the settings or the usual variables name, for the embedded Python, which has no installer. */
  const pureWheels = (work: string, fetching: Fetching): PureWheels => {
    const named = index() ?? env.PIP_INDEX_URL ?? env.UV_DEFAULT_INDEX ?? env.UV_INDEX_URL;
    return { index: named, runner, work, fetching };
  };
  const isEmbedded = async () => (await runner.interpreters()).python === 'embedded';

  return {
    store,
    installed() {
      listed ??= isEmbedded()
        .then(async (isOurs) => (isOurs ? '' : ((await python()) ?? '')))
        .then((file) => run(file, ['-s', '-c', LIST], { env, timeout: LIST_MS, maxBuffer: 16 * 1024 * 1024 }))
        .then(({ stdout }) => new Map(Object.entries(z.record(z.string(), z.string()).parse(JSON.parse(stdout)))))
        .catch(() => new Map<string, string>());
      return listed;
    },
    plan: (requirements, signal, onBytes) =>
      store.inWork(async (work) => {
        if (await isEmbedded())
          return { requirements, packages: await findPureWheels(requirements, pureWheels(work, { signal, onBytes })) };
        const report = path.join(work, 'report.json');
        await install(requirements, work, ['--dry-run', '--quiet', '--report', report, '--', ...requirements], {
          signal,
          onBytes,
        });
        const { data } = reportSchema.safeParse(readSmallJson(report));
        if (data === undefined) throw unavailable(requirements, 'packages-no-installer', 'pip (23+), uv');
        const packages = data.install.map(({ metadata, download_info: { url, archive_info: archive } }): Located => {
          const hash = archive.hashes?.sha256 ?? archive.hash?.replace(/^sha256=/, '') ?? '';
          const { name, version } = metadata;
          return { ecosystem: 'python', name, version, sha256: hash, from: hostOf(url), url };
        });
        return { requirements, packages: await withSizes(packages, signal) };
      }),
    provide: (plan, signal, onBytes) =>
      store.inWork(async (work) => {
        const site = path.join(work, 'site');
        if (await isEmbedded()) {
          await unpackWheels(plan.packages, site, pureWheels(work, { signal, onBytes }));
          return store.keep(site, plan, plan.packages);
        }
        const list = path.join(work, 'requirements.txt');
        const lines = plan.packages.map((one) => `${one.name} @ ${one.url} --hash=sha256:${one.sha256}\n`);
        writeFileSync(list, lines.join(''));
        const from = plan.packages.map(({ url }) => url);
        await install(plan.requirements, work, ['--no-deps', '--require-hashes', '-r', list], {
          signal,
          onBytes,
          from,
        });
        return store.keep(site, plan, plan.packages);
      }),
  };
}
