/** `HOME/reminders.json`: the reminders that were shown, each with its day. Part of no export. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readSmallFile } from '../../lib/read-small-file.ts';
import { replaceFile } from '../../lib/replace-file.ts';

const OWNER_ONLY = 0o600;
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
  replaceFile(file, `${JSON.stringify(Object.fromEntries([...kept, ...added]), null, 2)}\n`, OWNER_ONLY);
  return fresh;
}

function read(file: string): Readonly<Record<string, string>> {
  try {
    return shownSchema.parse(JSON.parse(readSmallFile(file) ?? '{}'));
  } catch {
    return {};
  }
}
