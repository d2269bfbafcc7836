/** Finds the folder that an id means. */
import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { isInside } from '../skills/discovery/contained-file.ts';
import { noSkill } from '../skills/no-skill.ts';
import type { Catalog } from '../skills/types.ts';
import { isThere } from './move.ts';
import { escaped } from './refused.ts';

export interface Installed {
  readonly id: string;
  /** Absolute and real. */
  readonly dir: string;
  /** Absolute and real; of a broken skill, the folder above it. */
  readonly root: string;
}

/** A skill that is used, or one that is broken. @throws SkilldeckError `skill-not-found`. */
export function findInstalled({ skills, broken }: Catalog, id: string): Installed {
  const skill = skills.find((one) => one.id === id);
  if (skill !== undefined) return { id, dir: skill.dir, root: skill.root };
  const other = broken.find((one) => one.id === id);
  if (other !== undefined) return { id, dir: other.dir, root: path.dirname(other.dir) };
  throw noSkill(escaped(id), skills);
}

/** Path in `root` of the skill with this id, present or future: possibly in a group's folder. Absolute. */
export function placeFor(root: string, id: string, { skills, broken }: Catalog): string {
  const plain = path.join(root, id);
  if (isThere(plain) || !existsSync(root)) return plain;
  const real = realpathSync(root);
  return [...skills, ...broken].find((one) => one.id === id && isInside(real, one.dir))?.dir ?? plain;
}

/** The roots that are the app's own: the person's skills, and each environment's. Real; those that are there. */
export function managedRoots(home: string): readonly string[] {
  const environments = path.join(home, 'environments');
  const names = existsSync(environments) ? readdirSync(environments) : [];
  const roots = [path.join(home, 'skills'), ...names.map((name) => path.join(environments, name, 'skills'))];
  return roots.filter((root) => existsSync(root)).map((root) => realpathSync(root));
}

/** The root that contains a folder; undefined if the folder is not the app's. */
export const managedRoot = (home: string, dir: string): string | undefined =>
  managedRoots(home).find((root) => root !== dir && isInside(root, dir));
