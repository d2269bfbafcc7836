/** The person's own lists of programs (`commands` of `config.jsonc`): which command runs unasked, and which never. */
import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { CommandLists } from '../../shared/command-lists.ts';
import { isInside } from '../runner/workspace.ts';
import { carriedText, carriesMore } from './policy-carriers.ts';
import { type ProgramsOf, programsOf } from './policy-programs.ts';
import type { Started } from './policy-wrappers.ts';
import { realOf } from './script-call.ts';

export type ListWord =
  /** The lists say nothing of it. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'allow' }
  /** A person has to look: something on the deny list may be in it. */
  | { readonly kind: 'ask' }
  | { readonly kind: 'deny'; readonly rule: string };

export interface Listed {
  readonly command: string;
  /** Real. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly workspaceRoot: string;
  readonly shell: 'posix' | 'cmd';
}

/** Of the shell's own, these change nothing outside it. What is written by `>` is looked at apart. */
const HARMLESS = new Set('cd pwd pushd popd echo printf true false : test [ [[ read shift return exit wait'.split(' '));
/** Variables by which another program, or another file, is run than the one that is named. */
const CHANGES_PROGRAMS =
  /^(PATH|CDPATH|IFS|ENV|SHELL|EDITOR|VISUAL|BROWSER|PAGER|PROMPT_COMMAND|PS4|SHELLOPTS|BASHOPTS|HOME|XDG_.*|LD_.*|DYLD_.*|BASH_.*|GIT_.*|SSH_.*|LESS.*|MAN.*|NODE_.*|NPM_.*|PYTHON.*|PERL.*|RUBY.*|GEM_.*|JAVA_.*|_JAVA_.*|JDK_.*|CLASSPATH|GCONV_PATH|.*_(COMMAND|PAGER|EDITOR|OPTIONS|OPTS|PRELOAD)|.*\(\)|\?)$/i;

const words = (rule: string): readonly string[] => rule.trim().split(/\s+/);
const baseName = (program: string): string =>
  path.posix
    .basename(program)
    .replace(/\.exe$/i, '')
    .toLowerCase();

/** Allowed is what the rule names as it is written: a file of that name elsewhere is another program. */
function isAllowed({ program, args }: Started, rules: readonly string[]): boolean {
  // Of whatever folder it runs in: what stands there is anybody's.
  if (program.includes('/') && !path.isAbsolute(program)) return false;
  return rules
    .map(words)
    .some(
      ([first, ...rest]) =>
        first === program &&
        rest.every((word, index) => args[index] === word) &&
        !carriesMore(program, args, rest.length),
    );
}

/** `perhaps`: an option stands between, or a word is known only when it runs. */
function denies({ program, args }: Started, rule: string): 'yes' | 'perhaps' | 'no' {
  const [first = '', ...rest] = words(rule);
  if (program !== first && baseName(program) !== baseName(first)) return 'no';
  if (rest.every((word, index) => args[index] === word)) return 'yes';
  let at = 0;
  for (const arg of args) if (at < rest.length && (arg === undefined || arg === rest[at])) at += 1;
  return at === rest.length || args.includes(undefined) ? 'perhaps' : 'no';
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
const occurs = (command: string, rule: string): boolean =>
  words(rule).every((word) => new RegExp(`(^|[^w.-])${escaped(baseName(word))}(.exe)?($|[^w.-])`, 'i').test(command));

function writesInside({ writes, changesFolder }: ProgramsOf, { cwd, workspaceRoot }: Listed): boolean {
  return writes.every((target) => {
    if (target === undefined) return false;
    if (target === '/dev/null' || target === '/dev/stdout' || target === '/dev/stderr') return true;
    if (changesFolder && !path.isAbsolute(target)) return false;
    return staysInside(workspaceRoot, path.resolve(cwd, target));
  });
}

/** Links on the way are followed as far as it is there. */
function staysInside(folder: string, file: string): boolean {
  if (!isInside(folder, file)) return false;
  for (let at = file; at !== folder; at = path.dirname(at)) {
    const info = lstatSync(at, { throwIfNoEntry: false });
    if (info === undefined) continue;
    const real = realOf(at);
    return real !== undefined && isInside(folder, real);
  }
  return true;
}

/** Deny first. A command runs unasked only where every program in it is allowed, and nothing is left to be known. */
export function listsSay(listed: Listed, { allow, deny, unreadable }: CommandLists): ListWord {
  if (unreadable) return { kind: 'ask' };
  if (allow.length === 0 && deny.length === 0) return { kind: 'silent' };
  const { command, env, shell } = listed;
  if (shell === 'cmd') {
    // Its language is not read here: a name that occurs is taken to be meant.
    const rule = deny.find((one) => occurs(command, one));
    return rule === undefined ? { kind: 'silent' } : { kind: 'deny', rule };
  }
  const read = programsOf(command);
  const verdicts = deny.flatMap((rule) => read.programs.map((program) => ({ rule, word: denies(program, rule) })));
  const denied = verdicts.find(({ word }) => word === 'yes');
  if (denied !== undefined) return { kind: 'deny', rule: denied.rule };
  if (read.unknown && deny.length > 0) {
    const rule = deny.find((one) => occurs(command, one));
    return rule === undefined ? { kind: 'ask' } : { kind: 'deny', rule };
  }
  const carried = read.programs.map(({ program, args }) => carriedText(program, args)).join('\n');
  if (verdicts.some(({ word }) => word === 'perhaps') || deny.some((rule) => occurs(carried, rule)))
    return { kind: 'ask' };
  const all = read.programs.every((one) => one.passesOn || HARMLESS.has(one.program) || isAllowed(one, allow));
  const plain = [...read.sets, ...Object.keys(env)].every((name) => !CHANGES_PROGRAMS.test(name));
  const allowed = all && plain && !read.unknown && read.programs.length > 0 && writesInside(read, listed);
  return allowed && allow.length > 0 ? { kind: 'allow' } : { kind: 'silent' };
}
