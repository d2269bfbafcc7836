/** The sides of a comparison: which skills a run has, and which model answers it. */

import { realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import type { EvalRequest } from '../../../shared/contract/evals.ts';
import type { SessionSettings } from '../../../shared/contract.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { Core } from '../../core/core.ts';
import { findPlace } from '../../skills/author/skill-place.ts';
import { findVersion, keepTrashed, keepVersion, unpackVersion } from './versions.ts';

export interface SkillUnderTest {
  readonly id: string;
  /** Absolute and real. */
  readonly dir: string;
}

export interface Configuration {
  readonly name: string;
  readonly settings: SessionSettings;
  /** Skills turned on or off for the session, by id. */
  readonly switches: Readonly<Record<string, boolean>>;
}

/** @param given an id, or a folder. @throws SkilldeckError `skill-not-found`, `bad-input`. */
export async function skillUnderTest(core: Core, given: string): Promise<SkillUnderTest> {
  if (!path.isAbsolute(given)) {
    const { id, dir } = findPlace(await core.library.refresh(), given);
    return { id, dir };
  }
  if (!statSync(path.join(given, 'SKILL.md'), { throwIfNoEntry: false })?.isFile())
    throw detailed('bad-input', 'eval-no-skill', { folder: given });
  const dir = realpathSync(given);
  return { id: path.basename(dir), dir };
}

export interface Sides {
  readonly configurations: readonly Configuration[];
  /** Hash of the skill's files as they are tried. */
  readonly version: string | undefined;
}

/**
 * The first is the one that counts for `--min-pass` and a baseline; the second is what it is compared with.
 * @throws SkilldeckError `skill-not-found`, `bad-input`, `import-refused`.
 */
export async function configurationsOf(
  core: Core,
  request: EvalRequest,
  skill: SkillUnderTest,
  { keeps }: { readonly keeps: boolean },
): Promise<Sides> {
  const { settings, withAndWithout, against, models = [], unsaved = [], alone = false } = request;
  const isDraft = unsaved.length > 0;
  const version = keeps ? await keepVersion(core.home, skill, unsaved) : undefined;
  if (isDraft && version === undefined) throw detailed('bad-input', 'eval-draft-size', { skill: skill.id });
  const tried = isDraft && version !== undefined ? version.dir : skill.dir;
  const without: SessionSettings = alone ? { ...settings, skills: ['none'] } : settings;
  const withDir = (dir: string): SessionSettings =>
    alone ? { ...settings, skills: [dir, 'none'] } : withFolder(core, settings, dir);
  const isListed = core.library.catalog().skills.some(({ dir }) => dir === tried);
  const sides: Configuration[] = [
    { name: 'with_skill', settings: isListed && !alone ? settings : withDir(tried), switches: { [skill.id]: true } },
  ];
  if (withAndWithout === true) {
    sides.push({ name: 'without_skill', settings: without, switches: alone ? {} : { [skill.id]: false } });
  }
  if (against !== undefined) {
    const other = await skillToCompare(core, skill, against);
    const off = other.id === skill.id || alone ? {} : { [skill.id]: false };
    sides.push({ name: 'against', settings: withDir(other.dir), switches: { ...off, [other.id]: true } });
  }
  const configurations =
    models.length === 0
      ? sides
      : models.flatMap((model) =>
          sides.map((side) => ({
            ...side,
            name: models.length === 1 ? side.name : `${side.name} ${model}`,
            settings: { ...side.settings, model },
          })),
        );
  return { configurations, version: version?.hash };
}

/** The first of two skills with the same id wins. @param dir of a skill, absolute and real. */
export function withFolder(core: Core, settings: SessionSettings, dir: string): SessionSettings {
  const { environment = core.settings.environment() } = settings;
  const others = settings.skills ?? core.settings.of(environment).config().skills ?? [];
  return { ...settings, skills: [dir, ...others] };
}

/** @param given an absolute folder or archive, a version that was tried before, an entry of the trash, or an id. */
async function skillToCompare(core: Core, skill: SkillUnderTest, given: string): Promise<SkillUnderTest> {
  if (path.isAbsolute(given)) {
    const isFile = statSync(given, { throwIfNoEntry: false })?.isFile() === true;
    return isFile ? await unpackVersion(core.home, skill.id, given) : await skillUnderTest(core, given);
  }
  const trashed = core.imports.trash().find(({ entry }) => entry === given);
  if (trashed !== undefined) return await keepTrashed(core.home, skill.id, trashed);
  const version = findVersion(core.home, skill.id, given);
  return version === undefined ? await skillUnderTest(core, given) : { id: skill.id, dir: version.dir };
}
