/**
 * May this command run: at once, after a person's approval, or not at all (CONTRACT §8 "Approvals", "A bundled script").
 * Nothing here trusts a word of the model's: only the command's own form, and what is on the disk.
 */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ApprovalMode } from '../../../shared/events.ts';
import { parseSimpleCommand } from '../../../shared/text/simple-command.ts';
import { realOf } from '../../lib/files.ts';
import { sha256 } from '../../lib/text.ts';
import type { Interpreters } from '../../runner/interpreters.ts';
import { isInside } from '../../runner/workspace/workspace.ts';
import type { SkillSummary } from '../../skills/types.ts';
import {
  confirmEntries,
  confirmEntryFor,
  findMention,
  INTERPRETER,
  isExecutable,
  isReadOnly,
  matchScriptCall,
  previewFlag,
  type ScriptCall,
} from './confirm.ts';
import { skillContent } from './grants.ts';
import type { ListWord } from './policy-lists.ts';
import { type ScannedCommand, type ScannedWord, scanCommand } from './policy-programs.ts';

export interface CommandToJudge {
  readonly command: string;
  /** Real. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface PolicySurroundings {
  readonly interpreters: Interpreters;
  readonly skills: readonly SkillSummary[];
  readonly bundledRoot: string;
  readonly workspaceRoot: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly platform?: NodeJS.Platform;
}

/** A run with the skill's `confirm-preview`; `as` is what any such run of the script is. */
interface QuoteRun {
  readonly command: string;
  readonly as: Extract<Verdict, { readonly kind: 'trusted' | 'ordinary' }>;
}

export type Verdict =
  /** A bundled skill's script. `quote`: the run that only says what it would do; it gets throw-away folders, so that it can do no more. */
  | { readonly kind: 'trusted'; readonly call: ScriptCall; readonly quote: boolean }
  /** A person's yes for every run. `quote`: the run that fills the question's card; absent where the skill names none. */
  | { readonly kind: 'confirm'; readonly call: ScriptCall; readonly bundled: boolean; readonly quote?: QuoteRun }
  /** May be such a run in another form. */
  | { readonly kind: 'suspect'; readonly reason: string }
  /** `key`: what a session grant covers. `foreign`: the script from elsewhere that the command runs in any form. */
  | { readonly kind: 'ordinary'; readonly key: string; readonly call?: ScriptCall; readonly foreign?: ForeignScript };

/** Really in the bundled root, and not shadowed: then the library would list another folder under its id. */
export function isBundled(skill: SkillSummary, bundledRoot: string): boolean {
  const root = realOf(bundledRoot);
  const dir = realOf(skill.dir);
  return skill.source === 'bundled' && root !== undefined && dir !== undefined && dir !== root && isInside(root, dir);
}

/** Files through which `uv` and similar tools, started in their folder, run another interpreter or program. */
const CHANGES_INTERPRETER = [
  'pyproject.toml uv.toml .python-version .python-versions .tool-versions .venv mise.toml .mise.toml',
  '.node-version .nvmrc',
].flatMap((line) => line.split(' '));

/**
 * True if nothing in the folder changes what an interpreter runs: writing to the first two needs approval, and a
 * bundled script's run looks for projects elsewhere (docs/decisions/0012).
 */
function quietFolder(cwd: string, call: ScriptCall, workspaceRoot: string): boolean {
  const root = realOf(workspaceRoot) ?? workspaceRoot;
  if (cwd === root || isInside(realOf(call.skill.dir) ?? call.skill.dir, cwd)) return true;
  const isThere = (name: string): boolean => lstatSync(path.join(cwd, name), { throwIfNoEntry: false }) !== undefined;
  return cwd === path.join(root, 'work') && !CHANGES_INTERPRETER.some(isThere);
}

/** A grant covers the approved content: if a script in the command, or its skill, changes, the key changes. */
function contentsNamed(
  command: CommandToJudge,
  { variables, skills }: Pick<PolicySurroundings, 'variables' | 'skills'>,
): readonly string[] {
  const { commands } = scanCommand(command.command, { ...variables, ...command.env });
  return commands
    .flatMap(({ words }) => words)
    .flatMap(({ text }) => {
      const file = realOf(path.resolve(command.cwd, text));
      const info = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
      if (file === undefined || info?.isFile() !== true) return [];
      if (!isExecutable(file, info.mode)) return [];
      const skill = skills.find(({ dir }) => isInside(realOf(dir) ?? dir, file));
      if (skill !== undefined) return [`${file}:${skillContent(skill.dir, file)}`];
      return info.size < 8 * 1024 * 1024 ? [`${file}:${sha256(readFileSync(file))}`] : [];
    });
}

function grantKey(
  command: CommandToJudge,
  call: ScriptCall | undefined,
  around: Pick<PolicySurroundings, 'variables' | 'skills'>,
): string {
  if (call !== undefined)
    return `script:${sha256(JSON.stringify([call.program, call.file, skillContent(call.skill.dir, call.file)]))}`;
  const { env, cwd } = command;
  return `command:${sha256(JSON.stringify([command.command, cwd, Object.entries(env).sort(), contentsNamed(command, around)]))}`;
}

export function judgeCommand(command: CommandToJudge, around: PolicySurroundings): Verdict {
  const shell = (around.platform ?? process.platform) === 'win32' ? 'cmd' : 'posix';
  const simple = parseSimpleCommand(command.command, shell);
  const entries = confirmEntries(around.skills);
  const call =
    'words' in simple && Object.keys(command.env).length === 0
      ? matchScriptCall(simple.words, command.cwd, around.interpreters, around.skills)
      : undefined;
  if (call === undefined) {
    const reason = findMention({ ...command, variables: around.variables }, entries);
    if (reason !== undefined) return { kind: 'suspect', reason };
    const foreign = foreignScript(command, {
      skills: around.skills,
      variables: around.variables,
      isBundled: (skill) => isBundled(skill, around.bundledRoot),
    });
    return {
      kind: 'ordinary',
      key: grantKey(command, undefined, around),
      ...(foreign === undefined ? {} : { foreign }),
    };
  }

  const bundled = isBundled(call.skill, around.bundledRoot);
  const trusted = bundled && quietFolder(command.cwd, call, around.workspaceRoot);
  const ordinary = (): Extract<Verdict, { readonly kind: 'ordinary' }> => {
    const foreign = { skill: call.skill.id, script: call.script };
    return { kind: 'ordinary', key: grantKey(command, call, around), call, ...(bundled ? {} : { foreign }) };
  };
  const entry = confirmEntryFor(call, entries);
  if (entry !== undefined) {
    // Whether a script that is not named takes the flag is not known.
    const flag = entry.file === undefined || entry.implied === true ? undefined : previewFlag(call.skill);
    // After `--` a flag is an ordinary argument: the preview would perform the action.
    if (flag === undefined || call.args.includes('--')) return { kind: 'confirm', call, bundled };
    const given = call.args.includes(flag);
    if (given && trusted) return { kind: 'trusted', call, quote: true };
    if (given) return { kind: 'confirm', call, bundled };
    const quoted = { ...call, args: [...call.args, flag] };
    const as = trusted ? ({ kind: 'trusted', call: quoted, quote: true } as const) : { ...ordinary(), call: quoted };
    return { kind: 'confirm', call, bundled, quote: { command: `${command.command.trim()} ${flag}`, as } };
  }
  if (trusted) return { kind: 'trusted', call, quote: false };
  const reason = findMention({ ...command, variables: around.variables }, entries);
  if (reason !== undefined) return { kind: 'suspect', reason };
  return ordinary();
}

/** `ask-person`: no setting and no earlier yes may answer. `refused-bare`: for want of a sandbox. */
export type Answer = 'allowed' | 'refused' | 'refused-bare' | 'ask' | 'ask-person';

/** A script from elsewhere that nothing would confine: each run is asked for (CONTRACT §7). */
export const isBare = (verdict: Verdict, confined: boolean): boolean =>
  !confined && verdict.kind === 'ordinary' && verdict.foreign !== undefined;

/** Verdicts that are answered alike. `person`: a person's yes for every run. `bare`: as `isBare`. */
type Case = 'trusted' | 'confirm' | 'person' | 'bare' | 'ordinary';
/** Columns of the table: lists that say nothing, allow or want a person, each without and with an earlier yes. */
const COLUMNS = { silent: [0, 1], allow: [2, 2], ask: [3, 4] } as const;
type Row = readonly [silent: Answer, granted: Answer, allow: Answer, ask: Answer, askGranted: Answer];

const each = (answer: Answer): Row => [answer, answer, answer, answer, answer];
const FREE: Row = ['allowed', 'allowed', 'allowed', 'ask-person', 'ask-person'];

/** The whole policy; a list that denies refuses any of it. */
const ANSWERS: Readonly<Record<Case, Readonly<Record<ApprovalMode, Row>>>> = {
  trusted: { ask: FREE, auto: FREE, never: FREE },
  confirm: { ask: each('ask-person'), auto: each('ask-person'), never: each('ask-person') },
  person: { ask: each('ask-person'), auto: each('ask-person'), never: each('refused') },
  bare: { ask: each('ask-person'), auto: each('refused-bare'), never: each('refused') },
  ordinary: { ask: ['ask', 'allowed', 'allowed', 'ask', 'ask-person'], auto: FREE, never: each('refused') },
};

function caseOf(verdict: Verdict, confined: boolean): Case {
  if (verdict.kind === 'ordinary') return isBare(verdict, confined) ? 'bare' : 'ordinary';
  if (verdict.kind === 'trusted') return 'trusted';
  return verdict.kind === 'confirm' && verdict.bundled ? 'confirm' : 'person';
}

/** @param confined true if a sandbox would limit the run. @param list of the person's commands. */
export function answerFor(
  verdict: Verdict,
  mode: ApprovalMode,
  granted: (key: string) => boolean,
  confined: boolean,
  list: ListWord['kind'] = 'silent',
): Answer {
  if (list === 'deny') return 'refused';
  const [without, withGrant] = COLUMNS[list];
  const isGranted = verdict.kind === 'ordinary' && granted(verdict.key);
  return ANSWERS[caseOf(verdict, confined)][mode][isGranted ? withGrant : without];
}

interface ForeignScript {
  readonly skill: string;
  /** Relative to the skill's folder; '.' for the folder itself. */
  readonly script: string;
}

interface ForeignSurroundings {
  readonly skills: readonly SkillSummary[];
  readonly isBundled: (skill: SkillSummary) => boolean;
  /** Variables of the run, by name; `SKILLS_DIR` holds the session's own views of skills, by id. */
  readonly variables: Readonly<Record<string, string>>;
}

/** True if a shell pattern may lead into `dir`. */
function mayReach(pattern: string, dir: string): boolean {
  const parts = pattern.split('/');
  return dir.split('/').every((name, index) => {
    const part = parts[index];
    if (part === undefined) return false;
    if (!/[*?[{]/.test(part)) return part === name;
    const fixed = /^[^*?[{]*/.exec(part)?.[0] ?? '';
    return name.startsWith(fixed);
  });
}

/** Nothing in it starts a program or leaves a copy behind: it only shows what is there. */
function onlyShows(command: string, variables: Readonly<Record<string, string>>): boolean {
  const kept = command.replaceAll(/\d?>\s*(&\d\b|\/dev\/null(?=\s|$))/g, ' ');
  const { commands, isWhole } = scanCommand(kept, variables);
  return !kept.includes('>') && isWhole && commands.every(isReadOnly);
}

/** The file that an interpreter runs, whatever its name. */
const interpreted = ({ words }: ScannedCommand): ReadonlySet<ScannedWord> => {
  const at = words.findIndex(({ text }) => INTERPRETER.test(path.posix.basename(text)));
  const file = at === -1 ? undefined : words.slice(at + 1).find(({ text }) => !/^[-+]/.test(text));
  return new Set(file === undefined ? [] : [file]);
};

/**
 * The script of a skill from elsewhere that a command runs, though it is no recognised run of one.
 * It errs towards yes: a folder that a program is given may be run from, and what is shown may be read by a shell.
 */
function foreignScript(
  { command, cwd, env }: { command: string; cwd: string; env: Readonly<Record<string, string>> },
  { skills, isBundled, variables }: ForeignSurroundings,
): ForeignScript | undefined {
  const known = { ...variables, ...env };
  if (onlyShows(command, known)) return undefined;
  const { commands, isWhole } = scanCommand(command, known);
  const views = realOf(variables.SKILLS_DIR ?? '');
  const foreign = skills.flatMap((skill) => {
    if (isBundled(skill)) return [];
    const folders = [realOf(skill.dir), views === undefined ? undefined : realOf(path.join(views, skill.id))];
    return folders.flatMap((dir) => (dir === undefined ? [] : [{ skill: skill.id, dir }]));
  });
  const [first] = foreign;
  if (first === undefined) return undefined;
  if (!isWhole) return { skill: first.skill, script: '.' };
  // Shown to a shell, or kept: any file of the skill may be what runs.
  const feeds = commands.some((one) => !isReadOnly(one) && (one.piped || INTERPRETER.test(one.words[0]?.text ?? '')));
  const at = (file: string, isProgram: boolean): ForeignScript | undefined => {
    if (/[*?[{]/.test(file)) {
      const owner = foreign.find(({ dir }) => mayReach(file, dir));
      return owner === undefined ? undefined : { skill: owner.skill, script: '.' };
    }
    const real = realOf(file);
    const owner = real === undefined ? undefined : foreign.find(({ dir }) => isInside(dir, real));
    if (real === undefined || owner === undefined) return undefined;
    const info = statSync(real, { throwIfNoEntry: false });
    if (info === undefined || (info.isFile() && !isProgram && !isExecutable(real, info.mode))) return undefined;
    return { skill: owner.skill, script: path.relative(owner.dir, real).split(path.sep).join('/') || '.' };
  };
  let folder: string | undefined = cwd;
  for (const one of commands) {
    const [program, to] = one.words;
    if (program?.text === 'cd' || program?.text === 'pushd') {
      folder = to === undefined || to.dynamic || folder === undefined ? undefined : path.resolve(folder, to.text);
      continue;
    }
    const programs = interpreted(one);
    const shown = isReadOnly(one);
    const found: ForeignScript | undefined =
      one.words
        .flatMap((word) => {
          const { text, prefix, dynamic } = word;
          const isProgram = programs.has(word) || (shown && feeds);
          const texts = dynamic
            ? [text, prefix.slice(0, prefix.lastIndexOf('/') + 1)]
            : [text, ...text.split(/[=:;,\s'"()]/)];
          return texts.filter((each) => each !== '').map((each) => ({ each, isProgram }));
        })
        .map(({ each, isProgram }) => at(path.resolve(folder ?? cwd, each), isProgram))
        .find((script) => script !== undefined) ?? (folder === undefined || shown ? undefined : at(folder, false));
    if (found !== undefined) return found;
  }
  return undefined;
}
