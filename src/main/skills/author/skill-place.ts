/** Finds the folder that an author's id means: a broken skill too, as that is where an author is needed most. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { SkillSource } from '../../../shared/events.ts';
import { detailed } from '../../../shared/messages/detail.ts';
import type { FoundSkill } from '../discovery/discover.ts';
import { noSkill } from '../no-skill.ts';
import type { Catalog } from '../types.ts';

export interface SkillPlace {
  readonly id: string;
  readonly name: string;
  readonly source: SkillSource;
  /** Absolute and real. */
  readonly dir: string;
  /** Absolute, of its `SKILL.md`, however that is spelled. */
  readonly file: string;
  /** The root where it was found; of a broken skill the folder above it. */
  readonly root: string;
  readonly writable: boolean;
}

/** @throws SkilldeckError `skill-not-found`. */
export function findPlace({ skills, broken }: Catalog, id: string): SkillPlace {
  const skill = skills.find((one) => one.id === id);
  const other = broken.find((one) => one.id === id);
  const found =
    skill ?? (other === undefined ? undefined : { ...other, name: other.id, root: path.dirname(other.dir) });
  if (found === undefined) throw noSkill(id, skills);
  const { name, source, dir, file, root } = found;
  return { id, name, source, dir, file, root, writable: source !== 'bundled' && isWritable(dir) };
}

/** @throws SkilldeckError `not-supported`. */
export function mustBeWritable({ id, source, dir, writable }: SkillPlace): void {
  if (writable) return;
  throw detailed('not-supported', source === 'bundled' ? 'skill-bundled' : 'skill-read-only', { id, dir });
}

function isWritable(dir: string): boolean {
  try {
    accessSync(dir, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** The form that discovery returns. */
export const asFound = ({ id, dir, file, root }: SkillPlace): FoundSkill => ({
  id,
  dir,
  file,
  relative: path.relative(root, dir),
  special: true,
  stamp: undefined,
  regular: true,
});
