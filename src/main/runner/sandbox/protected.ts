/**
 * Read-only paths inside a folder that scripts may write to: files that would run later, as the user, outside any
 * sandbox (a Git hook) or control the app (a skill).
 */

import { type Dirent, lstatSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Files that a repository's settings name: git runs or obeys them by itself, as it does its own hooks. */
const MAX_BYTES = 256 * 1024;
/** Settings of which the whole value is a path. */
const PATHS = new Set('hookspath path attributesfile templatedir'.split(' '));
const COMMANDS = new Set(
  'fsmonitor sshcommand gitproxy askpass editor pager external clean smudge process textconv command driver cmd program helper'.split(
    ' ',
  ),
);
const SETTING = /^\s*(?:\[(?:"(?:\\.|[^"\\])*"|[^\]"])*\]\s*)*([a-z][a-z0-9-]*)\s*=(.*)$/i;
/** Files within files, as many as git follows. */
const MAX_INCLUDED = 10;

function textOf(file: string): string {
  try {
    const info = statSync(file);
    return info.isFile() && info.size <= MAX_BYTES ? readFileSync(file, 'utf8') : '';
  } catch {
    return '';
  }
}

const isFile = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false })?.isDirectory() === false;

/** @param work folder in which git runs commands. @param depth of the files that include this one. */
function namedIn(file: string, work: string, depth = 0): string[] {
  const lines = textOf(file)
    .replaceAll(/\\\r?\n/g, '')
    .split('\n');
  return lines.flatMap((line) => {
    const [, name = '', value = ''] = SETTING.exec(line) ?? [];
    const key = name.toLowerCase();
    const at = (word: string): string =>
      path.resolve(key === 'path' ? path.dirname(file) : work, word.replace(/^~(?=\/)/, homedir()));
    // Quotes go, and a backslash before what it keeps.
    const plain = value.replace(/\\(.)|"/g, '$1');
    if (PATHS.has(key)) {
      const files = [plain, plain.replace(/\s*[#;].*$/, '')].map((word) => at(word.trim()));
      const isInclude = key === 'path' && depth < MAX_INCLUDED;
      return [...new Set(files)].flatMap((one) => [one, ...(isInclude ? namedIn(one, work, depth + 1) : [])]);
    }
    // An alias, under any name.
    if (!COMMANDS.has(key) && !/^\s*"?!/.test(value)) return [];
    const words = value.split(/[\s"'`;#|&()<>$={}!]+/).filter((word) => word !== '');
    return words.map(at).filter((word, index) => words[index]?.includes('/') === true || isFile(word));
  });
}

/** The folder of a repository's settings; of another working folder, its own part of them. */
function gitFolderOf(repository: string): string {
  const [, elsewhere] = /^gitdir:\s*(.+)/.exec(textOf(repository)) ?? [];
  return elsewhere === undefined ? repository : path.resolve(path.dirname(repository), elsewhere.trim());
}

/** @param repository a `.git`, folder or file. @returns absolute paths, there or not. */
function namedBy(repository: string): string[] {
  const own = gitFolderOf(repository);
  const common = path.resolve(own, textOf(path.join(own, 'commondir')).trim() || '.');
  const { GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, XDG_CONFIG_HOME } = process.env;
  const persons = [
    path.join(homedir(), '.gitconfig'),
    path.join(XDG_CONFIG_HOME || path.join(homedir(), '.config'), 'git', 'config'),
    ...[GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM].flatMap((file) => file || []),
    ...['/etc', '/usr/local/etc', '/opt/homebrew/etc'].map((dir) => path.join(dir, 'gitconfig')),
  ];
  const files = [...persons, path.join(common, 'config'), path.join(own, 'config.worktree')];
  return [...new Set(files.flatMap((file) => namedIn(file, path.dirname(repository))))];
}

/** The same for the repository that a folder is in. */
function namedAround(folder: string): string[] {
  for (let at = folder; ; at = path.dirname(at)) {
    const repository = path.join(at, '.git');
    if (lstatSync(repository, { throwIfNoEntry: false }) !== undefined) return namedBy(repository);
    if (path.dirname(at) === at) return [];
  }
}

// Names that other programs act on by themselves, outside any sandbox: repositories, editors' tasks, shells' start files,
// agents' skills and settings. In a folder granted for writing no script changes or makes one, at any depth.

const REPOSITORY = '.git';
/** Agents read skills, commands and settings in them. */
const AGENT_FOLDERS = (
  '.skilldeck .agents .claude .codex .cursor .gemini .continue .windsurf .opencode .roo .clinerules .kilocode .kiro .amazonq ' +
  '.trae .qwen .factory .junie .augment .crush .goose .qoder .devin'
).split(' ');
const OTHER_FOLDERS = (
  '.hg .jj .sl .pijul _darcs .vscode .idea .vs .zed .helix .fleet .nova .theia .idx .vim .externalToolBuilders .husky .githooks ' +
  '.git-hooks .devcontainer .bsp .yarn .cargo .direnv .shadowenv.d .mise'
).split(' ');
const FILES = (
  '.gitmodules .gitconfig .envrc .mcp.json .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnp.cjs .pre-commit-config.yaml ' +
  '.pnpmfile.mjs .overcommit.yml .ripgreprc .autoenv .autoenv.zsh opencode.json opencode.jsonc crush.json .crush.json ' +
  '.ghci .ocamlinit .iex.exs .octaverc .perldb .byebugrc .RData .Renviron .gdbearlyinit .dir-locals-2.el ' +
  'mise.local.toml .aider.conf.yml .mise.toml .mise.local.toml mise.toml .tool-versions .rvmrc ' +
  '.devcontainer.json rust-toolchain rust-toolchain.toml bunfig.toml .pylintrc .lazy.lua .ycm_extra_conf.py ' +
  '.cursorrules .windsurfrules .roorules .goosehints ' +
  '.exrc .vimrc .nvimrc .nvim.lua .lvimrc .dir-locals.el .gdbinit .lldbinit .pdbrc .Rprofile .irbrc .pryrc ' +
  '.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .kshrc .mkshrc .cshrc .tcshrc .login .logout ' +
  '.zshenv .zshrc .zprofile .zlogin .zlogout .xprofile .xinitrc .xsession .xsessionrc .pam_environment'
).split(' ');

const LEFTHOOK = ['lefthook', '.lefthook', 'lefthook-local', '.lefthook-local'].flatMap((name) =>
  ['yml', 'yaml', 'toml', 'json'].map((format) => `${name}.${format}`),
);

/** Names, with the kind of the empty cover for a missing one. */
export const RESERVED: ReadonlyMap<string, 'folder' | 'file'> = new Map([
  ...[REPOSITORY, ...AGENT_FOLDERS, ...OTHER_FOLDERS].map((name) => [name, 'folder'] as const),
  ...[...FILES, ...LEFTHOOK].map((name) => [name, 'file'] as const),
]);

/** Parts of a repository that name programs or lead to other settings; the rest is objects, refs, logs and index. */
export const GIT_PARTS: ReadonlyMap<string, 'folder' | 'file'> = new Map([
  ...['hooks', 'info', 'modules', 'worktrees', 'branches', 'remotes'].map((name) => [name, 'folder'] as const),
  ...['config', 'config.worktree', 'commondir'].map((name) => [name, 'file'] as const),
]);

/** Characters that HFS+ ignores in a name. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/** The name as the least exact file system compares it: without case, ignored characters, an end that Windows drops. */
function folded(name: string): string {
  const plain = name
    .replace(IGNORED, '')
    // Both: file systems take a long s for an s.
    .toUpperCase()
    .toLowerCase()
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '');
  return /^git~\d$/.test(plain) ? REPOSITORY : plain;
}

const FOLDED: ReadonlySet<string> = new Set([...RESERVED.keys()].map(folded));
export const isReserved = (name: string): boolean => FOLDED.has(folded(name));
export const isRepository = (name: string): boolean => folded(name) === REPOSITORY;
export const isAgentFolder = (name: string): boolean => AGENT_FOLDERS.includes(folded(name));
export const isGitPart = (name: string): boolean => GIT_PARTS.has(folded(name));
/** A part's name as it is in the list; undefined for any other name. */
export const gitPart = (name: string): string | undefined => (isGitPart(name) ? folded(name) : undefined);

/** Detects a repository without a working folder: its settings apply to anyone who runs git in it. */
export function isBare(names: readonly string[]): boolean {
  const has = (part: string): boolean => names.some((name) => folded(name) === part);
  // The rest may be where `commondir` leads.
  return has('head') && (has('commondir') || (has('objects') && has('refs')));
}

export interface Protection {
  readonly fixed: readonly string[];
  /** Named by the settings of repositories in it, there or not. */
  readonly obeyed: readonly string[];
  /** Writable, but cannot be moved or removed: they contain something fixed. */
  readonly kept: readonly string[];
  /** Links that stay as they are, with where they lead: nothing can be mounted over one, so they are compared later. */
  readonly links: ReadonlyMap<string, string>;
  /** Paths that settings of a repository name and that are not there. */
  readonly missing: readonly string[];
}

/** Repositories are looked for in so many folders, at any depth; a disk is not searched. Some 15 µs each. */
const MAX_FOLDERS = 30_000;
/** More than these, each on its own, and what holds them is fixed instead. */
const MAX_UNSEEN = 200;
/** Mounts for what was found; more, and the whole is fixed instead. */
const MAX_FIXED = 2000;
/** Characters. A path that nears the system's bound (PATH_MAX, 4,096 bytes) cannot be mounted. */
const MAX_PATH = 1000;
/** Milliseconds of looking between two turns of the event loop. */
const SLICE_MS = 4;

const kindOf = (file: string): 'folder' | 'file' | 'other' | undefined => {
  const info = lstatSync(file, { throwIfNoEntry: false });
  if (info === undefined) return undefined;
  return info.isDirectory() ? 'folder' : info.isFile() ? 'file' : 'other';
};

/** All of it; with `git` granted, the parts that name programs, and all where one is not what it should be. */
function ofRepository(repository: string, git: boolean): Pick<Protection, 'fixed' | 'kept'> {
  if (!git || kindOf(repository) !== 'folder') return { fixed: [repository], kept: [] };
  const parts = [...GIT_PARTS].map(([name, kind]) => ({ file: path.join(repository, name), kind }));
  const odd = parts.some(({ file, kind }) => {
    const is = kindOf(file);
    return is !== undefined && is !== kind;
  });
  if (odd) return { fixed: [repository], kept: [] };
  return { fixed: parts.flatMap(({ file }) => (kindOf(file) === undefined ? [] : [file])), kept: [repository] };
}

/** True for a folder in which agents keep skills, or one inside it. */
function isSkills(folder: string): boolean {
  const parts = folder.toLowerCase().split(path.sep);
  return parts.some(
    (part, index) => isAgentFolder(part) && (index === parts.length - 1 || parts[index + 1] === 'skills'),
  );
}

/** `closed`: it is there, and what is in it cannot be known. */
function entriesOf(folder: string): readonly Dirent[] | 'closed' {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    return code === 'ENOENT' || code === 'ENOTDIR' ? [] : 'closed';
  }
}

interface Looked extends Omit<Protection, 'missing' | 'obeyed'> {
  /** Paths that settings of its repository name. */
  readonly named: readonly string[];
  readonly inner: readonly string[];
  /** Folders to search last: many, and rarely the user's own. */
  readonly last: readonly string[];
}

/** Finds the fixed parts of one folder, and its folders to search. */
function look(dir: string, git: boolean): Looked {
  const entries = entriesOf(dir);
  const nothing: Looked = { fixed: [], kept: [], links: new Map(), named: [], inner: [], last: [] };
  if (entries === 'closed' || dir.length > MAX_PATH) return { ...nothing, fixed: [dir] };
  if (isBare(entries.map(({ name }) => name))) return { ...nothing, fixed: [dir] };
  const fixed: string[] = [];
  const kept: string[] = [];
  const links = new Map<string, string>();
  const named: string[] = [];
  const inner: string[] = [];
  const last: string[] = [];
  for (const entry of entries) {
    const file = path.join(dir, entry.name);
    if (isReserved(entry.name) && entry.isSymbolicLink()) {
      // Another could be put in its place, so all around a repository's link stays.
      if (isRepository(entry.name)) return { ...nothing, fixed: [dir] };
      links.set(file, readlinkSync(file));
    } else if (isRepository(entry.name)) {
      const protection = ofRepository(file, git);
      fixed.push(...protection.fixed);
      named.push(...namedBy(file));
      kept.push(...protection.kept);
    } else if (isReserved(entry.name)) fixed.push(file);
    // A name that is not UTF-8: no path leads there.
    else if (entry.isDirectory() && entry.name.includes('\ufffd') && kindOf(file) === undefined)
      return { ...nothing, fixed: [dir] };
    else if (entry.isDirectory()) (entry.name === 'node_modules' ? last : inner).push(file);
  }
  return { fixed, kept, links, named, inner, last };
}

/** Links on the way to one path: more, and they lead nowhere. */
const MAX_LINKS = 40;

/** Splits named paths into those that are there, links on the way to them, and those that are not. */
function partsOf(folder: string, named: readonly string[]): Omit<Protection, 'kept' | 'obeyed'> {
  const fixed: string[] = [];
  const links = new Map<string, string>();
  const missing: string[] = [];
  const follow = (file: string, left: number): void => {
    if (!isIn(folder, file) || left === 0) return;
    let at = folder;
    const rest = path.relative(folder, file).split(path.sep).filter(Boolean);
    for (let name = rest.shift(); name !== undefined; name = rest.shift()) {
      at = path.join(at, name);
      const kind = kindOf(at);
      if (kind === undefined) {
        missing.push(file);
        return;
      }
      if (kind === 'other' && lstatSync(at).isSymbolicLink()) {
        const target = readlinkSync(at);
        links.set(at, target);
        follow(path.resolve(path.dirname(at), target, ...rest), left - 1);
        return;
      }
    }
    fixed.push(file);
  };
  for (const file of named) follow(file, MAX_LINKS);
  return { fixed, links, missing };
}

/** The folders between them: one of them put elsewhere would take along what is fixed in it. */
export function foldersBetween(folder: string, files: readonly string[]): string[] {
  const between = new Set<string>();
  for (const file of files) {
    for (let dir = path.dirname(file); dir !== folder && dir.startsWith(folder); dir = path.dirname(dir))
      between.add(dir);
  }
  return [...between];
}

const depthOf = (file: string): number => file.split(path.sep).length;

/** Reduces the unsearched folders to a few: the deepest are replaced by their parents. */
function gathered(unseen: readonly string[]): string[] {
  let folders = new Set(unseen);
  while (folders.size > MAX_UNSEEN) {
    const deepest = Math.max(...[...folders].map(depthOf));
    folders = new Set([...folders].map((dir) => (depthOf(dir) === deepest ? path.dirname(dir) : dir)));
  }
  return [...folders];
}

const isIn = (outer: string, file: string): boolean => file === outer || file.startsWith(outer + path.sep);

/** Nothing inside of what is fixed as a whole is named again: it would be given back. */
function outermost(
  fixed: readonly string[],
  kept: readonly string[],
  whole: readonly string[],
): Pick<Protection, 'fixed' | 'kept'> {
  const top = whole.filter((dir) => !whole.some((outer) => outer !== dir && isIn(outer, dir)));
  const free = (file: string): boolean => !top.some((outer) => isIn(outer, file));
  return { fixed: [...fixed.filter(free), ...top], kept: kept.filter(free) };
}

/**
 * Looks everywhere in it; where that were too much, what was not looked into is only to be read. Links are not followed.
 * @param folder that was granted for writing.
 */
export async function protectedIn(
  folder: string,
  { git = false, maxFolders = MAX_FOLDERS }: { readonly git?: boolean; readonly maxFolders?: number } = {},
): Promise<Protection> {
  // A part of a repository's own folder is never given for writing.
  const whole: Protection = { fixed: [folder], kept: [], links: new Map(), missing: [], obeyed: [] };
  if (folder.split(path.sep).some(isRepository) || isReserved(path.basename(folder)) || isSkills(folder)) return whole;
  const links = new Map<string, string>();
  const fixed: string[] = [];
  const kept: string[] = [];
  const named = namedAround(path.dirname(folder));
  // Level by level: a script must not fill one folder so that another is not looked into.
  const queue = [folder];
  const last: string[] = [];
  let looked = 0;
  for (let since = performance.now(); looked < maxFolders; looked += 1) {
    const dir = queue[looked] ?? (queue.length === looked ? last.shift() : undefined);
    if (dir === undefined) break;
    if (queue.length === looked) queue.push(dir);
    const found = look(dir, git);
    fixed.push(...found.fixed);
    kept.push(...found.kept);
    named.push(...found.named);
    for (const [link, target] of found.links) links.set(link, target);
    queue.push(...found.inner);
    last.push(...found.last);
    if (performance.now() - since > SLICE_MS) {
      await nextTurn();
      since = performance.now();
    }
  }
  const unseen = gathered([...queue.slice(looked), ...last]);
  const obeyed = partsOf(folder, [...named, ...links.keys()]);
  const parts = { ...whole, obeyed: [...obeyed.fixed, ...obeyed.missing] };
  if ([unseen, fixed, obeyed.fixed].some((all) => all.includes(folder)) || fixed.length > MAX_FIXED) return parts;
  for (const [link, target] of obeyed.links) links.set(link, target);
  const all = outermost(fixed, kept, [...unseen, ...obeyed.fixed]);
  const between = foldersBetween(folder, [...all.fixed, ...links.keys()]);
  const free = between.filter((dir) => !all.fixed.some((outer) => isIn(outer, dir)));
  return { ...parts, fixed: all.fixed, kept: [...new Set([...all.kept, ...free])], links, missing: obeyed.missing };
}

/**
 * Says for one path, there or not, what `protectedIn` says for a folder by what is around it.
 * @param real with links resolved. @param given folder that it is in. @returns true if other programs obey it.
 */
export function isObeyed(real: string, given: string): boolean {
  const named = namedAround(path.dirname(real)).filter((file) => isIn(given, file));
  const { fixed, missing } = partsOf(given, named);
  if ([...fixed, ...missing].some((file) => isIn(file, real))) return true;
  for (let at = real; at !== given && at.startsWith(given); at = path.dirname(at)) {
    const entries = entriesOf(path.dirname(at));
    if (entries === 'closed' || isBare([...entries.map(({ name }) => name), path.basename(at)])) return true;
  }
  return false;
}
