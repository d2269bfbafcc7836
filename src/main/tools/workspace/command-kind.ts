/** A command as it is called, and how the command tools of the dialects differ. */
import type { Activity } from '../../../shared/activity.ts';
import type { ToolResult } from '../../agent/ports.ts';
import type { OutputSpec } from '../../runner/run/collect-outputs.ts';
import type { RunStages } from '../../runner/run/run-stages.ts';
import type { RunRequest, RunResult, RunSkill } from '../../runner/run-request.ts';
import type { InputSpec } from './run-inputs.ts';

export interface CommandArgs {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly timeout?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Text for its standard input. */
  readonly stdin?: string | undefined;
}

/** Defines how a dialect's command tool differs from the others. */
export interface CommandKind {
  readonly tool: string;
  present(result: RunResult): ToolResult | Promise<ToolResult>;
  /** Real; in place of the workspace or `cwd`. @throws ToolFailure */
  readonly folder?: (() => Promise<string>) | undefined;
  /** Maps the judged folder to the one it runs in: a skill's folder has a copy in the workspace. */
  readonly runIn?: ((folder: string, stages: RunStages) => Promise<string>) | undefined;
  /** Findings of `runIn`, for the result. */
  readonly notes?: readonly string[] | undefined;
  /** Skill the command belongs to, if the command does not show it. */
  readonly skill?: RunSkill | undefined;
  /** The result names what was printed to each stream. */
  readonly separateStderr?: boolean | undefined;
  /** Put in place before it runs. */
  readonly inputs?: readonly InputSpec[] | undefined;
  /** Files to give back. */
  readonly outputs?: OutputSpec | undefined;
  /** Replaces a run that is waited for. @param notes to report as well. */
  readonly start?:
    | ((request: StartRequest, command: AllowedCommand, notes: readonly string[]) => Promise<ToolResult>)
    | undefined;
}

export type StartRequest = RunRequest & { readonly cwd: string; readonly activity?: Activity | undefined };

export interface AllowedCommand {
  /** A script of a skill, recognised as such: what is typed into it is its data. */
  readonly isScript: boolean;
  /** Bundled skill whose script it is, if trusted to speak for that skill's store. */
  readonly owner: string | undefined;
}
