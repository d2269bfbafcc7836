/** podman and a small image for the tests of the container's sandbox, on Debian: the image is made here, by debootstrap. */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { onPath } from './paths.mjs';
import { run } from './run.mjs';
import { during, say } from './say.mjs';

/** As `src/main/runner/sandbox/test-kit/implementations.ts` names it. */
const IMAGE = 'localhost/skilldeck-test';
const PACKAGES = ['podman', 'runc', 'debootstrap'];
const INSIDE = 'bash,python3,nodejs';
/** For all of a step; without a network it fails sooner. */
const PATIENCE_MS = 3 * 60_000;

const SKIPPED = '- the tests of the container: with a recorded command line alone';

/** @returns {Promise<string | undefined>} why it could not be made */
async function make() {
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const apt = onPath(['apt-get']);
  if (PACKAGES.some((name) => onPath([name]) === undefined)) {
    if (apt === undefined) return 'podman and debootstrap come from Debian';
    const updated = await run(apt, ['update', '-q'], { env, timeoutMs: PATIENCE_MS });
    if (updated.status !== 0) return 'the lists of packages could not be fetched';
    await run(apt, ['install', '-qy', '--no-install-recommends', ...PACKAGES], { env, timeoutMs: PATIENCE_MS });
  }
  if (PACKAGES.some((name) => onPath([name]) === undefined)) return `${PACKAGES.join(', ')} could not be installed`;
  const folder = await mkdtemp(path.join(os.tmpdir(), 'skilldeck-image-'));
  try {
    const root = path.join(folder, 'root');
    const words = ['--variant=minbase', `--include=${INSIDE}`, 'stable', root];
    const made = await run('debootstrap', words, { env, timeoutMs: PATIENCE_MS });
    if (made.status !== 0) return `debootstrap failed: ${made.output.trim().split('\n').at(-1) ?? ''}`;
    const tar = path.join(folder, 'root.tar');
    const packed = await run('tar', ['-C', root, '-cf', tar, '.'], { timeoutMs: PATIENCE_MS });
    if (packed.status !== 0) return 'the image could not be packed';
    const taken = await run('podman', ['import', tar, IMAGE], { timeoutMs: PATIENCE_MS });
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
  const failed = await during("Making an image for the tests of the container's sandbox (once, a minute)", make);
  if (failed !== undefined) say(`${SKIPPED}: ${failed}`);
}
