/** Secrets of skills: who gets which, and what the person may do with them (CONTRACT §12 "Secrets for a skill"). */
import { realpathSync } from 'node:fs';
import { SkilldeckError } from '../../../shared/errors.ts';
import type { SkillSecret, SkillSecrets } from '../../config/skill-secrets.ts';
import { LEAST_LENGTH as MIN_SECRET } from '../../lib/mask-secrets.ts';
import { refusedVariable } from '../../runner/run/run-environment.ts';
import { needsOf } from '../../skills/requirements/needs.ts';
import { requirementsOf } from '../../skills/requirements/requirements.ts';
import type { SkillLibrary, SkillSummary } from '../../skills/types.ts';
import type { SecretsForTools } from '../../tools/types.ts';
import type { SecretCommands } from './handlers.ts';

/** UTF-8 bytes. */
const MAX_SECRET = 32 * 1024;

/** What a script of the skill could do with a secret, in the words in which the skill asks for it. */
export function reachOf(skill: SkillSummary): string[] {
  const { hosts, folders, programs } = needsOf(skill);
  return [...hosts, ...folders.map(({ path, write }) => `${path} (${write ? 'write' : 'read'})`), ...programs];
}

function realDir({ dir }: SkillSummary): string {
  try {
    return realpathSync.native(dir);
  } catch {
    return dir;
  }
}

/** It was given to this folder, and the skill has not asked for more since. */
const holds = ({ skill, dir, reach }: SkillSecret, now: SkillSummary): boolean =>
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

export function secretCommands(
  secrets: SkillSecrets,
  library: Pick<SkillLibrary, 'catalog' | 'refresh'>,
  told: () => void,
): SecretCommands {
  const bad = (message: string): never => {
    throw new SkilldeckError('bad-input', message);
  };
  const find = async (id: string): Promise<SkillSummary> => {
    const { skills } = await library.refresh();
    const found = skills.find((one) => one.id === id);
    if (found !== undefined) return found;
    const ids = skills.map((one) => one.id).join(', ');
    throw new SkilldeckError('skill-not-found', `There is no skill "${id}". There are: ${ids || 'none'}.`);
  };
  return {
    async list() {
      const { skills } = await library.refresh();
      return secrets
        .list()
        .map((one) => {
          const now = skills.find(({ id }) => id === one.skill);
          return { ...one, usable: now !== undefined && holds(one, now) };
        })
        .toSorted((a, b) => `${a.skill}/${a.name}`.localeCompare(`${b.skill}/${b.name}`));
    },
    async set({ skill: id, name, value }) {
      const skill = await find(id);
      const refused = refusedVariable(name);
      if (refused !== undefined) bad(`A secret cannot be called that: ${refused}.`);
      if (value.length < MIN_SECRET) bad(`A secret has at least ${MIN_SECRET} characters, or it could not be masked.`);
      if (value.includes('\0')) bad('A secret holds no NUL character.');
      if (Buffer.byteLength(value) > MAX_SECRET) bad(`A secret has at most ${MAX_SECRET} bytes.`);
      const given = { skill: id, name, dir: realDir(skill), reach: reachOf(skill), at: new Date().toISOString() };
      await secrets.set(given, value);
      told();
      return { asksFor: requirementsOf(skill).variables.includes(name), reach: given.reach };
    },
    async remove({ skill, name }) {
      const removed = await secrets.remove(skill, name);
      if (removed) told();
      return removed;
    },
  };
}
