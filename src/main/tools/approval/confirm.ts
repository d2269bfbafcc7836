/**
 * Finds out whether a command that is no recognised run of a script may still be one of a script that needs a person's
 * yes: named in quotes and pieces, linked, copied, reached by a pattern, fed to an interpreter. It errs towards asking.
 * What a program does once it runs cannot be read from a command; only a sandbox bounds that.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';
import { realOf } from '../../lib/files.ts';
import type { Interpreters } from '../../runner/interpreters.ts';
import { isInside } from '../../runner/workspace/workspace.ts';
import { confirmedScripts } from '../../skills/confirm-field.ts';
import type { SkillSummary } from '../../skills/types.ts';
import { type ScannedCommand, type ScannedWord, scanCommand } from './policy-programs.ts';

/** Recognises a simple command as "this interpreter, this skill's script, these arguments". */
export interface ScriptCall {
  readonly skill: SkillSummary;
  /** Relative to the skill's folder, with `/`. */
  readonly script: string;
  /** Real path. */
  readonly file: string;
  readonly program: readonly string[];
  readonly args: readonly string[];
}

const fileAt = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** The script's path must be the real one below the skill's folder: a link there could be another file when it runs. */
function scriptIn(skill: SkillSummary, token: string, cwd: string): { file: string; script: string } | undefined {
  if (token.startsWith('-') || token.split(/[\\/]/).includes('..')) return undefined;
  const written = path.isAbsolute(token) ? path.normalize(token) : path.join(cwd, token);
  const folder = realOf(skill.dir);
  const file = realOf(written);
  if (folder === undefined || file === undefined || !isInside(folder, file) || !fileAt(file)) return undefined;
  const below = [skill.dir, folder].find((dir) => isInside(dir, written));
  if (below === undefined || path.relative(below, written) !== path.relative(folder, file)) return undefined;
  return { file, script: path.relative(folder, file).split(path.sep).join('/') };
}

/** @param cwd real. Undefined where the command is anything else. */
export function matchScriptCall(
  words: readonly string[],
  cwd: string,
  interpreters: Interpreters,
  skills: readonly SkillSummary[],
): ScriptCall | undefined {
  for (const length of [1, 2]) {
    const token = words[length];
    if (token === undefined) continue;
    const program = words.slice(0, length);
    if (!interpreters.starters(token).some((starter) => starter.join('\0') === program.join('\0'))) continue;
    for (const skill of skills) {
      const found = scriptIn(skill, token, cwd);
      if (found !== undefined) return { skill, ...found, program, args: words.slice(length + 1) };
    }
  }
  return undefined;
}

/**
 * Scripts whose every run needs the user's approval, as named in a skill's front matter:
 * `metadata: {confirm: "scripts/book.py, scripts/manage.py cancel", confirm-preview: "--quote"}`.
 */
export interface ConfirmEntry {
  readonly skill: SkillSummary;
  /** Relative, with `/`, as in the front matter. */
  readonly script: string;
  /** Only runs with this argument; absent: all. */
  readonly argument?: string;
  /** Real path; undefined where the script is not there: then it may be any of the skill's. */
  readonly file: string | undefined;
  /** Set where another entry of the skill names no file of it, so that this script counts as named. */
  readonly implied?: true;
}

export function confirmEntries(skills: readonly SkillSummary[]): readonly ConfirmEntry[] {
  return skills.flatMap((skill) => {
    const entries = confirmedScripts(skill.metadata.confirm).map(({ script, argument }): ConfirmEntry => {
      const relative = path.posix.normalize(script);
      const real = realOf(path.join(skill.dir, relative));
      const file = real !== undefined && fileAt(real) ? real : undefined;
      return { skill, script: relative, file, ...(argument === undefined ? {} : { argument }) };
    });
    return entries.every(({ file }) => file !== undefined) ? entries : [...entries, ...everyScript(skill)];
  });
}

/** Files of one skill that are looked through for scripts. */
const MAX_FILES = 2000;

/** For a skill with an entry that names no file of it. */
function everyScript(skill: SkillSummary): readonly ConfirmEntry[] {
  const files = readdirSync(skill.dir, { recursive: true, encoding: 'utf8' }).slice(0, MAX_FILES);
  return files.flatMap((name) => {
    const file = realOf(path.join(skill.dir, name));
    const info = file === undefined ? undefined : statSync(file, { throwIfNoEntry: false });
    if (file === undefined || info?.isFile() !== true || !isExecutable(file, info.mode)) return [];
    return [{ skill, script: name.split(path.sep).join('/'), file, implied: true }];
  });
}

const SCRIPT_NAME = /\.(py|m?js|cjs|ts|sh|bash|pl|rb|php)$/i;
export const isExecutable = (file: string, mode: number): boolean => SCRIPT_NAME.test(file) || (mode & 0o111) !== 0;

/** The flag with which such a script says what it would do, and does nothing. */
export function previewFlag(skill: SkillSummary): string | undefined {
  const flag = skill.metadata['confirm-preview']?.trim();
  return flag !== undefined && /^--?[A-Za-z][A-Za-z0-9-]*$/.test(flag) ? flag : undefined;
}

/** Options may precede a sub-command, so the argument counts at any position. */
function has(args: readonly string[], argument: string): boolean {
  const wanted = argument.toLowerCase();
  return args.some((arg) => arg.toLowerCase() === wanted || arg.toLowerCase().endsWith(`=${wanted}`));
}

export function confirmEntryFor(call: ScriptCall, entries: readonly ConfirmEntry[]): ConfirmEntry | undefined {
  const exact = entries.find(
    (entry) =>
      (entry.file === call.file || (entry.skill.id === call.skill.id && entry.script === call.script)) &&
      (entry.argument === undefined || has(call.args, entry.argument)),
  );
  // Renamed in one place and not in the other, or written in a form that names no script.
  return exact ?? entries.find((entry) => entry.file === undefined && entry.skill.id === call.skill.id);
}

export interface MentionRequest {
  readonly command: string;
  /** Real. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Variables of the run, by name. */
  readonly variables: Readonly<Record<string, string>>;
}

const READ_ONLY = new Set(
  'ls cat head tail wc stat file du pwd echo grep rg tree test [ true sort uniq cut less more diff cmp nl realpath readlink basename dirname sha256sum md5sum'.split(
    ' ',
  ),
);
/** It shows what is there and starts nothing. */
export const isReadOnly = ({ words }: ScannedCommand): boolean => READ_ONLY.has(words[0]?.text ?? '');
export const INTERPRETER =
  /^(sh|bash|dash|zsh|ksh|fish|python[0-9.]*|pypy[0-9.]*|py|uv|uvx|node|nodejs|deno|bun|tsx|perl|ruby|php|lua|skilldeck-python|eval|source|\.)$/;
/** Start the program that follows them. */
const WRAPPER =
  /^(env|nohup|timeout|nice|exec|command|builtin|sudo|doas|time|stdbuf|setsid|then|do|else|elif|if|while|until|!|\{|unbuffer|ionice|chroot)$/;
/** Take the program among their arguments, anywhere. */
const STARTS_OTHERS = /^(xargs|find|parallel|watch|script)$/;
const ENDINGS = ['', '.py', '.js', '.mjs', '.cjs', '.sh', '/__main__.py', '/__init__.py', '/index.js'];
const MAX_CONTENT_BYTES = 1024 * 1024;
const MAX_FOLDERS = 16;
/** A shorter name is an ordinary word; it counts only with its extension. */
const MIN_STEM = 6;

const squash = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_]/gu, '');

function named(text: string, entries: readonly ConfirmEntry[]): ConfirmEntry | undefined {
  const plain = text.normalize('NFKC').toLowerCase();
  const squashed = squash(text);
  return entries.find((entry) => {
    const base = path.posix.basename(entry.script).toLowerCase();
    const stem = base.replace(/\.[a-z0-9]+$/, '');
    // Names nothing, so it stands for every script: those have their own entries.
    if (squash(base) === '') return false;
    return (
      plain.includes(base) ||
      squashed.includes(squash(base)) ||
      (stem.length >= MIN_STEM && squashed.includes(squash(stem)))
    );
  });
}

const baseName = (word: ScannedWord | undefined): string => path.posix.basename(word?.text ?? '');

/** The words from the program on, with variables before it and wrappers taken off. */
function fromProgram(command: ScannedCommand): readonly ScannedWord[] {
  let rest = command.words;
  for (;;) {
    const [first, second] = rest;
    const skip =
      first !== undefined && (/^[A-Za-z_]\w*\+?=/.test(first.text) || WRAPPER.test(first.text)) && second !== undefined;
    if (!skip) return rest;
    rest = rest.slice(1);
    // Options and numbers of the wrapper.
    while (rest.length > 1 && /^(-|\d+[smhd]?$)/.test(rest[0]?.text ?? '')) rest = rest.slice(1);
  }
}

/** Reason why the command is only known at run time and cannot be shown to be harmless. */
function opaque(command: ScannedCommand): string | undefined {
  const words = fromProgram(command);
  const [program] = words;
  if (program === undefined) return undefined;
  if (program.dynamic) return 'what it runs is decided only when it runs';
  const raw = command.words;
  const from = INTERPRETER.test(baseName(program))
    ? words
    : STARTS_OTHERS.test(baseName(raw[0]))
      ? raw.slice(raw.findIndex((word) => word.text !== '.' && INTERPRETER.test(baseName(word))))
      : [];
  const args = from.slice(1).filter((word) => word.text !== 'run' && word.text !== '-');
  if (from.length === 0 || !INTERPRETER.test(baseName(from[0]))) return undefined;
  if (args.find((word) => !word.text.startsWith('-'))?.dynamic)
    return 'the code that it runs is decided only when it runs';
  const hasCode = args.some((word) => !word.text.startsWith('-'));
  if (!hasCode && (command.piped || baseName(raw[0]) === 'xargs')) return 'it runs code that another command prints';
  return undefined;
}

interface Target extends Pick<Stats, 'dev' | 'ino'> {
  readonly entry: ConfirmEntry;
  readonly sha256: string;
}

const hashOf = (file: string): string => createHash('sha256').update(readFileSync(file)).digest('hex');

function targetsOf(entries: readonly ConfirmEntry[]): readonly Target[] {
  return entries.flatMap((entry) => {
    const info = entry.file === undefined ? undefined : statSync(entry.file, { throwIfNoEntry: false });
    if (entry.file === undefined || info?.isFile() !== true) return [];
    return [{ entry, dev: info.dev, ino: info.ino, sha256: hashOf(entry.file) }];
  });
}

/** Reason why the thing at `file` may be, or hold, or copy, such a script. */
function suspectFile(
  file: string,
  targets: readonly Target[],
  entries: readonly ConfirmEntry[],
  readOnly: boolean,
): string | undefined {
  const real = realOf(file);
  const info = real === undefined ? undefined : statSync(real, { throwIfNoEntry: false });
  if (real === undefined || info === undefined) return undefined;
  if (info.isDirectory()) {
    if (readOnly) return undefined;
    const entry = entries.find(({ skill }) => isInside(skill.dir, real) || isInside(real, skill.dir));
    return entry === undefined ? undefined : `it reaches into the folder of ${entry.skill.id}`;
  }
  if (!info.isFile()) return undefined;
  const same = targets.find((target) => target.dev === info.dev && target.ino === info.ino);
  if (same !== undefined) return `it reaches ${same.entry.script} of ${same.entry.skill.id}`;
  if (readOnly || info.size > MAX_CONTENT_BYTES) return undefined;
  try {
    const copied = targets.find((target) => target.sha256 === hashOf(real));
    if (copied !== undefined) return `${file} is a copy of ${copied.entry.script} of ${copied.entry.skill.id}`;
    if (entries.some(({ skill }) => isInside(skill.dir, real))) return undefined;
    const inside = named(readFileSync(real, 'utf8'), entries);
    return inside === undefined ? undefined : `${file} names ${inside.script} of ${inside.skill.id}`;
  } catch {
    return undefined;
  }
}

/** Paths that a word may refer to. */
function pathsIn(word: ScannedWord, afterModule: boolean): readonly string[] {
  const text = word.dynamic ? `${word.prefix.slice(0, word.prefix.lastIndexOf('/') + 1) || '.'}` : word.text;
  const bare = text.replace(/^-[A-Za-z]/, '');
  const parts = [text, bare, ...text.split(/[=:,@]/)].filter((part) => part !== '');
  return [...new Set(afterModule ? [...parts, text.replaceAll('.', '/')] : parts)];
}

/** @returns why a person must be asked, in words that follow "because"; undefined where nothing points that way. */
export function findMention(request: MentionRequest, entries: readonly ConfirmEntry[]): string | undefined {
  if (entries.length === 0) return undefined;
  const { commands, isWhole } = scanCommand(request.command, { ...request.variables, ...request.env });
  const words = commands.flatMap((command) => command.words);
  const everything = [request.command, words.map((word) => word.text).join(' '), ...Object.values(request.env)].join(
    '\n',
  );
  const byName = named(everything, entries);
  if (byName !== undefined) return `it names ${byName.script} of ${byName.skill.id}`;

  // Another shell reads it on Windows.
  if (!isWhole && process.platform !== 'win32') return 'it is no whole command of a shell';
  for (const command of commands) {
    const reason = opaque(command);
    if (reason !== undefined) return reason;
  }

  const readOnly = commands.every(isReadOnly);
  const targets = targetsOf(entries);
  const folders = [request.cwd];
  for (const command of commands) {
    if (command.words[0]?.text !== 'cd' && command.words[0]?.text !== 'pushd') continue;
    const to = command.words[1]?.text ?? '';
    for (const from of [...folders]) {
      const real = realOf(path.resolve(from, to));
      if (real !== undefined && folders.length < MAX_FOLDERS) folders.push(real);
    }
  }
  for (const [index, word] of words.entries()) {
    for (const candidate of pathsIn(word, words[index - 1]?.text === '-m')) {
      for (const folder of folders) {
        for (const ending of ENDINGS) {
          const reason = suspectFile(path.resolve(folder, candidate + ending), targets, entries, readOnly);
          if (reason !== undefined) return reason;
        }
      }
    }
  }
  return undefined;
}
