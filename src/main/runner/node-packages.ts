/** Node packages by the machine's npm, which runs none of their scripts, and the hook by which runs find them. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { parsedJson } from '../../shared/defined.ts';
import { readSmallJson } from '../lib/files.ts';
import { proxyEnvironment } from '../lib/network.ts';
import { findProgram } from '../lib/processes.ts';
import { sha256 } from '../lib/text.ts';
import {
  createPackageStore,
  type Fetching,
  hostOf,
  LOCK,
  type Located,
  type PackageKind,
  runInstaller,
  unavailable,
  withSizes,
} from './package-store.ts';
import type { PackageOptions } from './python/python-packages.ts';
import { NODE_HOOK } from './run-environment.ts';

const lockSchema = z.looseObject({
  packages: z.record(
    z.string(),
    z.looseObject({
      version: z.string().optional(),
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      os: z.array(z.string()).optional(),
      cpu: z.array(z.string()).optional(),
    }),
  ),
});

const FLAGS = [
  '--ignore-scripts --no-audit --no-fund --no-update-notifier --omit-lockfile-registry-resolved=false',
  '--replace-registry-host=always --fetch-retries=1',
].flatMap((line) => line.split(' '));

/** Modules of ES resolve by folders alone; `NODE_PATH` is for CommonJS. */
const HOOK = `'use strict';
const { registerHooks } = require('node:module');
const { delimiter, join } = require('node:path');
const { pathToFileURL } = require('node:url');
const parents = (process.env.NODE_PATH || '').split(delimiter).filter(Boolean).map((dir) => pathToFileURL(join(dir, '..', 'x.js')).href);
registerHooks?.({
  resolve(specifier, context, next) {
    try {
      return next(specifier, context);
    } catch (error) {
      if (/^[./]|^\\w+:/.test(specifier)) throw error;
      for (const parentURL of parents) {
        try {
          return next(specifier, { ...context, parentURL });
        } catch {}
      }
      throw error;
    }
  },
});
`;

export function createNodePackages({ home, runner, env, index }: PackageOptions): PackageKind {
  const store = createPackageStore(home, 'node');

  const npm = async (names: readonly string[], work: string, words: readonly string[], fetching: Fetching) => {
    const file = findProgram(['npm'], env);
    if (file === undefined) throw unavailable(names, 'packages-no-installer', 'npm');
    const registry = index();
    const fetched = path.join(work, 'cache');
    const args = [...words, ...FLAGS, '--cache', fetched];
    await runInstaller(
      runner,
      {
        file,
        args: registry === undefined ? args : [...args, '--registry', registry],
        env: { ...env, ...(await proxyEnvironment()) },
        work,
        fetched,
        programs: ['npm', 'node'],
      },
      names,
      fetching,
    );
  };

  /** Only names and versions of the registry: no repository, no folder, no address. */
  const manifestOf = (requirements: readonly string[]): string => {
    const named = requirements.filter((one) => !one.startsWith(LOCK));
    const dependencies = named.map((one): readonly [string, string] => {
      const at = one.lastIndexOf('@');
      return [one.slice(0, at), one.slice(at + 1)];
    });
    const odd = dependencies.filter(([, spec]) => !/^[\w.*^~<>=|+ -]*$/.test(spec)).map(([name]) => name);
    if (odd.length > 0) throw unavailable(odd, 'packages-no-fit', 'not a version');
    return JSON.stringify({ private: true, dependencies: Object.fromEntries(dependencies) });
  };

  return {
    store,
    plan: (requirements, signal, onBytes, own) =>
      store.inWork(async (work) => {
        writeFileSync(path.join(work, 'package.json'), manifestOf(requirements));
        if (own !== undefined && isTrusted(own)) writeFileSync(path.join(work, 'package-lock.json'), own);
        await npm(requirements, work, ['install', '--package-lock-only'], { signal, onBytes });
        const lock = lockSchema.parse(readSmallJson(path.join(work, 'package-lock.json')));
        const packages = Object.entries(lock.packages).flatMap(([where, one]): readonly Located[] => {
          if (where === '' || !isFor(one.os, process.platform) || !isFor(one.cpu, process.arch)) return [];
          const name = where.slice(where.lastIndexOf('node_modules/') + 'node_modules/'.length);
          const { version = '', resolved: url = '', integrity = '' } = one;
          return [{ ecosystem: 'node', name, version, sha256: integrity, from: hostOf(url), url }];
        });
        return { requirements, packages: await withSizes(packages, signal), lock };
      }),
    provide: (plan, signal, onBytes) =>
      store.inWork(async (work) => {
        writeFileSync(path.join(work, 'package.json'), manifestOf(plan.requirements));
        writeFileSync(path.join(work, 'package-lock.json'), JSON.stringify(plan.lock));
        const from = plan.packages.map(({ url }) => url);
        await npm(
          plan.packages.map(({ name }) => name),
          work,
          ['ci'],
          { signal, onBytes, from },
        );
        const site = path.join(work, 'site');
        mkdirSync(site);
        renameSync(path.join(work, 'node_modules'), path.join(site, 'node_modules'));
        writeFileSync(path.join(site, NODE_HOOK), HOOK);
        return store.keep(site, plan, hashed(plan.packages, path.join(work, 'cache')));
      }),
  };
}

/** Each of its packages is an archive of the web with its hash: npm would take folders and repositories too. */
function isTrusted(lock: string): boolean {
  const { data } = lockSchema.safeParse(parsedJson(lock));
  return Object.entries(data?.packages ?? { '.': {} }).every(
    ([where, { resolved = '', integrity }]) => where === '' || (/^https?:/.test(resolved) && integrity !== undefined),
  );
}

/** True if a list of systems, as npm has it (`linux`, `!win32`), is absent or has this one. */
const isFor = (list: readonly string[] | undefined, one: string): boolean =>
  list === undefined || list.includes(one) || (list.every((name) => name.startsWith('!')) && !list.includes(`!${one}`));

/** Replaces what the registry says of a file, which npm checked, by the SHA-256 of its bytes; of other systems' files nothing was fetched. */
function hashed(packages: readonly Located[], cache: string): readonly Located[] {
  return packages.flatMap((one) => {
    const [algorithm = '', base64 = ''] = one.sha256.split(/\s/, 1)[0]?.split(/-(.*)/) ?? [];
    const hex = Buffer.from(base64, 'base64').toString('hex');
    const [a, b, rest] = [hex.slice(0, 2), hex.slice(2, 4), hex.slice(4)];
    try {
      const bytes = readFileSync(path.join(cache, '_cacache', 'content-v2', algorithm, a, b, rest));
      return [{ ...one, sha256: sha256(bytes) }];
    } catch {
      return [];
    }
  });
}
