/** The Electron binary: there, fetched, or the reason why not. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cacheFile, MODULES, program, ROOT } from './paths.mjs';
import { handOver, runNode } from './run.mjs';
import { during } from './say.mjs';

const REMEMBER_FAILURE_MS = 24 * 60 * 60 * 1000;
/** About 110 MB: on a line that needs longer than this the browser host serves better. */
const FETCH_TIMEOUT_MS = 10 * 60 * 1000;

/** The path of the binary, if there is one. Never starts a download. */
export function findElectron() {
  const folder = path.join(MODULES, 'electron');
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  try {
    const name = readFileSync(path.join(folder, 'path.txt'), 'utf8').trim();
    const file = path.join(override ?? path.join(folder, 'dist'), name);
    return existsSync(file) ? file : undefined;
  } catch {
    const file = override === undefined ? undefined : path.join(override, 'electron');
    return file !== undefined && existsSync(file) ? file : undefined;
  }
}

/** Reason why this machine cannot open a window, whatever is installed; undefined if it can. */
export function whyNoWindow() {
  if (process.platform !== 'linux') return undefined;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'there is no display';
  if (process.getuid?.() === 0) return "Electron's sandbox does not run as root";
  return undefined;
}

/** The app itself could not start, and said so in a dialog: `src/main/hosts/electron/desktop.ts`. */
const APP_CANNOT_START = 70;
/** Milliseconds within which a binary that cannot open a window here has ended. */
const STARTING_MS = 15_000;
/** Ended by the person: Ctrl-C, or a signal of the session's. */
const STOPPED = new Set([130, 143]);

/**
 * Opens the window, until it is closed. A folder is started, not a file: only so does Electron read the app's name and
 * version from `package.json`, and with the name that of the entry that keeps the keys.
 * @param {string} file the binary
 * @param {readonly string[]} args
 * @returns {Promise<{ code: number } | { reason: string }>} the reason why there was no window
 */
export async function openWindow(file, args) {
  const began = Date.now();
  // Inherited from an editor's or an agent's terminal, it would start Electron as a plain Node.
  const ended = await handOver(file, [ROOT, ...args], { ELECTRON_RUN_AS_NODE: undefined }).catch(
    (/** @type {Error} */ error) => ({ reason: error.message }),
  );
  return 'reason' in ended ? ended : windowOutcome(ended.code, ended.signal, Date.now() - began);
}

/**
 * An unreachable display ends Electron with status 1, missing libraries with 127, a refused sandbox with a signal.
 * @param {number} code
 * @param {NodeJS.Signals | null} signal
 * @param {number} ms
 * @returns {{ code: number } | { reason: string }}
 */
export function windowOutcome(code, signal, ms) {
  const stopped = signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP' || STOPPED.has(code);
  if (code === 0 || code === APP_CANNOT_START || stopped || ms >= STARTING_MS) return { code };
  const sandbox =
    signal === 'SIGTRAP' || signal === 'SIGABRT'
      ? '; if it names the SUID sandbox, allow it: sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0'
      : '';
  return { reason: `Electron ended at once (${signal ?? `status ${code}`})${sandbox}` };
}

/** @returns {Promise<{ file: string } | { reason: string }>} */
export async function ensureElectron() {
  const found = findElectron();
  if (found !== undefined) return { file: found };
  const memory = cacheFile('electron-fetch-failed.json');
  const version = JSON.parse(readFileSync(program('electron/package.json'), 'utf8')).version;
  if (failedLately(memory, version)) return { reason: 'Electron could not be fetched within the last day' };
  const { status } = await during('Fetching Electron (once; about 110 MB)', () =>
    runNode([program('electron/install.js')], { timeoutMs: FETCH_TIMEOUT_MS }),
  );
  const file = findElectron();
  if (status === 0 && file !== undefined) return { file };
  writeFileSync(memory, JSON.stringify({ version, at: Date.now() }));
  return { reason: 'Electron could not be fetched' };
}

/** @param {string} memory @param {string} version */
function failedLately(memory, version) {
  try {
    const last = JSON.parse(readFileSync(memory, 'utf8'));
    return last.version === version && Date.now() - last.at < REMEMBER_FAILURE_MS;
  } catch {
    return false;
  }
}
