/** Needs that a run of a skill's script gets, and the required grant (src/main/skills/requirements/needs.ts). */
import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { sha256 } from '../../lib/sha256.ts';
import type { RunRequest } from '../../runner/run/run-request.ts';
import { isInside } from '../../runner/workspace/workspace.ts';
import { hostsWith, isTooBroad, needsOf } from '../../skills/requirements/needs.ts';
import type { GrantSeed } from './grants.ts';
import type { ScriptCall } from './script-call.ts';
import { skillContent } from './skill-content.ts';

export interface RunNeeds {
  readonly hosts: readonly string[];
  /** Real. */
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  readonly programs: readonly string[];
}

export interface AskedNeeds extends RunNeeds {
  /** Per skill, its whole content, and what it needs. Undefined where nothing of it takes a grant. */
  readonly grant: GrantSeed | undefined;
}

/**
 * @param appFolders the app's own, which no run is ever given.
 * @param secrets names of those that the skill was given.
 */
export function askedNeeds(
  call: ScriptCall | undefined,
  bundled: boolean,
  appFolders: readonly string[],
  secrets: readonly string[] = [],
): AskedNeeds | undefined {
  if (call === undefined) return undefined;
  const declared = needsOf(call.skill);
  const { folders, programs } = declared;
  const hosts = hostsWith(declared, (name) => secrets.includes(name));
  const real = folders.flatMap(({ path: written, write }) => {
    const folder = givable(written, appFolders);
    return folder === undefined ? [] : [{ folder, write }];
  });
  const needs: RunNeeds = {
    hosts,
    reads: real.filter(({ write }) => !write).map(({ folder }) => folder),
    writes: real.filter(({ write }) => write).map(({ folder }) => folder),
    programs,
  };
  const { reads, writes } = needs;
  // Bundled skills may name the programs that they start.
  const counted = hosts.length + reads.length + writes.length + (bundled ? 0 : programs.length);
  if (counted === 0) return programs.length === 0 ? undefined : { ...needs, grant: undefined };
  const version = skillContent(call.skill.dir);
  const label = [...hosts, ...reads, ...writes, ...programs].join(', ');
  const key = `needs:${sha256(JSON.stringify([call.skill.id, version, needs]))}`;
  return { ...needs, grant: { key, what: 'needs', label, skill: call.skill.id, version } };
}

/** Real path; undefined if it does not exist or is too broad to grant. */
function givable(folder: string, appFolders: readonly string[]): string | undefined {
  try {
    const real = realpathSync.native(folder);
    const ours = appFolders.some((own) => isInside(own, real) || isInside(real, own));
    // Never lends files that later run as the user, nor a single file (such as a shell's startup file).
    const fixed = real.toLowerCase().split(path.sep).includes('.git') || !statSync(real).isDirectory();
    return ours || fixed || isTooBroad(real, realHome()) ? undefined : real;
  } catch {
    return undefined;
  }
}

function realHome(): string {
  try {
    return realpathSync.native(homedir());
  } catch {
    return homedir();
  }
}

/** Converts the needs to the runner's form. */
export function accessOf(needs: RunNeeds | undefined): Pick<RunRequest, 'access'> {
  return needs === undefined || needs.hosts.length + needs.programs.length === 0
    ? {}
    : { access: { hosts: needs.hosts, programs: needs.programs } };
}
