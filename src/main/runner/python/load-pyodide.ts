/**
 * Loads Pyodide from the folder where the app found it. Inside a sandbox its name alone would fail if `node_modules` is
 * a link: the link's target exists there, the link does not.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_VARIABLE } from './python-snapshot-file.ts';

const folder = process.env[PACKAGE_VARIABLE];
const found: typeof import('pyodide') = await import(
  /* @vite-ignore */ folder === undefined ? 'pyodide' : pathToFileURL(path.join(folder, 'pyodide.mjs')).href
);

export const { loadPyodide, version } = found;
