/** Records of bundled skills: one file each in a folder of SKILL_DATA_DIR, where `metadata.records` says so. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { RecordStore, StoredRecord } from '../../shared/cards/records.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import { codeOf } from '../lib/held-folder.ts';
import type { RunSkill } from './run-request.ts';
import { openInside } from './workspace/open-inside.ts';

export interface KeptRecords {
  readonly records: readonly StoredRecord[];
  /** Paths of what is in a record's place and cannot be read, or of the folder. */
  readonly unreadable: readonly string[];
}

/** Max size of one record's file. */
const MAX_BYTES = 1024 * 1024;

const fileSchema = z.looseObject({ version: z.int() });

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT',
  );

/** Names whatever is in a record's place and cannot be read: it may be any record, so it is never taken for absent. */
export async function keptRecords(dir: string, kind: RecordStore['kind']): Promise<KeptRecords> {
  const folder = await realpath(dir).catch(() => undefined);
  const names = folder === undefined ? undefined : await readdir(folder).catch(() => undefined);
  if (folder === undefined || names === undefined)
    return { records: [], unreadable: (await isThere(dir)) ? [dir] : [] };
  const records: StoredRecord[] = [];
  const unreadable: string[] = [];
  // Names in ._ are what macOS keeps of a file on other file systems.
  for (const name of names.filter((one) => one.toLowerCase().endsWith('.json') && !one.startsWith('._')).sort()) {
    const record = await recordAt(folder, name, kind);
    if (record !== undefined) records.push(record);
    else if (await isThere(path.join(folder, name))) unreadable.push(path.join(dir, name));
  }
  return { records, unreadable };
}

async function recordAt(folder: string, name: string, kind: string): Promise<StoredRecord | undefined> {
  const opened = await openInside(folder, name);
  if (opened === undefined) return undefined;
  try {
    // A link could lead to another record.
    if (opened.real !== path.join(folder, name) || opened.bytes > MAX_BYTES) return undefined;
    return recordIn(await opened.handle.readFile('utf8'), path.basename(name, '.json'), kind);
  } catch {
    return undefined;
  } finally {
    await opened.handle.close();
  }
}

/** The file holds the card, or `{version, KIND: the card}`; the card names its own file. */
function recordIn(text: string, key: string, kind: string): StoredRecord | undefined {
  try {
    const file = fileSchema.parse(JSON.parse(text));
    const fields = file[kind] ?? file;
    const card = parseCard({ ...(typeof fields === 'object' ? fields : {}), version: file.version, kind });
    const names = card?.records.some((record) => record.kind === kind && record.key === key);
    return card !== undefined && names === true ? { key, card } : undefined;
  } catch {
    return undefined;
  }
}

/** SKILL_DATA_DIR of a skill; undefined where it keeps nothing. */
export const dataFolder = (skill: RunSkill | undefined, home: string, workspace: string): string | undefined =>
  skill?.data === undefined ? undefined : path.join(skill.data === 'home' ? home : workspace, 'data', skill.id);

/** Paths of a skill's records that cannot be read, below its data folder. */
export async function unreadRecords(skill: RunSkill | undefined, data: string | undefined): Promise<readonly string[]> {
  if (skill?.records === undefined || data === undefined) return [];
  return (await keptRecords(path.join(data, skill.records.folder), skill.records.kind)).unreadable;
}
