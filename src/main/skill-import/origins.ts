/**
 * Records where installed skills came from: `ROOT/.origins/ID.json`, outside the skills' folders, so that no skill can
 * forge its own origin. Discovery skips dot folders.
 */
import { realpathSync, rmSync } from 'node:fs';
import path from 'node:path';
import { type OriginReport, type SkillOrigin, skillOriginSchema } from '../../shared/skill-import.ts';
import { contentHash } from './content-hash.ts';
import { readRecord, writeRecord } from './json-file.ts';

const ORIGINS_FOLDER = '.origins';

const fileOf = (root: string, id: string): string => path.join(root, ORIGINS_FOLDER, `${id}.json`);

export const readOrigin = (root: string, id: string): SkillOrigin | undefined =>
  readRecord(fileOf(root, id), skillOriginSchema);
export const writeOrigin = (root: string, id: string, origin: SkillOrigin): void =>
  writeRecord(fileOf(root, id), origin);
export const removeOrigin = (root: string, id: string): void => rmSync(fileOf(root, id), { force: true });

/** Compares what is there with what was imported. */
export async function originReport(root: string, id: string, dir: string): Promise<OriginReport> {
  const now = (await contentHash(realpathSync(dir))) ?? '';
  const origin = readOrigin(root, id);
  if (origin === undefined) return { status: 'unknown', contentHash: now };
  return { status: origin.contentHash === now ? 'unchanged' : 'changed-outside', contentHash: now, origin };
}
