/** Indexes of the catalogs searched last: sessions of one environment have equal ones. */
import { createHash } from 'node:crypto';
import { indexSkills, type SearchedSkill, type SkillIndex } from './skill-index.ts';

/** An index of 10,000 skills takes about 15 MB. */
const KEPT = 3;

const digests = new WeakMap<readonly SearchedSkill[], string>();
/** Keyed by digest of what is searched; the one used last is at the end. */
const indexes = new Map<string, Promise<SkillIndex>>();

export function skillIndexOf(skills: readonly SearchedSkill[]): Promise<SkillIndex> {
  const digest = digests.get(skills) ?? digestOf(skills);
  digests.set(skills, digest);
  const index = indexes.get(digest) ?? indexSkills(skills);
  indexes.delete(digest);
  indexes.set(digest, index);
  for (const oldest of [...indexes.keys()].slice(0, -KEPT)) indexes.delete(oldest);
  return index;
}

function digestOf(skills: readonly SearchedSkill[]): string {
  const hash = createHash('sha256');
  for (const { id, name, description, whenToUse = '', tags = [] } of skills) {
    hash.update([id, name, description, whenToUse, ...tags, '\n'].join('\0'));
  }
  return hash.digest('base64');
}
