/** Judges a command: the policy's verdict, the person's lists and grants, and the needs of a skill. */
import path from 'node:path';
import { NO_LISTS } from '../../../shared/approvals.ts';
import { isEqual } from '../../../shared/defined.ts';
import type { ApprovalMode } from '../../../shared/events.ts';
import type { Confinement } from '../../../shared/sandbox.ts';
import type { ApprovalNeed } from '../../agent/ports.ts';
import { confinementOf } from '../../runner/confinement.ts';
import { folderVariables } from '../../runner/run-environment.ts';
import { figuresIn, RunStages } from '../../runner/run-stages.ts';
import { linkInWork, linksFor } from '../../runner/workspace/work-links.ts';
import { type AskedNeeds, askedNeeds } from '../approval/approval-detail.ts';
import { type Answer, answerFor, isBundled, judgeCommand, type Verdict } from '../approval/approval-policy.ts';
import { coversHost, type WishedCommands, wishedCommands } from '../approval/grants.ts';
import { type ListWord, listsSay } from '../approval/policy-lists.ts';
import { programsOf } from '../approval/policy-programs.ts';
import type { ToolContext } from '../define-tool.ts';
import { type CommandArgs, type CommandKind, withFullPath } from './command-kind.ts';
import { type InputPlan, planInputs } from './run-inputs.ts';
import { type Places, placesOf, runFolder } from './workspace-paths.ts';

const NEVER =
  'Commands are switched off in this session: only the scripts of bundled skills run, each as one simple command exactly as its skill shows it.';
const bare = (skill: string): string =>
  `Not run: it is a script of the skill ${skill}, which did not come with the app, and no sandbox confines it here; with --approve auto such scripts run only inside one. Nobody refused it. Do not look for another way to do the same. Tell the person what helps: a sandbox (on Linux: install bubblewrap; 'skilldeck doctor' says what is missing here), or --approve ask, by which each run is asked for.`;
const listed = (rule: string): string =>
  `Not run: the person's list of commands refuses ${JSON.stringify(rule)} (commands.deny in config.jsonc, or Settings, Approvals). Do not look for another way to do the same; say what was refused.`;

export interface Judged {
  /** The command with the full path of a script that it calls by a short name. */
  readonly args: CommandArgs;
  readonly verdict: Verdict;
  readonly answer: Answer;
  readonly cwd: string;
  readonly plan: InputPlan;
  /** Paths that file tools, and so a confined run, may access. */
  readonly places: Pick<Places, 'readable' | 'writable' | 'fixed' | 'hidden'>;
  /** The user's folders that are not allowed yet. */
  readonly hostFolders: InputPlan['hostFolders'];
  readonly needs: AskedNeeds | undefined;
  /** True if some of the needs require a grant not given yet. */
  readonly needsAsked: boolean;
  readonly list: ListWord;
  readonly sandbox: Confinement;
  /** Put in place so far. */
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
      interpreters: await context.runner.interpreters(),
      skills: context.library.catalog().skills,
      bundledRoot: context.bundledRoot,
      workspaceRoot: root,
      variables: folderVariables({ workspace: root, skills, work, out, run: runs }),
    },
  );
}

/** The command as one who has to judge it reads it: what is typed into a shell or an interpreter is code. */
export function withStdin({ command, stdin }: Pick<CommandArgs, 'command' | 'stdin'>): string {
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

/** Judges a command with the disk, the grants and the lists of now. */
export async function judge(args: CommandArgs, kind: CommandKind, context: ToolContext): Promise<Judged> {
  const places = await placesOf(context);
  const { command, cwd, stdin } = args;
  const { work } = places.workspace;
  const asked = { command, stdin, cwd: path.resolve(work, cwd ?? '.') };
  const unlink = await linkInWork(places.workspace, await linksFor(asked, places.workspace));
  return judgeIn(places, args, kind, context).finally(unlink);
}

async function judgeIn(places: Places, called: CommandArgs, kind: CommandKind, context: ToolContext): Promise<Judged> {
  const stages = new RunStages();
  // Before the verdict, which identifies the owner of a workspace script by the view it is in.
  await stageOpenSkills(called.command, places, context, stages);
  const folder = (await kind.folder?.()) ?? (await runFolder(called.cwd, places));
  const args = await withFullPath(called, folder, places.workspace, context);
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
  const ruled = answerOf(verdict, context, sandbox, list);
  const wished = wishOf({ ...args, command: withStdin(args) }, { cwd, root, verdict, list, answer: ruled }, context);
  const granted = wished !== undefined && context.grants.has(wished.grant.key);
  const answer = withPerson(granted ? 'allowed' : ruled, hostFolders.length > 0 || needsAsked, mode);
  return { args, verdict, cwd, plan, places, hostFolders, needs, needsAsked, list, sandbox, answer, stages, wished };
}

/**
 * The run that makes the quote of a call, judged as any such run of its script; undefined where there is none, it may
 * not run, or nothing would confine a script that is not trusted.
 */
export function quoteRunOf(judged: Judged, context: ToolContext): Judged | undefined {
  const { verdict, list, sandbox, hostFolders, needsAsked } = judged;
  const as = verdict.kind === 'confirm' ? verdict.quote?.as : undefined;
  if (as === undefined || (as.kind === 'ordinary' && sandbox === 'none')) return undefined;
  const answer = answerOf(as, context, sandbox, as.kind === 'trusted' ? undefined : list);
  const asked = withPerson(answer, hostFolders.length > 0 || needsAsked, modeOf(context));
  return asked === 'refused' || asked === 'refused-bare' ? undefined : { ...judged, verdict: as, answer: asked };
}

/** The verdict of a loaded skill's `allowed-tools` on a command that would be asked for; never of a skill's script. */
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

export const answerOf = (verdict: Verdict, context: ToolContext, sandbox: Confinement, list?: ListWord): Answer =>
  answerFor(verdict, modeOf(context), (key) => context.grants.has(key), sandbox !== 'none', list?.kind);

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

/** A command allowed without asking must still be allowed: a grant may have been revoked. */
export const same = (a: Judged, b: Judged): boolean =>
  isEqual([a.verdict, a.plan, a.needs, a.sandbox], [b.verdict, b.plan, b.needs, b.sandbox]) &&
  b.list.kind !== 'deny' &&
  (a.answer !== 'allowed' || b.answer === 'allowed');
