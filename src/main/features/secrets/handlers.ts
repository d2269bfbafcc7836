/** User operations on the secrets of skills (CONTRACT §12 "Secrets for a skill"). */

import type { SkillSecretView } from '../../../shared/contract/secrets.ts';
import { secretsContract } from '../../../shared/contract/secrets.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import { implementContract } from '../../api/implement-contract.ts';
import type { Core } from '../../core/core.ts';
import { holds, reachOf, realDir } from '../../core/skill-secrets.ts';
import { LEAST_LENGTH as MIN_SECRET } from '../../lib/mask-secrets.ts';
import { isVariable, refusedVariable } from '../../runner/run/run-environment.ts';
import { noSkill } from '../../skills/no-skill.ts';
import { requirementsOf, takesSecret } from '../../skills/requirements/requirements.ts';
import type { SkillSummary } from '../../skills/types.ts';

/** UTF-8 bytes. */
const MAX_SECRET = 32 * 1024;

export function secretHandlers(core: Core) {
  const os = implementContract(secretsContract, core.reportBug);
  const secrets = secretCommands(core);
  return {
    list: os.list.handler(() => secrets.list()),
    set: os.set.handler(({ input }) => secrets.set(input)),
    remove: os.remove.handler(async ({ input }) => ({ removed: await secrets.remove(input) })),
  };
}

/** Throws SkilldeckError `skill-not-found`, `bad-input`. */
function secretCommands({ secrets, library, watch }: Core) {
  const find = async (id: string): Promise<SkillSummary> => {
    const { skills } = await library.refresh();
    const found = skills.find((one) => one.id === id);
    if (found !== undefined) return found;
    throw noSkill(id, skills);
  };
  return {
    async list(): Promise<SkillSecretView[]> {
      const { skills } = await library.refresh();
      return (
        secrets
          .list()
          // Those of servers and repositories have owners with a slash, which no skill's id has.
          .filter((one) => !one.skill.includes('/'))
          .map((one) => {
            const now = skills.find(({ id }) => id === one.skill);
            return { ...one, usable: now !== undefined && holds(one, now) };
          })
          .toSorted((a, b) => `${a.skill}/${a.name}`.localeCompare(`${b.skill}/${b.name}`))
      );
    },
    async set({ skill: id, name, value }: { readonly skill: string; readonly name: string; readonly value: string }) {
      const skill = await find(id);
      if (refusedVariable(name) !== undefined)
        throw detailed('bad-input', isVariable(name) ? 'secret-reserved' : 'secret-name', { name });
      if (value.length < MIN_SECRET) throw detailed('bad-input', 'secret-length', { least: MIN_SECRET });
      if (value.includes('\0')) throw detailed('bad-input', 'secret-nul');
      if (Buffer.byteLength(value) > MAX_SECRET) throw detailed('bad-input', 'secret-size', { most: MAX_SECRET });
      const given = { skill: id, name, dir: realDir(skill), reach: reachOf(skill), at: new Date().toISOString() };
      await secrets.set(given, value);
      watch.notify();
      return { asksFor: takesSecret(requirementsOf(skill), name), reach: given.reach };
    },
    /** False where there is none. */
    async remove({ skill, name }: { readonly skill: string; readonly name: string }): Promise<boolean> {
      const removed = await secrets.remove(skill, name);
      if (removed) watch.notify();
      return removed;
    },
  };
}
