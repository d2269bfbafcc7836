/** A command as it is called, and how the command tools of the dialects differ. */

import { statSync } from 'node:fs';
import path from 'node:path';
import type { Activity } from '../../../shared/activity.ts';
import { parseSimpleCommand } from '../../../shared/text/simple-command.ts';
import type { ToolResult } from '../../agent/ports.ts';
import { realOf } from '../../lib/files.ts';
import { nearestNames } from '../../models/endpoint-limits.ts';
import type { OutputSpec } from '../../runner/collect-outputs.ts';
import type { Interpreters } from '../../runner/interpreters.ts';
import type { RunRequest, RunResult, RunSkill } from '../../runner/run-request.ts';
import type { RunStages } from '../../runner/run-stages.ts';
import { isInside, type Workspace } from '../../runner/workspace/workspace.ts';
import type { ScriptFile } from '../../skills/types.ts';
import { matchScriptCall } from '../approval/confirm.ts';
import { type ToolContext, ToolFailure } from '../define-tool.ts';
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

// Reads a call of a skill's script by a name that its instructions use (`search.py …`, `scripts/search.py …`,
// `uv run scripts/search.py …`) as the command that runs it here. Only that command is judged and run: a short name
// allows nothing by itself.

const STARTER = /^(?:python3?|py|skilldeck-python|uv run(?: python3?)?|node|bash|sh)?$/;
/** Words before a script at most, as in `uv run python`. */
const MAX_STARTER = 3;

interface Script extends ScriptFile {
  readonly skill: string;
}

/** Scripts of the loaded skills; `named` is what else the text may call the skill's folder. */
async function loadedScripts({ host, library }: ToolContext): Promise<readonly Script[]> {
  const there = new Set(library.catalog().skills.map(({ id }) => id));
  const ids = host.state().loadedSkills.flatMap(({ id }) => (there.has(id) ? [id] : []));
  const documents = await Promise.all(ids.map((id) => library.read(id).catch(() => undefined)));
  return documents.flatMap((one) => one?.scripts.map((script) => ({ ...script, skill: one.summary.id })) ?? []);
}

/** Names by which a text may call the script: from the skill's folder, from `scripts/`, from the workspace. */
const namesOf = ({ path: file, skill }: Script): readonly string[] => {
  const short = file.replace(/^scripts\//, '');
  return [file, short, `${skill}/${file}`, `skills/${skill}/${file}`];
};

const commands = (scripts: readonly Script[], { runWith }: Interpreters): string =>
  scripts.map(({ skill, absolute }) => `\n- ${skill}: ${runWith(absolute)}`).join('');

/**
 * The command with the script's full path; unchanged where it already works or means a file that is there.
 * @param cwd real. @throws ToolFailure with the commands that would work, for a script that is nowhere.
 */
export async function withFullPath(
  args: CommandArgs,
  cwd: string,
  { skills: views }: Pick<Workspace, 'skills'>,
  context: ToolContext,
): Promise<CommandArgs> {
  const shell = process.platform === 'win32' ? 'cmd' : 'posix';
  const simple = parseSimpleCommand(args.command, shell);
  const words = 'words' in simple ? simple.words : [];
  const interpreters = await context.runner.interpreters();
  const isScript = (word: string | undefined) => word !== undefined && interpreters.starters(word).length > 0;
  const at = words.findIndex(isScript);
  const token = words[at]?.replace(/^(?:\.\/)+/, '');
  if (token === undefined || at > MAX_STARTER || !STARTER.test(words.slice(0, at).join(' '))) return args;
  const catalog = context.library.catalog().skills;
  if (matchScriptCall(words, cwd, interpreters, catalog) !== undefined) return args;
  const scripts = await loadedScripts(context);
  const file = realOf(path.resolve(cwd, token));
  const isView = file !== undefined && isInside(realOf(views) ?? views, file);
  const isThere = file !== undefined && !isView && statSync(file, { throwIfNoEntry: false })?.isFile() === true;
  const found = scripts.filter((script) =>
    isThere ? realOf(script.absolute) === file : namesOf(script).includes(token),
  );
  const [only] = found;
  if (only !== undefined && found.length === 1) {
    const rest = words.slice(at + 1).map(interpreters.quote);
    // `cmd` reads these within quotes too.
    if (shell === 'cmd' && rest.some((word) => /["%!^&|<>]/.test(word))) return args;
    return { ...args, command: [interpreters.runWith(only.absolute), ...rest].join(' ') };
  }
  if (found.length > 1)
    throw new ToolFailure(
      `Not run: several loaded skills have a ${token}. Run one of:${commands(found, interpreters)}`,
    );
  if (isThere || isView) return args;
  const base = path.basename(token);
  const near = nearestNames(
    base,
    scripts.map((script) => path.basename(script.path)),
  );
  const owner = catalog.find(({ dir }) =>
    statSync(path.join(dir, 'scripts', base), { throwIfNoEntry: false })?.isFile(),
  );
  if (near.length === 0 && owner === undefined) return args;
  const like = near.flatMap((name) => scripts.filter((script) => path.basename(script.path) === name));
  const unloaded =
    owner !== undefined && like.length === 0 ? `\nIt is a script of the skill ${owner.id}: load that first.` : '';
  const help = like.length === 0 ? unloaded : ` Run one of these, with its arguments:${commands(like, interpreters)}`;
  throw new ToolFailure(`Not run: there is no file ${words[at]} in ${cwd}.${help}`);
}

/** Names the commands of scripts that a failed command seems to mean; empty where it names none. */
export async function scriptsMeant(command: string, context: ToolContext): Promise<readonly string[]> {
  const scripts = (await loadedScripts(context)).filter((script) => command.includes(path.basename(script.path)));
  if (scripts.length === 0) return [];
  return [
    `as one simple command, without pipes or cd, the script runs by:${commands(scripts, await context.runner.interpreters())}`,
  ];
}
