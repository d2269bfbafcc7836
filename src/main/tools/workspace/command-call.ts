/** Shared by all command tools: asking for approval, the run, and its events. */
import path from 'node:path';
import { z } from 'zod';
import { namesPrice } from '../../../shared/cards/names-price.ts';
import { defined, isEqual } from '../../../shared/defined.ts';
import { isSkilldeckError, type SkilldeckError } from '../../../shared/errors.ts';
import { isKnownDetail } from '../../../shared/messages/failure.ts';
import { planFigures } from '../../../shared/skills/skill-packages.ts';
import type { ApprovalNeed, ToolResult } from '../../agent/ports.ts';
import { realOf } from '../../lib/files.ts';
import { refusedVariable } from '../../runner/run-environment.ts';
import { missingNotes } from '../../runner/run-folders.ts';
import { MAX_TIMEOUT_SECONDS, type RunRequest, type RunResult, type RunSkill } from '../../runner/run-request.ts';
import { keptAs } from '../../skills/import/installed.ts';
import { activityOf, recordStoreOf } from '../../skills/skill-file.ts';
import type { SkillSummary } from '../../skills/types.ts';
import { type AskedCommand, accessOf, approvalDetail, noes, toolQuestion } from '../approval/approval-detail.ts';
import { isBare, isBundled } from '../approval/approval-policy.ts';
import { type GrantSeed, skillContent } from '../approval/grants.ts';
import { GIT_VARIABLES } from '../approval/policy-git.ts';
import {
  type OnProgress,
  type ReadyCall,
  type ToolContext,
  ToolFailure,
  type UsedPackages,
  type WantedPackages,
} from '../define-tool.ts';
import { askedBeside } from '../forms.ts';
import { type CommandArgs, type CommandKind, type StartRequest, scriptsMeant } from './command-kind.ts';
import { type Judged, judge, quoteRunOf, refusalOf, same, withStdin } from './judged-call.ts';
import { startLogged } from './logged-run.ts';
import { stageInputs } from './run-inputs.ts';

/** Adds to a result the skill whose trusted script made its card. */
export const signed = (result: ToolResult, owner: string | undefined): ToolResult =>
  owner === undefined || result.data === undefined ? result : { ...result, dataOf: owner };

function requestFor(kind: CommandKind, judged: Judged, context: ToolContext, signal: AbortSignal): StartRequest {
  const { args, verdict } = judged;
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
    skill: skill ? runSkillOf(skill, context) : kind.skill,
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
    hidden: judged.places.hidden,
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

/** A run whose folders are thrown away after it. */
export async function leavingNothing(
  judged: Judged,
  command: string,
  { kind, context, signal }: Asking,
): Promise<RunResult> {
  await stageInputs(judged.plan, context, judged.stages);
  return context.runner.run({
    ...requestFor(kind, judged, context, signal),
    ...(await secretsOf(judged, context)),
    packages: await packagesFor(judged, context),
    command,
    preview: true,
  });
}

/** The skill's own card of what the run would do; undefined where it left none. A failed quote's own words are the result. */
async function quoteOf(
  judged: Judged,
  command: string,
  { kind, context, signal }: Asking,
): Promise<{ readonly card: unknown } | ToolResult> {
  const run = await leavingNothing(judged, command, { kind, context, signal });
  // The script itself gives the reason: the model can correct the call, and the user is not asked in vain.
  return run.exitCode === 0 ? { card: run.card } : kind.present(run);
}

/** The skill whose script it is, then the loaded ones: their instructions have the model write code as well. */
function skillsOf({ verdict }: Judged, { library, host }: ToolContext): readonly SkillSummary[] {
  const own = 'call' in verdict ? verdict.call?.skill : undefined;
  const loaded = new Set(host.state().loadedSkills.map(({ id }) => id));
  const others = library.catalog().skills.filter(({ id }) => loaded.has(id) && id !== own?.id);
  return [...(own === undefined ? [] : [own]), ...others];
}

/** Packages that the run reads. A set that the session has not used before is logged. */
async function packagesFor(judged: Judged, context: ToolContext): Promise<readonly UsedPackages[]> {
  const { packages, host } = context;
  const used = (await packages?.used(skillsOf(judged, context))) ?? [];
  const logged = host.state().packages ?? [];
  for (const { folder: _, ...set } of used)
    if (!logged.some((one) => isEqual(one, set))) host.append({ type: 'packages-provided', ...set });
  return used;
}

/** Starts a program that may use packages of a loaded skill. */
const INTERPRETED = /(?:^|[\s/;&|(])(?:python3?|uv|node|skilldeck-python)\s/;

interface Lacking extends WantedPackages {
  readonly skill: SkillSummary;
}

/** Packages that the run's skills lack, where the session was not asked yet. */
async function lackingFor(judged: Judged, context: ToolContext, signal: AbortSignal): Promise<readonly Lacking[]> {
  const { verdict, answer, args } = judged;
  const { packages, host } = context;
  const isScript = 'call' in verdict && verdict.call !== undefined;
  if (packages === undefined || host.state().kind === 'eval' || answer === 'refused' || answer === 'refused-bare')
    return [];
  if (!isScript && !INTERPRETED.test(args.command)) return [];
  const lacking: Lacking[] = [];
  for (const skill of isScript ? [verdict.call.skill] : skillsOf(judged, context)) {
    const wanted = await packages.wanted(skill, host.sessionId, signal, telling(skill, context));
    if (wanted !== undefined) lacking.push({ ...wanted, skill });
  }
  return lacking;
}

/** Shows the person how far it is. */
const telling =
  ({ id: skill }: SkillSummary, { host, callId }: ToolContext): OnProgress =>
  (progress) =>
    host.publish({ type: 'packages-delta', callId, skill, ...progress });

/** The person hears why a run lacks packages; the result tells the model. */
function refusalFor(error: SkilldeckError | undefined): Pick<ToolResult, 'refusal'> {
  const { detail } = error ?? {};
  return detail !== undefined && isKnownDetail(detail) ? { refusal: detail } : {};
}

function packagesQuestion({ skill, packages }: Lacking): Extract<ApprovalNeed, { readonly kind: 'ask' }> {
  const { names, from, bytes } = planFigures(packages);
  const asked = { skill: skill.id, names, from, ...defined({ bytes }) };
  return {
    ...toolQuestion(
      { packages: asked, thirdParty: false, sandbox: 'none', network: 'hosts', offers: ['once'], keys: [] },
      { command: `skilldeck skills packages ${skill.id}`, skill: skill.id, needsPerson: true },
    ),
    denied: `Not run: ${skill.id} needs ${names.join(', ')}, and the person did not allow fetching them. Call it again only if it works without them.`,
    unasked: `Not run: ${skill.id} needs ${names.join(', ')}, and nobody can be asked. A person can fetch them: skilldeck skills packages ${skill.id}`,
    leadsOn: true,
  };
}

interface Asking {
  readonly kind: CommandKind;
  readonly context: ToolContext;
  readonly signal: AbortSignal;
}

/**
 * @param quoting the run that makes the quote; undefined where nothing can: no such option, or no sandbox for a stranger's.
 * @param quoteAllowed the person said yes to it.
 */
async function approval(
  judged: Judged,
  quoting: Judged | undefined,
  quoteAllowed: boolean,
  asking: Asking,
): Promise<ApprovalNeed | ToolResult> {
  const { context } = asking;
  const { args, verdict, answer } = judged;
  if (answer === 'allowed') return { kind: 'allowed' };
  const refused = refusalOf(answer, verdict, judged.list);
  if (refused !== undefined) return refused;
  if (verdict.kind !== 'confirm') return question(judged, args, context);
  if (verdict.quote === undefined || quoting === undefined) return question(judged, args, context, { quote: 'none' });
  const { command } = verdict.quote;
  if (!quoteAllowed && quoting.answer !== 'allowed')
    return { ...(await question(quoting, { ...args, command }, context, { quote: 'first' })), leadsOn: true };
  const made = await quoteOf(judged, command, asking);
  if ('content' in made) return made;
  const { card } = made;
  const compared = askedBeside(context.host.state(), verdict.call.skill, card);
  return question(judged, args, context, { preview: card, compared, ...(namesPrice(card) ? {} : { quote: 'none' }) });
}

type Quoted = Partial<Pick<AskedCommand, 'preview' | 'compared' | 'quote'>>;

async function question(
  judged: Judged,
  args: CommandArgs,
  context: ToolContext,
  quoted: Quoted = {},
): Promise<Extract<ApprovalNeed, { readonly kind: 'ask' }>> {
  const { verdict, answer, cwd, hostFolders, needs, needsAsked, sandbox, wished } = judged;
  const needsPerson = answer === 'ask-person';
  return {
    kind: 'ask',
    action: 'call' in verdict && verdict.call !== undefined ? 'run-script' : 'run-command',
    detail: approvalDetail({
      ...quoted,
      command: withStdin(args),
      env: args.env,
      cwd,
      verdict,
      needsPerson,
      hostFolders,
      needs,
      needsAsked,
      sandbox,
      unread: verdict.kind === 'confirm' ? await unreadRecords(verdict.call.skill, context) : [],
      secrets: Object.keys((await secretsOf(judged, context)).secrets ?? {}),
      wished,
      attached: context.host.attached?.(),
    }),
    ...noes(needsPerson),
  };
}

async function execute(
  kind: CommandKind,
  judged: Judged,
  context: ToolContext,
  signal: AbortSignal,
  lacked: readonly SkilldeckError[],
): Promise<ToolResult> {
  const notes = [...(kind.notes ?? []), ...(await stageInputs(judged.plan, context, judged.stages))];
  const request = {
    ...requestFor(kind, judged, context, signal),
    ...(await secretsOf(judged, context)),
    packages: await packagesFor(judged, context),
  };
  const { verdict } = judged;
  const isScript = 'call' in verdict && verdict.call !== undefined;
  const speaks = verdict.kind === 'trusted' || verdict.kind === 'confirm';
  const owner = speaks && isBundled(verdict.call.skill, context.bundledRoot) ? verdict.call.skill.id : undefined;
  if (kind.start !== undefined) return kind.start(request, { isScript, owner }, notes);
  const result = await (await startLogged(request, context)).done;
  const failed = result.exitCode !== 0;
  const meant = isScript || !failed ? [] : await scriptsMeant(request.command, context);
  const lacking = failed ? missingNotes(`${result.output}\n${result.stderr ?? ''}`, skillOf(judged, context)) : [];
  const all = [
    ...notes,
    ...result.notes,
    ...meant,
    ...lacking,
    ...(failed ? lacked.map(({ message }) => message) : []),
  ];
  const shown = signed(await kind.present({ ...result, notes: all }), owner);
  return shown.ok ? shown : { ...refusalFor(lacked[0]), ...shown };
}

/** The skill that a command is for, as far as that is known. */
function skillOf({ verdict }: Judged, { host }: ToolContext): string | undefined {
  const own = 'call' in verdict ? verdict.call?.skill.id : undefined;
  return own ?? host.state().loadedSkills.at(-1)?.id;
}

/** Bundled skills keep data, and others that name their records; a run of an eval must not see another's. */
function runSkillOf(skill: SkillSummary, { host, bundledRoot, runner }: ToolContext): RunSkill {
  const records = recordStoreOf(skill);
  const named = { id: skill.id, dir: skill.dir, ...defined({ records }) };
  const data = host.state().kind === 'eval' ? 'session' : 'home';
  if (isBundled(skill, bundledRoot)) return { ...named, data };
  if (records === undefined) return named;
  const home = path.dirname(path.dirname(runner.workspacePath(host.sessionId)));
  return { ...named, data, keptAs: keptAs(skill, realOf(home) ?? home) };
}

/** Each may be what the run is about to do again, so the question names them. */
async function unreadRecords(skill: SkillSummary, context: ToolContext): Promise<readonly string[]> {
  return context.runner.unreadRecords(context.host.sessionId, runSkillOf(skill, context));
}

function grantsOf({ args, verdict, sandbox, needs, needsAsked, wished }: Judged): readonly GrantSeed[] {
  const seeds: GrantSeed[] = [];
  if (verdict.kind === 'ordinary' && !isBare(verdict, sandbox !== 'none')) {
    const { key, call } = verdict;
    seeds.push(
      call === undefined
        ? { key, what: 'command', label: args.command }
        : { key, what: 'script', label: call.script, skill: call.skill.id, version: skillContent(call.skill.dir) },
    );
  }
  const lasts = verdict.kind === 'trusted' || seeds.length > 0;
  const asked = needsAsked && lasts && needs?.grant !== undefined ? [needs.grant] : [];
  return [...seeds, ...asked, ...(wished === undefined || seeds.length === 0 ? [] : [wished.grant])];
}

const CHANGED = 'What this command runs has changed since it was allowed, so it was not run. Call it again.';

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
  let quoteAsked = false;
  let lacking: readonly Lacking[] | undefined;
  const lacked: SkilldeckError[] = [];
  return {
    async approval(signal) {
      const now = await judge(args, kind, context);
      lacking ??= await lackingFor(now, context, signal);
      for (const { why } of lacking) lacked.push(...why);
      lacking = lacking.filter(({ packages }) => packages.length > 0);
      const [first] = lacking;
      if (first?.asks === 'ask') {
        // An answer of yes leads here again.
        lacking = lacking.map((one) => (one === first ? { ...one, asks: 'yes' } : one));
        return packagesQuestion(first);
      }
      for (const { skill } of lacking)
        await context.packages?.provide(skill, signal, telling(skill, context)).catch((error: unknown) => {
          if (!isSkilldeckError(error)) throw error;
          lacked.push(error);
        });
      lacking = [];
      const quoting = quoteRunOf(now, context);
      if (quoteAsked && (asked === undefined || quoting === undefined || !same(asked, quoting)))
        throw new ToolFailure(CHANGED);
      const need = await approval(now, quoting, quoteAsked, { kind, context, signal });
      quoteAsked = 'leadsOn' in need;
      asked = quoteAsked ? quoting : now;
      return need;
    },
    remember(decision) {
      for (const grant of asked === undefined ? [] : grantsOf(asked)) context.grants.remember(grant, decision);
      // Once per folder: the next run that reads there does not ask again.
      for (const { key, folder } of asked?.hostFolders ?? []) {
        context.grants.remember({ key, what: 'folder', label: folder }, decision === 'once' ? 'session' : decision);
      }
    },
    async execute(signal) {
      // While a person thought it over the disk may have changed, and with it what the command is.
      const now = await judge(args, kind, context);
      if (asked === undefined ? now.answer !== 'allowed' : !same(asked, now) || now.hostFolders.length > 0)
        throw new ToolFailure(CHANGED);
      return execute(kind, now, context, signal, lacked);
    },
  };
}
