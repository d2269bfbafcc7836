/**
 * `npm test`: everything that proves the product, on a fresh clone too. What is missing is installed first.
 * The last line is `N passed, N failed, N skipped` over all suites; the status is 1 where anything failed.
 */
import { ensureBuild } from './lib/build.mjs';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureContainerImage } from './lib/container-image.mjs';
import { ensureTestPrograms } from './lib/debian.mjs';
import { ensurePackages } from './lib/install.mjs';
import { ensureOldestNode } from './lib/oldest-node.mjs';
import { runScript, say } from './lib/say.mjs';
import { e2e, lint, python, summarize, types, unused, vitest } from './lib/suites.mjs';

/** @typedef {import('./lib/suites.mjs').Count} Count */

/**
 * A step that everything after it needs.
 * @param {string} name @param {Count[]} counts @param {() => Promise<unknown>} work @returns {Promise<boolean>}
 */
async function prepared(name, counts, work) {
  try {
    await work();
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    counts.push({ name, passed: 0, failed: 1, skipped: 0 });
    return false;
  }
}

await runScript(async () => {
  /** @type {Count[]} */
  const counts = [];
  if (!(await prepared('packages', counts, ensurePackages))) return summarize(counts);
  const chromium = await ensureChromium();
  await ensureTestPrograms();
  await ensureOldestNode();
  // Only the slow suites need it, and it mostly waits for a download.
  const image = ensureContainerImage();
  // What needs no build fills the core that the build leaves.
  const checks = Promise.all([lint(), types(), unused(), vitest('unit'), vitest('components')]);
  const built = await prepared('build', counts, ensureBuild);
  counts.push(...(await checks).flat());
  await image;
  // Each waits for the programs or pages that it starts: together they fill the cores.
  const waiting = built ? [vitest('slow'), e2e(chromium, ['--retries=1'])] : [];
  counts.push(...(await Promise.all([python(), ...waiting])).flat());
  return summarize(counts);
});
