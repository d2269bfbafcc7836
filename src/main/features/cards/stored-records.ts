/** Records as the bundled skills keep them: `HOME/data/SKILL/FOLDER/KEY.json`, where `metadata.records` says so. */
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { RecordStore, StoredRecord } from '../../../shared/cards/records.ts';
import { parseCard } from '../../../shared/cards/registry.ts';
import { openInside } from '../../runner/workspace/open-inside.ts';
import { walkFiles } from '../../runner/workspace/walk-files.ts';
import { createSkillLibrary } from '../../skills/discovery/library.ts';
import { readRecordStore } from '../../skills/front-matter/record-store.ts';

export interface SkillRecords {
  readonly skill: string;
  readonly store: RecordStore;
  readonly records: readonly StoredRecord[];
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
      records: await recordsIn(path.join(home, 'data', skill, store.folder), store.kind),
    })),
  );
}

/** Leaves out unreadable files: the skill itself moves a damaged file aside and reports it. */
async function recordsIn(dir: string, kind: RecordStore['kind']): Promise<readonly StoredRecord[]> {
  const folder = await realpath(dir).catch(() => undefined);
  if (folder === undefined) return [];
  const { names } = await walkFiles(folder, { takes: (name) => name.endsWith('.json'), enters: () => false });
  const records: StoredRecord[] = [];
  for (const name of names) {
    const opened = await openInside(folder, name);
    if (opened === undefined) continue;
    try {
      if (opened.bytes > MAX_BYTES) continue;
      const record = recordIn(await opened.handle.readFile('utf8'), path.basename(name, '.json'), kind);
      if (record !== undefined) records.push(record);
    } finally {
      await opened.handle.close();
    }
  }
  return records;
}

/** The file holds the card, or `{version, KIND: the card}`; the card names its own file. */
function recordIn(text: string, key: string, kind: string): StoredRecord | undefined {
  try {
    const file = fileSchema.parse(JSON.parse(text));
    const fields = file[kind] ?? file;
    const card = parseCard({ version: file.version, ...(typeof fields === 'object' ? fields : {}), kind });
    const names = card?.records.some((record) => record.kind === kind && record.key === key);
    return card !== undefined && names === true ? { key, card } : undefined;
  } catch {
    return undefined;
  }
}
