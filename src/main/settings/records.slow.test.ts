/** A pipe, a folder or nonsense in place of a record of the data folder: nothing waits, nothing is trusted, nothing is lost. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { createMediaFiles } from '../runner/workspace/media.ts';
import { trustedFolders } from './grants.ts';
import { keyFile } from './keys.ts';
import { limitsFile } from './route.ts';
import { skillSecrets } from './skill-secrets.ts';

let home: string;
beforeEach(() => {
  home = tempFolder();
});

const SHA = createHash('sha256').update('x').digest('hex');
const RECORDS: Readonly<Record<string, () => unknown>> = {
  'endpoint-limits.json': () => limitsFile(home).get('e', 'm') ?? [],
  'trusted-folders.json': () => trustedFolders(home).list(),
  'skill-secrets.json': () => skillSecrets(home, keyFile(home, 'skill-secrets.key')).list(),
  'skill-secrets.key': () => skillSecrets(home, keyFile(home, 'skill-secrets.key')).values(),
  [`media/${SHA.slice(0, 2)}/${SHA}`]: () => createMediaFiles(home).read(SHA) ?? [],
};
const PLACES: Readonly<Record<string, (file: string) => void>> = {
  'a pipe': (file) => execFileSync('mkfifo', [file]),
  'a folder': (file) => mkdirSync(file),
  'deep nonsense': (file) => writeFileSync(file, '['.repeat(100_000)),
};

it
  .runIf(process.platform !== 'win32')
  .each(Object.keys(RECORDS).flatMap((record) => Object.keys(PLACES).map((place) => [record, place] as const)))(
  '%s as %s',
  async (record, place) => {
    const file = path.join(home, record);
    mkdirSync(path.dirname(file), { recursive: true });
    PLACES[place]?.(file);
    expect(await RECORDS[record]?.()).toEqual([]);
  },
);

it('moves unreadable folder decisions aside', () => {
  const file = path.join(home, 'trusted-folders.json');
  writeFileSync(file, '{"folders": [');
  trustedFolders(home).decide(home, true);
  expect(trustedFolders(home).decisionOn(home)?.trusted).toBe(true);
  expect(readFileSync(`${file}.unreadable`, 'utf8')).toBe('{"folders": [');
  trustedFolders(home).decide(home, false);
  expect(existsSync(`${file}.unreadable`)).toBe(true);
});
