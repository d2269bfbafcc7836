/** What all command tools share: the policy's word, the run, and its events. */
import { z } from 'zod';
import { messageOf } from '../../shared/errors.ts';
import type { ApprovalNeed, ToolResult } from '../agent/ports.ts';
import { folderVariables, refusedVariable } from '../runner/run-environment.ts';
import { MAX_TIMEOUT_SECONDS, type RunRequest, type RunResult, type RunSkill } from '../runner/run-request.ts';
import { type Answer, answerFor, isBundled, judgeCommand, type Verdict } from './approval-policy.ts';
import { artifactEvents } from './artifact-events.ts';
import { createTerminalBatches } from './terminal-batches.ts';
import { type ReadyCall, type ToolContext, ToolFailure } from './types.ts';
import { placesOf, runFolder } from './workspace-paths.ts';

const REFUSAL =
  'The person did not allow this. Do not run it again and do not look for another way to do the same; ask what they would like instead.';
const NEVER =
  'Commands are switched off in this session: only the scripts of bundled skills run, each as one simple command exactly as its skill shows it.';

export interface CommandArgs {
  readonly command: string;
  readonly cwd?: string | undefined;
  readonly timeout?: number | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** How a dialect's command tool differs from the others. */
export interface CommandKind {
  readonly tool: string;
  present(result: RunResult): ToolResult | Promise<ToolResult>;
  /** Real; in place of the workspace or `cwd`. @throws ToolFailure */
  readonly folder?: (() => Promise<string>) | undefined;
  /** Whose command it is, where the command does not say. */
  readonly skill?: RunSkill | undefined;
  /** The result names what was printed to each stream. */
  readonly separateStderr?: boolean | undefined;
}

interface Judged {
  readonly verdict: Verdict;
  readonly answer: Answer;
  readonly cwd: string;
}

async function judge(args: CommandArgs, kind: CommandKind, context: ToolContext): Promise<Judged> {
  const places = await placesOf(context);
  const cwd = (await kind.folder?.()) ?? (await runFolder(args.cwd, places));
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

function requestFor(
  args: CommandArgs,
  kind: CommandKind,
  judged: Judged,
  context: ToolContext,
  signal: AbortSignal,
): RunRequest {
  const { verdict } = judged;
  const skill = 'call' in verdict ? verdict.call?.skill : undefined;
  return {
    sessionId: context.host.sessionId,
    callId: context.callId,
    command: args.command,
    cwd: judged.cwd,
    env: args.env,
    timeoutSeconds: args.timeout ?? MAX_TIMEOUT_SECONDS,
    skill: skill ? { id: skill.id, dir: skill.dir, ownsData: isBundled(skill, context.bundledRoot) } : kind.skill,
    separateStderr: kind.separateStderr,
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

async function approval(
  args: CommandArgs,
  kind: CommandKind,
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
      ...requestFor(args, kind, judged, context, signal),
      command: verdict.preview,
      preview: true,
    });
    // The script itself says why not: the model can correct the call, and nobody is asked for nothing.
    if (preview.exitCode !== 0) return kind.present(preview);
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
  kind: CommandKind,
  judged: Judged,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const request = requestFor(args, kind, judged, context, signal);
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
      ...artifactEvents([...result.files, ...result.logs], callId),
    );
    return await kind.present(result);
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

/** The `timeout` of every command tool. */
export const TIMEOUT = z
  .number()
  .positive()
  .max(MAX_TIMEOUT_SECONDS)
  .optional()
  .describe(`Seconds; at most ${MAX_TIMEOUT_SECONDS}, the default.`);

/** A call of a command tool: judged before it is allowed, and again before it runs. @throws ToolFailure */
export function commandCall(args: CommandArgs, kind: CommandKind, context: ToolContext): ReadyCall {
  for (const name of Object.keys(args.env ?? {})) {
    const reason = refusedVariable(name);
    if (reason !== undefined) throw new ToolFailure(`Bad arguments for ${kind.tool}: "env": ${reason}.`);
  }
  if (args.command.includes('\0'))
    throw new ToolFailure(`Bad arguments for ${kind.tool}: "command" holds a NUL character.`);
  let asked: Judged | undefined;
  return {
    async approval(signal) {
      asked = await judge(args, kind, context);
      return approval(args, kind, asked, context, signal);
    },
    remember(decision) {
      if (asked?.verdict.kind === 'ordinary') context.grants.remember(asked.verdict.key, decision);
    },
    async execute(signal) {
      // While a person thought it over the disk may have changed, and with it what the command is.
      const now = await judge(args, kind, context);
      if (asked === undefined ? now.answer !== 'allowed' : !sameVerdict(asked.verdict, now.verdict)) {
        throw new ToolFailure(
          'What this command runs has changed since it was allowed, so it was not run. Call it again.',
        );
      }
      return execute(args, kind, now, context, signal);
    },
  };
}
