/**
 * `npm start`: on a fresh clone installs and builds, then opens the desktop app; where that cannot run, prints why in
 * one line and starts the browser host. Passes on everything after `--`: `npm start -- --browser --port 4000`.
 */
import path from 'node:path';
import { ensureBuild } from './lib/build.mjs';
import { ensureElectron, whyNoWindow } from './lib/electron.mjs';
import { ensurePackages } from './lib/install.mjs';
import { NODE, OUT } from './lib/paths.mjs';
import { handOver } from './lib/run.mjs';
import { runScript, say } from './lib/say.mjs';

/** A binary that dies like this never showed a window: libraries missing (127), sandbox or display refused (a signal). */
const CRASH_STATUS = 126;
const STARTING_MS = 15_000;

/** @param {readonly string[]} args @returns {Promise<{ code: number } | { reason: string }>} */
async function startDesktop(args) {
  const obstacle = whyNoWindow();
  if (obstacle !== undefined) return { reason: obstacle };
  const electron = await ensureElectron();
  if ('reason' in electron) return electron;
  const began = Date.now();
  const { code, signal } = await handOver(electron.file, [path.join(OUT, 'main', 'index.js'), ...args]);
  const stopped = signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP';
  const crashed = (signal !== null && !stopped) || (code >= CRASH_STATUS && code !== 130 && code !== 143);
  if (crashed && Date.now() - began < STARTING_MS)
    return { reason: `Electron ended at once (${signal ?? `status ${code}`})` };
  return { code };
}

await runScript(async () => {
  const args = process.argv.slice(2);
  const passed = args.filter((arg) => arg !== '--browser');
  await ensurePackages();
  await ensureBuild();
  if (!args.includes('--browser')) {
    const desktop = await startDesktop(passed);
    if ('code' in desktop) return desktop.code;
    say(`The desktop app cannot run here (${desktop.reason}), so Skilldeck opens in the browser:`);
  }
  const open = passed.includes('--open') ? [] : ['--open'];
  return (await handOver(NODE, [path.join(OUT, 'main', 'serve.js'), ...passed, ...open])).code;
});
