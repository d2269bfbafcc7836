/** Files of one JSON document a line that survive a crash: each line is on the disk when its append returns. */
import { closeSync, existsSync, fsyncSync, openSync, readdirSync, writeSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readSmallFile } from '../../lib/read-small-file.ts';
import { replaceFile } from '../../lib/replace-file.ts';

const MAX_BYTES = 256 * 1024 * 1024;

/** Reads lines without one that a crash may have cut short, and those that are not understood. */
export function linesIn<T>(file: string, schema: z.ZodType<T>): T[] {
  return (readSmallFile(file, MAX_BYTES) ?? '').split('\n').flatMap((text) => {
    try {
      const line = schema.safeParse(JSON.parse(text));
      return line.success ? [line.data] : [];
    } catch {
      return [];
    }
  });
}

/** A person stopped it: it is not offered again. */
export const STOPPED = z.object({ stopped: z.literal(true) });

/** @param folder of the file that has this line from now on. */
export function writeStopped(folder: string, name: string): void {
  const lines = openLines<z.infer<typeof STOPPED>>(path.join(folder, `${name}.jsonl`));
  try {
    lines.append({ stopped: true });
  } finally {
    lines.close();
  }
}

export interface Lines<Line> {
  append(line: Line): void;
  close(): void;
}

/** @param from what the file is to hold first; absent: what it holds. */
export function openLines<Line>(file: string, from?: readonly Line[]): Lines<Line> {
  if (from !== undefined) replaceFile(file, from.map(asLine).join(''), 0o600);
  const handle = openSync(file, 'a');
  return {
    append(line) {
      writeSync(handle, asLine(line));
      fsyncSync(handle);
    },
    close: () => closeSync(handle),
  };
}

const asLine = (line: unknown): string => `${JSON.stringify(line)}\n`;

/** Names without their ending, sorted. */
export function namesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl') && !name.startsWith('.'))
    .map((name) => name.slice(0, -'.jsonl'.length))
    .sort();
}
