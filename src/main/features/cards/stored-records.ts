/** Records as the bundled skills keep them: `HOME/data/SKILL/FOLDER/KEY.json`, where `metadata.records` says so. */
import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { RecordStore, StoredRecord } from '../../../shared/cards/records.ts';
import { parseCard } from '../../../shared/cards/registry.ts';
import { codeOf } from '../../lib/held-folder.ts';
import { openInside } from '../../runner/workspace/open-inside.ts';
import { createSkillLibrary } from '../../skills/discovery/library.ts';
import { readRecordStore } from '../../skills/front-matter/record-store.ts';

export interface SkillRecords {
  readonly skill: string;
  readonly store: RecordStore;
  readonly records: readonly StoredRecord[];
  /** Paths of what is in a record's place and cannot be read, or of the folder. */
  readonly unreadable: readonly string[];
}

/** Max size of one record's file. */
const MAX_BYTES = 1024 * 1024;

const fileSchema = z.looseObject({ version: z.int() });

/** By the skills as the app brings them: one of the same name elsewhere has no store. */
export async function storedRecords(home: string, bundledRoot: string): Promise<readonly SkillRecords[]> {
  const library = createSkillLibrary({ roots: [{ dir: bundledRoot, source: 'bundled' }] });
  const { skills } = await library.refresh();
  const stores = skills.flatMap(({ id, metadata }) => {
    const store = metadata.records === undefined ? undefined : readRecordStore(metadata.records);
    return store === undefined || 'fault' in store ? [] : [{ skill: id, store }];
  });
  return Promise.all(
    stores.map(async ({ skill, store }) => ({
      skill,
      store,
      ...(await recordsIn(path.join(home, 'data', skill, store.folder), store.kind)),
    })),
  );
}

const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    (error: unknown) => codeOf(error) !== 'ENOENT',
  );

/** Names whatever is in a record's place and cannot be read: it may be any record, so it is never taken for absent. */
async function recordsIn(
  dir: string,
  kind: RecordStore['kind'],
): Promise<Pick<SkillRecords, 'records' | 'unreadable'>> {
  const folder = await realpath(dir).catch(() => undefined);
  const names = folder === undefined ? undefined : await readdir(folder).catch(() => undefined);
  if (folder === undefined || names === undefined)
    return { records: [], unreadable: (await isThere(dir)) ? [dir] : [] };
  const records: StoredRecord[] = [];
  const unreadable: string[] = [];
  for (const name of names.filter((one) => one.toLowerCase().endsWith('.json')).sort()) {
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
