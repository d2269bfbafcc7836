/** The packages: installed by `npm ci` when they are missing or not those of package-lock.json. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { MODULES, NODE, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { during, Stop } from './say.mjs';

/** By default npm waits five minutes for a stalled download before it tries again. */
const PATIENT = ['--fetch-retries=5', '--fetch-timeout=60000'];
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
/** Native packages ship their binaries, which their install scripts would compile again: docs/decisions/0006. */
const PACKAGES = ['ci', '--ignore-scripts', '--include=dev', ...PATIENT, ...QUIET];
/** The one script that is needed fetches the Node for this platform. */
const NODE_BINARY = ['rebuild', 'node', '--ignore-scripts=false', ...QUIET];

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean }} Entry */

/** @param {string} file @returns {Record<string, Entry>} */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/** Compares the lock with npm's own record of what it installed last: a person's `npm install` counts too. */
function packagesInstalled() {
  const present = packagesOf(path.join(MODULES, '.package-lock.json'));
  return Object.entries(packagesOf(path.join(ROOT, 'package-lock.json'))).every(
    ([name, { version, optional, devOptional }]) =>
      name === '' || optional || devOptional || present[name]?.version === version,
  );
}

/** Installs what is missing. Throws `Stop` with what to do where that fails. */
export async function ensurePackages() {
  if (!packagesInstalled()) await npm('Installing packages (once; one to three minutes)', PACKAGES);
  if (!existsSync(NODE)) await npm('Fetching Node 24 (once)', NODE_BINARY);
  if (!existsSync(NODE)) throw new Stop(`npm did not install Node 24 (${NODE}). Delete node_modules and try again.`);
}

/** @param {string} text @param {readonly string[]} args */
async function npm(text, args) {
  // Electron's binary is fetched later, and only where it can run.
  const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
  const { status, output } = await during(text, () => run('npm', args, { env }));
  if (status === 127) throw new Stop('npm was not found. Install Node.js 20 or newer with npm.');
  if (status === 0) return;
  const errors = output.split('\n').filter((line) => /npm (error|ERR!)(?! +at )/.test(line));
  const said = (errors.length > 0 ? errors : output.trim().split('\n')).slice(0, 6).join('\n');
  throw new Stop(
    `The packages could not be installed (npm, status ${status}). Check the network, or the proxy and registry that npm uses (npm config get registry), then try again.\n${said}`,
  );
}
