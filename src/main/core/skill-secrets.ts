/** Secrets that each skill gets (CONTRACT §12 "Secrets for a skill"). */
import { realpathSync } from 'node:fs';
import type { SkillSecret, SkillSecrets } from '../settings/skill-secrets.ts';
import { hostsWith, needsOf } from '../skills/needs.ts';
import type { SkillSummary } from '../skills/types.ts';
import type { SecretsForTools } from '../tools/define-tool.ts';

/** Possible reach of a script of the skill with a secret, in the words of the skill's own request. */
export function reachOf(skill: SkillSummary): string[] {
  const needs = needsOf(skill);
  const { folders, programs } = needs;
  const hosts = hostsWith(needs, () => true);
  return [...hosts, ...folders.map(({ path, write }) => `${path} (${write ? 'write' : 'read'})`), ...programs];
}

export function realDir({ dir }: SkillSummary): string {
  try {
    return realpathSync.native(dir);
  } catch {
    return dir;
  }
}

/** It was given to this folder, and the skill has not asked for more since. */
export const holds = ({ skill, dir, reach }: SkillSecret, now: SkillSummary): boolean =>
  skill === now.id && dir === realDir(now) && reachOf(now).every((one) => reach.includes(one));

export const hasSecret = (secrets: SkillSecrets, skill: SkillSummary, name: string): boolean =>
  secrets.list().some((one) => one.name === name && holds(one, skill));

export function secretsForTools(secrets: SkillSecrets): SecretsForTools {
  return {
    async of(skill) {
      const own = secrets.list().filter((one) => holds(one, skill));
      const pairs = await Promise.all(
        own.map(async ({ name }) => [name, await secrets.value(skill.id, name)] as const),
      );
      return Object.fromEntries(pairs.filter((pair): pair is readonly [string, string] => pair[1] !== undefined));
    },
    values: async () => (secrets.list().length === 0 ? [] : secrets.values()),
  };
}
