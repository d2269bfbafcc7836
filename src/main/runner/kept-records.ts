/** Records of skills: one file each in a folder of SKILL_DATA_DIR, where `metadata.records` says so. */
import { lstat, mkdir, readdir, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { RecordStore, StoredRecord } from '../../shared/cards/records.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import { readSmallJson, replaceFile } from '../lib/files.ts';
import { codeOf } from '../lib/held-folder.ts';
import { createTurns } from '../lib/timing.ts';
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

/** The file holds the card, or `{version, KIND: the card}`; the card names its own file. @throws where it is no such file. */
function recordIn(text: string, key: string, kind: string): StoredRecord | undefined {
  const file = fileSchema.parse(JSON.parse(text));
  const fields = file[kind] ?? file;
  const card = parseCard({ ...(typeof fields === 'object' ? fields : {}), version: file.version, kind });
  const names = card?.records.some((record) => record.kind === kind && record.key === key);
  return card !== undefined && names === true ? { key, card } : undefined;
}

const nameOf = ({ id, keptAs = id }: RunSkill): string => keptAs;

/** SKILL_DATA_DIR of a skill; undefined where it keeps nothing. */
export const dataFolder = (skill: RunSkill | undefined, home: string, workspace: string): string | undefined =>
  skill?.data === undefined ? undefined : path.join(skill.data === 'home' ? home : workspace, 'data', nameOf(skill));

/** Copies of the skill's files in `HOME/kept`; undefined where it keeps no records beyond the session. */
export const copiesOf = (skill: RunSkill | undefined, home: string): string | undefined =>
  skill?.records === undefined || skill.data !== 'home' ? undefined : path.join(home, 'kept', nameOf(skill));

/** Paths of a skill's records, below its data folder, that cannot be read or differ from their copies. */
export async function unreadRecords(
  skill: RunSkill | undefined,
  data: string | undefined,
  changed: readonly string[],
): Promise<readonly string[]> {
  if (skill?.records === undefined || data === undefined) return [];
  const { unreadable } = await keptRecords(path.join(data, skill.records.folder), skill.records.kind);
  return [...new Set([...unreadable, ...changed.map((name) => path.join(data, name))])];
}

// Where no sandbox holds, any program can write to the records. After each run of the skill the app copies them, and
// before the next one it compares: a record that something else changed or removed counts as unreadable.

/** Beside the copies while a run is under way, with the names that differed before it. */
const UNDER_WAY = '.under-way';

const underWay = new Map<string, { runs: number; readonly changed: readonly string[] }>();
const inTurn = createTurns();

/** Every `NAME.json` and `FOLDER/NAME.json`, by that path. */
async function filesIn(dir: string): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  const folder = await realpath(dir).catch(() => undefined);
  if (folder === undefined) return found;
  const listed = (at: string) => readdir(path.join(folder, at), { withFileTypes: true }).catch(() => []);
  const top = await listed('');
  const inner = top.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const names = [top, ...(await Promise.all(inner.map(listed)))].flatMap((entries, at) =>
    entries.flatMap(({ name }) => (/\.json$/i.test(name) ? [path.join(inner[at - 1] ?? '', name)] : [])),
  );
  for (const name of names) {
    const opened = await openInside(folder, name);
    if (opened?.real === path.join(folder, name) && opened.bytes <= MAX_BYTES)
      found.set(name, await opened.handle.readFile());
    await opened?.handle.close();
  }
  return found;
}

/** Paths below `data` of files that are not as the skill's last run left them. After a run that was cut off, what is there counts. */
export async function changedRecords(copies: string, data: string): Promise<readonly string[]> {
  const [before, now] = await Promise.all([filesIn(copies), filesIn(data)]);
  const differ = [...before].flatMap(([name, bytes]) => (now.get(name)?.equals(bytes) === true ? [] : [name]));
  const known = underWay.get(copies)?.changed ?? readSmallJson(path.join(copies, UNDER_WAY));
  return Array.isArray(known) ? differ.filter((name) => known.includes(name)) : differ;
}

/** Begins a run of the skill. `release` copies what it kept; what had been changed before is left as it is. */
export function watchRecords(
  copies: string,
  data: string,
): Promise<{ readonly changed: readonly string[]; readonly release: () => Promise<void> }> {
  const release = async (): Promise<void> => {
    const run = underWay.get(copies);
    if (run === undefined || --run.runs > 0) return;
    underWay.delete(copies);
    const { changed } = run;
    const [before, now] = await Promise.all([filesIn(copies), filesIn(data)]);
    for (const [name, bytes] of now) {
      if (changed.includes(name) || before.get(name)?.equals(bytes) === true) continue;
      await mkdir(path.dirname(path.join(copies, name)), { recursive: true, mode: 0o700 });
      replaceFile(path.join(copies, name), bytes, 0o600);
    }
    for (const name of before.keys())
      if (!now.has(name) && !changed.includes(name)) await rm(path.join(copies, name), { force: true });
    await rm(path.join(copies, UNDER_WAY), { force: true });
  };
  return inTurn(async () => {
    const run = underWay.get(copies) ?? { runs: 0, changed: await changedRecords(copies, data) };
    await mkdir(copies, { recursive: true, mode: 0o700 });
    replaceFile(path.join(copies, UNDER_WAY), JSON.stringify(run.changed), 0o600);
    underWay.set(copies, run);
    run.runs += 1;
    // On a full disk the mark stays, and what is there counts before the next run.
    return { changed: run.changed, release: () => inTurn(release).catch(() => undefined) };
  });
}
