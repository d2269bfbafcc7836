/**
 * Pyodide from the folder that the app found it in. Inside a sandbox its name alone would not find it where
 * `node_modules` is a link: what the link leads to is there, the link is not.
 */
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_VARIABLE } from './python-snapshot-file.ts';

const folder = process.env[PACKAGE_VARIABLE];
const found: typeof import('pyodide') = await import(
  /* @vite-ignore */ folder === undefined ? 'pyodide' : pathToFileURL(path.join(folder, 'pyodide.mjs')).href
);

export const { loadPyodide, version } = found;
