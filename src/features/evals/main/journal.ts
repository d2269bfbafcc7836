/** Files of a piece of work, `TIME-KEY.jsonl`: a JSON document a line, each on the disk when its append returns. */

import { appendFileSync, existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { makeFolder, readSmallFile, replaceFile } from '../../../main/lib/files.ts';
import { sha256 } from '../../../main/lib/text.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** A person stopped it: it is not offered again. */
export const STOPPED = z.object({ stopped: z.literal(true) });

const fileOf = (folder: string, id: string): string => path.join(folder, `${id}.jsonl`);
const asLine = (line: object): string => `${JSON.stringify(line)}\n`;

/** Reads lines without one that a crash may have cut short, and those that are not understood. */
export function linesIn<T>(folder: string, id: string, schema: z.ZodType<T>): T[] {
  return (readSmallFile(fileOf(folder, id), MAX_BYTES) ?? '').split('\n').flatMap((text) => {
    try {
      return schema.safeParse(JSON.parse(text)).data ?? [];
    } catch {
      return [];
    }
  });
}

export const appendLine = (folder: string, id: string, line: object): void =>
  appendFileSync(fileOf(folder, id), asLine(line), { flush: true });

/** Ids, sorted. */
export function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && !name.startsWith('.'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .sort();
}

/**
 * Begins with the plan. What was not ended, nor stopped, goes on.
 * @param same key by which two pieces of work are the same.
 * @param resume true: continues with the latest of the same, if there is one.
 * @param at ISO 8601.
 */
export function openJournal<Line extends object>(
  folder: string,
  schema: z.ZodType<Line>,
  { plan, same, resume, at }: { readonly plan: Line; same: unknown; resume: boolean; at: string },
) {
  makeFolder(folder);
  const key = sha256(JSON.stringify(same)).slice(0, 32);
  const before = resume ? namesIn(folder).findLast((name) => name.endsWith(`-${key}`)) : undefined;
  const id = before ?? `${at.replaceAll(/[:.]/g, '-')}-${key}`;
  const kept =
    before === undefined
      ? []
      : linesIn(folder, id, schema).filter((line) => !('plan' in line || 'end' in line || 'stopped' in line));
  const lines: Line[] = [plan, ...kept];
  // Without the line that a crash may have cut short.
  replaceFile(fileOf(folder, id), lines.map(asLine).join(''), 0o600);
  return {
    id,
    /** Lines of before it was opened. */
    kept,
    /** All so far. */
    lines,
    append(line: Line) {
      appendLine(folder, id, line);
      lines.push(line);
    },
  };
}
