import type { Mask } from '../../lib/mask-secrets.ts';
import type { ArtifactStore } from '../artifacts/artifacts.ts';
import type { PythonStandby } from '../python/python-standby.ts';
import type { RunLimits } from '../sandbox/limits.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { Interpreters } from './interpreters.ts';

/** Shared by all runs of a data folder. */
export interface RunSurroundings {
  readonly home: string;
  readonly host: Readonly<Record<string, string | undefined>>;
  readonly interpreters: Interpreters;
  readonly sandbox: Sandbox;
  readonly limits: RunLimits;
  readonly artifacts: ArtifactStore;
  readonly shims: string;
  /** Begins the marker of every run of this data folder. */
  readonly homeMark: string;
  /** Interpreters that wait; default none. */
  readonly standby?: PythonStandby | undefined;
  readonly mask: Mask;
}
