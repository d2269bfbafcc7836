/** Environment of a script: selected host variables and its own folders. Never a key. */
import path from 'node:path';
import type { Ecosystem } from '../../shared/skills/skill-packages.ts';
import { SHIMS_WITH_PACKAGES } from './interpreters.ts';
import { type HostVariables, hostVariables, RUN_MARKER } from './process.ts';
import type { Bounds } from './sandbox/sandbox.ts';
import { THROUGH, THROUGH_LINKS } from './workspace/work-links.ts';
import { isInside } from './workspace/workspace.ts';

/** Ours, and variables that can change what a program runs: these may be set visibly in the command. */
const RESERVED =
  /^(WORKSPACE_DIR|SKILLS_DIR|WORK_DIR|OUTPUT_DIR|RUN_DIR|SKILL_NAME|SKILL_DATA_DIR|SKILL_UNREAD_RECORDS|SKILLDECK_.*|PATH|LD_.*|DYLD_.*|BASH_.*|ENV|SHELLOPTS|IFS|PS4|NODE_OPTIONS|NODE_PATH|PYTHON.*|UV_.*|PERL.*|RUBY.*|ELECTRON_.*)$/i;

export const isVariable = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);

/** Reason why `name` may not be set for a run by the model, or undefined. */
export function refusedVariable(name: string): string | undefined {
  if (!isVariable(name)) return `"${name}" is not a variable's name`;
  if (RESERVED.test(name))
    return `${name} is set by the workspace or changes what a program runs; put it into the command instead`;
  return undefined;
}

export interface RunFolders {
  readonly workspace: string;
  readonly skills: string;
  readonly work: string;
  readonly out: string;
  readonly run: string;
  readonly data?: string | undefined;
}

/** The variables of CONTRACT §7 by name. */
export function folderVariables(folders: RunFolders): Record<string, string> {
  return {
    WORKSPACE_DIR: folders.workspace,
    SKILLS_DIR: folders.skills,
    WORK_DIR: folders.work,
    OUTPUT_DIR: folders.out,
    RUN_DIR: folders.run,
    ...(folders.data === undefined ? {} : { SKILL_DATA_DIR: folders.data }),
  };
}

export interface EnvironmentOptions {
  readonly host: HostVariables;
  readonly folders: RunFolders;
  /** Prepended to the host's PATH. */
  readonly shims: string;
  readonly marker: string;
  readonly skill?: string | undefined;
  /** It came with the app and keeps data. */
  readonly isOwn: boolean;
  /** Paths of its records that cannot be read. */
  readonly unread: readonly string[];
  /** Limits of the embedded Python, with or without a sandbox. */
  readonly bounds: Pick<Bounds, 'readable' | 'writable'>;
  /** The model's own; reserved names are left out. */
  readonly extra?: Readonly<Record<string, string>> | undefined;
  readonly packages?: readonly RunPackages[] | undefined;
  /** The skill's secrets, provided by the user; override the model's variables. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
}

/** None inside another: Node's permission flags contradict each other where folders are nested. */
function outermost(folders: readonly string[]): string[] {
  const sorted = [...new Set(folders)].sort((a, b) => a.length - b.length);
  return sorted.filter((dir, index) => !sorted.slice(0, index).some((outer) => isInside(outer, dir)));
}

export interface ConfinedOptions {
  readonly folders: RunFolders;
  readonly readable: readonly string[];
  readonly writable: readonly string[];
  readonly fixed: readonly string[];
  readonly hidden?: readonly string[] | undefined;
  /** It may leave nothing but in its own throw-away folders. */
  readonly preview: boolean;
}

/** CONTRACT §8 "Paths": the workspace to read, `work/ out/ runs/` and what was given to write to. */
export function confinedBounds({ folders, readable, writable, fixed, hidden, preview }: ConfinedOptions): Bounds {
  const { workspace, skills, work, out, run, data } = folders;
  const own = preview ? [out, run] : [work, out, path.join(workspace, 'runs')];
  return {
    readable: [workspace, skills, ...readable],
    writable: [...own, ...(data === undefined ? [] : [data]), ...(preview ? [] : writable)],
    fixed,
    // In what it sees alone: elsewhere a folder would be made to be empty.
    hidden: hidden?.filter((dir) => readable.some((folder) => isInside(folder, dir))),
    links: { at: path.join(workspace, THROUGH), to: THROUGH_LINKS },
  };
}

export interface RunPackages {
  readonly ecosystem: Ecosystem;
  /** Absolute. */
  readonly folder: string;
}

/** File beside `node_modules` that Node loads first. */
export const NODE_HOOK = 'find-packages.cjs';

function packageVariables(packages: readonly RunPackages[]): Record<string, string> {
  const foldersOf = (ecosystem: Ecosystem) =>
    packages.filter((one) => one.ecosystem === ecosystem).map(({ folder }) => folder);
  const python = foldersOf('python');
  const node = foldersOf('node');
  return {
    ...(python.length === 0 ? {} : { PYTHONPATH: python.join(path.delimiter) }),
    ...(node[0] === undefined
      ? {}
      : {
          NODE_PATH: node.map((dir) => path.join(dir, 'node_modules')).join(path.delimiter),
          NODE_OPTIONS: `--require=${JSON.stringify(path.join(node[0], NODE_HOOK))}`,
        }),
  };
}

export function runEnvironment(options: EnvironmentOptions): Record<string, string> {
  const { shims, packages = [] } = options;
  const first = packages.length === 0 ? shims : [path.join(shims, SHIMS_WITH_PACKAGES), shims].join(path.delimiter);
  const environment = hostVariables(options.host, first);
  for (const [name, value] of Object.entries({ ...options.extra, ...options.secrets })) {
    if (refusedVariable(name) === undefined) environment[name] = value;
  }
  const { bounds } = options;
  return {
    ...environment,
    ...folderVariables(options.folders),
    ...(options.skill === undefined ? {} : { SKILL_NAME: options.skill }),
    ...packageVariables(packages),
    ...(options.unread.length === 0 ? {} : { SKILL_UNREAD_RECORDS: options.unread.join('\n') }),
    // A skill's folder is to stay unchanged, and is watched: no caches in it. Unbuffered output in UTF-8.
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONUNBUFFERED: '1',
    PYTHONUTF8: '1',
    // No user is at this terminal.
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    // A configuration found on the way must not change what `uv run` does.
    UV_NO_CONFIG: '1',
    // A project in the work folder, which anyone can write, must not change what the app's own scripts run with.
    ...(options.isOwn ? { UV_PROJECT: options.folders.workspace } : {}),
    // Windows would take a program from the folder that a run starts in.
    ...(process.platform === 'win32' ? { NoDefaultCurrentDirectoryInExePath: '1' } : {}),
    SKILLDECK_WRITABLE: outermost(bounds.writable).join('\n'),
    SKILLDECK_READABLE: outermost([...bounds.readable, ...bounds.writable]).join('\n'),
    [RUN_MARKER]: options.marker,
  };
}
