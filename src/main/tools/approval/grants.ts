/** Holds what the user allowed beyond one call. Never read from a session's log, which may be imported. */

import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Grant } from '../../../shared/contract/grants.ts';
import type { Decision } from '../../../shared/events.ts';
import { sha256 } from '../../lib/text.ts';
import type { SkillSummary } from '../../skills/types.ts';
import { type Listed, listsSay } from './policy-lists.ts';

// Keys of grants for the user's own files, in readable form: `host:/a` is the folder and all in it, `host:/a/*` the
// files directly in it, `host:/a/b.txt` one file. Paths are real: links are resolved before the user is asked.

/** A folder of the user's that a run may read only with their approval. */
export interface HostFolder {
  readonly key: string;
  /** A folder or a single file, as shown to the user. */
  readonly folder: string;
}

const PREFIX = 'host:';

/**
 * @param real path of the file or folder. @param userHome real: it holds keys and settings, so a grant directly in it
 * covers one file.
 */
export function hostFolderOf(real: string, isFolder: boolean, userHome: string): HostFolder {
  if (isFolder) return { key: `${PREFIX}${real}`, folder: real };
  const parent = path.dirname(real);
  if (parent === userHome || parent === path.parse(real).root) return { key: `${PREFIX}${real}`, folder: real };
  return { key: `${PREFIX}${path.join(parent, '*')}`, folder: parent };
}

/** True if an existing grant covers this one: the same, or one for a folder around it. */
export function coversHost({ key }: HostFolder, has: (key: string) => boolean): boolean {
  if (has(key)) return true;
  let at = key.slice(PREFIX.length);
  for (let parent = path.dirname(at); parent !== at; parent = path.dirname(at)) {
    if (has(`${PREFIX}${parent}`)) return true;
    at = parent;
  }
  return false;
}

// Hashes all of a skill's folder: approving one of its scripts also approves what it can import.

/** Version control's folder, which every access changes. All else counts, under any name: a script can run it. */
const NO_CONTENT = '.git';
/** Bytes that are read; of what is beyond, size and times must do. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Never throws: what cannot be read is part of the hash as such. Links are not followed, where they lead counts.
 * @param script that is run: counts also in a folder that does not.
 */
export function skillContent(dir: string, script?: string): string {
  const lines: string[] = [];
  let left = MAX_BYTES;
  const fileLine = (file: string): string => {
    const { size, mtimeMs, ctimeMs } = statSync(file);
    left -= size;
    return left < 0 ? `${size} ${mtimeMs} ${ctimeMs}` : sha256(readFileSync(file));
  };
  const visit = (folder: string): string => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && entry.name === NO_CONTENT) continue;
      const file = path.join(folder, entry.name);
      const say = (what: () => string): void => {
        lines.push(`${JSON.stringify(path.relative(dir, file))} ${orFault(what)}`);
      };
      if (entry.isDirectory()) say(() => visit(file));
      else if (entry.isSymbolicLink()) say(() => `link ${readlinkSync(file)}`);
      else if (entry.isFile()) say(() => fileLine(file));
    }
    return 'folder';
  };
  lines.push(orFault(() => visit(dir)));
  if (script?.split(path.sep).includes(NO_CONTENT)) lines.push(orFault(() => sha256(readFileSync(script))));
  return sha256(lines.sort().join('\n'));
}

function orFault(what: () => string): string {
  try {
    return what();
  } catch {
    return 'unreadable';
  }
}

export type GrantSeed = Pick<Grant, 'key' | 'what' | 'label' | 'skill' | 'version'>;

export interface GrantStore {
  list(): readonly Grant[];
  /** Takes the place of one with the same key; among those of sessions, of the same session. */
  add(grant: Grant): void;
  /** @param sessionId removes it for this session only. */
  remove(key: string, sessionId?: string): void;
}

export interface GrantStores {
  /** Absent: as good as `session`. */
  readonly always?: GrantStore | undefined;
  /** Absent: until the program ends. */
  readonly ofSessions?: GrantStore | undefined;
}

function inMemory(): GrantStore {
  let grants: readonly Grant[] = [];
  const remove = (key: string, sessionId?: string): void => {
    grants = grants.filter((grant) => grant.key !== key || (sessionId !== undefined && grant.sessionId !== sessionId));
  };
  return {
    list: () => grants,
    add(grant) {
      remove(grant.key, grant.sessionId);
      grants = [...grants, grant];
    },
    remove,
  };
}

export type AllGrants = ReturnType<typeof createGrants>;
export type SessionGrants = ReturnType<AllGrants['of']>;

/** The grants of all sessions; each session sees its own and those for always. */
export function createGrants({ always, ofSessions = inMemory() }: GrantStores) {
  const withdrawn = new Map<string, readonly Grant[]>();
  const everywhere = (): readonly Grant[] => always?.list() ?? [];
  const put = (grant: Grant): void =>
    (grant.span === 'always' && always !== undefined ? always : ofSessions).add(grant);
  return {
    of: (sessionId: string) => ({
      has: (key: string): boolean =>
        ofSessions.list().some((grant) => grant.key === key && grant.sessionId === sessionId) ||
        everywhere().some((grant) => grant.key === key),
      /** `once` and `denied` change nothing. */
      remember(seed: GrantSeed, decision: Decision): void {
        if (decision !== 'session' && decision !== 'always') return;
        const span = always === undefined ? 'session' : decision;
        put({ ...seed, span, at: new Date().toISOString(), sessionId });
      },
    }),
    /** The latest first. */
    list(sessionId?: string): readonly Grant[] {
      const own = ofSessions.list().filter((grant) => sessionId === undefined || grant.sessionId === sessionId);
      return [...own, ...everywhere()].toSorted((a, b) => (b.at ?? '').localeCompare(a.at ?? ''));
    },
    /** Undefined where there is none. */
    withdraw(key: string): Grant | undefined {
      const found = [...ofSessions.list(), ...everywhere()].filter((grant) => grant.key === key);
      if (found.length === 0) return undefined;
      // Removes the key everywhere, so that the same action is not allowed in another session.
      ofSessions.remove(key);
      always?.remove(key);
      withdrawn.set(key, found);
      return found[0];
    },
    /** Restores what a withdrawal removed; undefined if there was none since the start. */
    restore(key: string): Grant | undefined {
      const grants = withdrawn.get(key) ?? [];
      withdrawn.delete(key);
      for (const grant of grants) put(grant);
      return grants[0];
    },
    forget(sessionId: string): void {
      for (const grant of ofSessions.list()) {
        if (grant.sessionId === sessionId) ofSessions.remove(grant.key, sessionId);
      }
    },
  };
}

/**
 * `allowed-tools` of a loaded skill, as what a person may grant: the commands that it names. Nothing of it holds until a person
 * has said so at a question, for exactly this version of the skill, and only while the skill is loaded.
 */
export interface WishedCommands {
  readonly skill: string;
  readonly rules: readonly string[];
  readonly grant: GrantSeed;
}

const SHELL = /^(?:Bash|Shell|run_command)\((.+)\)$/;
/** The rest is any argument in other clients; here only arguments of a known shape need no question. */
const ANYTHING = /(?::\*|\s+\*)$/;

/** `Bash(git status:*)` is `git status`. A shell without limits, patterns inside a word and other tools are left out. */
export function commandRules(allowedTools: readonly string[]): readonly string[] {
  const rules = allowedTools.flatMap((entry) => {
    const inside = SHELL.exec(entry.trim())?.[1]?.trim();
    const rule = inside?.replace(ANYTHING, '').trim();
    return rule === undefined || rule === '' || /[*?;&|<>$`(){}\p{Cc}]/u.test(rule) ? [] : [rule];
  });
  return [...new Set(rules)];
}

/** The first of the loaded skills that names the command. */
export function wishedCommands(command: Listed, loaded: readonly SkillSummary[]): WishedCommands | undefined {
  for (const { id, dir, allowedTools } of loaded) {
    const rules = commandRules(allowedTools);
    if (rules.length === 0 || listsSay(command, { allow: [...rules], deny: [] }).kind !== 'allow') continue;
    const version = skillContent(dir);
    const key = `allowed-tools:${sha256(JSON.stringify([id, version, rules]))}`;
    return { skill: id, rules, grant: { key, what: 'needs', label: rules.join(', '), skill: id, version } };
  }
  return undefined;
}
