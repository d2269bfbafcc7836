/** Paths. These scripts are plain JavaScript for Node 20 and newer, without packages: they install the packages. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..', '..');
export const MODULES = path.join(ROOT, 'node_modules');
/** Stamps, reports and what else may be deleted at any time. */
export const CACHE = path.join(MODULES, '.cache', 'skilldeck');
export const OUT = path.join(ROOT, 'out');

/** The Node that runs the product (24, from npm), whatever `node` is on PATH. */
export const NODE = path.join(MODULES, 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** A package's program, to be run under `NODE`. @param {string} file below node_modules */
export const program = (file) => path.join(MODULES, ...file.split('/'));

/** @param {string} name */
export function cacheFile(name) {
  const file = path.join(CACHE, name);
  mkdirSync(path.dirname(file), { recursive: true });
  return file;
}

/** The first of `names` that PATH has. @param {readonly string[]} names */
export function onPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : [''];
  for (const name of names)
    for (const folder of folders)
      for (const ending of endings) {
        const file = path.join(folder, name + ending);
        if (existsSync(file)) return file;
      }
  return undefined;
}
