import { listFolder } from './discovery/skill-files.ts';
import type { ScriptFile } from './types.ts';

const SCRIPT = /\.(?:py|js|mjs|sh)$/;
/** Python's own (`__init__.py`) and tests: not for running. */
const NO_SCRIPT = /\/(?:__[^/]*|test_[^/]*\.py|conftest\.py|[^/]*_test\.py|[^/]*\.test\.m?js)$/;

/** Lists scripts anywhere in the folder (seeds/000), except Python packages (libraries) and `tests/` (for authors). */
export async function listScripts(dir: string): Promise<readonly ScriptFile[]> {
  const files = await listFolder(dir);
  const packages = files.flatMap(({ path }) =>
    path.endsWith('/__init__.py') ? [path.slice(0, -'__init__.py'.length)] : [],
  );
  const isLibrary = (file: string): boolean =>
    /^(?:tests?|evals)\//.test(file) ||
    (!/^scripts\/[^/]+$/.test(file) && packages.some((folder) => folder !== 'scripts/' && file.startsWith(folder)));
  return files
    .filter((file) => SCRIPT.test(file.path) && !NO_SCRIPT.test(file.path) && !isLibrary(file.path))
    .map((file) => ({ path: file.path, absolute: file.absolute }));
}
