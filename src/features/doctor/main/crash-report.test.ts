import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { addCrash } from '../../../main/lib/crash-records.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import type { AppInfo } from '../../../shared/contract.ts';
import { crashReport } from './crash-report.ts';
import { databaseCheck } from './doctor.ts';

it('reports what ended, with the end of the log, without secrets or personal names', () => {
  const home = tempFolder();
  const at = '2026-01-02T03:04:05.006Z';
  addCrash(home, { at, version: '1.2.3', what: 'program', detail: `Error: no room in ${home}/skilldeck.db` });
  const key = `sk-proj-${'A1b2C3d4'.repeat(6)}`;
  writeFileSync(
    path.join(home, 'skilldeck.log'),
    `${'x'.repeat(40_000)}\n${at} error model: 401 for ${key} of ada@example.org\n`,
  );
  const { records, text } = crashReport({ home, info: { version: '1.2.4' } as AppInfo });
  expect(records).toEqual([{ at, what: 'program' }]);
  expect(text).toMatch(/^Skilldeck 1\.2\.4, Node /);
  expect(text).toContain(`${at} 1.2.3 program: Error: no room in`);
  expect(text).toContain('error model: 401 for');
  for (const secret of [key, 'ada@example.org', home, os.homedir()]) expect(text).not.toContain(secret);
  expect(text.length).toBeLessThan(20_000);
});

it('reports the database, its size and its latest backup', () => {
  const home = tempFolder();
  expect(databaseCheck(home)).toMatchObject({ ok: true, found: expect.stringContaining('none yet') });
  writeFileSync(path.join(home, 'skilldeck.db'), Buffer.alloc(3 * 1024 * 1024));
  expect(databaseCheck(home).found).toContain('skilldeck.db (3.0 MiB); no backup yet');
  mkdirSync(path.join(home, 'backups'));
  for (const day of ['01', '02']) {
    writeFileSync(path.join(home, 'backups', `skilldeck-202601${day}T030405006Z.db`), Buffer.alloc(1024 * 1024));
  }
  expect(databaseCheck(home).found).toContain(
    'last of 2 backups 2026-01-02T03:04:05.006Z (1.0 MiB); skilldeck doctor --repair --restore skilldeck-20260102T030405006Z.db brings',
  );
});
