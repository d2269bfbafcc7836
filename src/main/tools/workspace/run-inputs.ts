/** Resolves the declared inputs of a run (seeds/002 `inputs`): four schemes, each contained by real path. */

import { randomUUID } from 'node:crypto';
import { lstat, open, realpath, stat, symlink } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { messageOf } from '../../../shared/errors.ts';
import { inFolder, putEntry } from '../../lib/held-folder.ts';
import { figuresIn, type RunStages } from '../../runner/run-stages.ts';
import { MAX_TOTAL_BYTES } from '../../runner/workspace/artifacts.ts';
import { walkFiles } from '../../runner/workspace/copy-workspace.ts';
import { openInside } from '../../runner/workspace/open-inside.ts';
import { isInside } from '../../runner/workspace/workspace.ts';
import { type HostFolder, hostFolderOf } from '../approval/grants.ts';
import { type ToolContext, ToolFailure } from '../define-tool.ts';
import { findSummary } from '../skills.ts';
import { type Places, placesOf, realReadable, resolvePath, writableTarget } from './workspace-paths.ts';

export interface InputSpec {
  readonly from: string;
  /** Relative to the workspace. Default: `work/inputs/` and the source's name. */
  readonly to?: string | undefined;
  readonly mode?: 'copy' | 'link' | undefined;
}

type InputSource =
  | { readonly kind: 'artifact'; readonly name: string; readonly version: number; readonly sha256: string }
  | {
      readonly kind: 'file' | 'folder';
      /** Real path. */
      readonly real: string;
      /** Real folder the source must not leave, even if files change in the meantime. */
      readonly within: string;
      /** The user's own files are copied: through a link the command could write to them. */
      readonly host: boolean;
    };

interface PlannedInput {
  readonly from: string;
  readonly source: InputSource;
  /** Absolute, inside work/, out/ or runs/ as written. */
  readonly target: string;
  readonly mode: 'copy' | 'link';
}

export interface InputPlan {
  readonly inputs: readonly PlannedInput[];
  readonly hostFolders: readonly HostFolder[];
}

const SCHEMES =
  'It takes artifact://NAME or artifact://NAME@VERSION, host:///ABSOLUTE/PATH, workspace://RELATIVE/PATH or skill://SKILL/RELATIVE/PATH.';
/** The kernel's own, and the app's: no approval makes these an input, as keys and other sessions are in them. */
const KERNEL_FOLDERS = ['/proc', '/sys', '/dev'];

async function sourceIn(file: string, within: string, host: boolean, places: Places): Promise<InputSource> {
  const real = await realReadable(file, { ...places, readable: [within] });
  const info = await stat(real);
  if (!info.isFile() && !info.isDirectory()) throw new ToolFailure(`${file} is no regular file or folder.`);
  if (info.isFile() && info.size > MAX_TOTAL_BYTES)
    throw new ToolFailure(`${file} has ${info.size} bytes; an input may have ${MAX_TOTAL_BYTES}.`);
  return { kind: info.isFile() ? 'file' : 'folder', real, within, host };
}

function artifactSource(rest: string, context: ToolContext): InputSource {
  const { artifacts } = context.host.state();
  const [, bare = rest, number] = /^(.*)@(\d+)$/s.exec(rest) ?? [];
  const here = artifacts.filter(({ deletedAt }) => deletedAt === undefined);
  const found =
    here.findLast(({ name }) => name === rest) ??
    here.findLast(({ name, version }) => name === bare && (number === undefined || version === Number(number)));
  if (found !== undefined) return { kind: 'artifact', name: found.name, version: found.version, sha256: found.sha256 };
  const all = here.map(({ name, version }) => `${name}@${version}`);
  const wasDeleted = artifacts.some(
    ({ name, version, deletedAt }) =>
      deletedAt !== undefined &&
      (name === rest || (name === bare && (number === undefined || version === Number(number)))),
  );
  throw new ToolFailure(
    `there is no artifact ${rest}${wasDeleted ? ' (any more: the person deleted it)' : ''}. ${all.length === 0 ? 'This session has none yet.' : `It has: ${[...new Set(all)].join(', ')}.`}`,
  );
}

function skillSource(rest: string, context: ToolContext, places: Places): Promise<InputSource> {
  const [name = '', ...parts] = rest.split('/');
  return realpath(findSummary(name, context).dir).then((dir) => sourceIn(path.join(dir, ...parts), dir, false, places));
}

async function hostSource(
  rest: string,
  context: ToolContext,
  places: Places,
): Promise<{ source: InputSource; folder?: HostFolder }> {
  const file = path.isAbsolute(rest) ? rest : `/${rest}`;
  const real = await realpath(file).catch(() => undefined);
  const info = real === undefined ? undefined : await stat(real).catch(() => undefined);
  // Lists no neighbouring files: reading them was not approved.
  if (real === undefined || info === undefined) {
    throw new ToolFailure(
      `there is no file or folder ${file} on this computer. A file of the workspace is workspace://PATH.`,
    );
  }
  const { root } = places.workspace;
  if (isInside(root, real))
    throw new ToolFailure(`${file} is in the workspace: use workspace://${path.relative(root, real)}.`);
  const home = path.dirname(path.dirname(root));
  const forbidden = [home, ...(process.platform === 'win32' ? [] : KERNEL_FOLDERS)];
  if (forbidden.some((folder) => isInside(folder, real) || isInside(real, folder))) {
    throw new ToolFailure(
      `${file} is or holds data of the app or of the system itself, which no run may have. Name the file or a folder of documents.`,
    );
  }
  const attached = await Promise.all(
    (context.host.attached?.() ?? []).map((folder) => realpath(folder.path).catch(() => undefined)),
  );
  const given = attached.find((folder) => folder !== undefined && isInside(folder, real));
  if (given !== undefined) return { source: await sourceIn(real, given, true, places) };
  const userHome = await realpath(homedir()).catch(() => homedir());
  if (info.isDirectory() && isInside(real, userHome)) {
    throw new ToolFailure(
      `${file} is or holds the person's whole home folder, which is too much to give to a run. Name a folder of documents in it, or single files.`,
    );
  }
  const asked = hostFolderOf(real, info.isDirectory(), userHome);
  const within = info.isDirectory() ? real : path.dirname(real);
  return { source: await sourceIn(real, within, true, places), folder: asked };
}

function targetOf(spec: InputSpec, base: string, places: Places): string {
  const { work, out, runs } = places.workspace;
  const { to = '' } = spec;
  const resolved = resolvePath(to === '' ? `inputs/${base}` : to, places);
  const target = /[\\/]$/.test(to) || [work, out, runs].includes(resolved) ? path.join(resolved, base) : resolved;
  if (![work, out, runs].some((folder) => isInside(folder, target))) {
    throw new ToolFailure(
      `"to": ${to} is outside work/, out/ and runs/ of the workspace. Leave it out for work/inputs/${base}.`,
    );
  }
  return target;
}

/** Everything is looked at before anybody is asked and anything is run. @throws ToolFailure */
export async function planInputs(specs: readonly InputSpec[], context: ToolContext): Promise<InputPlan> {
  const places = await placesOf(context);
  const inputs: PlannedInput[] = [];
  const hostFolders: HostFolder[] = [];
  for (const [index, spec] of specs.entries()) {
    try {
      const [, scheme, rest = ''] = /^(artifact|host|workspace|skill):\/\/(.+)$/s.exec(spec.from) ?? [];
      if (rest.includes('\0')) throw new ToolFailure('"from" holds a NUL character.');
      let source: InputSource;
      if (scheme === 'artifact') source = artifactSource(rest, context);
      else if (scheme === 'skill') source = await skillSource(rest, context, places);
      else if (scheme === 'workspace') {
        source = await sourceIn(resolvePath(rest, places), places.workspace.root, false, places);
      } else if (scheme === 'host') {
        const { source: found, folder } = await hostSource(rest, context, places);
        source = found;
        if (folder !== undefined && !hostFolders.some(({ key }) => key === folder.key)) hostFolders.push(folder);
      } else throw new ToolFailure(`"from" is ${JSON.stringify(spec.from)}. ${SCHEMES}`);
      const base = path.basename(source.kind === 'artifact' ? source.name : source.real);
      const target = targetOf(spec, base, places);
      const twin = inputs.find((other) => other.target === target);
      if (twin !== undefined)
        throw new ToolFailure(`${twin.from} goes to the same place; give one of them another "to".`);
      inputs.push({ from: spec.from, source, target, mode: spec.mode ?? 'copy' });
    } catch (error) {
      if (!(error instanceof ToolFailure)) throw error;
      throw new ToolFailure(`inputs[${index}]: ${error.message}\nNothing was run.`);
    }
  }
  return { inputs, hostFolders };
}

// Puts the declared inputs of a run where it finds them. Each appears whole or not at all.

/** Max entries of one folder. */
const MAX_ENTRIES = 1000;

interface Staged {
  /** Deviations from the request. */
  readonly notes: string[];
  readonly files: number;
  readonly bytes: number;
}

type Content = AsyncIterable<Buffer> | readonly Buffer[];

/** Writes a temporary file and renames it: an existing link is replaced or, inside the workspace, followed. */
async function put(
  target: string,
  places: Places,
  write: (temporary: string, real: string) => Promise<void>,
): Promise<void> {
  const { folder, name, path: real } = await writableTarget(target, places);
  await inFolder(folder, (held) => putEntry(held, name, `.${randomUUID()}.part`, (file) => write(file, real)));
}

const putFile = (target: string, content: Content, places: Places): Promise<void> =>
  put(target, places, async (temporary) => {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      for await (const part of content) await handle.writeFile(part);
    } finally {
      await handle.close();
    }
  });

async function copyFile(file: string, within: string, target: string, places: Places): Promise<number> {
  const opened = await openInside(within, file);
  if (opened === undefined) throw new ToolFailure(`${file} is gone, or leads outside ${within} now.`);
  try {
    await putFile(target, opened.handle.createReadStream({ autoClose: false }), places);
    return opened.bytes;
  } finally {
    await opened.handle.close();
  }
}

async function copyFolder(
  { real, within }: Extract<InputSource, { kind: 'folder' | 'file' }>,
  target: string,
  places: Places,
): Promise<Staged> {
  const notes: string[] = [];
  let total = 0;
  const { names, complete } = await walkFiles(real, { maxEntries: MAX_ENTRIES });
  if (!complete)
    throw new ToolFailure(`${real} holds more than ${MAX_ENTRIES} files. Name a smaller folder, or single files.`);
  for (const name of names) {
    const opened = await openInside(within, path.join(real, name));
    if (opened === undefined) {
      notes.push(`${path.join(real, name)} leads outside, or is no regular file; it was left out.`);
      continue;
    }
    try {
      total += opened.bytes;
      if (total > MAX_TOTAL_BYTES)
        throw new ToolFailure(
          `${real} holds more than ${MAX_TOTAL_BYTES} bytes. Name a smaller folder, or single files.`,
        );
      await putFile(path.join(target, name), opened.handle.createReadStream({ autoClose: false }), places);
    } finally {
      await opened.handle.close();
    }
  }
  if (names.length === 0) await (await writableTarget(path.join(target, 'x'), places)).folder.close();
  return { notes, files: names.length, bytes: total };
}

/** A link to it could lead back to itself, now or through the links in it: a copy that follows links would have no end. */
async function couldLeadBack({ kind, real }: Exclude<InputSource, { kind: 'artifact' }>, at: string): Promise<boolean> {
  if (kind !== 'folder') return false;
  if (isInside(real, at)) return true;
  const { names, complete } = await walkFiles(real);
  for (const name of names) {
    const info = await lstat(path.join(real, name)).catch(() => undefined);
    if (info === undefined || info.isSymbolicLink()) return true;
  }
  return !complete;
}

async function stage(input: PlannedInput, context: ToolContext, places: Places): Promise<Staged> {
  const { source, mode, from } = input;
  const isFolder = (await stat(input.target).catch(() => undefined))?.isDirectory() === true;
  const base = path.basename(source.kind === 'artifact' ? source.name : source.real);
  const target = isFolder && source.kind !== 'folder' ? path.join(input.target, base) : input.target;
  const notes: string[] = [];
  let [files, bytes] = [1, 0];
  if (source.kind === 'artifact') {
    const content = await context.runner.artifacts.read(source.sha256);
    if (content === undefined)
      throw new ToolFailure(`its content is no longer in the data folder, or was changed there.`);
    await putFile(target, [content], places);
    bytes = content.length;
  } else {
    if (source.real === target) return { notes, files: 0, bytes };
    if (mode === 'link' && !source.host) {
      try {
        await put(target, places, async (temporary, at) => {
          if (await couldLeadBack(source, at)) throw new Error('it could lead back to itself');
          // A data folder may be moved, and takes along what is in it.
          const moves = isInside(path.dirname(path.dirname(places.workspace.root)), source.real);
          await symlink(moves ? path.relative(path.dirname(at), source.real) : source.real, temporary);
        });
        return { notes, files, bytes };
      } catch (error) {
        if (error instanceof ToolFailure) throw error;
        notes.push(`${from} was copied, as no link could be made (${messageOf(error)}).`);
      }
    }
    if (source.kind === 'folder') {
      const copied = await copyFolder(source, target, places);
      notes.push(...copied.notes);
      ({ files, bytes } = copied);
    } else bytes = await copyFile(source.real, source.within, target, places);
  }
  if (mode === 'link' && (source.kind === 'artifact' || source.host)) {
    notes.push(`${from} was copied: through a link the command could change the original.`);
  }
  return { notes, files, bytes };
}

/** @throws ToolFailure */
export async function stageInputs(plan: InputPlan, context: ToolContext, stages: RunStages): Promise<string[]> {
  if (plan.inputs.length === 0) return [];
  const { notes } = await stages.during('workspace.stage.inputs', () => stageAll(plan, context), figuresIn);
  return notes;
}

async function stageAll(plan: InputPlan, context: ToolContext): Promise<Staged> {
  const places = await placesOf(context);
  const { work, out, runs } = places.workspace;
  const inside = { ...places, writable: [work, out, runs] };
  const notes: string[] = [];
  let [files, bytes] = [0, 0];
  for (const [index, input] of plan.inputs.entries()) {
    try {
      const staged = await stage(input, context, inside);
      notes.push(...staged.notes);
      files += staged.files;
      bytes += staged.bytes;
    } catch (error) {
      throw new ToolFailure(`inputs[${index}]: ${input.from}: ${messageOf(error)}\nNothing was run.`);
    }
  }
  return { notes, files, bytes };
}
