/** `npm run check`: format, lint, types, unused code and unit tests side by side; fast enough for every save. */
import { ensurePackages } from './lib/install.mjs';
import { runScript } from './lib/say.mjs';
import { lint, summarize, types, unused, vitest } from './lib/suites.mjs';

await runScript(async () => {
  await ensurePackages();
  return summarize((await Promise.all([lint(), types(), unused(), vitest('unit'), vitest('components')])).flat());
});
