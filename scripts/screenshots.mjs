/** `npm run screenshots`: takes every picture of README and docs again, in both languages. */
import { ensureBuild } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensurePackages } from './lib/install.mjs';
import { program } from './lib/paths.mjs';
import { runNode } from './lib/run.mjs';
import { runScript, Stop } from './lib/say.mjs';

await runScript(async () => {
  await ensurePackages();
  await ensureBuild();
  const chromium = await ensureChromium();
  if (chromium === undefined)
    throw new Stop('There is no Chromium. Install chromium or Google Chrome, or name one in SKILLDECK_CHROMIUM.');
  const args = [
    program('@playwright/test/cli.js'),
    'test',
    '--config',
    'e2e/screenshots.config.ts',
    ...process.argv.slice(2),
  ];
  return (await runNode(args, { show: true, env: { SKILLDECK_CHROMIUM: chromium } })).status;
});
