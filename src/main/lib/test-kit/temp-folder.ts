import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished, TestRunner } from 'vitest';

/**
 * A new folder by its real path, removed at the end of the test, after its `afterEach`; one made outside a test at the end
 * of its file. Not for `beforeAll`.
 */
export function tempFolder(): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'skilldeck-test-')));
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  if (TestRunner.getCurrentTest() === undefined) afterAll(remove);
  else onTestFinished(remove);
  return folder;
}
