/** Shared by all command tools: the policy's decision, the run, and its events. */

import path from 'node:path';
import { z } from 'zod';
import type { Activity } from '../../../shared/activity.ts';
import { NO_LISTS } from '../../../shared/approvals/command-lists.ts';
import type { ApprovalMode } from '../../../shared/events.ts';
import type { Compared } from '../../../shared/forms/compared.ts';
import { isEqual } from '../../../shared/is-equal.ts';
import type { Confinement } from '../../../shared/sandbox.ts';
import type { ApprovalNeed, ToolResult } from '../../agent/ports.ts';
import type { OutputSpec } from '../../runner/artifacts/collect-outputs.ts';
import { confinementOf } from '../../runner/run/confinement.ts';
import { folderVariables, refusedVariable } from '../../runner/run/run-environment.ts';
import { MAX_TIMEOUT_SECONDS, type RunRequest, type RunResult, type RunSkill } from '../../runner/run/run-request.ts';
import { figuresIn, RunStages } from '../../runner/run/run-stages.ts';
import { activityOf } from '../../skills/front-matter/activity.ts';
import type { SkillSummary } from '../../skills/types.ts';
import { type WishedCommands, wishedCommands } from '../approval/allowed-tools.ts';
import { approvalDetail } from '../approval/approval-detail.ts';
import { type Answer, answerFor, isBare, isBundled, judgeCommand, type Verdict } from '../approval/approval-policy.ts';
import type { GrantSeed } from '../approval/grants.ts';
import { coversHost } from '../approval/host-grants.ts';
import { type AskedNeeds, accessOf, askedNeeds } from '../approval/needs-asked.ts';
import { GIT_VARIABLES } from '../approval/policy-git.ts';
import { type ListWord, listsSay } from '../approval/policy-lists.ts';
import { programsOf } from '../approval/policy-programs.ts';
import { skillContent } from '../approval/skill-content.ts';
import { type Places, placesOf, runFolder } from '../file-tools/workspace-paths.ts';
import { askedBeside } from '../forms/asked-beside.ts';
import { type InputPlan, type InputSpec, planInputs } from '../skill-runs/run-inputs.ts';
import { stageInputs } from '../skill-runs/stage-inputs.ts';
import { ToolFailure } from '../tool-failure.ts';
import type { ReadyCall, ToolContext } from '../types.ts';
import { startLogged } from './logged-run.ts';

const DENIED =
  'The person did not allow this. Do not run it again and do not look for another way to do the same; ask what they would like instead.';
/** No mode can replace an approval that every run needs, so the advice differs (CONTRACT §8 "Approvals"). */
const unasked = (needsPerson: boolean): string =>
  `Not run: it needs a person's yes and there is nobody to ask here. Nobody refused it. Do not run it again and do not look for another way to do the same; say what is left to do, and that it can be done in a conversation on the screen or at a terminal${
    needsPerson ? '. No setting gives this yes.' : ', or here with --approve auto.'
  }`;
/** Texts for the model if the command does not run. */
export const noes = (needsPerson: boolean) => ({ denied: DENIED, unasked: unasked(needsPerson) });
const NEVER =
  'Commands are switched off in this session: only the scripts of bundled skills run, each as one simple command exactly as its skill shows it.';
const bare = (skill: string): string =>
  `Not run: it is a script of the skill ${skill}, which did not come with the app, and no sandbox confines it here; with --approve auto such scripts run only inside one. Nobody refused it. Do not look for another way to do the same. Tell the person what helps: a sandbox (on Linux: install bubblewrap; 'skilldeck doctor' says what is missing here), or --approve ask, by which each run is asked for.`;
const listed = (rule: string): string =>
  `Not run: the person's list of commands refuses ${JSON.stringify(rule)} (commands.deny in config.jsonc, or Settings, Approvals). Do not look for another way to do the same; say what was refused.`;

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

/** Adds to a result the skill whose trusted script made its card. */
export const signed = (result: ToolResult, owner: string | undefined): ToolResult =>
  owner === undefined || result.data === undefined ? result : { ...result, dataOf: owner };

interface Judged {
  readonly verdict: Verdict;
  readonly answer: Answer;
  readonly cwd: string;
  readonly plan: InputPlan;
  /** Paths that file tools, and so a confined run, may access. */
  readonly places: Pick<Places, 'readable' | 'writable' | 'fixed'>;
  /** The user's folders that are not allowed yet. */
  readonly hostFolders: InputPlan['hostFolders'];
  readonly needs: AskedNeeds | undefined;
  /** True if some of the needs require a grant not given yet. */
  readonly needsAsked: boolean;
  readonly list: ListWord;
  readonly sandbox: Confinement;
  /** What was put in place so far. */
  readonly stages: RunStages;
  /** Commands that a loaded skill asks for, this one among them. */
  readonly wished: WishedCommands | undefined;
}

/** `skills/ID/…` of the workspace has the files of every skill that the command may use (CONTRACT §8 "Paths"). */
async function stageOpenSkills(
  command: string,
  { workspace }: Places,
  context: ToolContext,
  stages: RunStages,
): Promise<void> {
  const { dialect, catalog, loadedSkills } = context.host.state();
  const open = new Set(loadedSkills.map(({ id }) => id));
  // `standard` allows reading every listed skill without a load: stage those that the command names.
  if (dialect === 'standard') for (const { id } of catalog) if (command.includes(id)) open.add(id);
  for (const skill of context.library.catalog().skills) {
    // If a skill's files cannot be copied now, it runs in its own folder, as its instructions show.
    if (!open.has(skill.id)) continue;
    const stage = () => context.runner.staged.stage(workspace, skill).catch(() => undefined);
    await stages.during('workspace.stage.skill', stage, figuresIn);
  }
}

const modeOf = ({ host }: ToolContext): ApprovalMode => host.approve?.() ?? host.state().approve;

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

/** The command as one who has to judge it reads it: what is typed into a shell or an interpreter is code. */
function withStdin({ command, stdin }: Pick<CommandArgs, 'command' | 'stdin'>): string {
  if (stdin === undefined) return command;
  let end = 'STDIN';
  while (stdin.includes(end)) end += '_';
  return `{ ${command}\n} <<'${end}'\n${stdin}\n${end}`;
}

/** A skill's script is recognised in the skill's own folder; any other command means what it means where it runs. */
async function verdictIn(args: CommandArgs, folder: string, cwd: string, context: ToolContext): Promise<Verdict> {
  const own = await verdictOf(args, folder, context);
  // To a skill's script its input is data.
  if ('call' in own || own.kind === 'suspect') return own;
  if (cwd === folder && args.stdin === undefined) return own;
  const { stdin, env = {} } = args;
  if (stdin === undefined) return verdictOf(args, cwd, context);
  // Stdin that a program may run as code is judged as code; other text is only searched for names.
  const isCode = programsOf(`{ ${args.command}\n} < x`).unknown;
  return verdictOf(
    isCode ? { ...args, command: withStdin(args) } : { ...args, env: { ...env, STDIN: stdin } },
    cwd,
    context,
  );
}

async function judge(args: CommandArgs, kind: CommandKind, context: ToolContext): Promise<Judged> {
  const places = await placesOf(context);
  const stages = new RunStages();
  // Before the verdict, which identifies the owner of a workspace script by the view it is in.
  await stageOpenSkills(args.command, places, context, stages);
  const folder = (await kind.folder?.()) ?? (await runFolder(args.cwd, places));
  const cwd = (await kind.runIn?.(folder, stages)) ?? folder;
  const verdict = await verdictIn(args, folder, cwd, context);
  const plan = await planInputs(kind.inputs ?? [], context);
  const hostFolders = plan.hostFolders.filter((folder) => !coversHost(folder, (key) => context.grants.has(key)));
  const mode = modeOf(context);
  const call = 'call' in verdict ? verdict.call : undefined;
  const bundled = call !== undefined && isBundled(call.skill, context.bundledRoot);
  const { root } = places.workspace;
  const given = call === undefined ? {} : ((await context.secrets?.of(call.skill)) ?? {});
  const ours = [path.dirname(path.dirname(root)), context.bundledRoot];
  const needs = askedNeeds(call, bundled, ours, Object.keys(given));
  const writable = [...places.writable, ...(needs?.writes ?? [])];
  const sandbox = await confinementOf(context.runner, {
    sessionId: context.host.sessionId,
    command: args.command,
    env: args.env,
    writable,
  });
  const needsAsked = needs?.grant !== undefined && !context.grants.has(needs.grant.key);
  const list = wordOfLists({ ...args, command: withStdin(args) }, cwd, root, context);
  const ruled = withLists(answerOf(verdict, context, sandbox), verdict, list, sandbox);
  const wished = wishOf({ ...args, command: withStdin(args) }, { cwd, root, verdict, list, answer: ruled }, context);
  const granted = wished !== undefined && context.grants.has(wished.grant.key);
  const answer = withPerson(granted ? 'allowed' : ruled, hostFolders.length > 0 || needsAsked, mode);
  return { verdict, cwd, plan, places, hostFolders, needs, needsAsked, list, sandbox, answer, stages, wished };
}

/** What a loaded skill's `allowed-tools` says of a command that would be asked for; never of a skill's script. */
function wishOf(
  { command, env = {} }: CommandArgs,
  judged: { cwd: string; root: string; verdict: Verdict; list: ListWord; answer: Answer },
  context: ToolContext,
): WishedCommands | undefined {
  const { cwd, root, verdict, list, answer } = judged;
  if (answer !== 'ask' || list.kind !== 'silent') return undefined;
  if (verdict.kind !== 'ordinary' || verdict.call !== undefined || verdict.foreign !== undefined) return undefined;
  const loaded = new Set(context.host.state().loadedSkills.map(({ id }) => id));
  const skills = context.library.catalog().skills.filter(({ id }) => loaded.has(id));
  const shell = process.platform === 'win32' ? 'cmd' : 'posix';
  return wishedCommands({ command, cwd, env, workspaceRoot: root, shell }, skills);
}

export const answerOf = (verdict: Verdict, context: ToolContext, sandbox: Confinement): Answer =>
  answerFor(verdict, modeOf(context), (key) => context.grants.has(key), sandbox !== 'none');

/** @param cwd real. */
export function wordOfLists(
  { command, env = {} }: CommandArgs,
  cwd: string,
  workspaceRoot: string,
  { commandLists, host }: ToolContext,
): ListWord {
  const lists = commandLists?.(host.state().environment) ?? NO_LISTS;
  const shell = process.platform === 'win32' ? 'cmd' : 'posix';
  return listsSay({ command, cwd, env, workspaceRoot, shell }, lists);
}

/** Deny takes precedence. A list approves in advance, but not what needs approval for every run. */
export function withLists(answer: Answer, verdict: Verdict, list: ListWord, sandbox: Confinement): Answer {
  switch (list.kind) {
    case 'silent':
      return answer;
    case 'deny':
      return 'refused';
    case 'ask':
      return answer === 'allowed' ? 'ask-person' : answer;
    case 'allow':
      return answer === 'ask' && !isBare(verdict, sandbox !== 'none') ? 'allowed' : answer;
  }
}

/** The answer as a refusal, where it is one: words for the model, a code for the person. */
export function refusalOf(
  answer: Answer,
  verdict: Verdict,
  list: ListWord,
): Extract<ApprovalNeed, { kind: 'refused' }> | undefined {
  if (answer === 'refused-bare') {
    const skill = (verdict.kind === 'ordinary' ? verdict.foreign?.skill : undefined) ?? '';
    return { kind: 'refused', message: bare(skill), refusal: { code: 'unconfined', figures: { skill } } };
  }
  if (answer !== 'refused') return undefined;
  if (list.kind !== 'deny') return { kind: 'refused', message: NEVER, refusal: { code: 'off' } };
  const rule = JSON.stringify(list.rule);
  return { kind: 'refused', message: listed(list.rule), refusal: { code: 'listed', figures: { rule } } };
}

/** Only the user grants access to their own files and needs: no mode replaces them (CONTRACT §8 "Approvals"). */
function withPerson(answer: Answer, asks: boolean, mode: ApprovalMode): Answer {
  if (!asks || answer === 'refused' || answer === 'refused-bare') return answer;
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
  const call = 'call' in verdict ? verdict.call : undefined;
  const skill = call?.skill;
  return {
    activity: call === undefined ? undefined : activityOf(call),
    sessionId: context.host.sessionId,
    callId: context.callId,
    command: args.command,
    cwd: judged.cwd,
    env: {
      ...args.env,
      ...(judged.list.kind === 'allow' ? GIT_VARIABLES : {}),
      ...(skill === undefined ? {} : context.skillVariables?.(context.host.state().environment, skill.id)),
    },
    stdin: args.stdin,
    timeoutSeconds: args.timeout ?? MAX_TIMEOUT_SECONDS,
    skill: skill ? { id: skill.id, dir: skill.dir, data: dataOf(skill, context) } : kind.skill,
    separateStderr: kind.separateStderr,
    outputs: kind.outputs,
    ...accessOf(judged.needs),
    readable: [
      ...judged.places.readable,
      ...(judged.needs?.reads ?? []),
      ...judged.plan.inputs.flatMap(({ mode, source }) =>
        mode === 'link' && source.kind !== 'artifact' && !source.host ? [source.within] : [],
      ),
    ],
    writable: [...judged.places.writable, ...(judged.needs?.writes ?? [])],
    fixed: judged.places.fixed.skills,
    preview: verdict.kind === 'trusted' && verdict.quote,
    artifacts: context.host.state().artifacts,
    signal,
    stages: judged.stages,
  };
}

/** A skill's own script gets what the person gave to that skill; nothing that runs prints what was given to any. */
async function secretsOf(
  { verdict }: Judged,
  { secrets }: ToolContext,
): Promise<Pick<RunRequest, 'secrets' | 'masked'>> {
  if (secrets === undefined) return {};
  const skill = 'call' in verdict ? verdict.call?.skill : undefined;
  return { secrets: skill === undefined ? {} : await secrets.of(skill), masked: await secrets.values() };
}

async function approval(
  args: CommandArgs,
  kind: CommandKind,
  judged: Judged,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ApprovalNeed | ToolResult> {
  const { verdict, answer, cwd, hostFolders, needs, needsAsked, sandbox, wished } = judged;
  if (answer === 'allowed') return { kind: 'allowed' };
  const refused = refusalOf(answer, verdict, judged.list);
  if (refused !== undefined) return refused;
  let preview: unknown;
  let compared: readonly Compared[] | undefined;
  // While files still need approval, the preview would only fail for lack of them: ask without its card.
  if (verdict.kind === 'confirm' && verdict.preview !== undefined && hostFolders.length === 0 && !needsAsked) {
    await stageInputs(judged.plan, context, judged.stages);
    const run = await context.runner.run({
      ...requestFor(args, kind, judged, context, signal),
      ...(await secretsOf(judged, context)),
      command: verdict.preview,
      preview: true,
    });
    // The script itself gives the reason: the model can correct the call, and the user is not asked in vain.
    if (run.exitCode !== 0) return kind.present(run);
    preview = run.card;
    compared = askedBeside(context.host.state(), verdict.call.skill, preview);
  }
  const { env } = args;
  const command = withStdin(args);
  const needsPerson = answer === 'ask-person';
  const secrets = Object.keys((await secretsOf(judged, context)).secrets ?? {});
  return {
    kind: 'ask',
    action: 'call' in verdict && verdict.call !== undefined ? 'run-script' : 'run-command',
    detail: approvalDetail({
      command,
      env,
      cwd,
      verdict,
      needsPerson,
      hostFolders,
      preview,
      compared,
      needs,
      needsAsked,
      sandbox,
      secrets,
      wished,
      attached: context.host.attached?.(),
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
  const notes = [...(kind.notes ?? []), ...(await stageInputs(judged.plan, context, judged.stages))];
  const request = { ...requestFor(args, kind, judged, context, signal), ...(await secretsOf(judged, context)) };
  const { verdict } = judged;
  const isScript = 'call' in verdict && verdict.call !== undefined;
  const speaks = verdict.kind === 'trusted' || verdict.kind === 'confirm';
  const owner = speaks && isBundled(verdict.call.skill, context.bundledRoot) ? verdict.call.skill.id : undefined;
  if (kind.start !== undefined) return kind.start(request, { isScript, owner }, notes);
  const result = await (await startLogged(request, context)).done;
  return signed(await kind.present({ ...result, notes: [...notes, ...result.notes] }), owner);
}

/** Only bundled skills keep data; a run of an eval must not see another's. */
function dataOf(skill: SkillSummary, { host, bundledRoot }: ToolContext): 'home' | 'session' | undefined {
  if (!isBundled(skill, bundledRoot)) return undefined;
  return host.state().kind === 'eval' ? 'session' : 'home';
}

/** A command allowed without asking must still be allowed: a grant may have been withdrawn. */
const same = (a: Judged, b: Judged): boolean =>
  isEqual([a.verdict, a.plan, a.needs, a.sandbox], [b.verdict, b.plan, b.needs, b.sandbox]) &&
  b.list.kind !== 'deny' &&
  (a.answer !== 'allowed' || b.answer === 'allowed');

/** Grants that a lasting approval gives. */
function grantsOf({ verdict, sandbox, needs, needsAsked, wished }: Judged, command: string): readonly GrantSeed[] {
  const seeds: GrantSeed[] = [];
  if (verdict.kind === 'ordinary' && !isBare(verdict, sandbox !== 'none')) {
    const { key, call } = verdict;
    seeds.push(
      call === undefined
        ? { key, what: 'command', label: command }
        : { key, what: 'script', label: call.script, skill: call.skill.id, version: skillContent(call.skill.dir) },
    );
  }
  const lasts = verdict.kind === 'trusted' || seeds.length > 0;
  const asked = needsAsked && lasts && needs?.grant !== undefined ? [needs.grant] : [];
  return [...seeds, ...asked, ...(wished === undefined || seeds.length === 0 ? [] : [wished.grant])];
}

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
  for (const field of ['command', 'stdin'] as const) {
    if (args[field]?.includes('\0') === true)
      throw new ToolFailure(`Bad arguments for ${kind.tool}: "${field}" holds a NUL character.`);
  }
  let asked: Judged | undefined;
  return {
    async approval(signal) {
      asked = await judge(args, kind, context);
      return approval(args, kind, asked, context, signal);
    },
    remember(decision) {
      for (const grant of asked === undefined ? [] : grantsOf(asked, args.command)) {
        context.grants.remember(grant, decision);
      }
      // Once per folder: the next run that reads there does not ask again.
      for (const { key, folder } of asked?.hostFolders ?? []) {
        context.grants.remember({ key, what: 'folder', label: folder }, decision === 'once' ? 'session' : decision);
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
