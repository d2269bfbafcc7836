/**
 * `npm run dev`: hot reload for the page, and the core restarted when its sources change. In the desktop app where
 * there is an Electron, else (or with `--browser`) in the browser host.
 */
import { findElectron, whyNoWindow } from './lib/electron.mjs';
import { ensurePackages } from './lib/install.mjs';
import { NODE, program, ROOT } from './lib/paths.mjs';
import { handOver } from './lib/run.mjs';
import { runScript, say } from './lib/say.mjs';

await runScript(async () => {
  const args = process.argv.slice(2);
  const passed = args.filter((arg) => arg !== '--browser');
  await ensurePackages();
  const why = args.includes('--browser')
    ? 'asked for'
    : (whyNoWindow() ?? (findElectron() === undefined ? 'no Electron binary; npm start fetches it' : undefined));
  process.chdir(ROOT);
  if (why === undefined) {
    return (await handOver(NODE, [program('electron-vite/bin/electron-vite.js'), 'dev', '--watch', '--', ...passed]))
      .code;
  }
  say(`Developing in the browser host (${why}).`);
  return (await handOver(NODE, ['scripts/dev-browser.mjs', ...passed])).code;
});
