import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { implementContract } from '../../main/api.ts';
import type { Core } from '../../main/core/core.ts';
import { newSession } from '../../main/core/environment-sessions.ts';
import { readSmallJson, replaceFile } from '../../main/lib/files.ts';
import { changedRecords, type KeptRecords, keptRecords } from '../../main/runner/kept-records.ts';
import { createSkillLibrary } from '../../main/skills/discovery/library.ts';
import { recordStoreOf } from '../../main/skills/skill-file.ts';
import { requestFormIn } from '../../main/tools/forms.ts';
import { placeRecords, type RecordStore, type ShownRecord } from '../../shared/cards/records.ts';
import { defined } from '../../shared/defined.ts';
import { cardsContract, EMPTY_PROFILE, type Profile, profileContract, profileSchema } from './contract.ts';

/** `HOME/profile.json` and `HOME/reminders.json`: only their owner can read them, and they are part of no export. */
const OWNER_ONLY = 0o600;

export function profileHandlers({ home, settings, skills, stock, reportBug }: Core) {
  const os = implementContract(profileContract, reportBug);
  const file = path.join(home, 'profile.json');
  /** Empty where there is none, or none that can be read: it only saves typing. */
  const read = (): Profile => profileSchema.safeParse(readSmallJson(file)).data ?? EMPTY_PROFILE;
  return {
    get: os.get.handler(read),
    change: os.change.handler(({ input }) => {
      const next = { ...read(), ...defined(input) };
      mkdirSync(home, { recursive: true, mode: 0o700 });
      replaceFile(file, `${JSON.stringify(next, null, 2)}\n`, OWNER_ONLY);
      return next;
    }),
    clear: os.clear.handler(() => {
      rmSync(file, { force: true });
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

/** Tickets are sold up to 330 days ahead. */
const KEPT_MS = 400 * 86_400_000;

/** The reminders that were shown, each with its day. */
const shownSchema = z.record(z.string(), z.iso.datetime());

/**
 * Gives those of `ids` that were never claimed, and claims them: a second one to ask, such as another window, gets none.
 * A file that cannot be read counts as empty: a reminder that comes twice is better than none.
 */
export function claimReminders(home: string, ids: readonly string[], now: Date): readonly string[] {
  const file = path.join(home, 'reminders.json');
  const shown = shownSchema.safeParse(readSmallJson(file)).data ?? {};
  const fresh = [...new Set(ids)].filter((id) => shown[id] === undefined);
  if (fresh.length === 0) return fresh;
  const kept = Object.entries(shown).filter(([, at]) => now.getTime() - Date.parse(at) < KEPT_MS);
  const added = fresh.map((id) => [id, now.toISOString()]);
  mkdirSync(home, { recursive: true, mode: 0o700 });
  replaceFile(file, `${JSON.stringify(Object.fromEntries([...kept, ...added]), null, 2)}\n`, OWNER_ONLY);
  return fresh;
}

/** Records as the bundled skills keep them: `HOME/data/SKILL/FOLDER/KEY.json`, where `metadata.records` says so. */
export interface SkillRecords extends KeptRecords {
  readonly skill: string;
  readonly store: RecordStore;
}

/** By the skills as the app brings them: one of the same name elsewhere has no store. */
export async function storedRecords(home: string, bundledRoot: string): Promise<readonly SkillRecords[]> {
  const library = createSkillLibrary({ roots: [{ dir: bundledRoot, source: 'bundled' }] });
  const { skills } = await library.refresh();
  const stores = skills.flatMap((skill) => {
    const store = recordStoreOf(skill);
    return store === undefined ? [] : [{ skill: skill.id, store }];
  });
  return Promise.all(
    stores.map(async ({ skill, store }) => ({
      skill,
      store,
      ...(await unchangedRecords(home, skill, store)),
    })),
  );
}

/** One that something else changed or removed counts as unreadable. */
async function unchangedRecords(home: string, skill: string, { folder, kind }: RecordStore): Promise<KeptRecords> {
  const data = path.join(home, 'data', skill);
  const { records, unreadable } = await keptRecords(path.join(data, folder), kind);
  const changed = (await changedRecords(path.join(home, 'kept', skill), data)).filter(
    (name) => path.dirname(name) === folder,
  );
  return {
    records: records.filter(({ key }) => !changed.includes(path.join(folder, `${key}.json`))),
    unreadable: [...new Set([...unreadable, ...changed.map((name) => path.join(data, name))])],
  };
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
