/** The oldest Node that the npm package runs on, for the test that installs it there. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { during, say } from './say.mjs';

const PATIENCE_MS = 3 * 60_000;

/** Its version as in `engines`, and where it is if it was fetched. */
export function oldestNode() {
  const { engines } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const version = `${engines.node.replace('>=', '')}.0`;
  const folder = path.join(CACHE, `node-${version}`);
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  return { version, folder, file: path.join(folder, 'node_modules', 'node', 'bin', name) };
}

/** Says so where it cannot be had: those tests are then skipped by name. */
export async function ensureOldestNode() {
  const { version, folder, file } = oldestNode();
  if (existsSync(file)) return;
  const args = ['install', '--prefix', folder, `node@${version}`, '--ignore-scripts=false', '--no-audit', '--no-fund'];
  await during(`Fetching Node ${version} for the tests of the npm package (once)`, () =>
    run('npm', args, { timeoutMs: PATIENCE_MS }),
  );
  if (!existsSync(file)) say(`- the tests of the npm package on Node ${version}: skipped, npm could not fetch it`);
}
