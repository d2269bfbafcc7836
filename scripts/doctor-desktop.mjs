/**
 * `npm run doctor:desktop`: starts the desktop app over an empty data folder, lets it open each kind of window, seal and
 * open a probe and show a notice, and prints what held. For a machine with Electron and a display.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ensureBuild } from './lib/build.mjs';
import { ensureElectron, openWindow, whyNoWindow } from './lib/electron.mjs';
import { ensurePackages } from './lib/install.mjs';
import { runScript, say } from './lib/say.mjs';

await runScript(async () => {
  await ensurePackages();
  await ensureBuild();
  const obstacle = whyNoWindow();
  const electron = obstacle === undefined ? await ensureElectron() : { reason: obstacle };
  if ('reason' in electron) {
    say(`The desktop app cannot run here: ${electron.reason}.`);
    return 1;
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-doctor-'));
  try {
    const report = path.join(folder, 'report.json');
    const outcome = await openWindow(electron.file, ['--home', path.join(folder, 'home'), '--doctor', report]);
    /** @type {{ id: string, ok: boolean, found: string }[]} */
    const checks = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : [];
    const ended = 'code' in outcome && outcome.code === 0;
    checks.push({ id: 'quitting', ok: ended, found: 'code' in outcome ? `status ${outcome.code}` : outcome.reason });
    for (const { id, ok, found } of checks) say(`${ok ? 'ok    ' : 'FAILED'}  ${id}: ${found}`);
    return checks.every(({ ok }) => ok) ? 0 : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
