/** Confinement of a script's run, its access beyond its own folders, and the limits that end it. */

/** Names in `doctor`, the log and the screen. The embedded Python is a separate kind, for Python only. */
const SANDBOX_KINDS = ['bubblewrap', 'sandbox-exec', 'container', 'none'] as const;
export type SandboxKind = (typeof SANDBOX_KINDS)[number];

/** Kinds that `doctor` proves. */
export const PROVEN_KINDS = ['bubblewrap', 'sandbox-exec', 'container', 'embedded-python'] as const;
export type ProvenKind = (typeof PROVEN_KINDS)[number];

/** Confinement of one run: the sandbox, or without one, only the embedded Python. */
export type Confinement = SandboxKind | ProvenKind;

/** `sandbox` of `config.jsonc`: the best that the machine has, none, no run without one, or no run without this one. */
export const SANDBOX_WISHES = ['auto', 'none', 'required', 'bubblewrap', 'sandbox-exec', 'container'] as const;
export type SandboxWish = (typeof SANDBOX_WISHES)[number];

export const CONTAINER_ENGINES = ['podman', 'docker'] as const;

/** `container` of `config.jsonc`. */
export interface ContainerSettings {
  /** Contains a shell and what scripts need (`python3`, `node`, `bash`). Must be present locally: a run downloads nothing. */
  readonly image: string;
  /** Default: the first of them on PATH. */
  readonly program?: (typeof CONTAINER_ENGINES)[number] | undefined;
}

/** Access that the user granted a skill beyond the workspace. Folders are the run's `readable` and `writable`. */
export interface RunAccess {
  /** `example.com`, `*.example.com` (its subdomains, not itself) or an address; `:PORT` after it, else 80 and 443. */
  readonly hosts: readonly string[];
  /** Names of programs, as on PATH. */
  readonly programs: readonly string[];
}

/** Limit that ended a run, if known. `time` and `idle` are measured by the clock; a user's `stop` is none of these. */
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
