/**
 * Calls whose arguments are known to start no program and write no file. The syntax of any other program is unknown: a
 * list allows it only exactly as the rule is written (docs/decisions/0014).
 */
import path from 'node:path';
import { gitShape } from './policy-git.ts';
import { isPlainSed } from './policy-sed.ts';

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

function sedReads(args: readonly string[]): boolean {
  const scripts: string[] = [];
  const words: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    const expression = /^--expression=(.*)$/s.exec(arg)?.[1];
    if (expression !== undefined) scripts.push(expression);
    else if (/^-[nErsuz]*e$/.test(arg)) {
      scripts.push(args[index + 1] ?? '');
      index += 1;
    } else if (/^-./.test(arg)) {
      if (!/^(-[nErsuz]+|--quiet|--silent|--regexp-extended|--separate|--null-data|--posix)$/.test(arg)) return false;
    } else words.push(arg);
  }
  if (scripts.length === 0) scripts.push(words[0] ?? '');
  return scripts.every(isPlainSed);
}

/** Its language starts programs by `system`, pipes and `getline`, and writes by `>`; what follows the program is files. */
function awkReads(args: Words): boolean {
  let index = 0;
  while (index < args.length) {
    const arg = args[index];
    if (arg === undefined) return false;
    if (arg === '--') {
      index += 1;
      break;
    }
    if (!/^-./.test(arg)) break;
    if (!/^-[Fv]/.test(arg)) return false;
    index += arg.length === 2 ? 2 : 1;
  }
  const program = args[index];
  return program !== undefined && !/system|getline|[|>@\\\n]/.test(program.replaceAll(/\\[nt"/.]/g, ''));
}

/** Lists or unpacks one archive of this computer into the folder that it runs in. */
function tarShape(args: readonly string[]): Shape {
  const [letters = '', archive = '', ...rest] = args;
  if (!/^-?[txvzjJpkmO]+f$/.test(letters) || !/^[^-:][^:]*$/.test(archive)) return undefined;
  if (!rest.every((arg) => !arg.startsWith('-') || /^--strip-components=\d+$/.test(arg))) return undefined;
  return letters.includes('x') ? 'writes' : 'reads';
}

const reads = (plain: boolean): Shape => (plain ? 'reads' : undefined);

const AWKS = new Set(['awk', 'gawk', 'mawk', 'nawk', 'original-awk']);

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
  if (AWKS.has(name)) return reads(awkReads(args));
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
    case 'sed':
      return reads(sedReads(words));
    case 'find':
      return reads(findReads(words));
    case 'tar':
      return tarShape(words);
    default:
      return undefined;
  }
}
