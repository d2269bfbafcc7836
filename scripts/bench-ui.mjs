/** `npm run bench:ui`: the screen's figures, against a current build and in a browser that is installed where it is missing. */
import { ensureBuild } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensurePackages } from './lib/install.mjs';
import { runNode } from './lib/run.mjs';
import { runScript } from './lib/say.mjs';

await runScript(async () => {
  await ensurePackages();
  await ensureBuild();
  await ensureChromium();
  const { status } = await runNode(['--no-warnings', 'bench/ui.ts', ...process.argv.slice(2)], { show: true });
  return status;
});
