/** `npm run build`: builds, whether or not the sources changed; with `--if-needed` only if they did. */
import { build, ensureBuild } from './lib/build.mjs';
import { ensurePackages } from './lib/install.mjs';
import { runScript } from './lib/say.mjs';

await runScript(async () => {
  await ensurePackages();
  await (process.argv.includes('--if-needed') ? ensureBuild() : build());
  return 0;
});
