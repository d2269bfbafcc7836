/**
 * `HOME/staged/HASH/`: the files of skills by content, read-only, copied once and shared by all sessions. Before a run
 * each file is compared with what it should be: by its stamp, and by its bytes where that is another than last time.
 */
import { createHash, randomUUID } from 'node:crypto';
import type { Stats } from 'node:fs';
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  symlink,
  utimes,
} from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../lib/held-folder.ts';
import { sha256 } from '../lib/text.ts';
import { createTurns } from '../lib/timing.ts';
import { walkFiles } from './workspace/copy-workspace.ts';
import { openInside } from './workspace/open-inside.ts';
import { removeTree } from './workspace/remove-tree.ts';
import { linkTarget, VIEW_LINKS } from './workspace/work-links.ts';
import type { Workspace } from './workspace/workspace.ts';

/**
 * A skill as its runs see it (CONTRACT §7): `$SKILLS_DIR/ID`, its files read-only, and beside them `out`, `work` and
 * `inputs` of the workspace, so that the relative paths of its instructions work and nothing is written into its source.
 * The files are hard links into the store that all sessions share (docs/decisions/0012).
 */
interface StagedTree {
  readonly folder: string;
  /** Relative, with `/`. */
  readonly names: readonly string[];
}

/** A real folder at this very path; a link or a file in its place goes. */
async function ownFolder(folder: string): Promise<void> {
  const info = await lstat(folder).catch(() => undefined);
  if (info?.isDirectory()) return;
  await rm(folder, { force: true });
  await mkdir(folder, { recursive: true });
}

/** Relative, the outer ones first. */
function foldersOf(names: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const name of names) {
    for (let dir = path.posix.dirname(name); dir !== '.'; dir = path.posix.dirname(dir)) folders.add(dir);
  }
  return [...folders].sort();
}

/** The store's own file under another name; a copy where the disk makes no such links (FAT), or no more of them. */
async function putFile(file: string, stored: string): Promise<void> {
  const [here, there] = await Promise.all([lstat(file).catch(() => undefined), lstat(stored)]);
  if (here?.isFile() && here.ino === there.ino && here.dev === there.dev) return;
  const temporary = `${file}.${randomUUID()}`;
  await link(stored, temporary).catch(() => copyFile(stored, temporary));
  // Windows renames nothing over a read-only file.
  await rm(file, { force: true, recursive: true });
  await rename(temporary, file);
}

async function putLink(file: string, to: string): Promise<void> {
  if ((await readlink(file).catch(() => undefined)) === to) return;
  await rm(file, { recursive: true, force: true });
  await symlink(to, file, 'junction').catch((error: unknown) => {
    // The start of another run repaired it this moment.
    if (codeOf(error) !== 'EEXIST') throw error;
  });
}

/**
 * Updates the session's view and removes what does not belong there, in place, as another run may be using it.
 * @returns its folder.
 */
async function viewOf({ skills }: Workspace, id: string, tree: StagedTree): Promise<string> {
  const root = path.join(skills, id);
  await ownFolder(root);
  const wanted = new Set(tree.names);
  const own = new Set(tree.names.map((name) => name.split('/')[0]));
  const links = Object.entries(VIEW_LINKS).filter(([name]) => !own.has(name));
  const linked = new Set(links.map(([name]) => name));
  // The outer ones first: a link on the way must not be followed.
  for (const dir of foldersOf(tree.names)) await ownFolder(path.join(root, dir));
  for (const name of (await walkFiles(root)).names) {
    if (!wanted.has(name) && !linked.has(name)) await rm(path.join(root, name), { force: true });
  }
  for (const name of tree.names) await putFile(path.join(root, name), path.join(tree.folder, name));
  for (const [name, to] of links) await putLink(path.join(root, name), linkTarget(root, to));
  return root;
}

// Contents of a skill's folder: read completely once, and again only for files whose stamp differs.

/** A larger skill runs in its own folder: copying and comparing it would take longer than most runs. */
const MAX_FILES = 2000;
const MAX_BYTES = 64 * 1024 * 1024;
/** A file written within this time of its reading may have been written again without another stamp. Milliseconds. */
const UNCERTAIN_MS = 1000;

interface SourceFile {
  /** Relative, with `/`. */
  readonly name: string;
  readonly sha256: string;
  readonly executable: boolean;
}

interface SkillSource {
  /** Real path. */
  readonly dir: string;
  /** Hash over names, modes and bytes. */
  readonly hash: string;
  readonly files: readonly SourceFile[];
  readonly bytes: number;
}

interface SeenFile {
  readonly bytes: number;
  /** Permission bits. */
  readonly mode: number;
  readonly sha256: string;
}

const stampOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string => [dev, ino, size, mtimeMs, ctimeMs].join(':');

/** Contents by stamp. `ctime` is among it, which no program can set. */
function stampedHashes() {
  const known = new Map<string, Map<string, { readonly stamp: string; readonly sha256: string }>>();
  const read = async (folder: string, name: string): Promise<SeenFile | undefined> => {
    const opened = await openInside(folder, name);
    if (opened === undefined) return undefined;
    try {
      const at = Date.now();
      const info = await opened.handle.stat();
      // Exceeds the limit alone, so it is not read.
      if (info.size > MAX_BYTES) return { bytes: info.size, mode: info.mode & 0o777, sha256: '' };
      const hash = createHash('sha256');
      for await (const part of opened.handle.createReadStream({ autoClose: false, start: 0 })) hash.update(part);
      const sha256 = hash.digest('hex');
      const seen = known.get(folder) ?? new Map();
      known.set(folder, seen);
      if (at - info.ctimeMs > UNCERTAIN_MS) seen.set(name, { stamp: stampOf(info), sha256 });
      else seen.delete(name);
      return { bytes: info.size, mode: info.mode & 0o777, sha256 };
    } finally {
      await opened.handle.close();
    }
  };
  return {
    /** A file of `folder` (a real path), read only where its stamp is another; undefined for what is none inside it. */
    async of(folder: string, name: string): Promise<SeenFile | undefined> {
      // A link is looked behind each time: its own stamp says nothing of what it leads to.
      const info = await lstat(path.join(folder, name)).catch(() => undefined);
      const before = known.get(folder)?.get(name);
      return info?.isFile() === true && before?.stamp === stampOf(info)
        ? { bytes: info.size, mode: info.mode & 0o777, sha256: before.sha256 }
        : read(folder, name);
    },
    forget: (folder: string) => void known.delete(folder),
  };
}

/** Without `evals/`, which no agent sees. Links count as what they lead to, inside the skill. Undefined where it is too large. */
async function readSource(
  skillDir: string,
  hashes: ReturnType<typeof stampedHashes>,
): Promise<SkillSource | undefined> {
  const dir = await realpath(skillDir);
  const { names, complete } = await walkFiles(dir, { maxEntries: MAX_FILES, enters: (name) => name !== 'evals' });
  if (!complete) return undefined;
  const files: SourceFile[] = [];
  let total = 0;
  for (const name of names) {
    const seen = await hashes.of(dir, name);
    if (seen === undefined) continue;
    total += seen.bytes;
    if (total > MAX_BYTES) return undefined;
    files.push({ name, sha256: seen.sha256, executable: (seen.mode & 0o100) !== 0 });
  }
  return {
    dir,
    files,
    bytes: total,
    hash: sha256(JSON.stringify(files.map((file) => [file.name, modeOf(file), file.sha256]))),
  };
}

/** Sandboxes keep runs from writing to them; a script's copy of one takes its mode, and is to be written. */
const PLAIN = 0o644;
const EXECUTABLE = 0o755;
const FOLDER = 0o555;
/** A source that changes while it is copied is read again this often. */
const TRIES = 3;
const HASH = /^[0-9a-f]{64}$/;

interface StagedSkill {
  readonly folder: string;
  readonly notes: readonly string[];
  readonly files: number;
  readonly bytes: number;
}

const modeOf = ({ executable }: SourceFile): number => (executable ? EXECUTABLE : PLAIN);

/** False where the source is no longer what it was when it was read. Not flushed: what a power cut leaves is found by its bytes. */
async function copyInto(folder: string, { dir, files }: SkillSource): Promise<boolean> {
  const folders = foldersOf(files.map(({ name }) => name));
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
  for (const inner of folders) await chmod(path.join(folder, inner), FOLDER);
  return true;
}

export function createStagedStore(home: string) {
  const root = path.join(path.resolve(home), 'staged');
  const hashes = stampedHashes();
  /** Two runs of one skill must not make its copy twice. */
  const inTurn = createTurns();

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
      await chmod(folder, FOLDER);
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
    /** Undefined for a skill that is too large or whose id is not a valid folder name: it runs in its own folder. */
    stage: (workspace: Workspace, { id, dir }: { readonly id: string; readonly dir: string }) =>
      inTurn(async (): Promise<StagedSkill | undefined> => {
        if (id === '' || id !== path.basename(id) || id.startsWith('.')) return undefined;
        const staged = await treeOf(id, dir);
        if (staged === undefined) return undefined;
        const now = new Date();
        await utimes(staged.tree.folder, now, now);
        const { tree, notes, bytes } = staged;
        return { folder: await viewOf(workspace, id, tree), notes, files: tree.names.length, bytes };
      }),
    /** Removes what no run has used since. @returns how many. */
    sweep: (before: Date) =>
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
