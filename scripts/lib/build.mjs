/** The build: redone when the content of a source differs from what was built. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compressPage } from './compress.mjs';
import { writeNotices } from './notices.mjs';
import { CACHE, OUT, program, ROOT } from './paths.mjs';
import { runNode } from './run.mjs';
import { during, Stop } from './say.mjs';

const STAMP = '.sources';
const CONFIGURATION = ['electron.vite.config.ts', 'package.json', 'package-lock.json'];
const NOT_BUILT = /\.test\.tsx?$|[\\/]test-kit[\\/]/;

/** Hashes content, not times: a checkout or a touched file is no change. */
function sourcesHash() {
  const folder = path.join(ROOT, 'src');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => !NOT_BUILT.test(name) && statSync(path.join(folder, name)).isFile())
    .map((name) => path.join('src', name));
  const hash = createHash('sha256');
  for (const file of [...files.sort(), ...CONFIGURATION]) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(ROOT, file)))
      .update('\0');
  }
  return hash.digest('hex');
}

function buildIsCurrent() {
  const stamp = path.join(OUT, STAMP);
  return existsSync(path.join(ROOT, 'schemas')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === sourcesHash();
}

/** `schemas/`, which the npm package brings along for editors. */
async function writeSchemas() {
  const { status, output } = await runNode(['--no-warnings', path.join(ROOT, 'scripts', 'schemas.mjs')]);
  if (status !== 0) throw new Stop(`The schemas could not be made.\n${output.trim()}`);
}

/** Builds into a separate folder, then swaps: a failed or aborted build leaves the last good one. */
export async function build() {
  const hash = sourcesHash();
  const fresh = path.join(CACHE, `build-${process.pid}`);
  const old = path.join(CACHE, `old-${process.pid}`);
  try {
    mkdirSync(fresh, { recursive: true });
    const { status, output } = await during('Building', () =>
      runNode([program('electron-vite/bin/electron-vite.js'), 'build', '--logLevel', 'warn'], {
        env: { SKILLDECK_OUT: fresh, NODE_ENV: 'production', ...(process.stderr.isTTY ? {} : { NO_COLOR: '1' }) },
      }),
    );
    if (status !== 0) throw new Stop(`The build failed.\n${output.trim()}`);
    writeNotices(fresh);
    await during('Compressing the page and starting Python once', () =>
      Promise.all([
        compressPage(path.join(fresh, 'renderer')),
        // Built now: not even the first script waits for the embedded Python. Without it, the first run makes one.
        runNode([path.join(fresh, 'main', 'embedded-python.js')], {
          env: { SKILLDECK_MAKE_PYTHON_SNAPSHOT: path.join(fresh, 'main', '/') },
        }),
        writeSchemas(),
      ]),
    );
    writeFileSync(path.join(fresh, STAMP), hash);
    if (existsSync(OUT)) renameSync(OUT, old);
    renameSync(fresh, OUT);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

export async function ensureBuild() {
  if (!buildIsCurrent()) await build();
}
