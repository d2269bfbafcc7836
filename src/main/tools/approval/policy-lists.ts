/** The user's lists of programs (`commands` of `config.jsonc`): which commands run unasked, and which never. */

import { lstatSync } from 'node:fs';
import path from 'node:path';
import type { CommandLists } from '../../../shared/approvals.ts';
import { realOf } from '../../lib/files.ts';
import { isAgentFolder, isObeyed, isRepository, isReserved } from '../../runner/sandbox/protected.ts';
import { isInside } from '../../runner/workspace/workspace.ts';
import { isPlainGitFolder, nameOf, shapeOf } from './policy-git.ts';
import { type ProgramsOf, programsOf } from './policy-programs.ts';
import { isPlainValue, type Started } from './policy-wrappers.ts';

/**
 * Paths that no file tool writes to, even in a granted folder: files that would later run as the user (a repository's
 * hooks and settings), and files that control the app (its own data, skills).
 */
export interface FixedFolders {
  /** Real. Of the app: settings, keys, databases. A folder given further in counts as the person's. */
  readonly app: readonly string[];
  /** Real, of every skill that there is. */
  readonly skills: readonly string[];
}

/** @param real path to write to. @param given folder that allows it. @returns a description if it must not change. */
export function fixedPart(real: string, given: string, { app, skills }: FixedFolders): string | undefined {
  if (real.split(path.sep).some(isRepository))
    return "a repository's own files, whose settings and hooks would run as the person";
  const own = real.slice(given.length).split(path.sep);
  if (own.some(isAgentFolder)) return 'a folder of skills and settings of agents';
  // The workspace's own folders are the session's: no editor or shell of the user acts on them.
  const lent = !app.some((folder) => isInside(folder, given));
  const name = own.find(isReserved);
  if (lent && name !== undefined) return `${name}, which other programs run or obey by themselves`;
  if (lent && isObeyed(real, given)) return 'what a repository obeys or runs, by its settings or its place';
  if (skills.some((dir) => isInside(dir, real))) return 'the folder of a skill; skills are changed in the author alone';
  if (app.some((folder) => isInside(folder, real) && isInside(given, folder))) return "the app's own data";
  return undefined;
}

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

/** Shell builtins that change nothing outside the shell. Redirections with `>` are checked separately. */
const HARMLESS = new Set('cd pwd pushd popd echo printf true false : test [ [[ read shift return exit wait'.split(' '));
/** Variables that change how something is shown, and nothing else. Any other before an allowed command is asked for. */
const HARMLESS_VARIABLE = /^(LANG|LANGUAGE|LC_[A-Z]+|TZ|NO_COLOR|COLUMNS|LINES)$/;
/** Names for the rounds of a loop: none that a shell or a program has a meaning for. */
const LOOP_VARIABLE = /^(?!.*(path|proxy|prompt|^ps\d|^ifs|^env))[a-z_][a-z0-9_]*$/;

const words = (rule: string): readonly string[] => rule.trim().split(/\s+/);
const baseName = (program: string): string =>
  path.posix
    .basename(program)
    .replace(/\.exe$/i, '')
    .toLowerCase();

/**
 * Allows what the rule names as written: a file of that name elsewhere is another program. Further arguments must have
 * a known shape; with `*` at a rule's end the user allows any.
 */
function isAllowed(
  { program, args, fed }: Started,
  rules: readonly string[],
  { readsInput, staysInWorkspace }: { readonly readsInput: boolean; readonly staysInWorkspace: boolean },
): boolean {
  // A relative path depends on the current folder, whose files are not trusted.
  if (program.includes('/') && !path.isAbsolute(program)) return false;
  return rules.map(words).some(([first, ...rest]) => {
    const open = rest.at(-1) === '*';
    const named = open ? rest.slice(0, -1) : rest;
    if (first !== program || !named.every((word, index) => args[index] === word)) return false;
    const shape = shapeOf(program, args);
    if (open || shape === 'reads' || (shape === 'writes' && staysInWorkspace)) return true;
    // Its input may be code to it.
    return args.length === named.length && !fed && !readsInput;
  });
}

/** The folders that it may run in; undefined where a change of folder is not known. */
function foldersOf({ programs }: ProgramsOf, cwd: string): readonly string[] | undefined {
  const folders = [cwd];
  for (const { program, args } of programs) {
    if (program === 'pushd' || program === 'popd') return undefined;
    if (program !== 'cd') continue;
    const [to] = args;
    if (args.length !== 1 || to === undefined || to.startsWith('-') || folders.length > 32) return undefined;
    folders.push(...folders.map((folder) => path.resolve(folder, to)));
  }
  return folders;
}

/** True if git runs with nothing that writes, in folders whose repositories name no program. */
function gitIsPlain(read: ProgramsOf, cwd: string): boolean {
  if (!read.programs.some(({ program }) => nameOf(program) === 'git')) return true;
  const others = read.programs.filter(({ program }) => nameOf(program) !== 'git');
  if (
    !others.every(
      ({ program, args, passesOn }) => passesOn || HARMLESS.has(program) || shapeOf(program, args) === 'reads',
    )
  )
    return false;
  if (read.writes.some((target) => target === undefined || !DEVICES.has(target))) return false;
  return foldersOf(read, cwd)?.every((folder) => isPlainGitFolder(realOf(folder) ?? folder)) === true;
}

/** `perhaps`: other arguments are in between, or a word is known only at run time. */
function denies({ program, args }: Started, rule: string): 'yes' | 'perhaps' | 'no' {
  const [first = '', ...rest] = words(rule);
  if (program !== first && baseName(program) !== baseName(first)) return 'no';
  if (rest.every((word, index) => args[index] === word)) return 'yes';
  let at = 0;
  for (const arg of args) if (at < rest.length && (arg === undefined || arg === rest[at])) at += 1;
  return at === rest.length || args.includes(undefined) ? 'perhaps' : 'no';
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
/** Each of its words, whole: not inside another. */
const occurs = (text: string, rule: string): boolean =>
  words(rule).every((word) =>
    new RegExp(String.raw`(?<![\w.-])${escaped(baseName(word))}(\.exe)?(?![\w.-])`, 'i').test(text),
  );

/**
 * Reads Windows' command language roughly: the first word of each part is a program. A name elsewhere may be one too,
 * as may a variable's value.
 */
function cmdSays(command: string, deny: readonly string[]): ListWord {
  const plain = command.replaceAll(/[\^"]/g, '');
  const programs = plain
    .split(/[&|()\r\n]+/)
    .map((part) => part.trim().split(/[\s,;=]+/))
    .map(([first = '', ...args]) => ({
      program: (first.split(/[\\/]/).at(-1) ?? '').replace(/^@/, '').replace(/\.(exe|com|cmd|bat)$/i, ''),
      args,
      passesOn: false,
      fed: false,
    }));
  const verdicts = deny.flatMap((rule) => programs.map((program) => ({ rule, word: denies(program, rule) })));
  const denied = verdicts.find(({ word }) => word === 'yes');
  if (denied !== undefined) return { kind: 'deny', rule: denied.rule };
  const perhaps = verdicts.some(({ word }) => word === 'perhaps') || deny.some((rule) => occurs(plain, rule));
  return perhaps || (deny.length > 0 && /[%!]/.test(command)) ? { kind: 'ask' } : { kind: 'silent' };
}

const DEVICES = new Set(['/dev/null', '/dev/stdout', '/dev/stderr']);

function writesInside(read: ProgramsOf, { cwd, workspaceRoot }: Listed): boolean {
  const changesFolder = foldersOf(read, cwd)?.length !== 1;
  return read.writes.every((target) => {
    if (target === undefined) return false;
    if (DEVICES.has(target)) return true;
    if (changesFolder && !path.isAbsolute(target)) return false;
    const file = path.resolve(cwd, target);
    return staysInside(workspaceRoot, file) && fixedPart(file, workspaceRoot, { app: [], skills: [] }) === undefined;
  });
}

/** Resolves links in the existing part of the path. */
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

/** Deny takes precedence. A command runs unasked only if every program in it is allowed and nothing is unknown. */
export function listsSay(listed: Listed, { allow, deny, unreadable }: CommandLists): ListWord {
  if (unreadable) return { kind: 'ask' };
  if (allow.length === 0 && deny.length === 0) return { kind: 'silent' };
  const { command, env, shell } = listed;
  if (shell === 'cmd') return cmdSays(command, deny);
  const read = programsOf(command);
  const verdicts = deny.flatMap((rule) => read.programs.map((program) => ({ rule, word: denies(program, rule) })));
  const denied = verdicts.find(({ word }) => word === 'yes');
  if (denied !== undefined) return { kind: 'deny', rule: denied.rule };
  if (read.unknown && deny.length > 0) {
    const rule = deny.find((one) => occurs(command, one));
    return rule === undefined ? { kind: 'ask' } : { kind: 'deny', rule };
  }
  // A program with unknown syntax may run any of its arguments as a program.
  const carried = read.programs
    .filter(
      ({ program, args, passesOn }) => !passesOn && !HARMLESS.has(program) && shapeOf(program, args) === undefined,
    )
    .flatMap(({ args }) => args.map((arg) => arg ?? ''))
    .join('\n');
  if (verdicts.some(({ word }) => word === 'perhaps') || deny.some((rule) => occurs(carried, rule)))
    return { kind: 'ask' };
  if (read.evaluates && deny.some((rule) => occurs(command, rule))) return { kind: 'ask' };
  const { cwd, workspaceRoot } = listed;
  const staysInWorkspace = foldersOf(read, cwd)?.every((folder) => staysInside(workspaceRoot, folder)) === true;
  const { readsInput } = read;
  const all = read.programs.every(
    (one) => one.passesOn || HARMLESS.has(one.program) || isAllowed(one, allow, { readsInput, staysInWorkspace }),
  );
  const plain =
    read.sets.every((name) => HARMLESS_VARIABLE.test(name)) &&
    read.loops.every((name) => LOOP_VARIABLE.test(name)) &&
    Object.entries(env).every(([name, value]) => HARMLESS_VARIABLE.test(name) && isPlainValue(value));
  const allowed =
    all && plain && !read.unknown && !read.evaluates && read.programs.length > 0 && writesInside(read, listed);
  return allowed && allow.length > 0 && gitIsPlain(read, listed.cwd) ? { kind: 'allow' } : { kind: 'silent' };
}
