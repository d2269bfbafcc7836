/**
 * `skills-lock.json` as `npx skills` keeps it in a project (vercel-labs/skills, `src/local-lock.ts`): where each skill came
 * from, and a hash of its files.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { listTree } from '../../../main/skills/import/names.ts';
import { defined, parsedJson } from '../../../shared/defined.ts';
import { detailed } from '../../../shared/messages/failure.ts';
import type { RepositoryDefinition } from '../../../shared/skills/repositories.ts';
import type { SkillOrigin } from '../../../shared/skills/skill-import.ts';

const entrySchema = z.looseObject({
  source: z.string().min(1),
  sourceType: z.string(),
  ref: z.string().optional(),
  skillPath: z.string().optional(),
  computedHash: z.string().optional(),
});
export type LockEntry = z.infer<typeof entrySchema>;
const lockSchema = z.looseObject({ version: z.int(), skills: z.record(z.string(), entrySchema) });
export type SkillsLock = z.infer<typeof lockSchema>;

export const EMPTY_LOCK: SkillsLock = { version: 1, skills: {} };

/** @throws SkilldeckError `bad-input`. */
export function readLock(text: string): SkillsLock {
  const lock = lockSchema.safeParse(parsedJson(text));
  if (lock.success) return lock.data;
  throw detailed('bad-input', /^<{7}( |$)/m.test(text) ? 'lock-conflict' : 'lock-form');
}

/** In the order and form in which `npx skills` writes it. */
export const lockText = ({ version, skills }: SkillsLock): string => {
  const sorted = Object.fromEntries(Object.entries(skills).sort(([a], [b]) => (a < b ? -1 : 1)));
  return `${JSON.stringify({ version, skills: sorted }, null, 2)}\n`;
};

/** Undefined where another computer could not fetch it again. */
export async function entryOf(
  { kind, address, ref, path: below }: SkillOrigin,
  dir: string,
): Promise<LockEntry | undefined> {
  const github = /^https:\/\/github\.com\/([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/i.exec(address)?.[1];
  if (kind !== 'git' && kind !== 'folder') return undefined;
  const computedHash = await folderHash(dir);
  if (computedHash === undefined) return undefined;
  const skillPath = below === '' ? 'SKILL.md' : `${below}/SKILL.md`;
  if (kind === 'folder') return { source: address, sourceType: 'local', computedHash };
  const [source, sourceType] = github === undefined ? [address, 'git'] : [github, 'github'];
  return { source, ...defined({ ref }), sourceType, skillPath, computedHash };
}

/** Hash of the paths and bytes of all files; undefined where there are too many. */
export async function folderHash(dir: string): Promise<string | undefined> {
  const files = (await listTree(dir))?.filter(
    ({ path: file, regular }) => regular && !file.split('/').some((part) => part === '.git' || part === 'node_modules'),
  );
  if (files === undefined) return undefined;
  const hash = createHash('sha256');
  for (const file of [...files].sort((a, b) => a.path.localeCompare(b.path))) {
    hash.update(file.path);
    hash.update(readFileSync(file.absolute));
  }
  return hash.digest('hex');
}

/** One repository for each source, with the skills of it. @param folder absolute: where the file is. */
export function repositoriesOf(
  { skills }: SkillsLock,
  folder: string,
): { readonly definitions: readonly RepositoryDefinition[]; readonly left: readonly string[] } {
  const bySource = new Map<string, { address: string; ref?: string; skills: string[] }>();
  const left: string[] = [];
  for (const [id, { source, sourceType, ref }] of Object.entries(skills)) {
    const address = addressOf(source, sourceType, folder);
    if (address === undefined) {
      left.push(id);
      continue;
    }
    const key = `${address}\n${ref ?? ''}`;
    const known = bySource.get(key) ?? { address, skills: [], ...defined({ ref }) };
    known.skills.push(id);
    bySource.set(key, known);
  }
  return { definitions: [...bySource.values()], left };
}

function addressOf(source: string, sourceType: string, folder: string): string | undefined {
  switch (sourceType) {
    case 'github':
      return /^[\w.-]+\/[\w.-]+$/.test(source) ? source : source.startsWith('https://') ? source : undefined;
    case 'git':
    case 'gitlab':
      return sourceType === 'gitlab' && /^[\w.-]+(?:\/[\w.-]+)+$/.test(source)
        ? `https://gitlab.com/${source}`
        : source;
    case 'local':
      return path.resolve(folder, source);
    default:
      return undefined;
  }
}
