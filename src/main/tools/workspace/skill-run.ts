/** trpc-agent-go's command tool (seeds/002): one command in the skill's folder, its result as JSON. */
import path from 'node:path';
import { z } from 'zod';
import { isRecord } from '../../../shared/defined.ts';
import type { Dialect } from '../../../shared/events.ts';
import { type OwnedTool, skillTools } from '../../../shared/skills/loaded-skills.ts';
import { callsInstead, callWords } from '../../../shared/tool-operations.ts';
import type { ToolResult } from '../../agent/ports.ts';
import { realOf } from '../../lib/files.ts';
import type { Interpreters } from '../../runner/interpreters.ts';
import { MAX_TIMEOUT_SECONDS, type RunResult, type RunSkill } from '../../runner/run-request.ts';
import { isInside, runDirName } from '../../runner/workspace/workspace.ts';
import { compileParameters, skillsDeclaring } from '../../skills/tools-file.ts';
import {
  argumentsIn,
  defineTool,
  describeFields,
  type ReadyCall,
  type ToolContext,
  ToolFailure,
} from '../define-tool.ts';
import { SKILL_ALIASES } from '../skills.ts';
import { unknownFault } from '../unknown-arguments.ts';
import { commandCall, leavingNothing, TIMEOUT } from './command-call.ts';
import { judge } from './judged-call.ts';
import { RUN_OPTIONS, skillCommand } from './run-options.ts';

// The command tools, one for each dialect that has one.

function endOf(result: RunResult): { ok: boolean; ended: string; notes: readonly string[] } {
  const ended = result.stopped
    ? 'stopped by the person'
    : result.timedOut
      ? `ended at the time limit after ${Math.round(result.ms / 1000)} s; what it printed before is above`
      : result.exitCode === null
        ? 'ended by a signal'
        : `exit status ${result.exitCode}`;
  const files = result.files.map((file) => `out/${file.name} (${file.mime}, ${file.bytes} bytes)`);
  return {
    ok: result.exitCode === 0 && !result.timedOut && !result.stopped,
    ended,
    notes: [...(files.length === 0 ? [] : [`new files: ${files.join(', ')}`]), ...result.notes],
  };
}

const cardOf = ({ card }: RunResult): { data?: unknown } => (card === undefined ? {} : { data: card });

/** Result for the model: the output first, unchanged, then notes in brackets. */
function describeRun(result: RunResult): ToolResult {
  const { ok, ended, notes } = endOf(result);
  const output = result.output === '' ? '(no output)' : result.output.replace(/\n$/, '');
  const lines = [ended, ...notes].map((note) => `[${note}]`);
  return { ok, content: `${output}\n\n${lines.join('\n')}`, ...cardOf(result) };
}

/** Result in AgentScope's form: both streams in tags, then notes in brackets. */
function describeStreams(result: RunResult): ToolResult {
  const { ok, ended, notes } = endOf(result);
  const { exitCode, output, stderr = '' } = result;
  const streams = `<returncode>${exitCode ?? -1}</returncode><stdout>${output}</stdout><stderr>${stderr}</stderr>`;
  const lines = [...(result.timedOut || exitCode === null ? [ended] : []), ...notes].map((note) => `[${note}]`);
  return { ok, content: [streams, ...lines].join('\n'), ...cardOf(result) };
}

export const runCommand = defineTool('run_command', 'workspace', {
  description: `Run a shell command in the workspace and get its output, exit status and new files. Run a skill's script by the exact "run with" command of its instructions, followed by its arguments, as one simple command without pipes or redirects. Files that the person shall have belong in $OUTPUT_DIR. Nobody can type into it; it ends after ${MAX_TIMEOUT_SECONDS} s at the latest.`,
  schema: z.object({
    command: z.string().trim().min(1).describe('The command line.'),
    cwd: z.string().min(1).optional().describe('Folder to start in. Default: the work folder.'),
    timeout: TIMEOUT,
    env: z.record(z.string(), z.string()).optional().describe('Further environment variables.'),
  }),
  ready: (args, context) => commandCall(args, { tool: 'run_command', present: describeRun }, context),
});

/** agent-core's. */
export const bash = defineTool('bash', 'workspace', {
  description: `Run a shell command in the workspace and get its output, exit status and new files. Run a skill's script as one simple command without pipes or redirects. Files that the person shall have belong in $OUTPUT_DIR. Nobody can type into it; it ends after ${MAX_TIMEOUT_SECONDS} s at the latest.`,
  schema: z.object({
    command: z.string().trim().min(1).describe('The command line.'),
    cwd: z.string().min(1).optional().describe('Folder to start in. Default: the work folder.'),
    timeout: TIMEOUT,
  }),
  ready: (args, context) => commandCall(args, { tool: 'bash', present: describeRun }, context),
});

/** AgentScope's: its result names both streams. */
export const executeShellCommand = defineTool('execute_shell_command', 'workspace', {
  description: `Execute a shell command in the workspace and return its return code, standard output and standard error within <returncode></returncode>, <stdout></stdout> and <stderr></stderr> tags. Run a skill's script as one simple command without pipes or redirects. Files that the person shall have belong in $OUTPUT_DIR.`,
  schema: z.object({ command: z.string().trim().min(1).describe('The shell command to execute.'), timeout: TIMEOUT }),
  ready: (args, context) =>
    commandCall(args, { tool: 'execute_shell_command', separateStderr: true, present: describeStreams }, context),
});

// Calls of the tools that loaded skills bring (`tools.yaml`): a call is a run of the tool's script, in the folder and by
// the rights of the skill that brings it, judged and asked for as any other run of that script.

/**
 * The arguments of a call as command-line words: `{from: "PEK", adults: 2, direct: true}` is `--from PEK --adults 2
 * --direct`. `false` and `null` are left out, a list repeats its flag, an object is its JSON.
 */
export function flagsOf(args: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(args).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((item) => flag(name, item)),
  );
}

function flag(name: string, value: unknown): readonly string[] {
  if (value === false || value === null || value === undefined) return [];
  if (value === true) return [`--${name}`];
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  // A separate argument would be taken for a flag.
  return text.startsWith('-') && typeof value !== 'number' ? [`--${name}=${text}`] : [`--${name}`, text];
}

// Parses a call of a skill's tool: the tool, its arguments, and errors in either.

/** Finds an offered tool by name. If several loaded skills have it, the first one's scope applies. */
const offeredSkillTool = (name: string, { host }: ToolContext): OwnedTool | undefined =>
  skillTools(host.state().loadedSkills).find((tool) => tool.name === name);

/** Says which skill would bring it. @param builtIn names of the dialect's own tools. */
async function missingTool(name: string, builtIn: readonly string[], context: ToolContext): Promise<ToolFailure> {
  const { loadedSkills, tools: logged } = context.host.state();
  const served = logged.flatMap((tool) =>
    tool.server !== undefined && context.servers?.().find(context.host.state(), tool.name) ? tool.name : [],
  );
  const there = [...builtIn, ...skillTools(loadedSkills).map((tool) => tool.name), ...served].join(', ');
  const loaded = new Set(loadedSkills.map(({ id }) => id));
  const unloaded = context.library.catalog().skills.filter(({ id }) => !loaded.has(id));
  const bringers = await skillsDeclaring(unloaded, name);
  const remedy =
    bringers.length === 0
      ? ''
      : ` ${bringers.map((id) => `Skill '${id}'`).join(' and ')} would bring it: load ${bringers.length === 1 ? 'it' : 'one of them'} first, then call the tool.`;
  const instead = remedy === '' ? otherName(name, builtIn, context.host.state().dialect) : undefined;
  const first = instead ?? `There is no tool "${name}"${remedy === '' ? '' : ' now'}.${remedy}`;
  return new ToolFailure(`${first} The tools are: ${there}.`);
}

/** The tools that are offered here and do what one of that name does elsewhere. */
function otherName(name: string, offered: readonly string[], dialect: Dialect): string | undefined {
  const calls = callsInstead(name, dialect).filter(({ tool }) => offered.includes(tool));
  if (calls.length === 0) return undefined;
  return `There is no ${name} here; ${calls.map(callWords).join(' or ')} does it.`;
}

/** @throws ToolFailure naming the fields at fault. */
function readArguments(tool: OwnedTool, json: string): Readonly<Record<string, unknown>> {
  const fail = (fault: string): never => {
    throw new ToolFailure(`Bad arguments for ${tool.name}: ${fault}. ${describeFields(tool.parameters)}`);
  };
  const args = argumentsIn(json, fail);
  if (!isRecord(args)) return fail('they are no JSON object');
  // One that declares no fields takes any.
  const declares = Object.keys(tool.parameters.properties ?? {}).length > 0;
  const unknown = declares ? unknownFault(args, tool.parameters) : undefined;
  if (unknown !== undefined) return fail(unknown);
  const compiled = compileParameters(tool.parameters);
  // It was tried when the skill was loaded; another version of the app may see it otherwise.
  if ('fault' in compiled)
    throw new ToolFailure(`The parameters of ${tool.name} cannot be checked: ${compiled.fault}.`);
  const faults = compiled.check(args);
  return faults.length === 0 ? args : fail(faults.join('; '));
}

/** The file of arguments in RUN_DIR, for `pass: json`. */
const ARGUMENTS_FILE = 'arguments.json';
/** UTF-8 bytes of a whole command: Linux takes 128 KiB in one argument of a program, the shell's here. */
const MAX_COMMAND_BYTES = 120 * 1024;

/**
 * @param json the arguments, as the model wrote them.
 * @param builtIn names of the dialect's own tools, for the list of what there is.
 * @throws ToolFailure for a name that is none, which says what would bring it, and for bad arguments.
 */
export async function readySkillTool(
  name: string,
  json: string,
  builtIn: readonly string[],
  context: ToolContext,
): Promise<ReadyCall> {
  const tool = offeredSkillTool(name, context);
  if (tool === undefined) throw await missingTool(name, builtIn, context);
  const args = readArguments(tool, json);
  const summary = context.library.catalog().skills.find(({ id }) => id === tool.skill.id);
  if (summary === undefined) throw new ToolFailure(`Skill '${tool.skill.id}' is no longer on this computer.`);
  const { id, dir } = summary;
  const file = scriptFile({ id, dir }, tool);
  const { root, runs } = await context.runner.workspace(context.host.sessionId);
  const asJson = tool.pass === 'json' ? JSON.stringify(args, undefined, 2) : undefined;
  const given = asJson === undefined ? undefined : { [ARGUMENTS_FILE]: `${asJson}\n` };
  const argumentsFile = path.join(runs, runDirName(context.callId), ARGUMENTS_FILE);
  const words = given === undefined ? flagsOf(args) : [argumentsFile];
  const call = commandCall(
    { command: commandOf(tool, file, words, await context.runner.interpreters()) },
    { tool: name, separateStderr: true, skill: { id, dir }, folder: async () => realOf(dir) ?? root, present },
    given === undefined ? context : withGiven(context, given),
  );
  const { approval } = call;
  return {
    ...call,
    async approval(signal) {
      const need = (await approval?.(signal)) ?? { kind: 'allowed' };
      // The command shows only the arguments' location: the approval request must show the arguments.
      if (asJson === undefined || 'content' in need || need.kind !== 'ask') return need;
      const { facts } = need.detail;
      const withArguments = facts === undefined ? {} : { facts: { ...facts, arguments: JSON.stringify(args) } };
      return { ...need, detail: { ...need.detail, ...withArguments } };
    },
    async execute(signal, ask) {
      const now = offeredSkillTool(name, context);
      if (now === undefined) throw await missingTool(name, builtIn, context);
      if (now.skill.id !== id)
        throw new ToolFailure(`Skill '${id}' was unloaded meanwhile, so "${name}" was not run. Call it again.`);
      return call.execute(signal, ask);
    },
  };
}

/** `script` is relative to the skill's folder. */
export type ScriptWords = Record<'script', string> & { readonly skill: RunSkill; readonly args: readonly string[] };

/**
 * Runs a skill's script with no one to ask, by the rights that it has; its folders are thrown away after it.
 * @returns undefined where a person would be asked. @throws ToolFailure where there is no such script.
 */
export async function runUnattended(
  { skill, script, args }: ScriptWords,
  context: ToolContext,
  signal: AbortSignal,
): Promise<RunResult | undefined> {
  const file = scriptFile(skill, { name: script, script });
  const command = commandOf({ name: script }, file, args, await context.runner.interpreters());
  const folder = async () => path.dirname(file);
  const kind = { tool: script, separateStderr: true, skill: { id: skill.id, dir: skill.dir }, folder, present };
  const judged = await judge({ command }, kind, context);
  return judged.answer === 'allowed' ? leavingNothing(judged, command, { kind, context, signal }) : undefined;
}

/** Every run of this call finds the files in its RUN_DIR. */
function withGiven(context: ToolContext, given: Readonly<Record<string, string>>): ToolContext {
  const { runner } = context;
  return {
    ...context,
    runner: {
      ...runner,
      start: (request) => runner.start({ ...request, given }),
      run: (request) => runner.run({ ...request, given }),
    },
  };
}

/** The real path: what is a link now may be another file when it runs. @throws ToolFailure */
function scriptFile({ id, dir }: RunSkill, { name, script }: Pick<OwnedTool, 'name' | 'script'>): string {
  const folder = realOf(dir);
  const file = realOf(path.join(dir, script));
  if (folder !== undefined && file !== undefined && isInside(folder, file)) return file;
  throw new ToolFailure(
    `"${name}" was not run: its script ${script} is not in the folder of skill '${id}' any more. Tell the person.`,
  );
}

function commandOf(
  { name }: Pick<OwnedTool, 'name'>,
  file: string,
  words: readonly string[],
  interpreters: Interpreters,
): string {
  const { quote, runWith, shell } = interpreters;
  if (shell.name === 'cmd' && words.some((word) => /["%!^&|<>\r\n]/.test(word))) {
    throw new ToolFailure(
      `Bad arguments for ${name}: on Windows a value cannot hold any of " % ! ^ & | < > or a line break.`,
    );
  }
  const command = [runWith(file), ...words.map(quote)].join(' ');
  if (Buffer.byteLength(command) <= MAX_COMMAND_BYTES) return command;
  throw new ToolFailure(
    `Bad arguments for ${name}: together they are too long for a command line. Send less at a time.`,
  );
}

/** The result is the output; for a failed run also its errors and exit. */
function present(result: RunResult): ToolResult {
  const { ok, ended, notes } = endOf(result);
  const { output, stderr = '', card } = result;
  const text = (ok ? [output] : [output, stderr])
    .map((stream) => stream.replace(/\n$/, ''))
    .filter((stream) => stream !== '');
  const told = [...(ok ? [] : [ended]), ...notes].map((note) => `[${note}]`);
  const content = [...(text.length === 0 && told.length === 0 ? ['(no output)'] : text), ...told].join('\n');
  return { ok, content, ...(card === undefined ? {} : { data: card }) };
}

/** UTF-16 units. */
const MAX_STDIN = 1024 * 1024;

export const skillRun = defineTool('skill_run', 'skills', {
  description:
    "Run one command in a skill's folder and get its output, exit code and output files as JSON. Give scripts by their interpreter and path, as one simple command. Name the files that you want back in output_files or outputs, those that it needs in inputs. Nobody can type into it: use skill_exec for a program that asks questions.",
  schema: RUN_OPTIONS.extend({
    stdin: z.string().max(MAX_STDIN).optional().describe('Text that the command reads as its standard input.'),
  }),
  aliases: SKILL_ALIASES('skill'),
  ready({ stdin, ...options }, context) {
    const { args, kind } = skillCommand(options, context);
    return commandCall(
      { ...args, stdin },
      { ...kind, tool: 'skill_run', separateStderr: true, present: resultOf },
      context,
    );
  },
});

interface OutputEntry {
  readonly name: string;
  readonly content?: string;
  readonly mime_type: string;
  readonly size: number;
  readonly truncated?: boolean;
}

/** The files of a result, under the names of seeds/002. */
export function filesOf({ files, logs, declared, notes, truncated, stopped }: RunResult) {
  // Without a pattern the new files of out/ are returned: they are artifacts already.
  const entries: OutputEntry[] =
    declared === undefined
      ? files.map((file) => ({ name: `out/${file.name}`, mime_type: file.mime, size: file.bytes }))
      : declared.files.map(({ name, content, mime, bytes, cut }) => ({
          name,
          ...(content === undefined ? {} : { content }),
          mime_type: mime,
          size: bytes,
          ...(cut === true ? { truncated: true } : {}),
        }));
  const kept = [...(declared === undefined ? files : declared.saved), ...logs];
  const artifacts = kept.flatMap(({ name, version }) => (version === undefined ? [] : [{ name, version }]));
  const told = [...(stopped ? ['stopped by the person'] : []), ...notes];
  return {
    output_files: entries,
    artifact_files: artifacts,
    ...(truncated || declared?.truncated === true ? { truncated: true } : {}),
    ...(told.length === 0 ? {} : { notes: told }),
  };
}

function resultOf(result: RunResult): ToolResult {
  const { exitCode, timedOut, stopped, ms, output, stderr = '', card } = result;
  const content = JSON.stringify({
    stdout: output,
    stderr,
    exit_code: exitCode ?? -1,
    timed_out: timedOut,
    duration_ms: Math.round(ms),
    ...filesOf(result),
  });
  return { ok: exitCode === 0 && !timedOut && !stopped, content, ...(card === undefined ? {} : { data: card }) };
}
