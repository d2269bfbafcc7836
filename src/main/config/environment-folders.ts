/** `HOME/environments/NAME/{config.jsonc,agents.jsonc,models.jsonc,skills/}` (seeds/003 §3.1): made, copied, removed with undo. */

import { randomBytes } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { isEnvironmentName, MAX_ENVIRONMENT_NAME } from '../../shared/environments.ts';
import { messageOf } from '../../shared/errors.ts';
import { detailed } from '../../shared/messages/detail.ts';
import { readSmallJson } from '../lib/read-small-file.ts';
import { NEW_ENVIRONMENT } from './new-environment.ts';

/** Is there without a folder. */
export const DEFAULT_ENVIRONMENT = 'default';

export interface EnvironmentFolders {
  /** The folder may not exist. An invalid name, as in a log from another machine, maps to the default's folder. */
  folder(name: string): string;
  /** The default first, then by name. */
  list(): readonly string[];
  has(name: string): boolean;
  /** @throws SkilldeckError `bad-input` with the names that there are. */
  assertThere(name: string): void;
  /** Starts with commented files, or with a copy of `from`. @throws SkilldeckError `bad-input`. */
  create(name: string, from?: string): void;
  /** Out of the list, into `HOME/trash` for 30 days. @returns the entry, for `restore`. @throws SkilldeckError `bad-input`. */
  remove(name: string): string;
  /** @param what an entry, or a name, which means its latest. @returns the name. @throws SkilldeckError `bad-input`. */
  restore(what: string): string;
}

const TRASH_MS = 30 * 24 * 60 * 60 * 1000;
const recordSchema = z.object({ environment: z.string(), at: z.string() });

export function createEnvironmentFolders(home: string): EnvironmentFolders {
  const root = path.join(home, 'environments');
  const trash = path.join(home, 'trash');
  const folder = (name: string) => path.join(root, isEnvironmentName(name) ? name : DEFAULT_ENVIRONMENT);
  const list = (): string[] => {
    const found = foldersIn(root).filter((name) => isEnvironmentName(name) && name !== DEFAULT_ENVIRONMENT);
    return [DEFAULT_ENVIRONMENT, ...found.sort((a, b) => a.localeCompare(b))];
  };
  const has = (name: string) => name === DEFAULT_ENVIRONMENT || list().includes(name);
  const assertThere = (name: string) => {
    if (has(name)) return;
    throw detailed('bad-input', 'environment-missing', { name: shown(name), names: list().join(', ') });
  };
  const assertFree = (name: string) => {
    // `Work` and `work` are one folder on macOS and Windows.
    const taken = list().find((other) => other.toLowerCase() === name.toLowerCase());
    if (taken !== undefined) throw detailed('bad-input', 'environment-exists', { name: taken });
    if (existsSync(path.join(root, name)))
      throw detailed('bad-input', 'environment-taken', { place: path.join(root, name) });
  };
  const records = () =>
    foldersIn(trash).flatMap((entry) => {
      const record = readRecord(path.join(trash, entry, 'environment.json'));
      return record === undefined || !isEnvironmentName(record.environment)
        ? []
        : [{ entry, ...record, place: path.join(trash, entry, 'environment') }];
    });

  return {
    folder,
    list,
    has,
    assertThere,
    create(name, from) {
      if (!isEnvironmentName(name))
        throw detailed('bad-input', 'environment-name', { name: shown(name), most: MAX_ENVIRONMENT_NAME });
      assertFree(name);
      if (from !== undefined) assertThere(from);
      // Made whole beside its place: a stop halfway leaves nothing that looks like an environment.
      const half = path.join(root, `.new-${randomBytes(6).toString('hex')}`);
      try {
        mkdirSync(path.join(half, 'skills'), { recursive: true, mode: 0o700 });
        if (from !== undefined && existsSync(folder(from))) {
          cpSync(realpathSync(folder(from)), half, {
            recursive: true,
            verbatimSymlinks: true,
            preserveTimestamps: true,
          });
        }
        for (const [file, text] of Object.entries(NEW_ENVIRONMENT)) {
          if (!existsSync(path.join(half, file))) writeFileSync(path.join(half, file), text, { mode: 0o600 });
        }
        renameSync(half, path.join(root, name));
      } catch (error) {
        rmSync(half, { recursive: true, force: true });
        throw detailed('bad-input', 'environment-not-made', { name, why: messageOf(error) });
      }
    },
    remove(name) {
      assertThere(name);
      if (name === DEFAULT_ENVIRONMENT) throw detailed('bad-input', 'environment-default', { name });
      for (const { entry, at } of records()) {
        if (Date.now() - Date.parse(at) > TRASH_MS) rmSync(path.join(trash, entry), { recursive: true, force: true });
      }
      const at = new Date().toISOString();
      const entry = `${at.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
      try {
        mkdirSync(path.join(trash, entry), { recursive: true, mode: 0o700 });
        writeFileSync(path.join(trash, entry, 'environment.json'), JSON.stringify({ environment: name, at }));
        renameSync(folder(name), path.join(trash, entry, 'environment'));
      } catch (error) {
        rmSync(path.join(trash, entry), { recursive: true, force: true });
        throw detailed('bad-input', 'environment-not-removed', { name, why: messageOf(error) });
      }
      return entry;
    },
    restore(what) {
      const all = records()
        .filter(({ place }) => existsSync(place))
        .sort((a, b) => (a.at < b.at ? 1 : -1));
      const found = all.find(({ entry }) => entry === what) ?? all.find(({ environment }) => environment === what);
      if (found === undefined) {
        const names = [...new Set(all.map(({ environment }) => environment))].join(', ');
        throw detailed('bad-input', names === '' ? 'environment-empty-trash' : 'environment-not-in-trash', {
          name: shown(what),
          names,
        });
      }
      assertFree(found.environment);
      mkdirSync(root, { recursive: true });
      renameSync(found.place, path.join(root, found.environment));
      rmSync(path.join(trash, found.entry), { recursive: true, force: true });
      return found.environment;
    },
  };
}

/** A link to a folder is one: people keep theirs where they like. */
function foldersIn(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() || (entry.isSymbolicLink() && isFolder(path.join(dir, entry.name))))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}

const isFolder = (place: string): boolean => statSync(place, { throwIfNoEntry: false })?.isDirectory() === true;

function readRecord(file: string): z.infer<typeof recordSchema> | undefined {
  return recordSchema.safeParse(readSmallJson(file)).data;
}

const shown = (name: string): string => name.slice(0, MAX_ENVIRONMENT_NAME * 2);
