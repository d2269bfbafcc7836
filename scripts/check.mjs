/** `npm run check`: format, lint, types and unit tests side by side; fast enough for every save. */
import { ensurePackages } from './lib/install.mjs';
import { runScript } from './lib/say.mjs';
import { lint, summarize, types, vitest } from './lib/suites.mjs';

await runScript(async () => {
  await ensurePackages();
  return summarize((await Promise.all([lint(), types(), vitest('unit')])).flat());
});
