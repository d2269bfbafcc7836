/** bubblewrap for the tests of the sandbox, on Linux: the machine's own, else Debian's. */
import { onPath } from './paths.mjs';
import { run } from './run.mjs';
import { during, say } from './say.mjs';

/** Says so where it cannot be had: the tests that need it are then skipped by name. */
export async function ensureBubblewrap() {
  if (process.platform !== 'linux' || onPath(['bwrap']) !== undefined) return;
  const apt = onPath(['apt-get']);
  if (apt !== undefined && process.getuid?.() === 0) {
    await during("Installing Debian's bubblewrap for the tests of the sandbox (once)", async () => {
      const env = { DEBIAN_FRONTEND: 'noninteractive' };
      await run(apt, ['update', '-q'], { env });
      const { status, output } = await run(apt, ['install', '-qy', '--no-install-recommends', 'bubblewrap'], { env });
      if (status !== 0) say(output.trim().split('\n').slice(-5).join('\n'));
    });
  }
  if (onPath(['bwrap']) === undefined)
    say('- the tests of the sandbox: skipped, there is no bubblewrap here (install the package bubblewrap)');
}
