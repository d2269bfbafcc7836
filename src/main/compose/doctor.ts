/** What is here and what is missing (`skilldeck doctor`), each with what to do about it. Looks only; sends nothing. */
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { WorkspaceUsage } from '../../shared/contract/files.ts';
import type { DoctorReport, SettingsView } from '../../shared/contract.ts';
import { messageOf } from '../../shared/errors.ts';
import type { Diagnostic } from '../../shared/events.ts';
import type { SandboxWish } from '../../shared/sandbox.ts';
import { findProgram } from '../lib/find-program.ts';
import { proveSandbox, type SandboxProof } from '../runner/sandbox/prove.ts';

type Check = DoctorReport['checks'][number];

interface DoctorDeps {
  readonly home: string;
  readonly appRoot: string;
  /** Of `config.jsonc`. */
  readonly diagnostics: readonly Diagnostic[];
  settings(): Promise<SettingsView>;
  /** How a Python script is run on this machine, as shown to the model. */
  python(): string;
  /** `sandbox` of `config.jsonc`. */
  readonly sandbox: SandboxWish;
  /** What conversations' files take, and what is kept of them. */
  workspaces(): Promise<Pick<WorkspaceUsage, 'bytes' | 'sessions' | 'limits'>>;
}

export async function examine(deps: DoctorDeps): Promise<DoctorReport> {
  const [settings, proof] = await Promise.all([deps.settings(), proveSandbox(deps.sandbox)]);
  return {
    checks: [
      node(),
      electron(deps.appRoot),
      browser(),
      { id: 'python', ok: true, found: deps.python() },
      optional(
        'ripgrep',
        ['rg'],
        'searches walk the folders themselves, which is slower; install ripgrep to speed them up',
      ),
      sandbox(proof, deps.sandbox),
      model(settings),
      dataFolder(deps.home),
      files(await deps.workspaces()),
      ...deps.diagnostics.map(
        (diagnostic): Check => ({
          id: 'config',
          ok: false,
          found: `${diagnostic.file}:${diagnostic.line ?? 1}:${diagnostic.column ?? 1}: ${diagnostic.message}`,
          remedy: 'mend that line; the rest of the file holds meanwhile',
        }),
      ),
    ],
    sandbox: { available: proof.kind !== 'none' && proof.leaks.length === 0, kind: proof.kind },
  };
}

function sandbox({ kind, reason, leaks }: SandboxProof, wish: SandboxWish): Check {
  const id = 'sandbox';
  if (kind === 'none') {
    if (wish === 'none') return { id, ok: true, found: 'none, as config.jsonc says: scripts run with your own rights' };
    const without = wish === 'required' ? 'scripts do not run' : 'scripts run with your own rights';
    const remedy = process.platform === 'linux' ? 'install bubblewrap (bwrap) for a sandbox' : undefined;
    return { id, ok: false, found: `none: ${reason}; ${without}`, ...(remedy === undefined ? {} : { remedy }) };
  }
  if (leaks.length > 0) {
    const remedy = `set "sandbox" to "none" in config.jsonc if you do not want to rely on it, and tell us`;
    return { id, ok: false, found: `${kind} does not hold here: ${leaks.join('; ')}`, remedy };
  }
  const proved = 'tried: no write or read outside, no network, no home folder, nothing outlives a stop';
  return { id, ok: true, found: `${kind} (${proved})` };
}

function node(): Check {
  const major = Number(process.versions.node.split('.')[0]);
  const check = { id: 'node', ok: major >= 22, found: `Node ${process.versions.node}` };
  return check.ok ? check : { ...check, remedy: 'start through bin/skilldeck or npm, which bring their own Node 24' };
}

function electron(appRoot: string): Check {
  const file = path.join(appRoot, 'node_modules', 'electron', 'path.txt');
  if (existsSync(file)) return { id: 'electron', ok: true, found: 'Electron is installed' };
  return {
    id: 'electron',
    ok: false,
    found: 'no Electron binary: the browser host is used',
    remedy: 'with a network and a display, npm start fetches it',
  };
}

function browser(): Check {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'msedge', 'firefox'];
  const found = findProgram(names);
  if (found !== undefined) return { id: 'browser', ok: true, found };
  return { id: 'browser', ok: false, found: 'none on PATH', remedy: 'open the printed address in any browser' };
}

function optional(id: string, names: readonly string[], without: string): Check {
  const found = findProgram(names);
  return found === undefined ? { id, ok: true, found: `not here: ${without}` } : { id, ok: true, found };
}

function model(settings: SettingsView): Check {
  if (settings.demo) {
    return {
      id: 'model',
      ok: true,
      found: 'Demo model (offline)',
      remedy: 'connect a model in the settings, or with --base-url',
    };
  }
  const key = settings.hasKey ? 'with a key' : 'without a key';
  return { id: 'model', ok: settings.model !== '', found: `${settings.model} at ${settings.baseUrl}, ${key}` };
}

const GIBIBYTE = 1024 ** 3;
const MEBIBYTE = 1024 ** 2;
const size = (bytes: number): string =>
  bytes >= GIBIBYTE ? `${(bytes / GIBIBYTE).toFixed(1)} GiB` : `${(bytes / MEBIBYTE).toFixed(1)} MiB`;

function files({ bytes, sessions, limits }: Pick<WorkspaceUsage, 'bytes' | 'sessions' | 'limits'>): Check {
  const days = limits.keepDays === 0 ? 'for ever' : `for ${limits.keepDays} days`;
  const most = limits.maxBytes === 0 ? 'without a limit' : `at most ${size(limits.maxBytes)}`;
  const count = `${sessions.length} ${sessions.length === 1 ? 'session' : 'sessions'}`;
  return { id: 'workspaces', ok: true, found: `${size(bytes)} in ${count}; kept ${days}, ${most}` };
}

function dataFolder(home: string): Check {
  try {
    mkdirSync(home, { recursive: true });
    accessSync(home, constants.W_OK);
    return { id: 'data folder', ok: true, found: home };
  } catch (error) {
    return {
      id: 'data folder',
      ok: false,
      found: messageOf(error),
      remedy: 'name another with --home or SKILLDECK_HOME',
    };
  }
}
