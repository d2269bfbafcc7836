import { listFolder } from './skill-files.ts';
import type { ScriptFile } from './types.ts';

const SCRIPT = /^scripts\/[^/]+\.(?:py|js|mjs|sh)$/;
/** Python's own (`__init__.py`) and tests: not for running. */
const NO_SCRIPT = /\/(?:__[^/]*|test_[^/]*\.py|conftest\.py|[^/]*_test\.py|[^/]*\.test\.m?js)$/;

/** What can be run: the files right in `scripts/`. Those in its sub-folders are libraries of theirs. */
export async function listScripts(dir: string): Promise<readonly ScriptFile[]> {
  const files = await listFolder(dir);
  return files
    .filter((file) => SCRIPT.test(file.path) && !NO_SCRIPT.test(file.path))
    .map((file) => ({ path: file.path, absolute: file.absolute }));
}
