/** Small records of our own beside the skills. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { readSmallJson } from '../lib/read-small-file.ts';

/** Undefined where the file is not there or is not what we wrote: a record that was tampered with counts for nothing. */
export function readRecord<T>(file: string, schema: z.ZodType<T>): T | undefined {
  return schema.safeParse(readSmallJson(file)).data;
}

/** A reader sees the old one or the new one, whole. */
export function writeRecord(file: string, value: unknown): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const fresh = `${file}.${process.pid}.new`;
  writeFileSync(fresh, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(fresh, file);
}
