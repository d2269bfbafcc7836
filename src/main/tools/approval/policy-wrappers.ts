/** Finds the programs started by programs whose arguments are programs or code. */
import path from 'node:path';

/** One that a command line would start. `undefined` among its arguments: known only when it runs. */
export interface Started {
  readonly program: string;
  readonly args: readonly (string | undefined)[];
  /** It does nothing but start what is named beside it. */
  readonly passesOn: boolean;
  /** Another command's output is piped into it. */
  readonly fed: boolean;
}

type Words = readonly (string | undefined)[];

export interface Inner {
  readonly passesOn: boolean;
  readonly commands: readonly Words[];
  readonly code: readonly string[];
  readonly sets: readonly string[];
  /** Names that `read` fills. */
  readonly loops: readonly string[];
  readonly unknown: boolean;
}

const NOTHING: Inner = { passesOn: false, commands: [], code: [], sets: [], loops: [], unknown: false };
const UNKNOWN: Inner = { ...NOTHING, unknown: true };

const SHELLS = new Set(['sh', 'bash', 'dash', 'zsh', 'ksh', 'mksh', 'ash', 'rbash']);
/** Read code from their input where they are given none. */
const INTERPRETERS = /^(python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|perl|ruby|php|lua|tclsh|osascript|pwsh|fish)$/;
interface Starter {
  /** Options that take the next word. An option with an optional value takes it attached. */
  readonly takes: string;
  /** Options that change nothing but how the program is started: with any other, the starter itself is asked for. */
  readonly plain?: string;
  readonly numbers?: number;
}

/** Start what follows them. */
const STARTERS: Readonly<Record<string, Starter>> = {
  // Not `-i` and `-u`: they take away what keeps git from running a repository's programs.
  env: { takes: '-u --unset -C --chdir -a --argv0', plain: '-0 --null' },
  nohup: { takes: '' },
  nice: { takes: '-n --adjustment', plain: '-n --adjustment' },
  timeout: {
    takes: '-k --kill-after -s --signal',
    plain: '-k --kill-after -s --signal -v --verbose --foreground --preserve-status',
    numbers: 1,
  },
  stdbuf: { takes: '-i --input -o --output -e --error', plain: '-i --input -o --output -e --error' },
  setsid: { takes: '', plain: '-w --wait' },
  time: { takes: '-f --format -o --output', plain: '-p -v' },
  command: { takes: '', plain: '-v -V' },
  builtin: { takes: '' },
  exec: { takes: '-a' },
  xargs: {
    takes: '-I -L -n -P -s -d -E -a -J -R --max-args --max-procs --max-chars --process-slot-var --delimiter --arg-file',
    plain: '-I -L -n -P -s -d -0 -r -t -x -i --replace --null --no-run-if-empty --max-args --max-procs',
  },
};
/** Start what is in their arguments too, with rights, in places or by options that are not read. */
const OPAQUE = new Set(
  (
    'watch script su sudo doas chroot unshare nsenter runuser setpriv systemd-run prlimit flock strace valgrind fakeroot ' +
    'busybox chrt taskset ionice setarch chronic unbuffer caffeinate'
  ).split(' '),
);
const FIND_EXEC = new Set(['-exec', '-execdir', '-ok', '-okdir']);
const ASSIGNMENT = /^([A-Za-z_]\w*)\+?=/;

/** It can only be a word: a locale or a time zone that is a path would be read as a file. */
export const isPlainValue = (value: string): boolean => /^(?!.*\.\.)([A-Za-z0-9][\w.@:+,-]*(\/[\w+-]+)*)?$/.test(value);

const SYSTEM_PROGRAM = /^\/(usr\/(local\/)?)?s?bin\/[^/]+$/;

/** `fed`: something is piped into it; `typed`: what, where that is known. */
interface Input {
  readonly fed: boolean;
  readonly typed: string | undefined;
}

export function innerOf(program: string, args: Words, input: Input): Inner {
  const inner = innerByName(path.posix.basename(program).toLowerCase(), args, input);
  // A file of that name elsewhere may do anything else besides.
  return { ...inner, passesOn: inner.passesOn && (!program.includes('/') || SYSTEM_PROGRAM.test(program)) };
}

function innerByName(name: string, args: Words, input: Input): Inner {
  const starter = Object.hasOwn(STARTERS, name) ? STARTERS[name] : undefined;
  if (starter !== undefined) return startedBy(name, args, starter);
  if (OPAQUE.has(name)) return args.length === 0 ? NOTHING : UNKNOWN;
  if (SHELLS.has(name)) return shell(args, input);
  if (INTERPRETERS.test(name)) {
    // Without a file or code it runs its input.
    const given = args.some((arg) => arg === undefined || !arg.startsWith('-') || /^-[cemEr]/.test(arg));
    return !given && input.fed ? UNKNOWN : NOTHING;
  }
  switch (name) {
    case 'eval':
      return args.some((arg) => arg === undefined) ? UNKNOWN : { ...NOTHING, passesOn: true, code: [args.join(' ')] };
    case 'source':
    case '.':
    case 'parallel':
      return UNKNOWN;
    case 'trap':
      return trapped(args[0] === '--' ? args.slice(1) : args);
    case 'find':
      return found(args);
    case 'export':
    case 'declare':
    case 'typeset':
    case 'local':
    case 'readonly':
      return { ...NOTHING, sets: args.map((arg) => (arg === undefined ? '?' : arg.replace(/\+?=.*$/s, ''))) };
    case 'read':
      return { ...NOTHING, loops: args.filter((arg) => arg?.startsWith('-') !== true).map((arg) => arg ?? '?') };
    case 'mapfile':
    case 'readarray':
    case 'unset':
    case 'getopts':
      return { ...NOTHING, sets: args.map((arg) => arg ?? '?') };
    case 'printf':
      return args[0]?.startsWith('-v') === true
        ? { ...NOTHING, sets: [args[0].slice(2) || (args[1] ?? '?')] }
        : NOTHING;
    case 'alias':
    case 'hash':
    case 'enable':
      // They change what a name means.
      return args.length === 0 ? NOTHING : UNKNOWN;
    default:
      return NOTHING;
  }
}

function startedBy(name: string, args: Words, { takes, plain = '', numbers = 0 }: Starter): Inner {
  const valued = new Set(takes.split(' '));
  let isPlain = true;
  const sets: string[] = [];
  let left = numbers;
  let index = 0;
  for (; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === undefined) return UNKNOWN;
    const assigned = ASSIGNMENT.exec(arg)?.[1];
    if (arg === '--') {
      index += 1;
      break;
    }
    if (name === 'env' && assigned !== undefined)
      sets.push(isPlainValue(arg.slice(arg.indexOf('=') + 1)) ? assigned : '?');
    else if (name === 'env' && /^(-[^-]*S|--s)/.test(arg)) return UNKNOWN;
    else if (name === 'command' && /^-[vV]+$/.test(arg)) return { ...NOTHING, passesOn: true };
    else if (arg.startsWith('-') && arg !== '-') {
      if (!isPlainOption(arg, plain.split(' '), valued)) isPlain = false;
      if (takesNext(arg, valued)) index += 1;
    } else if (left > 0) left -= 1;
    else break;
  }
  const given = args.slice(index + (args[index - 1] === '--' ? left : 0));
  // Text that replaces a placeholder is unknown.
  const places = name === 'xargs' ? replacedBy(args.slice(0, index)) : [];
  const rest = given.map((word) => (places.some((place) => word?.includes(place)) ? undefined : word));
  const passesOn = isPlain && (rest.length > 0 || name === 'env' || name === 'command');
  // xargs alone is echo; the arguments it appends to a program are unknown.
  if (name === 'xargs')
    return rest.length === 0
      ? { ...NOTHING, passesOn: true }
      : { ...NOTHING, passesOn, commands: [[...rest, undefined]] };
  return { ...NOTHING, passesOn, sets, commands: rest.length === 0 ? [] : [rest] };
}

/** Placeholder that xargs replaces with its input: `-I R`, `-iR`, `--replace=R`, `-J R`. */
const replacedBy = (options: Words): readonly string[] =>
  options.flatMap((option, index) => {
    const long = /^--r[a-z]*(?:=(.*))?$/s.exec(option ?? '');
    if (long !== null) return [long[1] || '{}'];
    const [, letter, attached = ''] = /^-[a-zA-Z0-9]*?([IJi])(.*)$/s.exec(option ?? '') ?? [];
    if (letter === undefined) return [];
    return [attached || (letter === 'i' ? '{}' : (options[index + 1] ?? '{}'))].filter((place) => place !== '');
  });

/** Among combined letters only the last takes the next word; others take the rest. Long names may be abbreviated. */
function takesNext(option: string, valued: ReadonlySet<string>): boolean {
  if (option.startsWith('--')) return !option.includes('=') && [...valued].some((long) => long.startsWith(option));
  const letters = [...option.slice(1)];
  const first = letters.findIndex((letter) => valued.has(`-${letter}`));
  return first !== -1 && first === letters.length - 1;
}

/** Matches full names only; of combined letters each one, up to the first that takes the rest as its value. */
function isPlainOption(option: string, plain: readonly string[], valued: ReadonlySet<string>): boolean {
  if (option.startsWith('--')) return plain.includes(option.replace(/=.*$/s, ''));
  for (const letter of option.slice(1)) {
    if (!plain.includes(`-${letter}`)) return /^-\d+$/.test(option);
    if (valued.has(`-${letter}`)) return true;
  }
  return true;
}

const trapped = ([code]: Words): Inner =>
  code === undefined ? UNKNOWN : { ...NOTHING, passesOn: true, code: code === '-' ? [] : [code] };

/** Letters of a shell's that change nothing before its code; `-i` and files of settings run others first. */
const SHELL_PLAIN = /^([-+][abefhklmnptuvxBCEHPT]+|--(norc|noprofile|posix|login|noediting|verbose))$/;
/** Take the next word. */
const SHELL_VALUED = /^([-+][a-zA-Z]*[oO]|--rcfile|--init-file)$/;

function shell(args: Words, { fed, typed }: Input): Inner {
  let passesOn = true;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index];
    if (arg === undefined) return UNKNOWN;
    if (/^-[a-zA-Z]*c[a-zA-Z]*$/.test(arg)) {
      const code = args[index + 1] === '--' ? args[index + 2] : args[index + 1];
      // Options between may take the next word, and leave another as the code.
      if (code === undefined || /^[-+]/.test(code) || /[oO]/.test(arg)) return UNKNOWN;
      const letters = arg.replace('c', '');
      return { ...NOTHING, passesOn: passesOn && (letters === '-' || SHELL_PLAIN.test(letters)), code: [code] };
    }
    if (SHELL_VALUED.test(arg)) {
      if (/file$/.test(arg)) passesOn = false;
      index += 1;
    } else if (/^[-+]/.test(arg)) {
      if (!SHELL_PLAIN.test(arg)) passesOn = false;
    }
    // A file: what is in it is not read.
    else return NOTHING;
  }
  if (typed !== undefined) return { ...NOTHING, passesOn, code: [typed] };
  return fed ? UNKNOWN : NOTHING;
}

function found(args: Words): Inner {
  const commands: Words[] = [];
  for (let index = 0; index < args.length; index += 1) {
    if (args[index] === undefined || !FIND_EXEC.has(args[index] ?? '')) continue;
    const end = args.findIndex((arg, at) => at > index && (arg === ';' || arg === '+'));
    commands.push(
      args.slice(index + 1, end === -1 ? undefined : end).map((arg) => (arg?.includes('{}') ? undefined : arg)),
    );
  }
  return { ...NOTHING, commands, unknown: args.some((arg) => arg === undefined) };
}
