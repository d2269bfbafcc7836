/** In the build, a file that is read (electron.vite.config.ts). */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { packageFolder } from '../../lib/app-files.ts';
import { makeRankTable } from './make-rank-table.ts';

/** Encodings that have tokens: the others have the tokens of one of these. */
export const TABLES = ['o200k_base', 'cl100k_base', 'p50k_base', 'r50k_base'] as const;
export type TableName = (typeof TABLES)[number];

export const rankTable = (name: TableName): Uint8Array =>
  makeRankTable(readFileSync(path.join(packageFolder('gpt-tokenizer'), 'data', `${name}.tiktoken`)));
