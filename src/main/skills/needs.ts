/**
 * Access that a skill says its scripts need beyond their own folder and the workspace: network hosts, the user's
 * folders, programs. Only a request: nothing here grants anything; the user does.
 */
import { homedir } from 'node:os';
import path from 'node:path';
import { perObject } from '../../shared/defined.ts';
import type { SkillSummary } from './types.ts';

interface FolderNeed {
  /** Absolute; `~` is filled in. */
  readonly path: string;
  readonly write: boolean;
}

export interface Needs {
  /** Host names, `*.example.org` for those below one, optionally with `:port`. The whole network cannot be granted. */
  readonly hosts: readonly string[];
  readonly folders: readonly FolderNeed[];
  readonly programs: readonly string[];
  /** Hosts needed only once the user gave the skill that secret: until then nothing is asked. */
  readonly withSecret: readonly { readonly name: string; readonly hosts: readonly string[] }[];
  /** Entries that are invalid, or too broad to grant; the user is not asked about them. */
  readonly refused: readonly { readonly entry: string; readonly why: 'malformed' | 'too-broad' }[];
}

/** Keys of `metadata`, without regard to case, `_` and `-`. */
const HOST_KEYS = new Set(['network', 'networkhosts', 'hosts', 'requiresnetwork', 'requireshosts']);
/** `NAME: host, host; NAME: host`. */
const SECRET_HOST_KEYS = new Set(['networkwithsecret', 'hostswithsecret']);
const FOLDER_KEYS = new Set(['folders', 'folder', 'requiresfolders', 'directories']);
const PROGRAM_KEYS = new Set(['programs', 'program']);

const HOST =
  /^(?:\*\.)?(?=.{1,253}(?::|$))(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?::\d{1,5})?$/;
const PROGRAM = /^[A-Za-z0-9][\w.+-]{0,63}$/;
const SECRET = /^[A-Za-z_]\w{0,127}$/;
const NO = /^(no|none|false|never|off|0|-)$/i;
const ANY = /^(\*|yes|true|all|any|internet)$/i;
const MAX_ENTRIES = 50;
/** Given whole, these are the computer and not a folder of it. */
const SYSTEM_FOLDERS = [
  '/proc /sys /dev /etc /usr /bin /sbin /lib /lib64 /boot /var /run /root /home /Users /System /Library /opt',
  '/tmp /private',
].flatMap((line) => line.split(' '));
/** Folders below a home that contain keys, settings and startup files, like all hidden ones. */
const SECRET_FOLDERS = ['Library', 'AppData'];

const NONE: Needs = { hosts: [], folders: [], programs: [], withSecret: [], refused: [] };

/** Cheap to call again: a summary is read once. */
export const needsOf = perObject(
  ({ metadata, compatibility = '' }: SkillSummary): Needs => readNeeds(metadata, compatibility, homedir()),
);

export const hasNeeds = ({ hosts, folders, programs, withSecret }: Needs): boolean =>
  hosts.length + folders.length + programs.length + withSecret.length > 0;

/** Hosts of a skill that has these secrets. @param has true for every name: all that it may ever ask for. */
export const hostsWith = ({ hosts, withSecret }: Needs, has: (name: string) => boolean): readonly string[] => [
  ...new Set([...hosts, ...withSecret.flatMap((one) => (has(one.name) ? one.hosts : []))]),
];

export function readNeeds(metadata: Readonly<Record<string, string>>, compatibility: string, home: string): Needs {
  const hosts: string[] = [];
  const folders = new Map<string, FolderNeed>();
  const programs: string[] = [];
  const withSecret: Needs['withSecret'][number][] = [];
  const refused: Needs['refused'][number][] = [];
  const hostEntries = (value: string): string[] =>
    entries(value, /[\s,;]+/).flatMap((entry) => {
      const host = hostIn(entry);
      if (host === undefined && !NO.test(entry))
        refused.push({ entry, why: ANY.test(entry) || /^\*\.[^.]*$/.test(entry) ? 'too-broad' : 'malformed' });
      return host ?? [];
    });
  for (const [key, value] of Object.entries(metadata)) {
    const name = key.toLowerCase().replaceAll(/[-_]/g, '');
    if (HOST_KEYS.has(name)) {
      hosts.push(...hostEntries(value));
    } else if (SECRET_HOST_KEYS.has(name)) {
      for (const entry of entries(value, /[;\n]/)) {
        const [, secret = '', given = ''] = /^([^:]*):(.*)$/.exec(entry) ?? [];
        if (!SECRET.test(secret.trim())) refused.push({ entry, why: 'malformed' });
        else withSecret.push({ name: secret.trim(), hosts: hostEntries(given) });
      }
    } else if (FOLDER_KEYS.has(name)) {
      for (const entry of entries(value, /\s*[,;\n]\s*/)) {
        const folder = folderIn(entry, home);
        if ('why' in folder) refused.push({ entry, why: folder.why });
        else
          folders.set(folder.path, {
            path: folder.path,
            write: folder.write || folders.get(folder.path)?.write === true,
          });
      }
    } else if (PROGRAM_KEYS.has(name)) {
      for (const entry of entries(value, /[\s,;]+/)) {
        if (PROGRAM.test(entry)) programs.push(entry);
        else if (!NO.test(entry)) refused.push({ entry, why: entry === '*' ? 'too-broad' : 'malformed' });
      }
    }
  }
  if (hosts.length + withSecret.length === 0) hosts.push(...hostsInText(compatibility));
  if (hosts.length + folders.size + programs.length + withSecret.length + refused.length === 0) return NONE;
  return {
    hosts: [...new Set(hosts)].slice(0, MAX_ENTRIES),
    folders: [...folders.values()].slice(0, MAX_ENTRIES),
    programs: [...new Set(programs)].slice(0, MAX_ENTRIES),
    withSecret: withSecret.slice(0, MAX_ENTRIES),
    refused,
  };
}

const entries = (value: string, between: RegExp): readonly string[] =>
  value
    .split(between)
    .map((entry) => entry.trim().replace(/^["']|["']$/g, ''))
    .filter((entry) => entry !== '');

/** An address of the web means its host. */
function hostIn(entry: string): string | undefined {
  const host = entry
    .toLowerCase()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//, '')
    .replace(/\/.*$/, '');
  if (!HOST.test(host) || /^\*\.[^.]*$/.test(host)) return undefined;
  // One word may be any of the prose that people write there.
  return host.includes('.') || host === 'localhost' || host.startsWith('localhost:') ? host : undefined;
}

/** `~/trips (read)`, `~/Downloads (write)`, `~/x: write`; read where nothing is said. */
function folderIn(entry: string, home: string): FolderNeed | { readonly why: 'malformed' | 'too-broad' } {
  const named =
    /^(?<bare>.*?)\s*(?:\((?<inBrackets>[^)]*)\)|:\s*(?<afterColon>read|write|read-?only|read-?write|rw|ro))$/is;
  const { bare = entry, inBrackets, afterColon } = named.exec(entry)?.groups ?? {};
  const word = inBrackets ?? afterColon ?? 'read';
  const how = word.trim().toLowerCase();
  if (!/^(read|write|read[- ]?only|read[- ]?write|read (?:and|&) write|rw|ro|r|w)$/.test(how))
    return { why: 'malformed' };
  const write = how.includes('w');
  const filled = bare.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|\\|$)/, home);
  if (!path.isAbsolute(filled) || /[\p{Cc}*?]/u.test(filled)) return { why: 'malformed' };
  const full = path.resolve(filled);
  return isTooBroad(full, home) ? { why: 'too-broad' } : { path: full, write };
}

/** @param full absolute. @param home the person's. */
export function isTooBroad(full: string, home: string): boolean {
  if (full === path.parse(full).root || full === home || home.startsWith(full + path.sep)) return true;
  if (SYSTEM_FOLDERS.includes(full) || /^\/(proc|sys|dev|etc|boot|run|usr|bin|sbin|lib\w*)(\/|$)/.test(full))
    return true;
  const below = path.relative(home, full).split(path.sep)[0] ?? '';
  return SECRET_FOLDERS.includes(below) || /^\.(?!\.$)/.test(below);
}

/** "Needs network access to api.example.com": names that cannot be anything else, in a sentence that speaks of a network. */
function hostsInText(text: string): readonly string[] {
  return text
    .split(/[.;\n](?=\s|$)/)
    .filter((sentence) => /\b(network|internet|online)\b|联网|网络/i.test(sentence))
    .filter((sentence) => !/\b(no|not|without|optional(ly)?|offline)\b|无需|不/i.test(sentence))
    .flatMap((sentence) => sentence.match(/(?:\*\.)?(?:[a-z0-9-]+\.)+[a-z]{2,24}(?![\w-])/gi) ?? [])
    .flatMap((name) => hostIn(name) ?? [])
    .filter((name) => !/\.(py|js|mjs|sh|md|txt|json|yaml|yml|html)$/.test(name));
}
