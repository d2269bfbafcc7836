/** Token tables. The build makes them once and ships them as files (electron.vite.config.ts); a checkout makes them when asked. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../../lib/app-files.ts';
import { makeRankTable } from './make-rank-table.ts';

/** Encodings that have tokens: the others have the tokens of one of these. */
export const TABLES = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'] as const;
export type TableName = (typeof TABLES)[number];

export function rankTable(name: TableName): Uint8Array {
  const built = path.join(import.meta.dirname, `ranks-${name}.bin`);
  return existsSync(built)
    ? readFileSync(built)
    : makeRankTable(readFileSync(path.join(packageFolder('gpt-tokenizer'), 'data', `${name}.tiktoken`)));
}
