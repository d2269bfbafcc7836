/** Which files a tool may touch (CONTRACT §8 "Paths"), and how they are opened so that no link swapped in between leads elsewhere. */
import { constants } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, readlink, realpath } from 'node:fs/promises';
import path from 'node:path';
import { folderVariables } from '../runner/run-environment.ts';
import { isInside, type Workspace } from '../runner/workspace.ts';
import { type FixedFolders, fixedPart } from './policy-fixed.ts';
import { type ToolContext, ToolFailure } from './types.ts';

/** Real paths. */
export interface Places {
  readonly workspace: Workspace;
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  /** Of what may be written, this stays as it is. */
  readonly fixed: FixedFolders;
}

const MAX_LISTED = 30;

async function realOrNothing(file: string): Promise<string[]> {
  try {
    return [await realpath(file)];
  } catch {
    return [];
  }
}

/** Skills are open to read while they are loaded; in `standard`, where reading is loading, all that are listed. The library says where a skill is, not the session's log: that may come from another machine. */
export async function placesOf(context: ToolContext): Promise<Places> {
  const workspace = await context.runner.workspace(context.host.sessionId);
  const { dialect, catalog, loadedSkills } = context.host.state();
  const open = new Set((dialect === 'standard' ? catalog : loadedSkills).map((skill) => skill.id));
  const skills = context.library.catalog().skills.filter((skill) => open.has(skill.id));
  const attached = context.host.attached?.() ?? [];
  const given = await Promise.all(
    attached.map(async (folder) => ({ ...folder, real: await realOrNothing(folder.path) })),
  );
  const allSkills = await Promise.all(context.library.catalog().skills.map((skill) => realOrNothing(skill.dir)));
  const appFolders = await Promise.all(
    [path.dirname(path.dirname(workspace.root)), context.bundledRoot].map(realOrNothing),
  );
  const skillFolders = await Promise.all(skills.map((skill) => realOrNothing(skill.dir)));
  return {
    workspace,
    readable: [workspace.root, ...skillFolders.flat(), ...given.flatMap((folder) => folder.real)],
    writable: [
      ...[workspace.work, workspace.out, workspace.runs],
      ...given.filter((folder) => folder.writable).flatMap((folder) => folder.real),
    ],
    fixed: { app: appFolders.flat(), skills: allSkills.flat() },
  };
}

/** Absolute, not yet checked. `$OUTPUT_DIR/x` and its like are understood as a shell would. */
export function resolvePath(given: string, places: Places): string {
  if (given.includes('\0')) throw new ToolFailure('A path cannot hold a NUL character.');
  const { root, skills, work, out, runs } = places.workspace;
  const variables = folderVariables({ workspace: root, skills, work, out, run: runs });
  const expanded = given.replace(
    /^\$(?:\{([A-Z_]+)\}|([A-Z_]+))(?=\/|$)/,
    (whole, braced, bare) => variables[braced ?? bare] ?? whole,
  );
  return path.resolve(root, expanded);
}

/** As short as it is clear: relative inside the workspace, else absolute. */
export function showPath(file: string, places: Places): string {
  const { root } = places.workspace;
  return isInside(root, file) ? path.relative(root, file) || '.' : file;
}

function refuse(file: string, verb: 'read' | 'written', folders: readonly string[]): never {
  throw new ToolFailure(
    `${file} is outside the folders that may be ${verb}:\n${folders.map((folder) => `- ${folder}`).join('\n')}`,
  );
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

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

/** The real path of what is there and may be read. @throws ToolFailure */
export async function realReadable(file: string, places: Places): Promise<string> {
  let real: string;
  try {
    real = await realpath(file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return missing(file, places.readable);
    throw new ToolFailure(`${file} cannot be read (${codeOf(error)}).`);
  }
  return places.readable.some((folder) => isInside(folder, real)) ? real : refuse(file, 'read', places.readable);
}

/** The kernel's word for what was really opened; only Linux gives it. */
async function confirmInside(
  handle: FileHandle,
  real: string,
  folders: readonly string[],
  verb: 'read' | 'written',
): Promise<void> {
  if (process.platform !== 'linux') return;
  const opened = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => real);
  if (!folders.some((folder) => isInside(folder, opened))) {
    await handle.close();
    refuse(real, verb, folders);
  }
}

/** The caller closes the handle. Regular files only: a named pipe would hang, a device never end. @throws ToolFailure */
export async function openForReading(
  file: string,
  places: Places,
): Promise<{ handle: FileHandle; real: string; bytes: number }> {
  const real = await realReadable(file, places);
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK).catch((error) => {
    throw new ToolFailure(`${file} cannot be opened (${codeOf(error)}).`);
  });
  await confirmInside(handle, real, places.readable, 'read');
  const info = await handle.stat();
  if (info.isFile()) return { handle, real, bytes: info.size };
  await handle.close();
  throw new ToolFailure(
    info.isDirectory() ? `${file} is a folder: list it with list_dir.` : `${file} is no regular file.`,
  );
}

/**
 * Where a file may be written: the real folder, made where it was missing, and the name in it. A link at the end is
 * followed only inside. @throws ToolFailure
 */
export async function writableTarget(file: string, places: Places): Promise<string> {
  const allowed = (real: string): boolean => {
    const given = places.writable.find((folder) => isInside(folder, real));
    if (given === undefined) return false;
    const part = fixedPart(real, given, places.fixed);
    if (part !== undefined) throw new ToolFailure(`${file} was not written: it is in ${part}. Choose another place.`);
    return true;
  };
  let existing = path.dirname(file);
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
  if (!allowed(path.join(base, ...toMake))) refuse(file, 'written', places.writable);
  const folder = path.join(base, ...toMake);
  await mkdir(folder, { recursive: true }).catch((error) => {
    throw new ToolFailure(`The folder ${folder} cannot be made (${codeOf(error)}).`);
  });
  const realFolder = await realpath(folder);
  if (!allowed(realFolder)) refuse(file, 'written', places.writable);
  const target = path.join(realFolder, path.basename(file));
  const [linked] = await realOrNothing(target);
  if (linked === undefined) {
    // A link to nowhere would be followed when written through; a name that is not there is fine.
    if ((await readlink(target).catch(() => undefined)) !== undefined) {
      throw new ToolFailure(`${file} is a link to nowhere; choose another name.`);
    }
    return allowed(target) ? target : refuse(file, 'written', places.writable);
  }
  return allowed(linked) ? linked : refuse(file, 'written', places.writable);
}

/** The folder for a run: inside what may be read. @throws ToolFailure */
export async function runFolder(given: string | undefined, places: Places): Promise<string> {
  if (given === undefined) return places.workspace.root;
  return realReadable(resolvePath(given, places), places);
}
