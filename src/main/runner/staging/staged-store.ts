/**
 * `HOME/staged/HASH/`: the files of skills by content, read-only, copied once and shared by all sessions. Before a run
 * each file is compared with what it should be: by its stamp, and by its bytes where that is another than last time.
 */
import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, open, readdir, rename, utimes } from 'node:fs/promises';
import path from 'node:path';
import { sha256 } from '../../lib/sha256.ts';
import { openInside } from '../workspace/open-inside.ts';
import { removeTree } from '../workspace/remove-tree.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { type StagedTree, viewOf } from './staged-skill.ts';
import { readSource, type SkillSource, type SourceFile, stampedHashes } from './staged-source.ts';

const READ_ONLY = 0o444;
const EXECUTABLE = 0o555;
/** A source that changes while it is copied is read again this often. */
const TRIES = 3;
const HASH = /^[0-9a-f]{64}$/;

interface StagedSkill {
  /** Path in the session's workspace. */
  readonly folder: string;
  /** Notes for the user. */
  readonly notes: readonly string[];
  readonly files: number;
  readonly bytes: number;
}

export interface StagedStore {
  /** Undefined for a skill that is too large or whose id is not a valid folder name: it runs in its own folder. */
  stage(workspace: Workspace, skill: { readonly id: string; readonly dir: string }): Promise<StagedSkill | undefined>;
  /** Removes what no run has used since. @returns how many. */
  sweep(before: Date): Promise<number>;
}

const modeOf = ({ executable }: SourceFile): number => (executable ? EXECUTABLE : READ_ONLY);

function foldersOf(files: readonly SourceFile[]): string[] {
  const folders = new Set<string>();
  for (const { name } of files) {
    for (let dir = path.posix.dirname(name); dir !== '.'; dir = path.posix.dirname(dir)) folders.add(dir);
  }
  return [...folders].sort();
}

/** False where the source is no longer what it was when it was read. Not flushed: what a power cut leaves is found by its bytes. */
async function copyInto(folder: string, { dir, files }: SkillSource): Promise<boolean> {
  const folders = foldersOf(files);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const inner of folders) await mkdir(path.join(folder, inner));
  for (const file of files) {
    const opened = await openInside(dir, file.name);
    if (opened === undefined) return false;
    const content = await opened.handle.readFile().finally(() => opened.handle.close());
    if (sha256(content) !== file.sha256) return false;
    const target = await open(path.join(folder, file.name), 'wx', 0o600);
    try {
      await target.writeFile(content);
      await target.chmod(modeOf(file));
    } finally {
      await target.close();
    }
  }
  for (const inner of folders) await chmod(path.join(folder, inner), EXECUTABLE);
  return true;
}

export function createStagedStore(home: string): StagedStore {
  const root = path.join(path.resolve(home), 'staged');
  const hashes = stampedHashes();
  let last: Promise<unknown> = Promise.resolve();
  /** One at a time: two runs of one skill must not make its copy twice. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => {});
    return mine;
  };

  const isWhole = async (folder: string, files: readonly SourceFile[]): Promise<boolean> => {
    for (const file of files) {
      const seen = await hashes.of(folder, file.name);
      if (seen?.sha256 !== file.sha256) return false;
      if (process.platform !== 'win32' && seen.mode !== modeOf(file)) return false;
    }
    return true;
  };

  /** @returns false where the source changed in the meantime. */
  const make = async (folder: string, source: SkillSource): Promise<boolean> => {
    const temporary = path.join(root, `.${randomUUID()}`);
    try {
      if (!(await copyInto(temporary, source))) return false;
      await removeTree(folder);
      await rename(temporary, folder);
      // Last: a folder that may not be written to cannot be renamed everywhere.
      await chmod(folder, EXECUTABLE);
      return true;
    } finally {
      await removeTree(temporary);
    }
  };

  const treeOf = async (
    id: string,
    skillDir: string,
  ): Promise<{ tree: StagedTree; notes: string[]; bytes: number } | undefined> => {
    for (let tries = 1; ; tries += 1) {
      const source = await readSource(skillDir, hashes);
      if (source === undefined) return undefined;
      const folder = path.join(root, source.hash);
      const tree = { folder, names: source.files.map(({ name }) => name) };
      const there = (await lstat(folder).catch(() => undefined)) !== undefined;
      if (there && (await isWhole(folder, source.files))) return { tree, notes: [], bytes: source.bytes };
      hashes.forget(folder);
      if (await make(folder, source)) {
        return {
          tree,
          notes: there
            ? [`The copy of skill ${id} that runs use had changed since it was made; it was made again.`]
            : [],
          bytes: source.bytes,
        };
      }
      if (tries === TRIES) throw new Error(`The files of skill ${id} change all the time; run it when they rest.`);
    }
  };

  return {
    stage: (workspace, { id, dir }) =>
      inTurn(async () => {
        if (id === '' || id !== path.basename(id) || id.startsWith('.')) return undefined;
        const staged = await treeOf(id, dir);
        if (staged === undefined) return undefined;
        const now = new Date();
        await utimes(staged.tree.folder, now, now);
        const { tree, notes, bytes } = staged;
        return { folder: await viewOf(workspace, id, tree), notes, files: tree.names.length, bytes };
      }),
    sweep: (before) =>
      inTurn(async () => {
        let removed = 0;
        for (const name of await readdir(root).catch(() => [])) {
          const folder = path.join(root, name);
          const info = await lstat(folder).catch(() => undefined);
          if (info === undefined || info.mtime >= before) continue;
          await removeTree(folder);
          hashes.forget(folder);
          if (HASH.test(name)) removed += 1;
        }
        return removed;
      }),
  };
}
