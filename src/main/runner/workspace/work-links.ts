/**
 * The app's links in a workspace: one path means one file from `work/` and from a skill's folder (CONTRACT §8 "Paths").
 * They are relative, so that a data folder can be moved. The ones that lead back to a folder around them are there only
 * while a run needs them, and lead through `.links/`, which a sandbox fills for itself and which is else empty: a copy
 * that follows links would have no end.
 */
import { lstat, mkdir, readdir, readFile, readlink, realpath, rm, rmdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { type HeldFolder, holdFolder, inFolder } from '../../lib/held-folder.ts';

/** A workspace's folders; real paths. */
interface Folders {
  readonly root: string;
  readonly skills: string;
  readonly work: string;
}

type Links = Readonly<Record<string, string>>;

export const THROUGH = '.links';
export const THROUGH_LINKS = { skills: '../skills', work: '../work' } as const;
type Through = keyof typeof THROUGH_LINKS;

export const WORK_LINKS = { out: '../out', skills: `../${THROUGH}/skills`, work: `../${THROUGH}/work` } as const;
const { out, ...LEADING_BACK } = WORK_LINKS;
const LASTING: Links = { out };

/** Links in a skill's folder, below `skills/`. */
export const VIEW_LINKS = { out: '../../out', work: `../../${THROUGH}/work`, inputs: '../../work/inputs' } as const;

/** Windows creates junctions without extra rights, but only to absolute paths. */
export const linkTarget = (folder: string, to: string): string =>
  process.platform === 'win32' ? path.resolve(folder, to) : to;

/** A script may have put something else there: it is its own folder to spoil. */
async function putLinks(folder: HeldFolder, links: Links): Promise<void> {
  for (const [name, to] of Object.entries(links)) {
    const file = await folder.entry(name);
    await rmdir(file).catch(() => {});
    if ((await lstat(file).catch(() => undefined)) !== undefined) continue;
    await symlink(linkTarget(folder.path, to), file, 'junction').catch(() => {});
  }
}

export const putLasting = (work: HeldFolder): Promise<void> => putLinks(work, LASTING);

async function removeLinks(held: HeldFolder, links: Links): Promise<void> {
  for (const [name, to] of Object.entries(links)) {
    const target = await readlink(await held.entry(name)).catch(() => undefined);
    const isOwn = target !== undefined && path.resolve(held.path, target) === path.resolve(held.path, to);
    if (isOwn) await rm(await held.entry(name), { force: true });
  }
}

const removeLeadingBack = async ({ work }: Folders): Promise<void> =>
  inFolder(await holdFolder(work), (held) => removeLinks(held, LEADING_BACK));

/** `.links/`, made where it is missing. */
const throughOf = async ({ root }: Folders): Promise<HeldFolder> =>
  inFolder(await holdFolder(root), (held) => held.makeFolder(THROUGH));

/** Links that lead there would lead nowhere, which ends a copy, so a link that is not needed is an empty folder. */
export async function emptyThrough(held: HeldFolder): Promise<void> {
  for (const name of Object.keys(THROUGH_LINKS)) await mkdir(await held.entry(name)).catch(() => {});
}

async function removeThrough(workspace: Folders, kept: readonly Through[] = []): Promise<void> {
  const links = Object.fromEntries(Object.entries(THROUGH_LINKS).filter(([name]) => !kept.some((one) => one === name)));
  await inFolder(await throughOf(workspace), async (held) => {
    await removeLinks(held, links);
    await emptyThrough(held);
  });
}

const picked = (links: Readonly<Record<Through, string>>, names: readonly Through[]): Links =>
  Object.fromEntries(names.map((name) => [name, links[name]]));

/** Users of a workspace's links, by its root, each with what it needs of `.links/` outside a sandbox. */
const needed = new Map<string, Set<readonly Through[]>>();
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
}

/** Removes what killed runs left. Never rejects. @param home the data folder. */
export async function repairAllLinks(home: string): Promise<void> {
  const folder = await realpath(path.join(home, 'workspaces')).catch(() => undefined);
  if (folder === undefined) return;
  for (const name of await readdir(folder).catch(() => [])) {
    const root = path.join(folder, name);
    await inTurn(() => repair({ root, skills: path.join(root, 'skills'), work: path.join(root, 'work') }));
  }
}

/** `work` as a relative path, and a change into a skill's folder, whose scripts may use theirs. */
const NAMES_WORK = /(?<![\w.$}/-])(?:\.\/)*work(?![\w.-])|skills\/[^/\s]+\/work(?![\w.-])|\bcd\s[^\n;&|]*skills/;
const SCRIPT_NAMES_WORK = /(?<![\w.$}/-])(?:\.\/)*(?:work\/|(?<=["'])work(?=["']))/;
/** Bytes of a script that is looked into. */
const MAX_SCRIPT = 256 * 1024;

/** Words: those in quotes or with escaped spaces whole. */
const WORDS = /'([^']*)'|"([^"]*)"|((?:\\.|[^\s"'=;|&()<>\\])+)/g;

/** Texts of the small files that a command names. */
async function scriptsOf(command: string, cwd: string): Promise<readonly string[]> {
  const words = [...command.matchAll(WORDS)].map(([, single, double, bare = '']) => single ?? double ?? bare);
  const split = command.split(/[\s"'=;|&()<>]+/);
  const files = [...new Set([...words, ...split])].map((word) => path.resolve(cwd, word.replaceAll(/\\(.)/g, '$1')));
  const texts = files.map(async (file) => {
    const info = await lstat(file);
    return info.isFile() && info.size <= MAX_SCRIPT ? readFile(file, 'utf8') : '';
  });
  return (await Promise.allSettled(texts)).flatMap((text) => (text.status === 'fulfilled' ? [text.value] : []));
}

/**
 * The part of `.links/` that a command needs outside a sandbox. Either alone leads nowhere back, and both together do
 * (docs/decisions/0030), so the second is there only for a command that names it, in its own text or a script's.
 */
export async function linksFor(
  { command, cwd, stdin = '' }: { readonly command: string; readonly cwd: string; readonly stdin?: string | undefined },
  { skills }: Pick<Folders, 'skills'>,
): Promise<readonly Through[]> {
  const text = `${command}\n${stdin}`;
  const scripts = await scriptsOf(command, cwd);
  if (!path.relative(skills, cwd).startsWith('..'))
    return [text, ...scripts].some((one) => one.includes('work/skills')) ? ['work', 'skills'] : ['work'];
  const back = NAMES_WORK.test(text) || scripts.some((script) => SCRIPT_NAMES_WORK.test(script));
  return back ? ['skills', 'work'] : ['skills'];
}

/**
 * Links `skills/` and `work/` in the work folder, for a run, or while a command is judged as its run will read it. Never
 * rejects. @param through what of `.links/` leads somewhere; `own` for a sandbox that has one for itself.
 * @returns what ends it.
 */
export async function linkInWork(
  workspace: Folders,
  through: readonly Through[] | 'own',
): Promise<() => Promise<void>> {
  const { root, work } = workspace;
  const mine: readonly Through[] = through === 'own' ? [] : [...through];
  // `work` alone is for a run in a skill's folder: in the work folder it would lead back.
  const inWork = through === 'own' ? LEADING_BACK : picked(LEADING_BACK, mine.includes('skills') ? mine : []);
  await inTurn(async () => {
    await repair(workspace).catch(() => {});
    needed.set(root, (needed.get(root) ?? new Set()).add(mine));
    await inFolder(await throughOf(workspace), (held) => putLinks(held, picked(THROUGH_LINKS, mine)));
    await inFolder(await holdFolder(work), (held) => putLinks(held, inWork));
  });
  return () =>
    inTurn(async () => {
      const users = needed.get(root);
      if (users?.delete(mine) !== true) return;
      if (users.size === 0) needed.delete(root);
      if (users.size === 0) await removeLeadingBack(workspace);
      await removeThrough(workspace, [...users].flat());
    });
}
