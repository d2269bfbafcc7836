/**
 * Git runs programs that a repository names: hooks, filters, helpers, aliases, pagers. A git command allowed by the
 * user runs unasked only if the repository's own settings are known to name none (docs/decisions/0014).
 */
import { lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gitPart, isBare } from '../../runner/sandbox/protected.ts';

const OFF: Readonly<Record<string, string>> = {
  'core.fsmonitor': '',
  'core.hooksPath': '/dev/null',
  'core.pager': 'cat',
  'diff.ignoreSubmodules': 'dirty',
  'protocol.ext.allow': 'never',
  'safe.bareRepository': 'explicit',
  'submodule.recurse': 'false',
};

/** Variables of a run that was allowed by a list: settings over those of every repository that git may meet in it. */
export const GIT_VARIABLES: Readonly<Record<string, string>> = {
  GIT_CONFIG_COUNT: String(Object.keys(OFF).length),
  ...Object.fromEntries(
    Object.entries(OFF).flatMap(([key, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, key],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
  GIT_NO_LAZY_FETCH: '1',
};

const MAX_CONFIG_BYTES = 256 * 1024;

/** Begin with one of these: they show, or record in the repository, and start nothing by themselves. */
const READS = new Set(
  'status log diff show shortlog describe rev-parse rev-list ls-files ls-tree cat-file blame name-rev merge-base show-ref for-each-ref whatchanged grep diff-tree diff-index diff-files count-objects'.split(
    ' ',
  ),
);
const WRITES = new Set('add commit tag branch'.split(' '));
/** Whole or cut short, with or without `=…`: they start programs or write files elsewhere. */
const STARTS = [
  'output ext-diff textconv filters open-files-in-pager interactive patch edit gpg-sign exec upload-pack',
  'receive-pack template config edit-description show-signature',
  // Git in a submodule meets its settings without those of ours.
  'ignore-submodules submodule recurse-submodules',
].flatMap((line) => line.split(' '));
/** Options of branches and tags that delete, move, sign or open an editor. */
const CHANGES: Readonly<Record<string, { readonly letters: RegExp; readonly long: readonly string[] }>> = {
  branch: {
    letters: /[dDfmMcCtu]/,
    long: ['delete', 'force', 'move', 'copy', 'track', 'set-upstream-to', 'unset-upstream'],
  },
  tag: { letters: /[dfseu]/, long: ['delete', 'force', 'sign', 'local-user'] },
};
const HARMLESS_PATCH = /^--(patch-with-(stat|raw)|no-patch|no-edit)$/;

/** @returns what a call of git's does by its own words; undefined where that is not known. */
function gitShape(args: readonly (string | undefined)[]): 'reads' | 'writes' | undefined {
  const rest = [...args];
  while (rest[0] === '--no-pager' || rest[0] === '-P' || rest[0] === '--no-optional-locks') rest.shift();
  const [command, ...words] = rest;
  if (command === undefined || (!READS.has(command) && !WRITES.has(command))) return undefined;
  const changes = Object.hasOwn(CHANGES, command) ? CHANGES[command] : undefined;
  for (const word of words) {
    if (word === undefined) return undefined;
    if (word === '--') break;
    if (word.startsWith('--')) {
      const name = word.slice(2).replace(/=.*$/s, '');
      if (changes?.long.some((one) => one.startsWith(name)) === true) return undefined;
      const shows = command !== 'add' && command !== 'commit' && name === 'patch';
      if (!shows && !HARMLESS_PATCH.test(word) && STARTS.some((one) => one.startsWith(name))) return undefined;
    } else if (/^-[^-]/.test(word)) {
      // `-O` takes a pager in grep; the rest opens an editor or asks.
      const acts = command === 'add' || command === 'commit' ? /[OpieScCt]/ : /O/;
      const letters = changes?.letters ?? acts;
      if (letters.test(word.replace(/^(-[a-zA-Z]*m).*$/s, '$1'))) return undefined;
    }
  }
  return READS.has(command) ? 'reads' : 'writes';
}

/** Names of settings by which git starts nothing, in lower case. */
const PLAIN_SETTING =
  /^(core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|safecrlf|eol|abbrev|quotepath|whitespace|longpaths|protecthfs|protectntfs)|user\.(name|email)|remote\..*\.(fetch|prune|tagopt)|branch\..*\.(merge|rebase|description)|color\..*|column\..*|init\.defaultbranch|pull\.(rebase|ff)|push\.(default|autosetupremote)|rerere\.enabled|advice\..*|i18n\..*|gc\.(auto|autodetach|pruneexpire)|pack\.(windowmemory|threads)|index\.version|status\.\w+|log\.(date|decorate|abbrevcommit))$/;
/** An address that is no program and no other repository on this computer. */
const PLAIN_ADDRESS = /^(https:\/\/|ssh:\/\/[\w@.]|[\w.-]+@[\w.-]+:(?!:))[^\s"'`$\\]*$/;

function isPlainSetting(name: string, value: string): boolean {
  if (name === 'core.bare') return /^false$/i.test(value);
  if (/^remote\..*\.(push)?url$/.test(name)) return PLAIN_ADDRESS.test(value);
  // A name that is no remote's is read as a folder.
  if (/^branch\..*\.remote$/.test(name)) return value === 'origin' || value === 'upstream';
  return PLAIN_SETTING.test(name);
}

/** Every line must be one that is understood whole. */
function isPlainConfig(text: string): boolean {
  let section = '';
  for (const line of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    const plain = line.trim();
    if (plain === '' || plain.startsWith('#') || plain.startsWith(';')) continue;
    const head = /^\[([A-Za-z0-9.-]+)(?: "([^"\\\]]*)")?\]$/.exec(plain);
    if (head !== null) {
      section = `${head[1] ?? ''}${head[2] === undefined ? '' : `.${head[2]}`}`.toLowerCase();
      continue;
    }
    const setting = /^([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*([^\\]*))?$/.exec(plain);
    if (setting === null) return false;
    const name = `${section}.${(setting[1] ?? '').toLowerCase()}`;
    const value = (setting[2] ?? '').trim();
    if (!isPlainSetting(name, value)) return false;
  }
  return true;
}

const isThere = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

const holdsSamples = (dir: string): boolean => readdirSync(dir).every((file) => file.endsWith('.sample'));

function isPlainConfigFile(file: string): boolean {
  const info = lstatSync(file);
  return info.isFile() && info.size <= MAX_CONFIG_BYTES && isPlainConfig(readFileSync(file, 'utf8'));
}

/** Parts of a repository that may be there, and when. Any other part that names programs may not. */
const PLAIN_PARTS: Readonly<Record<string, (file: string) => boolean>> = {
  config: isPlainConfigFile,
  hooks: holdsSamples,
  // Remotes as files, an old form of the settings.
  branches: holdsSamples,
  remotes: holdsSamples,
  // Its attributes name only what the settings define, and no filter is plain.
  info: () => true,
  // Other working folders: their own settings are read by git in them alone.
  worktrees: () => true,
};

/** Checks what git reads from a repository before it does anything. */
const isPlainRepository = (gitDir: string): boolean =>
  readdirSync(gitDir).every((name) => {
    const part = gitPart(name);
    return part === undefined || PLAIN_PARTS[part]?.(path.join(gitDir, name)) === true;
  });

/** A folder that may not be listed is asked for each. */
function isBareFolder(folder: string): boolean {
  try {
    return isBare(readdirSync(folder));
  } catch {
    return isBare(['HEAD', 'objects', 'refs', 'commondir'].filter((name) => isThere(path.join(folder, name))));
  }
}

/**
 * True if git in this folder meets no repository, or one whose settings name no program. Bare layouts, a `.git` that is
 * a file or a link, and submodules are not followed: such a command needs approval.
 * @param folder real.
 */
export function isPlainGitFolder(folder: string): boolean {
  try {
    for (let at = folder; ; at = path.dirname(at)) {
      if (isBareFolder(at)) return false;
      const gitDir = path.join(at, '.git');
      if (isThere(gitDir)) {
        if (lstatSync(gitDir).isSymbolicLink() || !statSync(gitDir).isDirectory()) return false;
        return !isThere(path.join(at, '.gitmodules')) && isPlainRepository(gitDir);
      }
      if (path.dirname(at) === at) return true;
    }
  } catch {
    return false;
  }
}

/**
 * Calls whose arguments are known to start no program and write no file. The syntax of any other program is unknown: a
 * list allows it only exactly as the rule is written (docs/decisions/0014).
 */
type Words = readonly (string | undefined)[];
/** `writes`: files of the folder that it runs in, as its words say. */
export type Shape = 'reads' | 'writes' | undefined;

/** Programs that only read and print, with any arguments. */
const READERS = new Set(
  [
    'ls dir vdir cat head tail wc nl cut tr rev tac fold fmt paste join comm expand unexpand od hexdump strings column',
    'base64 base32 cksum md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum sum stat realpath readlink',
    'basename dirname pwd echo printf seq expr test [ true false sleep whoami id groups uname arch nproc uptime which',
    'cmp grep egrep fgrep jq du df free ps factor numfmt tsort',
  ]
    .join(' ')
    .split(' '),
);

/** Programs that only read, except with these options. Long names may be abbreviated, letters combined. */
const READERS_BUT: Readonly<Record<string, { readonly long: readonly string[]; readonly short: string }>> = {
  sort: { long: ['compress-program', 'output', 'files0-from', 'temporary-directory'], short: 'oT' },
  shuf: { long: ['output'], short: 'o' },
  date: { long: ['set'], short: 's' },
  diff: { long: ['paginate'], short: 'l' },
  tree: { long: ['output'], short: 'oR' },
  file: { long: ['compile', 'magic-file', 'uncompress', 'uncompress-noreport'], short: 'CmzZ' },
  rg: { long: ['pre', 'hostname-bin', 'search-zip'], short: 'z' },
  fd: { long: ['exec', 'exec-batch', 'list-details'], short: 'xXl' },
};

const known = (args: Words): readonly string[] | undefined =>
  args.includes(undefined) ? undefined : args.filter((arg) => arg !== undefined);

function readsBut(args: readonly string[], { long, short }: (typeof READERS_BUT)[string]): boolean {
  return args.every((arg) => {
    const name = arg.replace(/=.*$/s, '');
    if (name.startsWith('--')) return name === '--' || !long.some((one) => one.startsWith(name.slice(2)));
    // Text after a letter may be its value: such a call may be asked for unnecessarily.
    return !/^-[^-]/.test(name) || ![...short].some((letter) => name.slice(1).includes(letter));
  });
}

const FIND_WORDS = new Set(
  (
    '-print -print0 -prune -depth -d -mount -xdev -true -false -empty -readable -writable -executable -nouser -nogroup -follow -daystart -noleaf -ls -quit -not -a -o -and -or -H -L -P ' +
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -type -xtype -size -mtime -mmin -atime -amin -ctime -cmin -newer -anewer -cnewer -user -group -uid -gid -perm -links -inum -samefile -fstype -maxdepth -mindepth -lname -ilname -used -printf -exec'
  ).split(' '),
);

/** Skips the words of `-exec`, which is judged as a separate program. */
function findReads(args: readonly string[]): boolean {
  let inside = false;
  return args.every((arg) => {
    if (inside) {
      if (arg === ';' || arg === '+') inside = false;
      return true;
    }
    if (arg === '-exec') inside = true;
    return !arg.startsWith('-') || FIND_WORDS.has(arg) || /^-\d/.test(arg);
  });
}

/** Accepts one file: these programs write to a second. */
const oneFile = (args: readonly string[]): boolean =>
  args.filter((arg) => !/^-./.test(arg)).length <= 1 && !args.includes('--');

const reads = (plain: boolean): Shape => (plain ? 'reads' : undefined);

export const nameOf = (program: string): string => path.posix.basename(program).toLowerCase();

/** A bare number sets the clock. */
const setsClock = (args: readonly string[]): boolean =>
  args.some(
    (arg, index) => /^\d/.test(arg) && !/^(-[a-zA-Z]*[drf]|--(date|reference|file))$/.test(args[index - 1] ?? ''),
  );

/** Effect of a fully known call, otherwise undefined. */
export function shapeOf(program: string, args: Words): Shape {
  const name = nameOf(program);
  if (READERS.has(name)) return 'reads';
  if (name === 'git') return gitShape(args);
  const words = known(args);
  if (words === undefined) return undefined;
  const but = Object.hasOwn(READERS_BUT, name) ? READERS_BUT[name] : undefined;
  if (name === 'date' && setsClock(words)) return undefined;
  if (but !== undefined) return reads(readsBut(words, but));
  switch (name) {
    case 'uniq':
    case 'xxd':
      return reads(oneFile(words));
    case 'find':
      return reads(findReads(words));
    default:
      return undefined;
  }
}
