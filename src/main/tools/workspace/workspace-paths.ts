/** Files that a tool may touch (CONTRACT §8 "Paths"), and how they are opened so that no link swapped in between leads elsewhere. */
import { constants } from 'node:fs';
import { type FileHandle, readdir, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '../../../shared/errors.ts';
import { callableSkills } from '../../../shared/skills/skill-list.ts';
import { codeOf, type HeldFolder, holdFolder, inFolder, makeFolders } from '../../lib/held-folder.ts';
import { folderVariables } from '../../runner/run-environment.ts';
import { protectedIn } from '../../runner/sandbox/protected.ts';
import { isInside, type Workspace } from '../../runner/workspace/workspace.ts';
import { type FixedFolders, fixedPart } from '../approval/policy-lists.ts';
import { type ToolContext, ToolFailure } from '../define-tool.ts';

/** Real paths. */
export interface Places {
  readonly workspace: Workspace;
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Folders inside the readable ones that nothing reads: an eval's cases, while it runs. */
  readonly hidden: readonly string[];
  /** Paths that stay read-only within the writable ones. */
  readonly fixed: FixedFolders;
  /** Folders of skills from elsewhere: a file with a second name (hard link) is not read in them. */
  readonly withoutHardLinks: readonly string[];
  /** Real folder of every skill, by id. */
  readonly skillFolders: ReadonlyMap<string, string>;
}

const MAX_LISTED = 30;

async function realOrNothing(file: string): Promise<string[]> {
  try {
    return [await realpath(file)];
  } catch {
    return [];
  }
}

/** Skills are open to read while they are loaded; in `standard`, where reading is loading, all that the model may load. The library says where a skill is, not the session's log: that may come from another machine. */
export async function placesOf(context: ToolContext): Promise<Places> {
  const workspace = await context.runner.workspace(context.host.sessionId);
  const { dialect, catalog, loadedSkills, kind } = context.host.state();
  const listed = dialect === 'standard' ? callableSkills({ catalog, loadedSkills }) : loadedSkills;
  const open = new Set(listed.map((skill) => skill.id));
  const skills = context.library.catalog().skills.filter((skill) => open.has(skill.id));
  const attached = context.host.attached?.() ?? [];
  const given = await Promise.all(
    attached.map(async (folder) => ({ ...folder, real: await realOrNothing(folder.path) })),
  );
  const allSkills = await Promise.all(
    context.library
      .catalog()
      .skills.map(async (skill) => (await realOrNothing(skill.dir)).map((dir) => [skill.id, dir] as const)),
  );
  const skillFolders = new Map(allSkills.flat());
  const appFolders = await Promise.all(
    [path.dirname(path.dirname(workspace.root)), context.bundledRoot].map(realOrNothing),
  );
  const openFolders = skills.flatMap(({ id }) => skillFolders.get(id) ?? []);
  return {
    workspace,
    readable: [workspace.root, ...openFolders, ...given.flatMap((folder) => folder.real)],
    writable: [
      workspace.work,
      workspace.out,
      workspace.runs,
      ...given.filter((folder) => folder.writable).flatMap((folder) => folder.real),
    ],
    hidden: kind === 'eval' ? [...skillFolders.values()].map((dir) => path.join(dir, 'evals')) : [],
    fixed: { app: appFolders.flat(), skills: [...skillFolders.values()] },
    withoutHardLinks: [...skillFolders.values()].filter((dir) => !appFolders[1]?.some((root) => isInside(root, dir))),
    skillFolders,
  };
}

/** Seen from `work/` these mean the workspace's own folders (CONTRACT §8 "Paths"); `work` is that folder itself. */
const SHOWN_IN_WORK = /^(?:\.\/)*(work|out|runs|skills|\.records)(?=\/|$)/;

/**
 * Absolute, not yet checked. Relative to `work/`; `$OUTPUT_DIR/x` and its like are understood as a shell would, and
 * `skills/ID/x` means the skill's own file, wherever the skill is.
 */
export function resolvePath(given: string, places: Places): string {
  if (given.includes('\0')) throw new ToolFailure('A path cannot hold a NUL character.');
  const { root, skills, work, out, runs } = places.workspace;
  const variables = folderVariables({ workspace: root, skills, work, out, run: runs });
  const expanded = given.replace(
    /^\$(?:\{([A-Z_]+)\}|([A-Z_]+))(?=\/|$)/,
    (whole, braced, bare) => variables[braced ?? bare] ?? whole,
  );
  const slashed = path.sep === '\\' ? expanded.replaceAll('\\', '/') : expanded;
  let resolved = path.resolve(SHOWN_IN_WORK.test(slashed) ? root : work, expanded);
  // A script prints such paths: through links that are there only while it runs.
  while ([path.join(work, 'work'), path.join(work, 'skills')].some((link) => isInside(link, resolved)))
    resolved = path.join(root, path.relative(work, resolved));
  if (resolved === skills || !isInside(skills, resolved)) return resolved;
  const [id = '', ...rest] = path.relative(skills, resolved).split(path.sep);
  const folder = places.skillFolders.get(id);
  return folder === undefined ? resolved : path.join(folder, ...rest);
}

/** Shortest clear form: inside the workspace as `resolvePath` accepts it, else absolute. */
export function showPath(file: string, places: Places): string {
  const { root } = places.workspace;
  return file !== root && isInside(root, file) ? path.relative(root, file) : file;
}

function refuse(file: string, verb: 'read' | 'written', folders: readonly string[]): never {
  throw new ToolFailure(
    `${file} is outside the folders that may be ${verb}:\n${folders.map((folder) => `- ${folder}`).join('\n')}`,
  );
}

/** "There is no such file", with what there is instead. */
async function missing(file: string, folders: readonly string[]): Promise<never> {
  let parent = path.dirname(file);
  for (;;) {
    const [real] = await realOrNothing(parent);
    if (real !== undefined) {
      if (!folders.some((folder) => isInside(folder, real))) refuse(file, 'read', folders);
      const entries = (await readdir(real, { withFileTypes: true }).catch(() => []))
        .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
        .sort();
      const shown = entries.slice(0, MAX_LISTED).join(', ') || 'nothing';
      const more = entries.length > MAX_LISTED ? ` and ${entries.length - MAX_LISTED} more` : '';
      throw new ToolFailure(`There is no ${file}. In ${parent} there is: ${shown}${more}.`);
    }
    const next = path.dirname(parent);
    if (next === parent) return refuse(file, 'read', folders);
    parent = next;
  }
}

/** @param real path. */
export const isHidden = (real: string, { hidden }: Pick<Places, 'hidden'>): boolean =>
  hidden.some((folder) => isInside(folder, real));

/** The real path of what is there and may be read. @throws ToolFailure */
export async function realReadable(file: string, places: Places): Promise<string> {
  let real: string;
  try {
    real = await realpath(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return missing(file, places.readable);
    throw new ToolFailure(`${file} cannot be read (${codeOf(error)}).`);
  }
  if (isHidden(real, places)) throw new ToolFailure(`There is no ${file}.`);
  return places.readable.some((folder) => isInside(folder, real)) ? real : refuse(file, 'read', places.readable);
}

/** An open file or folder that a tool may use. @throws ToolFailure where something was put in its place. */
async function held<T>(given: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ToolFailure) throw error;
    throw new ToolFailure(`${given} cannot be opened (${codeOf(error) || messageOf(error)}).`);
  }
}

/** The caller closes the handle. Regular files only: a named pipe would hang, a device never end. @throws ToolFailure */
export async function openForReading(
  file: string,
  places: Places,
): Promise<{ handle: FileHandle; real: string; bytes: number }> {
  const real = await realReadable(file, places);
  const handle = await held(file, async () => {
    // The root of a disk has no name in a folder.
    if (path.dirname(real) === real) throw new ToolFailure(`${file} is a folder: list it with list_dir.`);
    return inFolder(await holdFolder(path.dirname(real)), (folder) =>
      folder.open(path.basename(real), constants.O_RDONLY),
    );
  });
  const info = await handle.stat();
  const isHardLink = info.nlink > 1 && places.withoutHardLinks.some((dir) => isInside(dir, real));
  if (info.isFile() && !isHardLink) return { handle, real, bytes: info.size };
  await handle.close();
  if (info.isFile()) {
    throw new ToolFailure(
      `${file} is a hard link: the file has another name outside the skill. It is read once a copy is in its place.`,
    );
  }
  throw new ToolFailure(
    info.isDirectory() ? `${file} is a folder: list it with list_dir.` : `${file} is no regular file.`,
  );
}

/** The caller closes the folder. @throws ToolFailure where it is no folder that may be read. */
export async function openFolder(file: string, places: Places): Promise<HeldFolder> {
  const real = await realReadable(file, places);
  return held(file, () => holdFolder(real)).catch((error: unknown) => {
    if (messageOf(error).includes('ENOTDIR'))
      throw new ToolFailure(`${showPath(real, places)} is a file: read it with read_file.`);
    throw error;
  });
}

export interface WritableTarget {
  /** Held: nothing that a script does to its name leads elsewhere. The caller closes it. */
  readonly folder: HeldFolder;
  readonly name: string;
  /** Real path of the file. */
  readonly path: string;
}

/** By the settings of any repository in the same folder of the person: git would run it there. */
async function isNamedElsewhere(real: string, { writable, fixed }: Places): Promise<boolean> {
  const lent = writable.find((folder) => isInside(folder, real) && !fixed.app.some((own) => isInside(own, folder)));
  return lent !== undefined && (await protectedIn(lent)).obeyed.some((file) => isInside(file, real));
}

/**
 * Resolves where to write: the file's folder, created if missing, and its name. A final link is followed only inside.
 * @throws ToolFailure
 */
export async function writableTarget(file: string, places: Places): Promise<WritableTarget> {
  const allowed = (real: string): boolean => {
    const given = places.writable.find((folder) => isInside(folder, real));
    if (given === undefined) return false;
    const part = fixedPart(real, given, places.fixed);
    if (part !== undefined) throw new ToolFailure(`${file} was not written: it is in ${part}. Choose another place.`);
    return true;
  };
  const at = async (wanted: string): Promise<WritableTarget> => {
    let existing = path.dirname(wanted);
    const toMake: string[] = [];
    let real = await realOrNothing(existing);
    while (real.length === 0) {
      toMake.unshift(path.basename(existing));
      const next = path.dirname(existing);
      if (next === existing) refuse(file, 'written', places.writable);
      existing = next;
      real = await realOrNothing(existing);
    }
    const base = real[0] ?? existing;
    const name = path.basename(wanted);
    const target = path.join(base, ...toMake, name);
    if (!allowed(path.dirname(target)) || !allowed(target)) refuse(file, 'written', places.writable);
    if (await isNamedElsewhere(target, places))
      throw new ToolFailure(
        `${file} was not written: it is in what a repository runs, by its settings. Choose another place.`,
      );
    const folder = await makeFolders(await held(file, () => holdFolder(base)), toMake).catch((error: unknown) => {
      throw new ToolFailure(
        `The folder ${path.dirname(target)} cannot be made (${codeOf(error) || messageOf(error)}).`,
      );
    });
    return { folder, name, path: target };
  };
  const target = await at(file);
  try {
    const entry = await target.folder.entry(target.name);
    const [linked] = await realOrNothing(entry);
    if (linked === undefined) {
      // A link to nowhere would be followed when written through; a name that is not there is fine.
      if ((await readlink(entry).catch(() => undefined)) !== undefined)
        throw new ToolFailure(`${file} is a link to nowhere; choose another name.`);
      return target;
    }
    if (linked === target.path) return target;
    if (!allowed(linked)) refuse(file, 'written', places.writable);
    await target.folder.close();
    return await at(linked);
  } catch (error) {
    await target.folder.close().catch(() => {});
    throw error;
  }
}

/** The folder for a run: inside what may be read. @throws ToolFailure */
export async function runFolder(given: string | undefined, places: Places): Promise<string> {
  if (given === undefined) return places.workspace.work;
  return realReadable(resolvePath(given, places), places);
}
