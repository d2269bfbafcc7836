/** The packages: installed when they are missing or not those of package-lock.json. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { MODULES, NODE, ROOT } from './paths.mjs';
import { run } from './run.mjs';
import { during, Stop, say } from './say.mjs';

const STAMP = path.join(MODULES, '.skilldeck-packages');
const RETRY_AFTER_MS = [3_000, 10_000];
/** Limit of each attempt: npm waits forever for a stalled download, and a retry resumes from its cache. */
const PATIENCE_MS = [4 * 60_000, 8 * 60_000, 30 * 60_000];
/** Exit code of a program killed at its time limit. */
const ENDED = 128;
/** Ends of npm's error codes that another try can help. */
const NETWORK =
  /ENOTFOUND|EAI_AGAIN|ECONN\w+|ETIMEDOUT|ENETUNREACH|ERR_SOCKET|socket hang up|network|E5\d\d|EINTEGRITY/;

/** @typedef {{ name?: string, version?: string, optional?: boolean, devOptional?: boolean }} Entry */

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

/** @param {Entry} wanted @param {Entry | undefined} present */
const isSame = (wanted, present) => present?.version === wanted.version && present?.name === wanted.name;

/** npm's own record of what it installed, compared with what the lock asks for: a person's `npm install` counts too. */
function installedByNpm() {
  const present = packagesOf(path.join(MODULES, '.package-lock.json'));
  return Object.entries(packagesOf(lockFile())).every(
    ([name, entry]) => name === '' || entry.optional || entry.devOptional || isSame(entry, present[name]),
  );
}

function packagesInstalled() {
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
  const lines = output.split('\n').filter((line) => /npm (error|ERR!)(?! +at )/.test(line));
  return (lines.length > 0 ? lines : output.trim().split('\n')).slice(0, 6).join('\n');
}

/**
 * Skips the packages' install scripts: native packages ship their binaries, which npm would recompile, and that needs
 * Python and a compiler. Only `node` needs its script: it fetches the binary for this platform.
 */
const QUIET = ['--no-audit', '--no-fund', '--loglevel=error'];
const PACKAGES = ['ci', '--ignore-scripts', '--include=dev', ...QUIET];
/** npm may miss packages of this platform in a lock file made on another. */
const PACKAGES_UNLOCKED = ['install', '--no-save', ...PACKAGES.slice(1)];
const NODE_BINARY = ['rebuild', 'node', '--ignore-scripts=false', ...QUIET];

/** Installs what is missing. Throws `Stop` with what to do where that fails. */
export async function ensurePackages() {
  if (packagesInstalled()) return;
  if (!installedByNpm()) {
    const total = Object.keys(packagesOf(lockFile())).filter((name) =>
      /^node_modules\/(@[^/]+\/)?[^/]+$/.test(name),
    ).length;
    const progress = () => `${Math.min(countInstalled(), total)} of about ${total} packages`;
    const text = 'Installing packages (once; one to three minutes)';
    const { status } = await npm(text, PACKAGES, progress, ['EUSAGE']);
    if (status !== 0) {
      say('package-lock.json does not name all that this machine needs; installing by package.json.');
      await npm(text, PACKAGES_UNLOCKED, progress);
    }
  }
  await npm('Fetching Node 24 (once)', NODE_BINARY);
  if (!existsSync(NODE)) throw new Stop(`npm did not install Node 24 (${NODE}). Delete node_modules and try again.`);
  writeFileSync(STAMP, lockHash());
}

/**
 * Retries on network failures. Throws `Stop` on any failure except exit codes that the caller expects.
 * @param {string} text @param {readonly string[]} args @param {() => string} [progress]
 * @param {readonly string[]} [expected]
 */
async function npm(text, args, progress, expected = []) {
  // The Electron binary is fetched later, and only where it can run.
  const env = { ELECTRON_SKIP_BINARY_DOWNLOAD: '1' };
  for (let attempt = 0; ; attempt++) {
    const limit = PATIENCE_MS[attempt];
    const options = { env, ...(limit === undefined ? {} : { timeoutMs: limit }) };
    const result = await during(text, () => run('npm', args, options), progress);
    if (result.status === 0 || expected.some((code) => result.output.includes(code))) return result;
    const wait = RETRY_AFTER_MS[attempt];
    if (result.status === 127) throw new Stop('npm was not found. Install Node.js 20 or newer with npm.');
    const stalled = result.status === ENDED;
    if (!(stalled || NETWORK.test(result.output)) || wait === undefined) throw new Stop(installFailure(result));
    const what = stalled ? 'The download of the packages stalled' : 'The network failed while packages were fetched';
    say(`${what}; trying again in ${wait / 1000} s.`);
    await sleep(wait);
  }
}

/** @param {{ status: number, output: string }} result */
function installFailure({ status, output }) {
  if (status === ENDED || NETWORK.test(output)) {
    return `The packages could not be fetched. Check the network, or the proxy and registry that npm uses (npm config get registry), then try again.\n${essence(output)}`;
  }
  return `Installing the packages failed (npm, status ${status}). What npm said:\n${essence(output)}`;
}
