/** The sides of a comparison: which skills a run has, and which model answers it. */
import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { EvalRequest } from '../../../shared/contract/evals.ts';
import type { SessionSettings } from '../../../shared/contract.ts';
import { SkilldeckError } from '../../../shared/errors.ts';
import type { Core } from '../../core/core.ts';
import { findPlace } from '../../skills/author/skill-place.ts';

export interface SkillUnderTest {
  readonly id: string;
  /** Absolute and real. */
  readonly dir: string;
}

export interface Configuration {
  readonly name: string;
  readonly settings: SessionSettings;
  /** Skills switched on or off for the session, by id. */
  readonly switches: Readonly<Record<string, boolean>>;
}

/** @param given an id, or a folder. @throws SkilldeckError `skill-not-found`, `bad-input`. */
export async function skillUnderTest(core: Core, given: string): Promise<SkillUnderTest> {
  if (!path.isAbsolute(given)) {
    const { id, dir } = findPlace(await core.library.refresh(), given);
    return { id, dir };
  }
  if (!statSync(path.join(given, 'SKILL.md'), { throwIfNoEntry: false })?.isFile()) {
    throw new SkilldeckError('bad-input', `${given} is not the folder of a skill: it has no SKILL.md.`);
  }
  const dir = realpathSync(given);
  return { id: path.basename(dir), dir };
}

/** The first is the one that counts for `--min-pass` and a baseline; the second is what it is compared with. */
export async function configurationsOf(core: Core, request: EvalRequest, skill: SkillUnderTest) {
  const { settings, withAndWithout, against, models = [] } = request;
  const isListed = core.library.catalog().skills.some(({ dir }) => dir === skill.dir);
  const withDir = (dir: string): SessionSettings => ({ ...settings, skills: [...(settings.skills ?? []), dir] });
  const sides: Configuration[] = [
    { name: 'with_skill', settings: isListed ? settings : withDir(skill.dir), switches: { [skill.id]: true } },
  ];
  if (withAndWithout === true) sides.push({ name: 'without_skill', settings, switches: { [skill.id]: false } });
  if (against !== undefined) {
    const other = await skillUnderTest(core, against);
    const off = other.id === skill.id ? {} : { [skill.id]: false };
    sides.push({ name: 'against', settings: withDir(other.dir), switches: { ...off, [other.id]: true } });
  }
  if (models.length === 0) return sides;
  return models.flatMap((model) =>
    sides.map((side) => ({
      ...side,
      name: models.length === 1 ? side.name : `${side.name} ${model}`,
      settings: { ...side.settings, model },
    })),
  );
}
