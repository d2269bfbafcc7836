import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import { databaseCheck } from './doctor.ts';

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
