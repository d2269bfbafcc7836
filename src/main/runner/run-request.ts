import type { RecordStore } from '../../shared/cards/records.ts';
import type { OutputFile, RunStage } from '../../shared/events.ts';
import type { RunAccess, RunLimit } from '../../shared/sandbox.ts';
import type { DeclaredOutputs, OutputSpec } from './collect-outputs.ts';
import type { RunPackages } from './run-environment.ts';
import type { RunStages } from './run-stages.ts';
import type { TerminalModes } from './terminal/terminal-times.ts';
import type { KnownArtifact } from './workspace/artifacts.ts';

/** Seconds, CONTRACT §7. */
export const MAX_TIMEOUT_SECONDS = 300;

export interface RunSkill {
  readonly id: string;
  /** Absolute; readable to the embedded Python. */
  readonly dir: string;
  /** `SKILL_DATA_DIR`, for a skill that may keep something: it persists across sessions (`home`), or is this session's own. */
  readonly data?: 'home' | 'session' | undefined;
  /** Name of that folder for a skill that did not come with the app; the others' is the id. */
  readonly keptAs?: string | undefined;
  /** Its records there. Those that cannot be read, or were changed by something else, are named in SKILL_UNREAD_RECORDS, and a sandbox keeps them as they are. */
  readonly records?: Pick<RecordStore, 'folder' | 'kind'> | undefined;
}

export interface RunRequest {
  readonly sessionId: string;
  readonly callId: string;
  /** Shell syntax. */
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
  readonly packages?: readonly RunPackages[] | undefined;
  /** Folders in what it may read that it sees empty, where a sandbox can do that. */
  readonly hidden?: readonly string[] | undefined;
  /** Read-only parts of these, enforced by the bounds: the folders of skills. */
  readonly fixed?: readonly string[] | undefined;
  /** Access the user granted the skill beyond its folders; default none, so no network. */
  readonly access?: RunAccess | undefined;
  /**
   * A run that leaves nothing behind: OUTPUT_DIR and RUN_DIR are thrown away after it, SKILL_DATA_DIR is a copy, no
   * terminal is kept and no artifact saved.
   */
  readonly preview?: boolean | undefined;
  /** Artifacts of the session so far, so that only new and changed files make a version. */
  readonly artifacts?: readonly KnownArtifact[] | undefined;
  /** Texts in RUN_DIR at the start, by file name. A preview finds them in the same place as the run itself. */
  readonly given?: Readonly<Record<string, string>> | undefined;
  readonly secrets?: Readonly<Record<string, string>> | undefined;
  /** Values that are removed of all that it prints, before anything is kept. */
  readonly masked?: readonly string[] | undefined;
  /** Text for its standard input, unless interactive. */
  readonly stdin?: string | undefined;
  /** Files to give back besides the new ones of out/. */
  readonly outputs?: OutputSpec | undefined;
  /** Terminal text as it came, control sequences included; on the disk when it is called. */
  readonly onData?: ((text: string) => void) | undefined;
  /** `output` in pieces, as it comes. */
  readonly onText?: ((text: string) => void) | undefined;
  /** Called with each piece of standard error, if `separateStderr` is set. */
  readonly onErrorText?: ((text: string) => void) | undefined;
  /** Keeps standard error out of `output`; the terminal shows both in order. */
  readonly separateStderr?: boolean | undefined;
  /** True if the user types into it; otherwise it reads an end of file. */
  readonly interactive?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Stages before the run began; its own are added. */
  readonly stages?: RunStages | undefined;
}

export interface RunResult {
  /** `null` where a signal ended it. */
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly stopped: boolean;
  readonly limit?: RunLimit | undefined;
  /** True where `output` is not all, or the terminal's log is not. */
  readonly truncated: boolean;
  readonly ms: number;
  /** For the model: plain text, at most `MAX_OUTPUT_BYTES` plus a line that says what was omitted. */
  readonly output: string;
  /** Standard error alone, like `output`, if `separateStderr` is set. */
  readonly stderr?: string;
  readonly cwd: string;
  readonly interpreter: string;
  /** Parsed RUN_DIR/card.json. */
  readonly card?: unknown;
  /** New and changed files of out/. Those with a `version` are artifacts. */
  readonly files: readonly OutputFile[];
  /** The whole of each stream that was too long for the model: artifacts. */
  readonly logs: readonly OutputFile[];
  /** Files requested by `outputs`. */
  readonly declared?: DeclaredOutputs;
  /** Descriptions of what was omitted or unreadable. */
  readonly notes: readonly string[];
  /** In the order in which they ended. */
  readonly stages: readonly RunStage[];
}

export interface StartedRun {
  readonly pid: number;
  /** Types into its terminal; nothing where it has ended. */
  write(text: string): void;
  /** Undefined where the system does not say, or it has ended. */
  modes(): Promise<TerminalModes | undefined>;
  /** Unfinished line of its terminal, as plain text: usually the program's prompt. */
  line(): string;
  /** Never rejects for what the command does; rejects where the disk refuses its results. */
  readonly done: Promise<RunResult>;
}
