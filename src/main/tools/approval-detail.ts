/** The question that a person is asked before a command, in words and facts. */
import type { ApprovalDetail } from '../../shared/events.ts';
import type { Verdict } from './approval-policy.ts';
import type { HostFolder } from './run-inputs.ts';

export interface AskedCommand {
  readonly command: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly verdict: Verdict;
  readonly needsPerson: boolean;
  /** A sandbox bounds what it can do. */
  readonly confined: boolean;
  /** Folders of the person's that it reads from, not allowed yet. */
  readonly hostFolders: readonly HostFolder[];
  /** The card that the script itself made for the question. */
  readonly preview?: unknown;
}

/** What the sandbox leaves it: CONTRACT §8 "Paths". */
const CONFINED =
  'It can read its own folder and what this session was given, and write results there. It cannot use the network or see your other files.';

function reasonFor({ env = {}, verdict, hostFolders, confined }: AskedCommand): string {
  const environment = Object.entries(env).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const set = environment.length === 0 ? '' : ` It also sets ${environment.join(', ')}.`;
  const folders = hostFolders.map(({ folder }) => folder).join(', ');
  const reads =
    folders === ''
      ? ''
      : ` It gets copies of files from ${folders}; a yes opens that to this session's runs until its end.`;
  switch (verdict.kind) {
    case 'confirm':
      return `${verdict.call.skill.id} asks for a person's yes before every run of ${verdict.call.script}.${set}${reads}`;
    case 'suspect':
      return `This could run a script that needs a person's yes: ${verdict.reason}.${set}${reads}`;
    case 'ordinary':
      if (verdict.call !== undefined)
        return `${verdict.call.skill.id} wants to run its script ${verdict.call.script}.${confined ? ` ${CONFINED}` : ''}${set}${reads}`;
      return `${confined ? CONFINED : 'This command can do anything that you can do on this computer.'}${set}${reads}`;
    case 'trusted':
      return `${verdict.call.skill.id} wants files of yours.${set}${reads}`;
  }
}

export function approvalDetail(asked: AskedCommand): ApprovalDetail {
  const { verdict, command, cwd, needsPerson, hostFolders, preview } = asked;
  const call = 'call' in verdict ? verdict.call : undefined;
  return {
    command,
    cwd,
    ...(hostFolders.length === 0 ? {} : { path: hostFolders.map(({ folder }) => folder).join('\n') }),
    ...(call === undefined ? {} : { skill: call.skill.id, script: call.script }),
    reason: reasonFor(asked),
    needsPerson,
    ...(preview === undefined ? {} : { preview }),
  };
}
