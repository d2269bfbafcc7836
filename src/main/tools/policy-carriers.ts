/**
 * Programs that start others, or write anywhere, by an option or a word of a language of their own. Whoever allows `git`
 * means its work and not `git -c alias.x='!…'`: such a call is asked for.
 */
import path from 'node:path';

interface Carrier {
  /** Whole words, of which the last may be cut short as their programs allow, and may have `=…`. */
  readonly long?: readonly string[];
  /** Letters, alone or among others after one dash. */
  readonly short?: string;
  /** Any word that looks like this. */
  readonly like?: RegExp;
  /** Words of a pattern of its own begin like a glob. */
  readonly takesGlobs?: true;
}

const AWK: Carrier = { long: ['exec', 'include', 'load', 'file'], short: 'fEil', like: /\bsystem\b|[|>@]|\bgetline\b/ };
const SSH: Carrier = { short: 'oFSJ', like: /^-o|(proxy|local|known)\w*command/i };

const CARRIERS: Readonly<Record<string, Carrier>> = {
  git: {
    long: [
      ...['exec-path', 'config-env', 'exec', 'upload-pack', 'receive-pack', 'extcmd', 'open-files-in-pager'],
      ...['output', 'ext-diff', 'textconv', 'git-dir', 'work-tree', 'template', 'config', 'interactive'],
    ],
    short: 'cxOu',
    like: /^(ext::.*|filter-branch|difftool|mergetool|submodule|bisect|config|rebase|worktree|instaweb|send-email)$/,
  },
  ...Object.fromEntries(['awk', 'gawk', 'mawk', 'nawk', 'original-awk'].map((name) => [name, AWK])),
  ...Object.fromEntries(['ssh', 'scp', 'sftp'].map((name) => [name, SSH])),
  // The letters e and w where its language may take them for commands or flags.
  sed: { long: ['file', 'in-place'], short: 'fi', like: /(^|[^\\A-Za-z])[gpimIM\d]*[ewW][gpimIMe\d]*(\s|;|\}|$)/ },
  find: { like: /^-(delete|fprint0?|fprintf|fls)$/, takesGlobs: true },
  tar: {
    long: [
      ...['to-command', 'use-compress-program', 'checkpoint-action', 'info-script', 'new-volume-script'],
      ...['rsh-command', 'rmt-command', 'absolute-names', 'files-from', 'directory'],
    ],
    short: 'IFPTC',
    like: /^[A-Za-z]*[IFP][A-Za-z]*$/,
  },
  sort: { long: ['compress-program', 'output', 'files0-from'], short: 'o' },
  split: { long: ['filter'] },
  rsync: { long: ['rsh', 'rsync-path'], short: 'e' },
  zip: { long: ['unzip-command'], short: 'TO' },
  man: { long: ['pager', 'html', 'preprocessor'], short: 'PHC' },
  less: { like: /^\+/ },
  vi: { like: /^[-+]/ },
  vim: { like: /^[-+]/ },
  wget: { long: ['use-askpass', 'execute', 'config'], short: 'e' },
  curl: { long: ['config'], short: 'K' },
  rg: { long: ['pre', 'hostname-bin', 'search-zip'], takesGlobs: true },
  fd: { long: ['exec', 'exec-batch'], short: 'xX', takesGlobs: true },
  date: { long: ['set'], short: 's' },
};

const nameOf = (program: string): string => path.posix.basename(program).toLowerCase();

function carriedBy({ long = [], short = '', like }: Carrier, arg: string): boolean {
  const cut = arg.replace(/=.*$/s, '');
  if (like?.test(arg) === true) return true;
  if (cut.startsWith('--')) return cut.length > 2 && long.some((name) => name.startsWith(cut.slice(2)));
  // What follows a letter may be its value: such a call is asked for once too often.
  return /^-[^-]/.test(cut) && [...short].some((letter) => cut.slice(1).includes(letter));
}

/**
 * @param named of the words, how many the person's own rule names: these were allowed as they stand.
 * @returns may it start or write what nobody named?
 */
export function carriesMore(program: string, args: readonly (string | undefined)[], named: number): boolean {
  const name = nameOf(program);
  const carrier = Object.hasOwn(CARRIERS, name) ? CARRIERS[name] : undefined;
  if (carrier === undefined) return false;
  return args.slice(named).some((arg) => {
    // A file may be called like an option.
    if (arg === undefined || (carrier.takesGlobs !== true && /^[*?[]/.test(arg))) return true;
    return carriedBy(carrier, arg);
  });
}

const CODE: RegExp = /^(python[\d.]*|pypy[\d.]*|node|nodejs|deno|bun|perl|ruby|php|lua|tclsh|osascript|pwsh|fish)$/;

/** The words in which it may name another program, as code or as an option's. */
export function carriedText(program: string, args: readonly (string | undefined)[]): string {
  const name = nameOf(program);
  const reads = CODE.test(name) ? args.some((arg) => arg?.startsWith('-') === true) : carriesMore(program, args, 0);
  return reads ? args.map((arg) => arg ?? '').join(' ') : '';
}
