/** Puts a version that a person chose into the skill's folder. */
import { accessSync, constants, rmSync } from 'node:fs';
import path from 'node:path';
import type { TakenFile } from '../../../../shared/contract/evals.ts';
import { detailed } from '../../../../shared/messages/detail.ts';
import type { Core } from '../../../core/core.ts';
import { sha256 } from '../../../lib/sha256.ts';
import { checkFilePath } from '../../../skills/author/file-path.ts';
import { writeSkillFile } from '../../../skills/author/files.ts';
import { findPlace, mustBeWritable } from '../../../skills/author/skill-place.ts';
import { skillUnderTest } from '../configuration.ts';
import { textOf } from './skill-texts.ts';

/** @returns the paths that were written or removed. @throws SkilldeckError `file-changed`, `not-supported`, `skill-not-found`. */
export async function takeFiles(core: Core, given: string, files: readonly TakenFile[]): Promise<string[]> {
  const { dir } = await placeOf(core, given);
  const changes = files.flatMap((file) => {
    checkFilePath(file.path);
    const now = textOf(dir, file.path) ?? null;
    if (now === file.text) return [];
    if (file.known.includes(now)) return [{ ...file, now }];
    throw detailed('file-changed', 'file-edited', { file: file.path, skill: given });
  });
  for (const { path: file, now, text } of changes) {
    if (text === null) rmSync(path.join(dir, file));
    else writeSkillFile(dir, file, text, now === null ? null : sha256(now));
  }
  core.library.invalidate([dir]);
  await core.library.refresh();
  return changes.map((one) => one.path);
}

async function placeOf(core: Core, given: string) {
  if (!path.isAbsolute(given)) {
    const place = findPlace(await core.library.refresh(), given);
    mustBeWritable(place);
    return place;
  }
  const skill = await skillUnderTest(core, given);
  try {
    accessSync(skill.dir, constants.W_OK);
  } catch (cause) {
    throw detailed('not-supported', 'skill-folder-read-only', { dir: skill.dir }, { cause });
  }
  return skill;
}
