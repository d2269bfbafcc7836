/** What all command tools share: the policy's word, the run, and its events. */
import { z } from 'zod';
import type { ApprovalMode } from '../../shared/events.ts';
import type { ApprovalNeed, ToolResult } from '../agent/ports.ts';
import type { OutputSpec } from '../runner/collect-outputs.ts';
import { folderVariables, refusedVariable } from '../runner/run-environment.ts';
import { MAX_TIMEOUT_SECONDS, type RunRequest, type RunResult, type RunSkill } from '../runner/run-request.ts';
import { approvalDetail } from './approval-detail.ts';
import { type Answer, answerFor, isBundled, judgeCommand, type Verdict } from './approval-policy.ts';
import { startLogged } from './logged-run.ts';
import { type InputPlan, type InputSpec, planInputs } from './run-inputs.ts';
import { stageInputs } from './stage-inputs.ts';
import { type ReadyCall, type ToolContext, ToolFailure } from './types.ts';
import { type Places, placesOf, runFolder } from './workspace-paths.ts';

const REFUSAL =
  'The person did not allow this. Do not run it again and do not look for another way to do the same; ask what they would like instead.';
/** What would work differs: no mode answers for a person whose yes every run needs (CONTRACT §8 "Approvals"). */
const unasked = (needsPerson: boolean): string =>
  `Not run: it needs a person's yes and there is nobody to ask here. Nobody refused it. Do not run it again and do not look for another way to do the same; say what is left to do, and that it can be done in a conversation on the screen or at a terminal${
    needsPerson ? '. No setting gives this yes.' : ', or here with --approve auto.'
  }`;
/** What the model is told in place of the run. */
export const noes = (needsPerson: boolean) => ({ refusal: REFUSAL, unasked: unasked(needsPerson) });
export const NEVER =
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
  /** Where it runs, of the folder that it is judged in: the skill's own folder has a copy in the workspace. */
  readonly runIn?: ((folder: string) => Promise<string>) | undefined;
  /** What `runIn` found, for the result. */
  readonly notes?: readonly string[] | undefined;
  /** Whose command it is, where the command does not say. */
  readonly skill?: RunSkill | undefined;
  /** The result names what was printed to each stream. */
  readonly separateStderr?: boolean | undefined;
  /** Put in place before it runs. */
  readonly inputs?: readonly InputSpec[] | undefined;
  /** Files to give back. */
  readonly outputs?: OutputSpec | undefined;
  /** In place of a run that is waited for. @param notes what is to be told besides. */
  readonly start?:
    | ((request: StartRequest, command: AllowedCommand, notes: readonly string[]) => Promise<ToolResult>)
    | undefined;
}

export type StartRequest = RunRequest & { readonly cwd: string };

/** What was allowed. */
export interface AllowedCommand {
  /** A script of a skill, recognised as such: what is typed into it is its data. */
  readonly isScript: boolean;
}

interface Judged {
  readonly verdict: Verdict;
  readonly answer: Answer;
  readonly cwd: string;
  readonly plan: InputPlan;
  /** What file tools may touch, a confined run may. */
  readonly places: Pick<Places, 'readable' | 'writable'>;
  /** Folders of the person's that nobody has allowed yet. */
  readonly hostFolders: InputPlan['hostFolders'];
}

export const modeOf = ({ host }: ToolContext): ApprovalMode => host.approve?.() ?? host.state().approve;

/** @param cwd real. */
export async function verdictOf(args: CommandArgs, cwd: string, context: ToolContext): Promise<Verdict> {
  const { workspace } = await placesOf(context);
  const { root, skills, work, out, runs } = workspace;
  return judgeCommand(
    { command: args.command, cwd, env: args.env ?? {} },
    {
      interpreters: context.runner.interpreters,
      skills: context.library.catalog().skills,
      bundledRoot: context.bundledRoot,
      workspaceRoot: root,
      variables: folderVariables({ workspace: root, skills, work, out, run: runs }),
    },
  );
}

/** A skill's script is recognised in the skill's own folder; any other command means what it means where it runs. */
async function verdictIn(args: CommandArgs, folder: string, cwd: string, context: ToolContext): Promise<Verdict> {
  const own = await verdictOf(args, folder, context);
  if (cwd === folder || 'call' in own || own.kind === 'suspect') return own;
  return verdictOf(args, cwd, context);
}

async function judge(args: CommandArgs, kind: CommandKind, context: ToolContext): Promise<Judged> {
  const places = await placesOf(context);
  const folder = (await kind.folder?.()) ?? (await runFolder(args.cwd, places));
  const cwd = (await kind.runIn?.(folder)) ?? folder;
  const verdict = await verdictIn(args, folder, cwd, context);
  const plan = await planInputs(kind.inputs ?? [], context);
  const hostFolders = plan.hostFolders.filter(({ key }) => !context.grants.has(key));
  const mode = modeOf(context);
  const answer = answerFor(verdict, mode, (key) => context.grants.has(key));
  return { verdict, cwd, plan, places, hostFolders, answer: withHostFolders(answer, hostFolders, mode) };
}

/** Files of the person's are theirs to give: no mode answers for them (CONTRACT §8 "Approvals"). */
function withHostFolders(answer: Answer, folders: InputPlan['hostFolders'], mode: ApprovalMode): Answer {
  if (folders.length === 0 || answer === 'refused') return answer;
  return mode === 'never' ? 'refused' : 'ask-person';
}

function requestFor(
  args: CommandArgs,
  kind: CommandKind,
  judged: Judged,
  context: ToolContext,
  signal: AbortSignal,
): StartRequest {
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
    outputs: kind.outputs,
    readable: [
      ...judged.places.readable,
      ...judged.plan.inputs.flatMap(({ mode, source }) =>
        mode === 'link' && source.kind !== 'artifact' && !source.host ? [source.within] : [],
      ),
    ],
    writable: judged.places.writable,
    preview: verdict.kind === 'trusted' && verdict.quote,
    artifacts: context.host.state().artifacts,
    signal,
  };
}

async function approval(
  args: CommandArgs,
  kind: CommandKind,
  judged: Judged,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ApprovalNeed | ToolResult> {
  const { verdict, answer, cwd, hostFolders } = judged;
  if (answer === 'allowed') return { kind: 'allowed' };
  if (answer === 'refused') return { kind: 'refused', message: NEVER };
  let preview: unknown;
  // Where files are still to be allowed, the preview could only fail for want of them: the question goes without its card.
  if (verdict.kind === 'confirm' && verdict.preview !== undefined && hostFolders.length === 0) {
    await stageInputs(judged.plan, context);
    const run = await context.runner.run({
      ...requestFor(args, kind, judged, context, signal),
      command: verdict.preview,
      preview: true,
    });
    // The script itself says why not: the model can correct the call, and nobody is asked for nothing.
    if (run.exitCode !== 0) return kind.present(run);
    preview = run.card;
  }
  const { command, env } = args;
  const needsPerson = answer === 'ask-person';
  return {
    kind: 'ask',
    action: 'call' in verdict && verdict.call !== undefined ? 'run-script' : 'run-command',
    detail: approvalDetail({
      ...{ command, env, cwd, verdict, needsPerson, hostFolders, preview },
      confined: (await context.runner.sandbox()).kind !== 'none',
    }),
    ...noes(needsPerson),
  };
}

async function execute(
  args: CommandArgs,
  kind: CommandKind,
  judged: Judged,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolResult> {
  const notes = [...(kind.notes ?? []), ...(await stageInputs(judged.plan, context))];
  const request = requestFor(args, kind, judged, context, signal);
  const isScript = 'call' in judged.verdict && judged.verdict.call !== undefined;
  if (kind.start !== undefined) return kind.start(request, { isScript }, notes);
  const result = await (await startLogged(request, context)).done;
  return kind.present({ ...result, notes: [...notes, ...result.notes] });
}

const same = (a: Judged, b: Judged): boolean =>
  JSON.stringify([a.verdict, a.plan]) === JSON.stringify([b.verdict, b.plan]);

/** The `timeout` of every command tool. */
export const TIMEOUT = z
  .number()
  .positive()
  .max(MAX_TIMEOUT_SECONDS)
  .optional()
  .describe(`Seconds; at most ${MAX_TIMEOUT_SECONDS}, the default.`);

/** A call of a command tool: judged before it is allowed, and again before it runs. @throws ToolFailure */
export function commandCall(args: CommandArgs, kind: CommandKind, context: ToolContext): ReadyCall {
  for (const [name, value] of Object.entries(args.env ?? {})) {
    const reason = value.includes('\0') ? `${name} holds a NUL character` : refusedVariable(name);
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
      // Once per folder: the next run that reads there does not ask again.
      for (const { key } of asked?.hostFolders ?? []) {
        context.grants.remember(key, decision === 'once' ? 'session' : decision);
      }
    },
    async execute(signal) {
      // While a person thought it over the disk may have changed, and with it what the command is.
      const now = await judge(args, kind, context);
      if (asked === undefined ? now.answer !== 'allowed' : !same(asked, now) || now.hostFolders.length > 0) {
        throw new ToolFailure(
          'What this command runs has changed since it was allowed, so it was not run. Call it again.',
        );
      }
      return execute(args, kind, now, context, signal);
    },
  };
}
