import { z } from 'zod';
import { messageOf } from '../../shared/errors.ts';
import type { ApprovalNeed, ToolResult } from '../agent/ports.ts';
import { MAX_TIMEOUT_SECONDS, type RunRequest, type RunResult } from '../runner/run-command.ts';
import { folderVariables, refusedVariable } from '../runner/run-environment.ts';
import { type Answer, answerFor, isBundled, judgeCommand, type Verdict } from './approval-policy.ts';
import { artifactEvents } from './artifact-events.ts';
import { defineTool } from './define-tool.ts';
import { createTerminalBatches } from './terminal-batches.ts';
import { type ToolContext, ToolFailure } from './types.ts';
import { placesOf, runFolder } from './workspace-paths.ts';

const REFUSAL =
  'The person did not allow this. Do not run it again and do not look for another way to do the same; ask what they would like instead.';
const NEVER =
  'Commands are switched off in this session: only the scripts of bundled skills run, each as one simple command exactly as its skill shows it.';

interface CommandArgs {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly timeout?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

interface Judged {
  readonly verdict: Verdict;
  readonly answer: Answer;
  readonly cwd: string;
}

async function judge(args: CommandArgs, context: ToolContext): Promise<Judged> {
  const places = await placesOf(context);
  const cwd = await runFolder(args.cwd, places);
  const { root, skills, work, out, runs } = places.workspace;
  const verdict = judgeCommand(
    { command: args.command, cwd, env: args.env ?? {} },
    {
      interpreters: context.runner.interpreters,
      skills: context.library.catalog().skills,
      bundledRoot: context.bundledRoot,
      workspaceRoot: root,
      variables: folderVariables({ workspace: root, skills, work, out, run: runs }),
    },
  );
  const mode = context.host.approve?.() ?? context.host.state().approve;
  return { verdict, cwd, answer: answerFor(verdict, mode, (key) => context.grants.has(key)) };
}

function requestFor(args: CommandArgs, judged: Judged, context: ToolContext, signal: AbortSignal): RunRequest {
  const { verdict } = judged;
  const skill = 'call' in verdict ? verdict.call?.skill : undefined;
  return {
    sessionId: context.host.sessionId,
    callId: context.callId,
    command: args.command,
    cwd: judged.cwd,
    env: args.env,
    timeoutSeconds: args.timeout ?? MAX_TIMEOUT_SECONDS,
    skill: skill && { id: skill.id, dir: skill.dir, ownsData: isBundled(skill, context.bundledRoot) },
    preview: verdict.kind === 'trusted' && verdict.quote,
    artifacts: context.host.state().artifacts,
    signal,
  };
}

function reasonFor(args: CommandArgs, verdict: Verdict): string {
  const environment = Object.entries(args.env ?? {}).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const set = environment.length === 0 ? '' : ` It also sets ${environment.join(', ')}.`;
  switch (verdict.kind) {
    case 'confirm':
      return `${verdict.call.skill.id} asks for a person's yes before every run of ${verdict.call.script}.${set}`;
    case 'suspect':
      return `This could run a script that needs a person's yes: ${verdict.reason}.${set}`;
    case 'ordinary':
      if (verdict.call !== undefined)
        return `${verdict.call.skill.id} wants to run its script ${verdict.call.script}.${set}`;
      return `This command can do anything that you can do on this computer.${set}`;
    case 'trusted':
      return '';
  }
}

function detailFor(args: CommandArgs, judged: Judged, preview: unknown) {
  const { verdict } = judged;
  const call = 'call' in verdict ? verdict.call : undefined;
  return {
    command: args.command,
    cwd: judged.cwd,
    ...(call === undefined ? {} : { skill: call.skill.id, script: call.script }),
    reason: reasonFor(args, verdict),
    needsPerson: judged.answer === 'ask-person',
    ...(preview === undefined ? {} : { preview }),
  };
}

/** What the model is given: the output first, as it came, then what else there is to know, each in brackets. */
export function describeRun(result: RunResult): ToolResult {
  const ended = result.stopped
    ? 'stopped by the person'
    : result.timedOut
      ? `ended at the time limit after ${Math.round(result.ms / 1000)} s; what it printed before is above`
      : result.exitCode === null
        ? 'ended by a signal'
        : `exit status ${result.exitCode}`;
  const files = result.files.map((file) => `out/${file.name} (${file.mime}, ${file.bytes} bytes)`);
  const lines = [
    `[${ended}]`,
    ...(files.length === 0 ? [] : [`[new files: ${files.join(', ')}]`]),
    ...result.notes.map((note) => `[${note}]`),
  ];
  const output = result.output === '' ? '(no output)' : result.output.replace(/\n$/, '');
  return {
    ok: result.exitCode === 0 && !result.timedOut && !result.stopped,
    content: `${output}\n\n${lines.join('\n')}`,
    ...(result.card === undefined ? {} : { data: result.card }),
  };
}

async function approval(
  args: CommandArgs,
  judged: Judged,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ApprovalNeed | ToolResult> {
  const { verdict, answer } = judged;
  if (answer === 'allowed') return { kind: 'allowed' };
  if (answer === 'refused') return { kind: 'refused', message: NEVER };
  let card: unknown;
  if (verdict.kind === 'confirm' && verdict.preview !== undefined) {
    const preview = await context.runner.run({
      ...requestFor(args, judged, context, signal),
      command: verdict.preview,
      preview: true,
    });
    // The script itself says why not: the model can correct the call, and nobody is asked for nothing.
    if (preview.exitCode !== 0) return describeRun(preview);
    card = preview.card;
  }
  return {
    kind: 'ask',
    action: 'call' in verdict && verdict.call !== undefined ? 'run-script' : 'run-command',
    detail: detailFor(args, judged, card),
    refusal: REFUSAL,
  };
}

async function execute(
  args: CommandArgs,
  judged: Judged,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const request = requestFor(args, judged, context, signal);
  const { host, callId } = context;
  const interpreter = context.runner.interpreters.nameOf(args.command.trim().split(/\s+/));
  host.append({ type: 'script-started', callId, command: args.command, cwd: judged.cwd, interpreter });
  const terminal = createTerminalBatches(callId, (delta) => host.publish(delta));
  try {
    const result = await context.runner.run({ ...request, onData: (text) => terminal.add(text) });
    terminal.end();
    const { exitCode, timedOut, truncated, ms, stopped } = result;
    host.append(
      {
        ...{ type: 'script-finished', callId, exitCode, timedOut, truncated, ms, outputs: [...result.files] },
        ...(stopped ? { stopped } : {}),
      },
      ...artifactEvents(result.files, callId),
    );
    return describeRun(result);
  } catch (error) {
    terminal.end();
    host.append({
      type: 'script-finished',
      callId,
      exitCode: null,
      timedOut: false,
      truncated: false,
      ms: 0,
      outputs: [],
    });
    throw new ToolFailure(`The command could not be run: ${messageOf(error)}`);
  }
}

const sameVerdict = (a: Verdict, b: Verdict): boolean => JSON.stringify(a) === JSON.stringify(b);

export const runCommand = defineTool({
  name: 'run_command',
  group: 'workspace',
  description: `Run a shell command in the workspace and get its output, exit status and new files. Run a skill's script by the exact "run with" command of its instructions, followed by its arguments, as one simple command without pipes or redirects. Files that the person shall have belong in $OUTPUT_DIR. Nobody can type into it; it ends after ${MAX_TIMEOUT_SECONDS} s at the latest.`,
  schema: z.object({
    command: z.string().trim().min(1).describe('The command line.'),
    cwd: z.string().min(1).optional().describe('Folder to start in. Default: the workspace.'),
    timeout: z
      .number()
      .positive()
      .max(MAX_TIMEOUT_SECONDS)
      .optional()
      .describe(`Seconds; at most ${MAX_TIMEOUT_SECONDS}, the default.`),
    env: z.record(z.string(), z.string()).optional().describe('Further environment variables.'),
  }),
  ready(args, context) {
    for (const name of Object.keys(args.env ?? {})) {
      const reason = refusedVariable(name);
      if (reason !== undefined) throw new ToolFailure(`Bad arguments for run_command: "env": ${reason}.`);
    }
    if (args.command.includes('\0'))
      throw new ToolFailure('Bad arguments for run_command: "command" holds a NUL character.');
    let asked: Judged | undefined;
    return {
      async approval(signal) {
        asked = await judge(args, context);
        return approval(args, asked, context, signal);
      },
      remember(decision) {
        if (asked?.verdict.kind === 'ordinary') context.grants.remember(asked.verdict.key, decision);
      },
      async execute(signal) {
        // While a person thought it over the disk may have changed, and with it what the command is.
        const now = await judge(args, context);
        if (asked === undefined ? now.answer !== 'allowed' : !sameVerdict(asked.verdict, now.verdict)) {
          throw new ToolFailure(
            'What this command runs has changed since it was allowed, so it was not run. Call it again.',
          );
        }
        return execute(args, now, context, signal);
      },
    };
  },
});
