/** What a run is asked for and what it answers. */
import type { OutputFile } from '../../../shared/events.ts';
import type { RunAccess, RunLimit } from '../../../shared/sandbox.ts';
import type { TerminalSize } from '../../../shared/terminal.ts';
import type { KnownArtifact } from '../artifacts/artifacts.ts';
import type { DeclaredOutputs, OutputSpec } from '../artifacts/collect-outputs.ts';
import type { TerminalModes } from '../terminal/terminal-modes.ts';

/** Seconds, CONTRACT §7. */
export const MAX_TIMEOUT_SECONDS = 300;

/** The skill whose script a command runs. */
export interface RunSkill {
  readonly id: string;
  /** Absolute; readable to the embedded Python. */
  readonly dir: string;
  /** True for a bundled skill: it gets `SKILL_DATA_DIR`, a store of its own across sessions. */
  readonly ownsData: boolean;
}

export interface RunRequest {
  readonly sessionId: string;
  readonly callId: string;
  /** As the shell reads it. */
  readonly command: string;
  /** Absolute; default the workspace. Whether it may be is the caller's to decide. */
  readonly cwd?: string | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly timeoutSeconds: number;
  readonly skill?: RunSkill | undefined;
  /** Further folders that it may read, where its bounds are enforced. */
  readonly readable?: readonly string[] | undefined;
  /** Further folders that it may write to. */
  readonly writable?: readonly string[] | undefined;
  /** What of these stays as it is, where its bounds are enforced: the folders of skills. */
  readonly fixed?: readonly string[] | undefined;
  /** What the person granted the skill beyond its folders; default nothing: no network. */
  readonly access?: RunAccess | undefined;
  /**
   * A run that leaves nothing behind: OUTPUT_DIR and RUN_DIR are thrown away after it, SKILL_DATA_DIR is a copy, no
   * terminal is kept and no artifact saved.
   */
  readonly preview?: boolean | undefined;
  /** Artifacts of the session so far, so that only new and changed files make a version. */
  readonly artifacts?: readonly KnownArtifact[] | undefined;
  /** Texts that lie in RUN_DIR as the command starts, by file name. A preview finds them where the run itself will. */
  readonly given?: Readonly<Record<string, string>> | undefined;
  /** Variables that no other run gets. */
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Values that are taken out of all that it prints, before anything is kept. */
  readonly masked?: readonly string[] | undefined;
  /** What it reads as its standard input, where nobody types into it. */
  readonly stdin?: string | undefined;
  /** Files to give back besides the new ones of out/. */
  readonly outputs?: OutputSpec | undefined;
  /** Terminal text as it came, control sequences included; on the disk when it is called. */
  readonly onData?: ((text: string) => void) | undefined;
  /** `output` in pieces, as it comes. */
  readonly onText?: ((text: string) => void) | undefined;
  /** With `separateStderr`: standard error in pieces, as it comes. */
  readonly onErrorText?: ((text: string) => void) | undefined;
  /** What goes to standard error is kept apart from `output`; the terminal shows both as they come. */
  readonly separateStderr?: boolean | undefined;
  /** Somebody types into it; else it reads an end of file. */
  readonly interactive?: boolean | undefined;
  readonly signal: AbortSignal;
}

export interface RunResult {
  /** `null` where a signal ended it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly stopped: boolean;
  /** What ended it, where a limit did and it is known which. */
  readonly limit?: RunLimit | undefined;
  /** True where `output` is not all, or the terminal's log is not. */
  readonly truncated: boolean;
  readonly ms: number;
  /** For the model: plain text, at most `MAX_OUTPUT_BYTES` and a line that says what was left out. */
  readonly output: string;
  /** With `separateStderr`: like `output`, of standard error alone. */
  readonly stderr?: string;
  readonly cwd: string;
  readonly interpreter: string;
  /** Parsed RUN_DIR/card.json. */
  readonly card?: unknown;
  /** New and changed files of out/. Those with a `version` are artifacts. */
  readonly files: readonly OutputFile[];
  /** The whole of each stream that was too long for the model: artifacts. */
  readonly logs: readonly OutputFile[];
  /** What `outputs` asked for. */
  readonly declared?: DeclaredOutputs;
  /** What was left out or could not be read, in words. */
  readonly notes: readonly string[];
}

/** A run that is under way. */
export interface StartedRun {
  readonly pid: number;
  /** Types into its terminal; nothing where it has ended. */
  write(text: string): void;
  /** Nothing where it has ended. */
  resize(size: TerminalSize): void;
  /** Undefined where the system does not say, or it has ended. */
  modes(): Promise<TerminalModes | undefined>;
  /** The unfinished line of its terminal, as plain text: what a program asks stands there. */
  line(): string;
  /** Never rejects for what the command does; rejects where the disk refuses its results. */
  readonly done: Promise<RunResult>;
}
