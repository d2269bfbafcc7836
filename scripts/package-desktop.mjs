/**
 * `npm run package:desktop -- --linux dir`: builds, then hands everything after `--` to electron-builder, which needs the
 * network for Electron and for the tools of each format, unless `-c.electronDist=FOLDER` names an Electron.
 */
import path from 'node:path';
import { ensureBuild } from './lib/build.mjs';
import { ensurePackages } from './lib/install.mjs';
import { NODE, program, ROOT } from './lib/paths.mjs';
import { handOver } from './lib/run.mjs';
import { runScript } from './lib/say.mjs';
import { ensureTerminal, packedFor } from './lib/terminal-package.mjs';

await runScript(async () => {
  await ensurePackages();
  await ensureBuild();
  for (const target of packedFor(process.argv.slice(2))) await ensureTerminal(target);
  process.chdir(ROOT);
  const config = path.join('packaging', 'desktop', 'builder.config.mjs');
  const args = ['--config', config, '--publish', 'never', ...process.argv.slice(2)];
  return (await handOver(NODE, [program('electron-builder/cli.js'), ...args])).code;
});
