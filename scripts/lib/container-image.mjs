/** podman and a small image for the tests of the container's sandbox, on Debian: the image is made here, by debootstrap. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onPath } from './paths.mjs';
import { run } from './run.mjs';
import { say } from './say.mjs';

/** The name that `src/main/runner/sandbox/test-kit/implementations.ts` uses. */
const IMAGE = 'localhost/skilldeck-test';
const PACKAGES = ['podman', 'runc', 'debootstrap'];
const INSIDE = 'bash,python3,nodejs';
/** Limit for all steps together: without a network they fail sooner, and a stalled one must not block. */
const PATIENCE_MS = 4 * 60_000;
/** apt's own patience is half an hour. */
const APT = ['-q', '-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20', '-o', 'Acquire::https::Timeout=20'];

const SKIPPED = '- the tests of the container: with a recorded command line alone';

const missing = () => PACKAGES.filter((name) => onPath([name]) === undefined);

/** @param {string | undefined} apt @returns {Promise<string | undefined>} why it could not be made */
async function make(apt) {
  const until = Date.now() + PATIENCE_MS;
  /** @param {string} command @param {readonly string[]} args */
  const step = (command, args) =>
    run(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' }, timeoutMs: Math.max(1, until - Date.now()) });
  if (apt !== undefined && missing().length > 0) {
    if ((await step(apt, [...APT, 'update'])).status !== 0) return 'the lists of packages could not be fetched';
    await step(apt, [...APT, '-y', '--no-install-recommends', 'install', ...PACKAGES]);
  }
  if (missing().length > 0) return `${missing().join(', ')} could not be installed`;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'skilldeck-image-'));
  try {
    const root = path.join(folder, 'root');
    const words = ['--variant=minbase', `--include=${INSIDE}`, 'stable', root];
    const made = await step('debootstrap', words);
    if (made.status !== 0) return `debootstrap failed: ${made.output.trim().split('\n').at(-1) ?? ''}`;
    const tar = path.join(folder, 'root.tar');
    const packed = await step('tar', ['-C', root, '-cf', tar, '.']);
    if (packed.status !== 0) return 'the image could not be packed';
    const taken = await step('podman', ['import', tar, IMAGE]);
    return taken.status === 0 ? undefined : `podman did not take the image: ${taken.output.trim()}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Says so where it cannot be had: those tests are then skipped by name. */
export async function ensureContainerImage() {
  if (process.platform !== 'linux') return;
  if (onPath(['podman']) !== undefined && (await run('podman', ['image', 'exists', IMAGE])).status === 0) return;
  if (process.getuid?.() !== 0) {
    say(`${SKIPPED}, the image ${IMAGE} is not here and only root can make it`);
    return;
  }
  const apt = onPath(['apt-get']);
  if (apt === undefined && missing().length > 0) {
    say(`${SKIPPED}, ${missing().join(', ')} are not here and there is no apt-get to install them`);
    return;
  }
  // A line at either end and none between: the suites beside it are printing.
  say("Making an image for the tests of the container's sandbox, beside the first suites (once, a minute)");
  const failed = await make(apt);
  say(failed === undefined ? "✓ the container's image is made" : `${SKIPPED}, ${failed}`);
}
