/** `npm run build`: builds, whether or not the sources changed. */
import { build } from './lib/build.mjs';
import { ensurePackages } from './lib/install.mjs';
import { runScript } from './lib/say.mjs';

await runScript(async () => {
  await ensurePackages();
  await build();
  return 0;
});
