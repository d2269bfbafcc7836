/** The packages: installed when they are missing or not those of package-lock.json. */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MODULES, NODE, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { during, Stop, say } from './say.mjs';

const STAMP = path.join(MODULES, '.skilldeck-packages');
const RETRY_AFTER_MS = [3_000, 10_000];
/** Ends of npm's error codes that another try can help. */
const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|ERR_SOCKET|socket hang up|network|E5\d\d|EINTEGRITY/;

/** @typedef {{ version?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} Entry */

/** @param {string} file @returns {Record<string, Entry>} */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

const lockFile = () => path.join(ROOT, 'package-lock.json');
const lockHash = () => createHash('sha256').update(readFileSync(lockFile())).digest('hex');

/** npm's own record of what it installed, compared with what the lock asks for: a person's `npm install` counts too. */
function installedByNpm() {
  const present = packagesOf(path.join(MODULES, '.package-lock.json'));
  return Object.entries(packagesOf(lockFile())).every(
    ([name, entry]) =>
      name === '' || entry.optional || entry.devOptional || entry.link || present[name]?.version === entry.version,
  );
}

export function packagesInstalled() {
  if (!existsSync(NODE)) return false;
  const hash = lockHash();
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash) return true;
  if (!installedByNpm()) return false;
  writeFileSync(STAMP, hash);
  return true;
}

function countInstalled() {
  if (!existsSync(MODULES)) return 0;
  let count = 0;
  for (const name of readdirSync(MODULES)) {
    if (name.startsWith('.')) continue;
    count += name.startsWith('@') ? readdirSync(path.join(MODULES, name)).length : 1;
  }
  return count;
}

/** The lines of npm's output that say what went wrong. @param {string} output */
function essence(output) {
  const lines = output.split('\n').filter((line) => /npm (error|ERR!)/.test(line));
  return (lines.length > 0 ? lines : output.trim().split('\n')).slice(0, 12).join('\n');
}

/** Installs what is missing. Throws `Stop` with what to do where that fails. */
export async function ensurePackages() {
  if (packagesInstalled()) return;
  const total = Object.keys(packagesOf(lockFile())).filter((name) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name),
  ).length;
  // The Electron binary is fetched by itself, later, where it can run at all.
  const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
  const flags = ['--no-audit', '--no-fund', '--include=dev', '--ignore-scripts=false', '--loglevel=error'];
  for (let attempt = 0; ; attempt++) {
    const { status, output } = await during(
      'Installing packages (once; one to three minutes)',
      () => run('npm', ['ci', ...flags], { env }),
      () => `${Math.min(countInstalled(), total)} of about ${total} packages`,
    );
    if (status === 0 && existsSync(NODE)) break;
    const wait = RETRY_AFTER_MS[attempt];
    if (status === 127) throw new Stop('npm was not found. Install Node.js 20 or newer with npm, then try again.');
    if (!NETWORK.test(output) || wait === undefined) throw new Stop(installFailure(status, output));
    say(`The network failed while packages were fetched; trying again in ${wait / 1000} s.`);
    await sleep(wait);
  }
  mkdirSync(MODULES, { recursive: true });
  writeFileSync(STAMP, lockHash());
}

/** @param {number} status @param {string} output */
function installFailure(status, output) {
  if (NETWORK.test(output)) {
    return `The packages could not be fetched. Check the network, or the proxy and registry npm uses (npm config get registry), then try again.\n${essence(output)}`;
  }
  if (/gyp/.test(output)) {
    return `A native package could not be compiled. It wants a C++ compiler, make and Python 3 (Debian: apt-get install build-essential python3). Then try again.\n${essence(output)}`;
  }
  if (status === 0) return `npm did not install Node 24 (${NODE} is missing). Delete node_modules and try again.`;
  return `Installing the packages failed (npm ci, status ${status}). Then try again.\n${essence(output)}`;
}
