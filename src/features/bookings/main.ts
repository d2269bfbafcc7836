import { mkdirSync, rmSync } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { implementContract } from '../../main/api.ts';
import type { Core } from '../../main/core/core.ts';
import { newSession } from '../../main/core/environment-sessions.ts';
import { readSmallFile, replaceFile } from '../../main/lib/files.ts';
import { codeOf } from '../../main/lib/held-folder.ts';
import { openInside } from '../../main/runner/workspace/open-inside.ts';
import { createSkillLibrary } from '../../main/skills/discovery/library.ts';
import { readRecordStore } from '../../main/skills/skill-file.ts';
import { requestFormIn } from '../../main/tools/forms.ts';
import { placeRecords, type RecordStore, type ShownRecord, type StoredRecord } from '../../shared/cards/records.ts';
import { parseCard } from '../../shared/cards/registry.ts';
import { cardsContract, EMPTY_PROFILE, type Profile, profileContract, profileSchema } from './contract.ts';

/** `HOME/profile.json`: only its owner can read it, and it is part of no export. */
const OWNER_ONLY = 0o600;

export interface ProfileFile {
  /** Empty where there is none, or none that can be read: it only saves typing. */
  read(): Profile;
  write(profile: Profile): void;
  remove(): void;
}

function profileFile(home: string): ProfileFile {
  const file = path.join(home, 'profile.json');
  return {
    read() {
      try {
        return profileSchema.parse(JSON.parse(readSmallFile(file) ?? 'null'));
      } catch {
        return EMPTY_PROFILE;
      }
    },
    write(profile) {
      mkdirSync(home, { recursive: true, mode: 0o700 });
      replaceFile(file, `${JSON.stringify(profile, null, 2)}\n`, OWNER_ONLY);
    },
    remove: () => rmSync(file, { force: true }),
  };
}

export function profileHandlers({ home, settings, skills, stock, reportBug }: Core) {
  const os = implementContract(profileContract, reportBug);
  const file = profileFile(home);
  return {
    get: os.get.handler(() => file.read()),
    change: os.change.handler(({ input: { preferences, saved, recent } }) => {
      const before = file.read();
      const next = {
        preferences: preferences ?? before.preferences,
        saved: saved ?? before.saved,
        recent: recent ?? before.recent,
      };
      file.write(next);
      return next;
    }),
    clear: os.clear.handler(() => {
      file.remove();
      return EMPTY_PROFILE;
    }),
    requests: os.requests.handler(async ({ input: { language } }) => {
      const scope = newSession(settings, undefined);
      const library = skills.of(scope);
      const { skills: found } = await library.refresh();
      const toUse = stock.rules.now(scope);
      return found.flatMap((skill) => {
        const form = toUse(skill).enabled ? requestFormIn(skill.dir, skill.id, language) : undefined;
        return form === undefined ? [] : [{ ...form, values: {} }];
      });
    }),
  };
}

/** `HOME/reminders.json`: the reminders that were shown, each with its day. Part of no export. */
const SHOWN_REMINDERS_OWNER_ONLY = 0o600;
/** Tickets are sold up to 330 days ahead. */
const KEPT_MS = 400 * 86_400_000;

const shownSchema = z.record(z.string(), z.iso.datetime());

/**
 * Gives those of `ids` that were never claimed, and claims them: a second one to ask, such as another window, gets none.
 * A file that cannot be read counts as empty: a reminder that comes twice is better than none.
 */
export function claimReminders(home: string, ids: readonly string[], now: Date): readonly string[] {
  const file = path.join(home, 'reminders.json');
  const shown = read(file);
  const fresh = [...new Set(ids)].filter((id) => shown[id] === undefined);
  if (fresh.length === 0) return fresh;
  const kept = Object.entries(shown).filter(([, at]) => now.getTime() - Date.parse(at) < KEPT_MS);
  const added = fresh.map((id) => [id, now.toISOString()]);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  replaceFile(
    file,
    `${JSON.stringify(Object.fromEntries([...kept, ...added]), null, 2)}\n`,
    SHOWN_REMINDERS_OWNER_ONLY,
  );
  return fresh;
}

function read(file: string): Readonly<Record<string, string>> {
  try {
    return shownSchema.parse(JSON.parse(readSmallFile(file) ?? '{}'));
  } catch {
    return {};
  }
}

/** Records as the bundled skills keep them: `HOME/data/SKILL/FOLDER/KEY.json`, where `metadata.records` says so. */
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

export function cardHandlers({ home, bundledRoot, sessions, store, reportBug }: Core) {
  const os = implementContract(cardsContract, reportBug);
  return {
    claimReminders: os.claimReminders.handler(({ input: { ids } }) => [...claimReminders(home, ids, new Date())]),
    records: os.records.handler(async () => {
      const titles = new Map(
        sessions.summaries({}).flatMap(({ id, title, deleted }) => (deleted ? [] : [[id, title] as const])),
      );
      const stores = await storedRecords(home, bundledRoot);
      return stores.map(({ skill, store: { kind, title, example }, records, unreadable }) => {
        const shown = store.shownCards(kind).flatMap(({ session, seq, at, key, owner }): ShownRecord[] => {
          const conversation = titles.get(session);
          // Another skill's card belongs to that skill's store, if any.
          if (conversation === undefined || (owner !== null && owner !== skill)) return [];
          return [{ key, sessionId: session, seq, at, title: conversation, trusted: owner === skill }];
        });
        return {
          skill,
          title,
          records: placeRecords(records, shown, Date.now()),
          ...(example === undefined ? {} : { example }),
          ...(unreadable.length === 0 ? {} : { unreadable: [...unreadable] }),
        };
      });
    }),
  };
}
