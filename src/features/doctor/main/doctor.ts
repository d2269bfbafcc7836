/** Available and missing parts (`skilldeck doctor`), each with a remedy. Only reads; sends nothing. */

import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Core } from '../../../main/core/core.ts';
import { appRoot, isCheckout } from '../../../main/lib/app-files.ts';
import { shownProxy, type Way, wayTo } from '../../../main/lib/network.ts';
import { findProgram } from '../../../main/lib/processes.ts';
import { EMBEDDED_PYTHON } from '../../../main/runner/interpreters.ts';
import { type KindProof, proveKinds } from '../../../main/runner/sandbox/prove.ts';
import { terminalFault } from '../../../main/runner/terminal/pty.ts';
import { listBackups } from '../../../main/store/backup/backup-list.ts';
import type { WorkspaceUsage } from '../../../shared/contract/files.ts';
import type { DoctorReport, SettingsView } from '../../../shared/contract.ts';
import { defined } from '../../../shared/defined.ts';
import { messageOf } from '../../../shared/errors.ts';
import { remedyFor } from '../../../shared/messages/failure.ts';
import type { SandboxWish } from '../../../shared/sandbox.ts';
import { missingIn } from '../../../shared/skills/skill-packages.ts';

// The database in `doctor`: its size, and its last backup.

const MIB = 1024 * 1024;
const megabytes = (bytes: number): string => `${(bytes / MIB).toFixed(1)} MiB`;

export function databaseCheck(home: string): DoctorReport['checks'][number] {
  const id = 'database';
  const file = path.join(home, 'skilldeck.db');
  const info = statSync(file, { throwIfNoEntry: false });
  if (info === undefined) return { id, ok: true, found: 'none yet: the first conversation makes it' };
  const backups = listBackups(home);
  const [latest] = backups;
  const backedUp =
    latest === undefined
      ? 'no backup yet: the first is made when Skilldeck closes'
      : `last of ${backups.length} backups ${latest.at} (${megabytes(latest.bytes)}); skilldeck doctor --repair --restore ${latest.name} brings it back`;
  return { id, ok: true, found: `${file} (${megabytes(info.size)}); ${backedUp}` };
}

type Check = DoctorReport['checks'][number];

const check = (id: string, ok: boolean, found: string, remedy?: string): Check => ({
  id,
  ok,
  found,
  ...defined({ remedy }),
});

type DoctorDeps = Pick<
  Core,
  | 'container'
  | 'diagnostics'
  | 'home'
  | 'library'
  | 'packages'
  | 'needsNode'
  | 'runWith'
  | 'sandbox'
  | 'settings'
  | 'workspaces'
>;

export async function examine(deps: DoctorDeps): Promise<DoctorReport> {
  const canStart = await terminal();
  const [settings, proofs, started, way] = await Promise.all([
    deps.settings.view(),
    canStart.ok ? proveKinds(deps.container) : [],
    deps.runWith('script.py'),
    wayTo('https://skilldeck.invalid'),
  ]);
  /** Command for a Python script on this machine, as shown to the model. */
  const python = started.replace(/ script\.py$/, '');
  const used = usedOf(proofs, deps.sandbox);
  return {
    checks: [
      node(deps.needsNode),
      ...(isCheckout() ? [electron(appRoot())] : []),
      browser(),
      check('python', true, python),
      canStart,
      canStart.ok
        ? sandbox(used, proofs, python, deps)
        : check('sandbox', false, 'not tried: no script can start here, see the row "terminal"'),
      ...proofs.filter((proof) => proof !== used && proof.available).map(other),
      model(settings),
      proxy(way),
      dataFolder(deps.home),
      databaseCheck(deps.home),
      files(await deps.workspaces.usage()),
      await packages(deps),
      ...deps.diagnostics().map(({ file, line = 1, column = 1, message }) => {
        const remedy = 'fix that line; the rest of the file still applies';
        return check('config', false, `${file}:${line}:${column}: ${message}`, remedy);
      }),
    ],
    network: { proxy: shownProxy(way) ?? null, from: way.from ?? null },
    sandbox: {
      available: used !== undefined && used.leaks.length === 0,
      kind: used?.kind ?? 'none',
      kinds: proofs.map(({ kind, available, reason, leaks }) => ({
        kind,
        available,
        proven: available && leaks.length === 0,
        reason: available ? leaks.join('; ') : reason,
      })),
    },
  };
}

/** Lists what the scripts of each skill lack, and the size of what was fetched. */
async function packages({ library, packages: provided }: DoctorDeps): Promise<Check> {
  const lacking: string[] = [];
  for (const skill of (await library.refresh()).skills) {
    const missing = missingIn(await provided.of(skill));
    if (missing.length > 0) lacking.push(`${skill.id} lacks ${missing.join(', ')}`);
  }
  const bytes = provided.bytes();
  const found = [...lacking, ...(bytes === 0 ? [] : [`${megabytes(bytes)} fetched for skills`])].join('; ');
  const remedy = 'skilldeck skills packages NAME fetches those of Python; install the others on this computer';
  return check('packages', true, found || 'no skill lacks any', lacking.length === 0 ? undefined : remedy);
}

/** Chooses as a run does: the embedded Python is for Python alone. */
function usedOf(proofs: readonly KindProof[], wish: SandboxWish): KindProof | undefined {
  if (wish === 'none') return undefined;
  const any = wish === 'auto' || wish === 'required';
  return proofs.find(({ kind, available }) => available && kind !== 'embedded-python' && (any || kind === wish));
}

const CONFINED = 'no write or read outside, no network, no home folder, nothing outlives a stop';
const HELD: Readonly<Record<KindProof['kind'], string>> = {
  bubblewrap: CONFINED,
  'sandbox-exec': CONFINED,
  container: CONFINED,
  'embedded-python': "no file outside, no network, no program, nothing of the host's JavaScript",
};

const notHeld = ({ kind, leaks }: KindProof): Check =>
  check(
    kind === 'embedded-python' ? 'embedded Python' : 'sandbox',
    false,
    `${kind} does not hold here: ${leaks.join('; ')}`,
    'set "sandbox" to "none" in config.jsonc if you do not want to rely on it, and tell us',
  );

/** A kind that is here too, though another confines the runs. */
function other(proof: KindProof): Check {
  if (proof.leaks.length > 0) return notHeld(proof);
  const id = proof.kind === 'embedded-python' ? 'embedded Python' : 'sandbox too';
  return check(id, true, `${proof.kind} (tried: ${HELD[proof.kind]})`);
}

/** Terminal part that every script needs: in a build for another processor it does not load. */
async function terminal(): Promise<Check> {
  const id = 'terminal';
  const fault = await terminalFault();
  if (fault === undefined) return { id, ok: true, found: 'scripts can start' };
  const { message: found, code, detail } = fault;
  return { id, ok: false, found, remedy: remedyFor('en', code), code, ...(detail === undefined ? {} : { detail }) };
}

function sandbox(
  used: KindProof | undefined,
  proofs: readonly KindProof[],
  python: string,
  { sandbox: wish, container }: DoctorDeps,
): Check {
  const id = 'sandbox';
  if (used !== undefined) {
    return used.leaks.length > 0 ? notHeld(used) : { id, ok: true, found: `${used.kind} (tried: ${HELD[used.kind]})` };
  }
  if (wish === 'none') return { id, ok: true, found: `none, as config.jsonc says: ${unconfined(proofs, python)}` };
  const without = wish === 'auto' ? unconfined(proofs, python) : 'scripts do not run';
  const any = wish === 'auto' || wish === 'required';
  const reasons = proofs.flatMap(({ kind, reason }) => (reason !== '' && (any || kind === wish) ? [reason] : []));
  const unknown = any ? 'scripts are not confined on this system' : `there is no ${wish} on this system`;
  const why = reasons.length > 0 ? reasons.join('; ') : unknown;
  return check(id, false, `none: ${why}; ${without}`, sandboxRemedy(wish, container?.image !== undefined));
}

function unconfined(proofs: readonly KindProof[], python: string): string {
  const own =
    'scripts run with your own rights, and what they keep in memory is bounded for each process, not for files in it';
  const held = proofs.some(
    ({ kind, available, leaks }) => kind === 'embedded-python' && available && leaks.length === 0,
  );
  return python === EMBEDDED_PYTHON && held
    ? `${own}, but for those in Python, which the embedded one confines by itself`
    : own;
}

function sandboxRemedy(wish: SandboxWish, namesImage: boolean): string | undefined {
  if (wish === 'container') {
    return namesImage
      ? 'start Docker or Podman, and see that the image is here: docker images'
      : 'name an image that is here in config.jsonc: "container": {"image": "…"}';
  }
  if (process.platform === 'linux' && wish !== 'sandbox-exec') return 'install bubblewrap (bwrap) for a sandbox';
  return wish === 'auto' ? undefined : 'set "sandbox" to "auto" in config.jsonc';
}

function node(needed: string): Check {
  const ok = process.versions.node.localeCompare(needed, 'en', { numeric: true }) >= 0;
  return check('node', ok, `Node ${process.versions.node}`, ok ? undefined : `install Node.js ${needed} or newer`);
}

function electron(root: string): Check {
  const file = path.join(root, 'node_modules', 'electron', 'path.txt');
  if (existsSync(file)) return check('electron', true, 'Electron is installed');
  const remedy = 'with a network and a display, npm start fetches it';
  return check('electron', false, 'no Electron binary: the browser host is used', remedy);
}

function browser(): Check {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'msedge', 'firefox'];
  const found = findProgram(names);
  if (found !== undefined) return check('browser', true, found);
  return check('browser', false, 'none on PATH', 'open the printed address in any browser');
}

function model(settings: SettingsView): Check {
  if (settings.demo)
    return check('model', true, 'Demo model (offline)', 'connect a model in the settings, or with --base-url');
  const key = settings.hasKey ? 'with a key' : 'without a key';
  return check('model', settings.model !== '', `${settings.model} at ${settings.baseUrl}, ${key}`);
}

/** Names who asks for it: the person may not know that a variable is set. */
function proxy(way: Way): Check {
  const shown = shownProxy(way);
  if (shown === undefined) return check('network', true, 'no proxy');
  const by =
    way.from === 'setting'
      ? 'the setting "network"'
      : way.from === 'system'
        ? 'the system'
        : `the variable ${way.from}`;
  return check('network', true, `through the proxy ${shown}, as ${by} says`);
}

/** Binary units, with one digit after the point where it says anything. */
function size(bytes: number): string {
  const units = ['KiB', 'MiB', 'GiB'];
  const power = Math.min(3, Math.max(1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10)));
  return `${(bytes / 1024 ** power).toFixed(1).replace(/\.0$/, '')} ${units[power - 1]}`;
}

function files({ bytes, sessions, limits }: Pick<WorkspaceUsage, 'bytes' | 'sessions' | 'limits'>): Check {
  const days = limits.keepDays === 0 ? 'for ever' : `for ${limits.keepDays} days`;
  const most = limits.maxBytes === 0 ? 'without a limit' : `at most ${size(limits.maxBytes)}`;
  const count = `${sessions.length} ${sessions.length === 1 ? 'conversation' : 'conversations'}`;
  return check('workspaces', true, `${size(bytes)} in ${count}; kept ${days}, ${most}`);
}

function dataFolder(home: string): Check {
  try {
    mkdirSync(home, { recursive: true });
    accessSync(home, constants.W_OK);
    return check('data folder', true, home);
  } catch (error) {
    return check('data folder', false, messageOf(error), 'name another with --home or SKILLDECK_HOME');
  }
}
