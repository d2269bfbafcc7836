/** The question that a person is asked before a command, in words and facts. */
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type ApprovalFacts, GRANT_SPANS } from '../../../shared/approvals.ts';
import { defined } from '../../../shared/defined.ts';
import type { ApprovalDetail } from '../../../shared/events.ts';
import type { Compared } from '../../../shared/forms/compared.ts';
import type { Confinement } from '../../../shared/sandbox.ts';
import { sha256 } from '../../lib/text.ts';
import type { RunRequest } from '../../runner/run-request.ts';
import { isInside } from '../../runner/workspace/workspace.ts';
import { hostsWith, isTooBroad, needsOf } from '../../skills/needs.ts';
import { activityOf } from '../../skills/skill-file.ts';
import { isBare, type Verdict } from './approval-policy.ts';
import type { ScriptCall } from './confirm.ts';
import { type GrantSeed, type HostFolder, skillContent, type WishedCommands } from './grants.ts';

/** Needs that a run of a skill's script gets, and the required grant (src/main/skills/needs.ts). */
export interface RunNeeds {
  readonly hosts: readonly string[];
  /** Real. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly programs: readonly string[];
}

export interface AskedNeeds extends RunNeeds {
  /** Per skill, its whole content, and what it needs. Undefined where nothing of it takes a grant. */
  readonly grant: GrantSeed | undefined;
}

/**
 * @param appFolders the app's own, which no run is ever given.
 * @param secrets names of those that the skill was given.
 */
export function askedNeeds(
  call: ScriptCall | undefined,
  bundled: boolean,
  appFolders: readonly string[],
  secrets: readonly string[] = [],
): AskedNeeds | undefined {
  if (call === undefined) return undefined;
  const declared = needsOf(call.skill);
  const { folders, programs } = declared;
  const hosts = hostsWith(declared, (name) => secrets.includes(name));
  const real = folders.flatMap(({ path: written, write }) => {
    const folder = givable(written, appFolders);
    return folder === undefined ? [] : [{ folder, write }];
  });
  const needs: RunNeeds = {
    hosts,
    reads: real.filter(({ write }) => !write).map(({ folder }) => folder),
    writes: real.filter(({ write }) => write).map(({ folder }) => folder),
    programs,
  };
  const { reads, writes } = needs;
  // Bundled skills may name the programs that they start.
  const counted = hosts.length + reads.length + writes.length + (bundled ? 0 : programs.length);
  if (counted === 0) return programs.length === 0 ? undefined : { ...needs, grant: undefined };
  const version = skillContent(call.skill.dir);
  const label = [...hosts, ...reads, ...writes, ...programs].join(', ');
  const key = `needs:${sha256(JSON.stringify([call.skill.id, version, needs]))}`;
  return { ...needs, grant: { key, what: 'needs', label, skill: call.skill.id, version } };
}

/** Real path; undefined if it does not exist or is too broad to grant. */
function givable(folder: string, appFolders: readonly string[]): string | undefined {
  try {
    const real = realpathSync.native(folder);
    const ours = appFolders.some((own) => isInside(own, real) || isInside(real, own));
    // Never lends files that later run as the user, nor a single file (such as a shell's startup file).
    const fixed = real.toLowerCase().split(path.sep).includes('.git') || !statSync(real).isDirectory();
    return ours || fixed || isTooBroad(real, realHome()) ? undefined : real;
  } catch {
    return undefined;
  }
}

function realHome(): string {
  try {
    return realpathSync.native(homedir());
  } catch {
    return homedir();
  }
}

/** Converts the needs to the runner's form. */
export function accessOf(needs: RunNeeds | undefined): Pick<RunRequest, 'access'> {
  return needs === undefined || needs.hosts.length + needs.programs.length === 0
    ? {}
    : { access: { hosts: needs.hosts, programs: needs.programs } };
}

/** Facts that only runs have: all absent for a tool that is no command and opens nothing. */
export const NO_ACCESS = {
  hosts: [],
  reads: [],
  writes: [],
  programs: [],
  asked: { hosts: [], reads: [], writes: [], programs: [] },
  inputs: [],
  variables: [],
  everyRun: false,
} satisfies Partial<ApprovalFacts>;

export interface AskedCommand {
  readonly command: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly verdict: Verdict;
  readonly needsPerson: boolean;
  /** It is typed into a program that runs. */
  readonly typed?: boolean | undefined;
  /** Limits of what it can do. */
  readonly sandbox: Confinement;
  /** Folders of the person's that it reads from, not allowed yet. */
  readonly hostFolders: readonly HostFolder[];
  /** Access its skill needs beyond its folder. */
  readonly needs?: AskedNeeds | undefined;
  /** That need is not granted yet. */
  readonly needsAsked?: boolean | undefined;
  /** Commands that a loaded skill asks for, this one among them. */
  readonly wished?: WishedCommands | undefined;
  readonly secrets?: readonly string[] | undefined;
  readonly attached?: readonly { readonly path: string; readonly writable: boolean }[] | undefined;
  /** `first`: this run only makes the quote. `none`: no price is known. */
  readonly quote?: ApprovalFacts['quote'];
  /** Its skill's records that cannot be read. */
  readonly unread?: readonly string[] | undefined;
  /** The card that the script itself made for the question. */
  readonly preview?: unknown;
  /** The person's wishes beside what that card gives. */
  readonly compared?: readonly Compared[] | undefined;
}

/** Access that the sandbox allows: CONTRACT §8 "Paths". */
const CONFINED =
  'It can read its own folder and what this session was given, and write results there. It cannot use the network or see your other files.';
/** Access without a sandbox. */
const UNCONFINED = 'No sandbox confines it: it can read, change and delete anything that you can, and use the network.';

function reachOf({ sandbox, needs }: AskedCommand): string {
  if (sandbox === 'none') return UNCONFINED;
  if (needs === undefined) return CONFINED;
  const { hosts, reads, writes, programs } = needs;
  return [
    'It can read its own folder and what this session was given, and write results there.',
    ...(reads.length === 0 ? [] : [`It can read ${reads.join(', ')}.`]),
    ...(writes.length === 0
      ? []
      : [
          `It can change and delete files in ${writes.join(', ')}, but not .git, settings of editors, shells and agents, or skills there.`,
        ]),
    hosts.length === 0 ? 'It cannot use the network.' : `It can use the network to reach ${hosts.join(', ')}.`,
    ...(programs.length === 0 ? [] : [`It can start ${programs.join(', ')}.`]),
    'It cannot see your other files.',
  ].join(' ');
}

function reasonFor(asked: AskedCommand): string {
  const { env = {}, verdict, hostFolders, sandbox, needsAsked } = asked;
  const environment = Object.entries(env).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const set = environment.length === 0 ? '' : ` It also sets ${environment.join(', ')}.`;
  const folders = hostFolders.map(({ folder }) => folder).join(', ');
  const reads =
    folders === ''
      ? ''
      : ` It gets copies of files from ${folders}; approval lets other runs of this session read it too, until its end.`;
  const reach = reachOf(asked);
  switch (verdict.kind) {
    case 'confirm':
      return `${verdict.call.skill.id} asks for a person's yes before every run of ${verdict.call.script}.${
        needsAsked || (sandbox === 'none' && !verdict.bundled) ? ` ${reach}` : ''
      }${set}${reads}`;
    case 'suspect':
      return `This could run a script that needs a person's yes: ${verdict.reason}.${set}${reads}`;
    case 'ordinary':
      if (verdict.foreign !== undefined && verdict.call === undefined)
        return `This runs ${verdict.foreign.script} of the skill ${verdict.foreign.skill}. ${reach}${set}${reads}`;
      if (verdict.call !== undefined)
        return `${verdict.call.skill.id} wants to run its script ${verdict.call.script}. ${reach}${set}${reads}`;
      return `${sandbox === 'none' ? 'This command can do anything that you can do on this computer.' : CONFINED}${set}${reads}`;
    case 'trusted':
      return needsAsked
        ? `${verdict.call.skill.id} wants to run its script ${verdict.call.script}. ${reach}${set}${reads}`
        : `${verdict.call.skill.id} wants files of yours.${set}${reads}`;
  }
}

const NOTHING = { hosts: [], reads: [], writes: [], programs: [] };

/** Grants an approval may become; never lasting for an unconfined script from elsewhere or one to confirm each time. */
function offersFor({ verdict, sandbox, hostFolders, needsAsked }: AskedCommand): ApprovalFacts['offers'] {
  const confined = sandbox !== 'none';
  const goesOn =
    (verdict.kind === 'ordinary' && !isBare(verdict, confined)) || (verdict.kind === 'trusted' && needsAsked === true);
  return goesOn && hostFolders.length === 0 ? [...GRANT_SPANS] : ['once'];
}

function factsFor(asked: AskedCommand): ApprovalFacts {
  const { env = {}, verdict, sandbox, hostFolders, needs, needsAsked, typed, attached = [], secrets = [] } = asked;
  const { wished, unread = [] } = asked;
  const call = 'call' in verdict ? verdict.call : undefined;
  const foreign = verdict.kind === 'ordinary' ? verdict.foreign : undefined;
  const thirdParty = foreign !== undefined || (verdict.kind === 'confirm' && !verdict.bundled);
  const { hosts, reads, writes, programs } = needs ?? NOTHING;
  const wanted = needsAsked === true ? { hosts, reads, writes, programs } : NOTHING;
  const offers = offersFor(asked);
  const keys = [
    ...(verdict.kind === 'ordinary' && offers.length > 1 ? [verdict.key] : []),
    ...(needsAsked === true && offers.length > 1 && needs?.grant !== undefined ? [needs.grant.key] : []),
    ...(wished !== undefined && offers.length > 1 ? [wished.grant.key] : []),
    ...hostFolders.map(({ key }) => key),
  ];
  const skill = call?.skill.id ?? foreign?.skill;
  const script = call?.script ?? foreign?.script;
  return {
    subject: typed === true ? 'typed' : call === undefined ? 'command' : 'script',
    ...defined({ skill, script }),
    thirdParty,
    sandbox,
    network: sandbox === 'none' ? 'open' : hosts.length === 0 ? 'none' : 'hosts',
    hosts: [...hosts],
    reads: [...reads, ...attached.filter(({ writable }) => !writable).map((folder) => folder.path)],
    writes: [...writes, ...attached.filter(({ writable }) => writable).map((folder) => folder.path)],
    programs: [...programs],
    asked: {
      hosts: [...wanted.hosts],
      reads: [...wanted.reads],
      writes: [...wanted.writes],
      programs: [...wanted.programs],
    },
    inputs: hostFolders.map(({ folder }) => folder),
    ...(secrets.length === 0 ? {} : { secrets: [...secrets] }),
    variables: Object.entries(env).map(([name, value]) => ({ name, value })),
    ...(verdict.kind === 'suspect' ? { suspect: verdict.reason } : {}),
    ...(wished === undefined || offers.length === 1
      ? {}
      : { wished: { skill: wished.skill, commands: [...wished.rules] } }),
    everyRun: verdict.kind === 'confirm',
    ...defined({ quote: asked.quote }),
    ...(unread.length === 0 ? {} : { unread: [...unread] }),
    offers,
    keys,
  };
}

export function approvalDetail(asked: AskedCommand): ApprovalDetail & { readonly facts: ApprovalFacts } {
  const { verdict, command, cwd, needsPerson, hostFolders, preview, compared } = asked;
  const call = 'call' in verdict ? verdict.call : undefined;
  const activity = call === undefined ? undefined : activityOf(call);
  return {
    command,
    cwd,
    ...(hostFolders.length === 0 ? {} : { path: hostFolders.map(({ folder }) => folder).join('\n') }),
    ...(call === undefined ? {} : { skill: call.skill.id, script: call.script }),
    ...(activity === undefined ? {} : { activity }),
    reason: reasonFor(asked),
    needsPerson,
    ...defined({ preview, compared: compared === undefined ? undefined : [...compared] }),
    facts: factsFor(asked),
  };
}
