/** A session's log, and what the command line says of a data folder. */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import Database from 'better-sqlite3';
import { type EventOf, type EventType, type KnownEvent, parseEvent } from '../../src/shared/events.ts';

const run = promisify(execFile);
const SKILLDECK = path.join(import.meta.dirname, '..', '..', 'bin', 'skilldeck');
const LARGEST_OUTPUT = 64 * 1024 * 1024;

/** Returns the stdout of `skilldeck ARGS`, which opens the data folder read-only while the app owns it. */
export async function skilldeck(home: string, ...args: readonly string[]): Promise<string> {
  const { stdout } = await run(SKILLDECK, [...args, '--home', home], { maxBuffer: LARGEST_OUTPUT });
  return stdout;
}

/** Reads the open session from the address. */
export async function openSession(page: Page): Promise<string> {
  await page.waitForURL(/#\/s\/./);
  return decodeURIComponent(new URL(page.url()).hash.replace('#/s/', ''));
}

/** Events that the app stored. Read-only: the app owns the data folder. */
export function eventsOf(home: string, session: string): readonly KnownEvent[] {
  const database = new Database(path.join(home, 'skilldeck.db'), { readonly: true });
  const rows = database
    .prepare<[string], string>('SELECT raw FROM events WHERE session = ? ORDER BY seq')
    .pluck()
    .all(session);
  database.close();
  return rows.map((raw) => {
    const event = parseEvent(JSON.parse(raw));
    if (event.type === 'unknown') throw new Error(`An event of an unknown type: ${raw}`);
    return event;
  });
}

export const ofType = <T extends EventType>(events: readonly KnownEvent[], type: T): readonly EventOf<T>[] =>
  events.filter((event): event is EventOf<T> => event.type === type);

/** Checks that `seq` runs from 1 without gaps or repeats. */
export const isWhole = (events: readonly KnownEvent[]): boolean =>
  events.length > 0 && events.every(({ seq }, index) => seq === index + 1);
