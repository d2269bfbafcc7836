/**
 * Places of Skilldeck's own files, for everything that another process or thread opens: in a checkout, in the npm
 * package, or in `resources/app` of the installed desktop app. None is in an archive (docs/decisions/0006, 0007).
 */

import { existsSync } from 'node:fs';
import { lstat, readFile, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { Mime } from 'mime/lite';
import otherTypes from 'mime/types/other.js';
import standardTypes from 'mime/types/standard.js';
import { lazily } from '../../shared/defined.ts';

/** Media types by the endings of names. Their tables, of a thousand types, are made when the first is asked for. */
const types = lazily(() => new Mime(standardTypes, otherTypes));

/** @param name of a file, with or without its folders; undefined for an ending that no type has. */
export const typeByName = (name: string): string | undefined => types().getType(name) ?? undefined;

/** The usual ending of such files, without its dot; undefined for a type that is not known, or empty. */
export const endingOf = (type: string): string | undefined => types().getExtension(type) || undefined;

/** The folder with `package.json` and `skills/`, above the calling file, built or source. */
export function appRoot(from: string = import.meta.dirname): string {
  for (let dir = from; ; dir = path.dirname(dir)) {
    if (existsSync(path.join(dir, 'package.json')) && existsSync(path.join(dir, 'skills'))) return dir;
    if (dir === path.dirname(dir)) throw new Error(`No folder above ${from} holds package.json and skills/.`);
  }
}

/** True in a checkout, which has scripts that build it and may have fetched Electron. */
export const isCheckout = (root: string = appRoot()): boolean => existsSync(path.join(root, 'scripts'));

/**
 * A program that another process or thread starts: `NAME.js` beside the running bundle when built (the build makes each
 * of these a separate entry), else its TypeScript source, which Node runs directly.
 * @param sourceDir `import.meta.dirname` of the calling module.
 * @throws Error naming the build as the remedy.
 */
export function entryFile(sourceDir: string, name: string): string {
  const candidates = [`${name}.js`, `${name}.ts`].map((file) => path.join(sourceDir, file));
  const found = candidates.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name} is not beside ${sourceDir}: run "npm run build".`);
  return found;
}

/** The folder of a package that the build leaves outside the bundle, wherever npm put it. */
export const packageFolder = (name: string): string =>
  path.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));

// The built page's files, for both hosts that serve them.

const decompressed = promisify(brotliDecompress);

export interface PageFile {
  readonly body: Buffer;
  readonly mime: string;
  /** Compression of `body`, if any. */
  readonly encoding?: 'br';
  /** Its name contains a hash of its content, so it may be cached forever. */
  readonly immutable: boolean;
}

/** Vite names what it bundles `assets/NAME-HASH.ext`. */
const HASHED = /^assets\/.+-[\w-]{8}\.\w+$/;

/**
 * The file below `root` that `pathname` of an address names; `/` is `index.html`. Undefined for everything else: a
 * missing file, a folder, a path that leads out of `root` in any spelling, links included. The build writes `NAME.br`
 * beside each script and style; the npm package holds that copy alone.
 * @param pathname as in the address, still percent-encoded
 * @param brotli the compressed copy will do
 */
export async function readPageFile(root: string, pathname: string, brotli = false): Promise<PageFile | undefined> {
  const name = decoded(pathname === '/' ? '/index.html' : pathname);
  if (name === undefined || /[\\\0]/.test(name)) return undefined;
  const relative = name.replace(/^\/+/, '');
  if (relative.split('/').some((part) => part === '' || part.startsWith('.'))) return undefined;
  const type = typeByName(relative);
  if (type === undefined) return undefined;
  try {
    const file = path.join(await realpath(root), ...relative.split('/'));
    const mime = type.startsWith('text/') ? `${type}; charset=utf-8` : type;
    const found = { mime, immutable: HASHED.test(relative) };
    const compressed = await contentOf(`${file}.br`);
    if (brotli && compressed !== undefined) return { ...found, body: compressed, encoding: 'br' };
    const body = await contentOf(file);
    if (body !== undefined) return { ...found, body };
    return compressed === undefined ? undefined : { ...found, body: await decompressed(compressed) };
  } catch {
    return undefined;
  }
}

/** Undefined for a link, a folder, and where there is nothing. */
async function contentOf(file: string): Promise<Buffer | undefined> {
  try {
    return (await realpath(file)) === file && (await lstat(file)).isFile() ? await readFile(file) : undefined;
  } catch {
    return undefined;
  }
}

function decoded(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}
