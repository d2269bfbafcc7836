/** Resolves the declared inputs of a run (seeds/002 `inputs`): four schemes, each contained by real path. */
import { realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { MAX_TOTAL_BYTES } from '../../runner/workspace/artifacts.ts';
import { isInside } from '../../runner/workspace/workspace.ts';
import { type HostFolder, hostFolderOf } from '../approval/grants.ts';
import { findSkill } from '../skills.ts';
import { type ToolContext, ToolFailure } from '../types.ts';
import { type Places, placesOf, realReadable, resolvePath } from './workspace-paths.ts';

export interface InputSpec {
  readonly from: string;
  /** Relative to the workspace. Default: `work/inputs/` and the source's name. */
  readonly to?: string | undefined;
  readonly mode?: 'copy' | 'link' | undefined;
}

export type InputSource =
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

export interface PlannedInput {
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
  if (info.isFile() && info.size > MAX_TOTAL_BYTES) {
    throw new ToolFailure(`${file} has ${info.size} bytes; an input may have ${MAX_TOTAL_BYTES}.`);
  }
  return { kind: info.isFile() ? 'file' : 'folder', real, within, host };
}

function artifactSource(rest: string, context: ToolContext): InputSource {
  const { artifacts } = context.host.state();
  const [, bare = rest, number] = /^(.*)@(\d+)$/s.exec(rest) ?? [];
  const here = artifacts.filter(({ deletedAt }) => deletedAt === undefined);
  const found =
    here.findLast(({ name }) => name === rest) ??
    here.findLast(({ name, version }) => name === bare && (number === undefined || version === Number(number)));
  if (found !== undefined) {
    return { kind: 'artifact', name: found.name, version: found.version, sha256: found.sha256 };
  }
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
  const { id } = findSkill(name, context);
  const summary = context.library.catalog().skills.find((skill) => skill.id === id);
  if (summary === undefined) throw new ToolFailure(`the skill ${id} is no longer on this computer.`);
  return realpath(summary.dir).then((dir) => sourceIn(path.join(dir, ...parts), dir, false, places));
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
