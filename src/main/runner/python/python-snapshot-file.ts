/** Locates the snapshot of the embedded Python without loading Pyodide. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Path for finding or writing the snapshot: a file, or a folder (ending in a slash) that holds it by its name. */
export const SNAPSHOT_VARIABLE = 'SKILLDECK_PYTHON_SNAPSHOT';
/** The real folder of Pyodide's package. */
export const PACKAGE_VARIABLE = 'SKILLDECK_PYODIDE';
export const MAKE_VARIABLE = 'SKILLDECK_MAKE_PYTHON_SNAPSHOT';

/** A snapshot fits one interpreter and one program: any other combination gets another name. */
export function snapshotFile(folder: string, entry: string, packageDir: string): string {
  const hash = createHash('sha256')
    .update(readFileSync(path.join(packageDir, 'package.json')))
    .update(readFileSync(entry));
  return path.join(folder, `python-${hash.digest('hex').slice(0, 16)}.snapshot`);
}
