/** Where the snapshot of the embedded Python lies, for whoever must not load Pyodide to know it. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Where the interpreter finds it, and where it is asked to write it: a file, or a folder (ending in a slash) where it has its own name. */
export const SNAPSHOT_VARIABLE = 'SKILLDECK_PYTHON_SNAPSHOT';
/** The real folder of Pyodide's package. */
export const PACKAGE_VARIABLE = 'SKILLDECK_PYODIDE';
export const MAKE_VARIABLE = 'SKILLDECK_MAKE_PYTHON_SNAPSHOT';

/** Another interpreter or another program around it has another name: a snapshot fits its own alone. */
export function snapshotFile(folder: string, entry: string, packageDir: string): string {
  const hash = createHash('sha256')
    .update(readFileSync(path.join(packageDir, 'package.json')))
    .update(readFileSync(entry));
  return path.join(folder, `python-${hash.digest('hex').slice(0, 16)}.snapshot`);
}
