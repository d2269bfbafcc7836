/**
 * The app's links in a workspace: one path means one file from `work/` and from a skill's folder (CONTRACT §8 "Paths").
 * They are relative, so that a data folder can be moved. The ones that lead back to a folder around them are there only
 * while a run needs them, and lead through `.links/`, which a sandbox fills for itself and which is else empty: a copy
 * that follows links would have no end.
 */
import { lstat, readdir, readlink, realpath, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { type HeldFolder, holdFolder, inFolder } from '../../lib/held-folder.ts';

/** A workspace's folders; real paths. */
interface Folders {
  readonly root: string;
  readonly skills: string;
  readonly work: string;
}

type Links = Readonly<Record<string, string>>;

/** Folder of a workspace. */
export const THROUGH = '.links';
/** Its links. */
export const THROUGH_LINKS = { skills: '../skills', work: '../work' } as const;

export const WORK_LINKS = { out: '../out', skills: `../${THROUGH}/skills`, work: `../${THROUGH}/work` } as const;
const { out, ...LEADING_BACK } = WORK_LINKS;
const LASTING: Links = { out };
/** Those of earlier versions. */
const DIRECT: Links = { skills: '../skills', work: '.' };

/** Links in a skill's folder, below `skills/`. */
export const VIEW_LINKS = { out: '../../out', work: '../../work', inputs: '../../work/inputs' } as const;

/** Windows creates junctions without extra rights, but only to absolute paths. */
export const linkTarget = (folder: string, to: string): string =>
  process.platform === 'win32' ? path.resolve(folder, to) : to;

/** True for the app's own, also where the data folder was moved since: it leads to this session's folder elsewhere. */
async function isOwn(folder: HeldFolder, name: string, to: string, root: string): Promise<boolean> {
  const target = await readlink(await folder.entry(name)).catch(() => undefined);
  if (target === undefined) return false;
  const wanted = path.resolve(folder.path, to);
  if (path.resolve(folder.path, target) === wanted) return true;
  const tail = path.join(path.sep, 'workspaces', path.basename(root), path.relative(root, wanted));
  return path.isAbsolute(target) && path.normalize(`${target}/`).endsWith(path.join(tail, path.sep));
}

/** A script may have put something else there: it is its own folder to spoil. */
async function putLinks(folder: HeldFolder, links: Links): Promise<void> {
  for (const [name, to] of Object.entries(links)) {
    const file = await folder.entry(name);
    if ((await lstat(file).catch(() => undefined)) !== undefined) continue;
    await symlink(linkTarget(folder.path, to), file, 'junction').catch(() => {});
  }
}

export const putLasting = (work: HeldFolder): Promise<void> => putLinks(work, LASTING);

async function removeLinks(held: HeldFolder, links: Links, root: string): Promise<void> {
  for (const [name, to] of Object.entries(links))
    if (await isOwn(held, name, to, root)) await rm(await held.entry(name), { force: true });
}

async function removeLeadingBack({ root, work }: Folders): Promise<void> {
  await inFolder(await holdFolder(work), async (held) => {
    for (const links of [LEADING_BACK, DIRECT]) await removeLinks(held, links, root);
  });
}

/** `.links/`, made where it is missing. */
const throughOf = async ({ root }: Folders): Promise<HeldFolder> =>
  inFolder(await holdFolder(root), (held) => held.makeFolder(THROUGH));

const removeThrough = async (workspace: Folders): Promise<void> =>
  inFolder(await throughOf(workspace), (held) => removeLinks(held, THROUGH_LINKS, workspace.root));

/** Makes the absolute links of earlier versions relative. */
async function repairViews({ root, skills }: Folders): Promise<void> {
  await inFolder(await holdFolder(skills), async (held) => {
    for (const id of await readdir(held.ownPath)) {
      const view = await held.folder(id).catch(() => undefined);
      if (view === undefined) continue;
      await inFolder(view, async () => {
        for (const [name, to] of Object.entries(VIEW_LINKS)) {
          const file = await view.entry(name);
          const target = await readlink(file).catch(() => undefined);
          if (target === undefined || target === linkTarget(view.path, to)) continue;
          if (!(await isOwn(view, name, to, root))) continue;
          await rm(file, { force: true });
          await symlink(linkTarget(view.path, to), file, 'junction').catch(() => {});
        }
      });
    }
  });
}

/** Users of a workspace's links, by its root; `real`: those that need them to lead somewhere outside a sandbox. */
const needed = new Map<string, { users: number; real: number }>();
let turn: Promise<void> = Promise.resolve();
/** One change after the other. Never rejects: a folder that a script replaced is reported by those who need it. */
function inTurn(change: () => Promise<void>): Promise<void> {
  turn = turn.then(change).catch(() => {});
  return turn;
}

async function repair(workspace: Folders): Promise<void> {
  if (needed.has(workspace.root)) return;
  await removeLeadingBack(workspace).catch(() => {});
  await removeThrough(workspace).catch(() => {});
  await repairViews(workspace);
}

/** Removes what killed runs and earlier versions left. Never rejects. @param home the data folder. */
export async function repairAllLinks(home: string): Promise<void> {
  const folder = await realpath(path.join(home, 'workspaces')).catch(() => undefined);
  if (folder === undefined) return;
  for (const name of await readdir(folder).catch(() => [])) {
    const root = path.join(folder, name);
    await inTurn(() => repair({ root, skills: path.join(root, 'skills'), work: path.join(root, 'work') }));
  }
}

/**
 * Links `skills/` and `work/` in the work folder, for a run, or while a command is judged as its run will read it. Never
 * rejects. @param inSandbox the run's sandbox has a `.links/` for itself: outside, they lead nowhere. @returns what ends it.
 */
export async function linkInWork(workspace: Folders, inSandbox = false): Promise<() => Promise<void>> {
  const { root, work } = workspace;
  const real = inSandbox ? 0 : 1;
  await inTurn(async () => {
    await repair(workspace).catch(() => {});
    const now = needed.get(root) ?? { users: 0, real: 0 };
    needed.set(root, { users: now.users + 1, real: now.real + real });
    await inFolder(await throughOf(workspace), (held) =>
      inSandbox ? Promise.resolve() : putLinks(held, THROUGH_LINKS),
    );
    await inFolder(await holdFolder(work), (held) => putLinks(held, LEADING_BACK));
  });
  let ended = false;
  return () =>
    inTurn(async () => {
      const now = needed.get(root);
      if (ended || now === undefined) return;
      ended = true;
      const left = { users: now.users - 1, real: now.real - real };
      if (left.users > 0) needed.set(root, left);
      else needed.delete(root);
      if (left.users === 0) await removeLeadingBack(workspace);
      if (left.real === 0) await removeThrough(workspace);
    });
}
