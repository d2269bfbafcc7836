/** The built page's files, for both hosts that serve them. */
import { lstat, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

const decompressed = promisify(brotliDecompress);

const MIME: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.map': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

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
  const mime = MIME[path.extname(relative).toLowerCase()];
  if (mime === undefined) return undefined;
  try {
    const file = path.join(await realpath(root), ...relative.split('/'));
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
