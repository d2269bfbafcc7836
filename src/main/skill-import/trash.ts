/** `HOME/trash/ENTRY/{entry.json, skill}`: what was uninstalled or made way, with its origin, for 30 days. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { detailed } from '../../shared/messages/detail.ts';
import { skillOriginSchema, type TrashedSkill } from '../../shared/skill-import.ts';
import { readRecord, writeRecord } from './json-file.ts';
import { TRASH_MS } from './limits.ts';
import { isThere, move } from './move.ts';
import { readOrigin, removeOrigin, writeOrigin } from './origins.ts';
import { escaped } from './refused.ts';

const recordSchema = z.object({
  id: z.string(),
  root: z.string(),
  /** Original path. */
  path: z.string(),
  at: z.string(),
  origin: skillOriginSchema.optional(),
});

/** Absolute, real or not. */
export const trashedFolder = (home: string, entry: string): string => path.join(home, 'trash', entry, 'skill');

export interface Trash {
  /** Moves a skill out of the catalog, with its origin. @returns the entry, for `restore`. */
  put(skill: { readonly id: string; readonly root: string; readonly dir: string; readonly from?: string }): string;
  /** The latest first. */
  list(): readonly TrashedSkill[];
  /**
   * Puts back where it was.
   * @param what an entry, or the id of a skill, which means its latest.
   * @throws SkilldeckError `skill-not-found`; `bad-input` where something else is in its place now.
   */
  restore(what: string): TrashedSkill;
  /** Removes what is older than 30 days. */
  sweep(): void;
}

export function createTrash(home: string, now: () => Date): Trash {
  const folder = path.join(home, 'trash');
  const skillIn = (entry: string) => trashedFolder(home, entry);
  const recordOf = (entry: string) => readRecord(path.join(folder, entry, 'entry.json'), recordSchema);
  const entries = () => {
    try {
      return readdirSync(folder).flatMap((entry) => {
        const record = recordOf(entry);
        return record === undefined ? [] : [{ entry, record }];
      });
    } catch {
      return [];
    }
  };
  const list = (): readonly TrashedSkill[] =>
    entries()
      .filter(({ entry }) => isThere(skillIn(entry)))
      .map(({ entry, record: { id, path: place, at } }) => ({ entry, id, path: place, at }))
      .sort((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1));

  return {
    put({ id, root, dir, from = dir }) {
      const at = now().toISOString();
      const entry = `${at.replaceAll(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
      mkdirSync(path.join(folder, entry), { recursive: true, mode: 0o700 });
      const origin = readOrigin(root, id);
      // Write the record first: a crash in between leaves only a record without a skill, which is harmless.
      writeRecord(path.join(folder, entry, 'entry.json'), { id, root, path: from, at, origin });
      move(dir, skillIn(entry));
      removeOrigin(root, id);
      return entry;
    },
    list,
    restore(what) {
      const all = list();
      const found = all.find((one) => one.entry === what) ?? all.find((one) => one.id === what);
      const record = found === undefined ? undefined : recordOf(found.entry);
      if (found === undefined || record === undefined) {
        const ids = [...new Set(all.map((one) => one.id))].join(', ');
        const code = ids === '' ? 'skill-trash-empty' : 'skill-not-removed';
        throw detailed('skill-not-found', code, { id: escaped(what), ids });
      }
      if (isThere(record.path)) throw detailed('bad-input', 'restore-taken', { place: record.path });
      mkdirSync(path.dirname(record.path), { recursive: true });
      move(skillIn(found.entry), record.path);
      if (record.origin !== undefined) writeOrigin(record.root, record.id, record.origin);
      rmSync(path.join(folder, found.entry), { recursive: true, force: true });
      return found;
    },
    sweep() {
      const oldest = now().getTime() - TRASH_MS;
      for (const { entry, record } of entries()) {
        if (Date.parse(record.at) < oldest) rmSync(path.join(folder, entry), { recursive: true, force: true });
      }
    },
  };
}
