/** Variables of the host that programs get. Never a key. */
import path from 'node:path';

export type HostVariables = Readonly<Record<string, string | undefined>>;

/** Passed on where the host has them. Proxies are left out: their addresses may hold a password. */
const ALLOWED = [
  'PATH',
  'HOME',
  'LANGUAGE',
  'TZ',
  'TMPDIR',
  'USER',
  'LOGNAME',
  'SHELL',
  // Windows: without these hardly a program starts.
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERPROFILE',
  'USERNAME',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramData',
  'ProgramFiles',
  'ProgramFiles(x86)',
  'NUMBER_OF_PROCESSORS',
  'OS',
];

/** Windows ignores the case of names, and calls PATH `Path`. */
const isPassedOn = (name: string): boolean =>
  ALLOWED.includes(name) || (process.platform === 'win32' && ALLOWED_IN_CAPITALS.has(name.toUpperCase()));
const ALLOWED_IN_CAPITALS = new Set(ALLOWED.map((name) => name.toUpperCase()));

/** Folders and versions of version managers. Runs do not get them. */
const OF_MANAGERS =
  /^((PYENV|NODENV|GOENV|RBENV|ASDF|MISE|VOLTA|FNM|NVM|UV)_(\w+_)?(ROOT|HOME|DIR|VERSION|CONFIG_FILE)|XDG_(CONFIG|DATA|CACHE|STATE)_HOME)$/;

/** The host's variables without a key, unchanged: for programs of the host that a run is prepared with. */
export const withoutKeys = (host: HostVariables): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(host).filter(([name]) => isPassedOn(name) || OF_MANAGERS.test(name)));

/** The host's variables that any program gets; a relative entry of PATH would let a file in its folder replace a program. */
export function hostVariables(host: HostVariables, shims: string): Record<string, string> {
  // The host's own locale may not be installed here (a login from another machine brings its name along), and every
  // shell would then begin with a warning. UTF-8 is what matters.
  const environment: Record<string, string> = { LANG: 'C.UTF-8', TERM: 'xterm-256color' };
  for (const [name, value] of Object.entries(host)) {
    if (value !== undefined && isPassedOn(name)) environment[name] = value;
  }
  const pathName = Object.keys(environment).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const entries = (environment[pathName] ?? '/usr/local/bin:/usr/bin:/bin')
    .split(path.delimiter)
    .filter(path.isAbsolute);
  return { ...environment, [pathName]: [shims, ...entries].join(path.delimiter) };
}
