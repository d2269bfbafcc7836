/** Writes a source's entries into a fresh folder of our own, believing nothing of them. */
import { lstatSync, mkdtempSync, readdirSync, realpathSync, renameSync } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isAlive } from '../../lib/processes.ts';
import { createSkillLibrary } from '../discovery/library.ts';
import { discoverRoot, pluginOf } from '../discovery/read-found.ts';
import { nameFault } from '../lint/names.ts';
import { readSkillHead } from '../skill-file.ts';
import type { SkillRoot } from '../types.ts';
import { PLUGIN_FOLDER } from './installed.ts';
import {
  checkedPath,
  createNameGate,
  escaped,
  ImportRefusal,
  inMib,
  isJunk,
  MAX_ENTRIES,
  MAX_FILE_BYTES,
  MAX_RATIO,
  MAX_TOTAL_BYTES,
  RATIO_FROM_BYTES,
  refused,
  type SourceEntry,
} from './names.ts';
import type { OpenedSource } from './open-source.ts';

/** Temporary folders for what is fetched and unpacked. */
const NAME = /^skilldeck-import-(\d+)-/;

/** Creates the folder, accessible to its owner only. Returns its absolute real path. */
export const makeWorkFolder = (): string =>
  realpathSync(mkdtempSync(path.join(os.tmpdir(), `skilldeck-import-${process.pid}-`)));

/** Removes what dead processes left behind. Another user's files cannot be removed and remain. */
export async function sweepWorkFolders(): Promise<void> {
  for (const name of readdirSync(os.tmpdir())) {
    const pid = Number(NAME.exec(name)?.[1] ?? Number.NaN);
    if (Number.isNaN(pid) || isAlive(pid)) continue;
    await rm(path.join(os.tmpdir(), name), { recursive: true, force: true }).catch(() => {});
  }
}

// The skills of what was staged, under the names that they will have.

/** Folder in the stage that holds the source's top. */
export const STAGE_TOP = 'top';
const SKILL_FILE = /^skill\.md$/i;

/** Reads front matter alone; changes nothing but the names of staged folders. @param stage absolute and real. */
export async function readStage(stage: string, source: Pick<OpenedSource, 'topName' | 'isNamed' | 'path'>) {
  const places = new Map([...nameTops(stage, source), ...(await nameTwins(stage, source.path))]);
  const roots: readonly SkillRoot[] = [{ dir: stage, source: 'user', collection: true }];
  const library = createSkillLibrary({ roots });
  return {
    roots,
    library,
    catalog: await library.refresh(),
    /** A staged folder's path in the source, with `/`; '' for its top. */
    inSource: (dir: string): string =>
      places.get(dir) ?? joined(source.path, path.relative(path.join(stage, STAGE_TOP), dir)),
  };
}

const joined = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.split(path.sep).join('/'))
    .filter((part) => part !== '')
    .join('/');

/**
 * Gives a skill at the top its name, and takes from a download's wrapper folder (`pdf-main`) what was added to it.
 * @returns renamed folder → where it was in the source.
 */
function nameTops(
  stage: string,
  { topName, isNamed, path: prefix }: Pick<OpenedSource, 'topName' | 'isNamed' | 'path'>,
): ReadonlyMap<string, string> {
  const top = path.join(stage, STAGE_TOP);
  const renamed = new Map<string, string>();
  const own = nameIn(top);
  if (own !== undefined) {
    const id = !isNamed && own !== '' ? own : topName;
    if (checkedPath(id) !== id || id.includes('/') || id.startsWith('.'))
      throw refused('import-skill-name', { id: escaped(id) });
    renameSync(top, path.join(stage, id));
    renamed.set(path.join(stage, id), prefix);
    return renamed;
  }
  const names = readdirSync(top).filter((name) => name !== PLUGIN_FOLDER);
  const [wrapper] = names;
  if (isNamed || names.length !== 1 || wrapper === undefined) return renamed;
  const name = nameIn(path.join(top, wrapper));
  if (name === undefined || name === '' || !wrapper.startsWith(`${name}-`)) return renamed;
  renameSync(path.join(top, wrapper), path.join(top, name));
  renamed.set(path.join(top, name), joined(prefix, wrapper));
  return renamed;
}

/** Keeps skills of one name apart that plugins of a marketplace have in their folder `skills`: `PLUGIN-SKILL`, a folder's name on every system. */
async function nameTwins(stage: string, prefix: string): Promise<ReadonlyMap<string, string>> {
  const top = path.join(stage, STAGE_TOP);
  const root = { dir: stage, source: 'user', collection: true } as const;
  const found = (await discoverRoot(root))?.found ?? [];
  const renamed = new Map<string, string>();
  for (const same of Map.groupBy(found, ({ id }) => id).values()) {
    if (same.length < 2) continue;
    for (const { id, dir } of same) {
      const plugin = pluginOf(top, dir);
      const to = path.join(path.dirname(dir), `${plugin}-${id}`);
      if (plugin === undefined || lstatSync(to, { throwIfNoEntry: false })) continue;
      renameSync(dir, to);
      renamed.set(to, joined(prefix, path.relative(top, dir)));
    }
  }
  return renamed;
}

/** The name in a folder's front matter; '' where it is no id, undefined where the folder is no skill. */
function nameIn(dir: string): string | undefined {
  if (!lstatSync(dir, { throwIfNoEntry: false })?.isDirectory()) return undefined;
  const file = readdirSync(dir, { withFileTypes: true }).find((entry) => entry.isFile() && SKILL_FILE.test(entry.name));
  if (file === undefined) return undefined;
  const head = readSkillHead(dir, path.join(dir, file.name));
  return head.kind === 'ok' && nameFault(head.fields.name) === undefined ? head.fields.name : '';
}

export interface StageOptions {
  /** Bytes of the archive, for the ratio; undefined where nothing was packed. */
  readonly packedBytes?: number | undefined;
  readonly signal: AbortSignal;
  /** Takes an entry that is refused, by its path in the source, in place of the whole; nothing of it is written. */
  readonly leaveOut?: (path: string, why: ImportRefusal) => unknown;
}

const NOT_TAKEN = {
  'symbolic link': 'import-symbolic-link',
  'hard link': 'import-hard-link',
  'device or pipe': 'import-device',
} as const;

/** @throws `import-refused`. */
function assertSize(name: string, bytes: number): void {
  if (bytes > MAX_FILE_BYTES) throw refused('import-file-size', { name: escaped(name), size: inMib(MAX_FILE_BYTES) });
}

/** @param packedBytes of the archive. @throws `import-refused`. */
function assertTotal(total: number, packedBytes: number | undefined): void {
  if (total > MAX_TOTAL_BYTES) throw refused('import-unpacked-size', { size: inMib(MAX_TOTAL_BYTES) });
  if (packedBytes !== undefined && total > RATIO_FROM_BYTES && total > packedBytes * MAX_RATIO)
    throw refused('import-bomb', { times: MAX_RATIO });
}

/**
 * Never writes a link.
 * @param dir absolute, empty, and used by no one else.
 * @throws `import-refused`; the caller removes what was written before.
 */
export async function stageEntries(
  entries: AsyncIterable<SourceEntry>,
  dir: string,
  { packedBytes, signal, leaveOut }: StageOptions,
): Promise<void> {
  const names = createNameGate();
  let count = 0;
  let total = 0;
  const stage = async (entry: SourceEntry): Promise<void> => {
    const relative = checkedPath(entry.path);
    if (entry.kind !== 'file' && entry.kind !== 'folder')
      throw refused(NOT_TAKEN[entry.kind], { name: escaped(entry.path) });
    if (relative === '') return;
    names.admit(relative, entry.kind === 'folder');
    if (isJunk(relative)) return;
    const target = path.join(dir, ...relative.split('/'));
    if (entry.kind === 'folder') {
      await mkdir(target, { recursive: true });
      return;
    }
    assertSize(relative, entry.bytes ?? 0);
    await mkdir(path.dirname(target), { recursive: true });
    const file = await open(target, 'wx', entry.executable ? 0o755 : 0o644);
    try {
      let bytes = 0;
      for await (const chunk of entry.content()) {
        signal.throwIfAborted();
        bytes += chunk.length;
        total += chunk.length;
        assertSize(relative, bytes);
        assertTotal(total, packedBytes);
        await file.writeFile(chunk);
      }
    } catch (error) {
      if (leaveOut !== undefined) await rm(target, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  };
  for await (const entry of entries) {
    signal.throwIfAborted();
    count += 1;
    if (count > MAX_ENTRIES) throw refused('import-entries', { most: MAX_ENTRIES });
    try {
      await stage(entry);
    } catch (error) {
      const isOfEntry = error instanceof ImportRefusal && !OF_THE_WHOLE.has(error.detail?.code ?? '');
      if (leaveOut === undefined || !isOfEntry) throw error;
      leaveOut(entry.path, error);
    }
  }
}

const OF_THE_WHOLE = new Set(['import-unpacked-size', 'import-bomb']);
