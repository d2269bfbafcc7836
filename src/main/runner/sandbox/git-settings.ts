/** Files that a repository's settings name: git runs or obeys them by itself, as it does its own hooks. */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';

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
export function namedBy(repository: string): string[] {
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
export function namedAround(folder: string): string[] {
  for (let at = folder; ; at = path.dirname(at)) {
    const repository = path.join(at, '.git');
    if (lstatSync(repository, { throwIfNoEntry: false }) !== undefined) return namedBy(repository);
    if (path.dirname(at) === at) return [];
  }
}
