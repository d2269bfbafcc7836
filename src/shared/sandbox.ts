/** What confines a script's run, what it may reach beyond its own folders, and what ends it when it takes too much. */

/** As `doctor`, the log and the screen name it. The embedded Python is a kind of its own, for Python alone. */
const SANDBOX_KINDS = ['bubblewrap', 'sandbox-exec', 'container', 'none'] as const;
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** What `doctor` proves. */
export const PROVEN_KINDS = ['bubblewrap', 'sandbox-exec', 'container', 'embedded-python'] as const;
export type ProvenKind = (typeof PROVEN_KINDS)[number];

/** What confines one run: the sandbox, or where there is none, the embedded Python by itself. */
export type Confinement = SandboxKind | ProvenKind;

/** `sandbox` of `config.jsonc`: the best that the machine has, none, no run without one, or no run without this one. */
export const SANDBOX_WISHES = ['auto', 'none', 'required', 'bubblewrap', 'sandbox-exec', 'container'] as const;
export type SandboxWish = (typeof SANDBOX_WISHES)[number];

export const CONTAINER_ENGINES = ['podman', 'docker'] as const;

/** `container` of `config.jsonc`. */
export interface ContainerSettings {
  /** With a shell and what scripts need (`python3`, `node`, `bash`), and already here: nothing is fetched for a run. */
  readonly image: string;
  /** Default: the first of them on PATH. */
  readonly program?: (typeof CONTAINER_ENGINES)[number] | undefined;
}

/** What a person granted a skill beyond the workspace. Folders are the run's `readable` and `writable`. */
export interface RunAccess {
  /** `example.com`, `*.example.com` (its subdomains, not itself) or an address; `:PORT` after it, else 80 and 443. */
  readonly hosts: readonly string[];
  /** Names of programs, as on PATH. */
  readonly programs: readonly string[];
}

/** What ended a run, where it is known. `time` and `idle` are of the clock; `stop` by a person is none of these. */
export const RUN_LIMITS = [
  'time',
  'cpu',
  'memory',
  'processes',
  'file-size',
  'workspace-size',
  'workspace-files',
  'workspace-depth',
  'output',
  'idle',
] as const;
export type RunLimit = (typeof RUN_LIMITS)[number];
