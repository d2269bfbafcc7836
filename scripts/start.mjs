/**
 * `npm start`: on a fresh clone installs and builds, then opens the desktop app; where that cannot run, prints why in
 * one line and starts the browser host. Passes on everything after `--`: `npm start -- --browser --port 4000`.
 */
import path from 'node:path';
import { ensureBuild } from './lib/build.mjs';
import { ensureElectron, openWindow, whyNoWindow } from './lib/electron.mjs';
import { ensurePackages } from './lib/install.mjs';
import { NODE, OUT } from './lib/paths.mjs';
import { handOver } from './lib/run.mjs';
import { runScript, say } from './lib/say.mjs';

/** @param {readonly string[]} args @returns {Promise<{ code: number } | { reason: string }>} */
async function startDesktop(args) {
  const obstacle = whyNoWindow();
  if (obstacle !== undefined) return { reason: obstacle };
  const electron = await ensureElectron();
  if ('reason' in electron) return electron;
  return openWindow(electron.file, args);
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
  return (await handOver(NODE, [path.join(OUT, 'main', 'cli.js'), 'start', '--browser', ...passed])).code;
});
