/**
 * Permissions beyond one call, which the user may read, and revoke by deleting an entry or the file: permanent ones in
 * `HOME/grants.json`, those of one session in `HOME/session-grants.json`.
 */

import { realpathSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { type Grant, grantSchema } from '../../shared/contract/grants.ts';
import { defined } from '../../shared/defined.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Diagnostic } from '../../shared/events.ts';
import { diagnosed, type FindingCode, type FindingFacts } from '../../shared/messages/failure.ts';
import type { ConfigFile } from './jsonc.ts';
import { listFile } from './list-file.ts';

/** The user's decisions on project folders, in `HOME/trusted-folders.json`. */
const folderSchema = z.object({
  /** Real. */
  dir: z.string(),
  /** False: the person said no, and is not asked again. */
  trusted: z.boolean(),
  /** ISO 8601. */
  at: z.string(),
  /** Digests of the skills that were trusted, by their names in the folder. */
  skills: z.record(z.string(), z.string()).optional(),
});
/** A line for each skill of each trusted folder. */
const MAX_BYTES = 64 * 1024 * 1024;

export type TrustedFolders = ReturnType<typeof trustedFolders>;

/** Links followed: another folder under the same name is another folder. */
export function realFolder(dir: string): string {
  try {
    return realpathSync.native(dir);
  } catch {
    return path.resolve(dir);
  }
}

export function trustedFolders(home: string) {
  const { list, write } = listFile(path.join(home, 'trusted-folders.json'), 'folders', folderSchema, MAX_BYTES);
  return {
    /** Reads the file each time. An unreadable file trusts nothing. */
    list,
    decisionOn(given: string) {
      const dir = realFolder(given);
      return list().find((one) => one.dir === dir);
    },
    /** `undefined` forgets the decision. */
    decide(given: string, trusted: boolean | undefined, skills?: Readonly<Record<string, string>>) {
      const dir = realFolder(given);
      const others = list().filter((one) => one.dir !== dir);
      const decided =
        trusted === undefined ? [] : [{ dir, trusted, at: new Date().toISOString(), ...defined({ skills }) }];
      write([...others, ...decided]);
    },
  };
}

/** Skills turned on or off by hand: for everything in the data folder's `config.jsonc`, for one environment in its own. */
type Switches = Readonly<Record<string, boolean>>;

export type SkillSwitches = ReturnType<typeof createSkillSwitches>;

/** @param fileOf the environment's own settings. */
export function createSkillSwitches(home: ConfigFile, fileOf: (environment: string) => ConfigFile) {
  const switchesIn = (file: ConfigFile): Switches => file.read().config.skillSwitches ?? {};
  return {
    /** Current values; the environment's override global ones. */
    read: (environment: string | undefined) => ({
      everywhere: switchesIn(home),
      environment: environment === undefined ? {} : switchesIn(fileOf(environment)),
    }),
    /** `null` takes the switch out. Without an environment: for everything. @throws SkilldeckError `config-invalid`. */
    set(skill: string, enabled: boolean | null, environment: string | undefined) {
      const file = environment === undefined ? home : fileOf(environment);
      const others = Object.entries(switchesIn(file)).filter(([id]) => id !== skill);
      const entries = enabled === null ? others : [...others, [skill, enabled] as const];
      if (enabled === null && others.length === Object.keys(switchesIn(file)).length) return;
      const sorted = entries.toSorted(([a], [b]) => (a < b ? -1 : 1));
      file.change({ skillSwitches: sorted.length === 0 ? undefined : Object.fromEntries(sorted) });
    },
  };
}

/** Reads the file at each question, so that a deleted entry counts at once. An unreadable file grants nothing. */
export function grantsFile(home: string, span: Grant['span'] = 'always') {
  const file = path.join(home, span === 'always' ? 'grants.json' : 'session-grants.json');
  const grants = listFile(file, 'grants', grantSchema);
  const list = (): Grant[] => grants.list().map((grant) => ({ ...grant, span }));
  const others = (key: string, sessionId: string | undefined): Grant[] =>
    list().filter((grant) => grant.key !== key || (sessionId !== undefined && grant.sessionId !== sessionId));
  const fault = (code: FindingCode, figures?: FindingFacts['figures']): Diagnostic => ({
    severity: 'warning',
    file,
    rule: 'grants',
    ...diagnosed({ code, figures }),
  });
  const diagnostics = (): readonly Diagnostic[] => {
    try {
      const { all, entries } = grants.read();
      const n = all.length - entries.length;
      return n === 0 ? [] : [fault('grants-unreadable', { n, all: all.length })];
    } catch (error) {
      if (error instanceof z.ZodError) return [fault('grants-no-list')];
      return [fault('grants-file-unreadable', { why: messageOf(error) })];
    }
  };
  return {
    list,
    /** Says that the file, or an entry of it, cannot be read. */
    diagnostics,
    /** Takes the place of one with the same key; among those of sessions, of the same session. */
    add: (grant: Grant) =>
      grants.write([...others(grant.key, span === 'session' ? grant.sessionId : undefined), grant]),
    /** @param sessionId removes it for this session only. */
    remove(key: string, sessionId?: string) {
      const left = others(key, sessionId);
      if (left.length < list().length) grants.write(left);
    },
  };
}
