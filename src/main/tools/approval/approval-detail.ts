/** The question that a person is asked before a call, as facts. */
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { type ApprovalFacts, GRANT_SPANS } from '../../../shared/approvals.ts';
import { defined } from '../../../shared/defined.ts';
import type { ApprovalDetail } from '../../../shared/events.ts';
import type { Compared } from '../../../shared/forms/compared.ts';
import type { Confinement } from '../../../shared/sandbox.ts';
import type { ApprovalNeed } from '../../agent/ports.ts';
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
const NO_ACCESS = {
  hosts: [],
  reads: [],
  writes: [],
  programs: [],
  asked: { hosts: [], reads: [], writes: [], programs: [] },
  inputs: [],
  variables: [],
  everyRun: false,
} satisfies Partial<ApprovalFacts>;

const DENIED =
  'The person did not allow this. Do not run it again and do not look for another way to do the same; ask what they would like instead.';
/** No mode can replace an approval that every run needs, so the advice differs (CONTRACT §8 "Approvals"). */
const unasked = (needsPerson: boolean): string =>
  `Not run: it needs a person's yes and there is nobody to ask here. Nobody refused it. Do not run it again and do not look for another way to do the same; say what is left to do, and that it can be done in a conversation on the screen or at a terminal${
    needsPerson ? '. No setting gives this yes.' : ', or here with --approve auto.'
  }`;
/** Texts for the model if the call does not run. */
export const noes = (needsPerson: boolean) => ({ denied: DENIED, unasked: unasked(needsPerson) });

type ToolFacts = Omit<ApprovalFacts, keyof typeof NO_ACCESS | 'subject'> & Partial<ApprovalFacts>;

/** The question before a call that is no command. */
export const toolQuestion = (
  facts: ToolFacts,
  detail: Partial<ApprovalDetail> = {},
): Extract<ApprovalNeed, { readonly kind: 'ask' }> => ({
  kind: 'ask',
  action: 'call-tool',
  detail: { needsPerson: false, ...detail, facts: { ...NO_ACCESS, subject: 'tool', ...facts } },
  ...noes(false),
});

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
    needsPerson,
    ...defined({ preview, compared: compared === undefined ? undefined : [...compared] }),
    facts: factsFor(asked),
  };
}
