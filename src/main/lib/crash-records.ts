/** Unexpected ends, in `HOME/crashes`: written by the desktop app, read for its report. Nothing of it is sent. */
import { appendFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { keylessText } from '../../shared/models/keyless-address.ts';
import { makeFolder, readSmallFile, replaceFile } from './files.ts';

type LogLevel = 'info' | 'warn' | 'error';

/** The program's log, for troubleshooting. No key, prompt or answer belongs in it. */
export interface Log {
  info(message: string): void;
  warn(message: string): void;
  /** Logs the stack, if `cause` has one. */
  error(message: string, cause?: unknown): void;
}

/** Bytes after which the file is put aside as `NAME.1`, over the one put aside before. */
const MAX_LOG_BYTES = 5 * 1024 * 1024;

/** Calls write before they return: the last words before a crash are the ones wanted. Never throws: a full disk must not end a run. */
export function createFileLog(file: string, maxBytes: number = MAX_LOG_BYTES): Log {
  const write = (level: LogLevel, message: string): void => {
    const line = `${new Date().toISOString()} ${level} ${keylessText(message).replaceAll('\n', '\n    ')}\n`;
    try {
      makeFolder(path.dirname(file));
      const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > maxBytes) renameSync(file, `${file}.1`);
      appendFileSync(file, line, { mode: 0o600 });
    } catch {
      // Nowhere left to say it.
    }
  };
  return {
    info: (message) => write('info', message),
    warn: (message) => write('warn', message),
    error: (message, cause) => {
      const detail = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? '');
      write('error', detail === '' ? message : `${message}: ${detail}`);
    },
  };
}

export const silentLog: Log = { info: () => {}, warn: () => {}, error: () => {} };

const recordSchema = z.object({
  /** ISO 8601. */
  at: z.string(),
  version: z.string(),
  /** `program`: the main process; `page`: the window's; `helper`: another one of Chromium's. */
  what: z.enum(['program', 'page', 'helper']),
  /** Reason and status as the system gave them, or a stack. */
  detail: z.string(),
});
export type CrashRecord = z.infer<typeof recordSchema>;

const MOST_RECORDS = 20;

const folderOf = (home: string): string => path.join(home, 'crashes');
const recordsIn = (home: string): string => path.join(folderOf(home), 'crashes.jsonl');
const seenIn = (home: string): string => path.join(folderOf(home), 'seen');

/** Folder in which Crashpad leaves its minidumps. */
export const dumpFolder = (home: string): string => path.join(folderOf(home), 'dumps');

/** Oldest first; a damaged line is left out. */
export function readCrashes(home: string): readonly CrashRecord[] {
  let text: string;
  try {
    text = readSmallFile(recordsIn(home)) ?? '';
  } catch {
    return [];
  }
  return text.split('\n').flatMap((line) => {
    try {
      return recordSchema.safeParse(JSON.parse(line)).data ?? [];
    } catch {
      return [];
    }
  });
}

/** Never throws: it is called when something else went wrong. */
export function addCrash(home: string, { detail, ...facts }: CrashRecord): void {
  const record = { ...facts, detail: keylessText(detail) };
  try {
    makeFolder(folderOf(home), 0o700);
    const kept = readCrashes(home);
    if (kept.length >= MOST_RECORDS) {
      const lines = [...kept.slice(1 - MOST_RECORDS), record].map((one) => `${JSON.stringify(one)}\n`);
      replaceFile(recordsIn(home), lines.join(''), 0o600);
    } else appendFileSync(recordsIn(home), `${JSON.stringify(record)}\n`, { mode: 0o600 });
  } catch {
    // The log has it too.
  }
}

/** Those not reported yet. */
export function unseenCrashes(home: string): number {
  const seen = existsSync(seenIn(home)) ? (readSmallFile(seenIn(home)) ?? '') : '';
  return readCrashes(home).filter(({ at }) => at > seen).length;
}

export function markCrashesSeen(home: string): void {
  const last = readCrashes(home).at(-1);
  if (last !== undefined) writeFileSync(seenIn(home), last.at, { mode: 0o600 });
}

/** Records and minidumps. */
export function forgetCrashes(home: string): void {
  for (const file of [recordsIn(home), seenIn(home), dumpFolder(home)]) rmSync(file, { recursive: true, force: true });
}

/** Names and sizes of the minidumps. */
export function listDumps(home: string): readonly { readonly name: string; readonly bytes: number }[] {
  const folder = dumpFolder(home);
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.dmp'))
    .map((name) => ({ name, bytes: statSync(path.join(folder, name)).size }));
}
