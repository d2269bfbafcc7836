/** Programs that only tests need, from Debian's packages: root of a Debian or Ubuntu machine can install them. */
import { existsSync } from 'node:fs';
import { onPath } from './paths.mjs';
import { run } from './run.mjs';
import { during, say } from './say.mjs';

/** Another installation may hold the lock, as the updates of a fresh machine do. */
const WAIT_FOR_LOCK = ['-o', 'DPkg::Lock::Timeout=300'];
const APT = { env: { DEBIAN_FRONTEND: 'noninteractive' } };

const canInstall = () => onPath(['apt-get']) !== undefined && process.getuid?.() === 0;

/** @param {readonly string[]} packages @param {string} what for the person @returns {Promise<boolean>} whether they are there now */
export async function installPackages(packages, what) {
  const apt = onPath(['apt-get']);
  if (apt === undefined || !canInstall()) return false;
  return during(`Installing Debian's ${packages.join(', ')} for ${what} (once)`, async () => {
    await run(apt, [...WAIT_FOR_LOCK, 'update', '-q'], APT);
    const install = [...WAIT_FOR_LOCK, 'install', '-qy', '--no-install-recommends', ...packages];
    const { status, output } = await run(apt, install, APT);
    if (status !== 0) say(output.trim().split('\n').slice(-5).join('\n'));
    return status === 0;
  });
}

/** Says so where it cannot be had: the tests that need it are then skipped by name. @param {{ command: string, package: string, tests: string }} wanted */
async function ensureCommand({ command, package: name, tests }) {
  if (onPath([command]) !== undefined) return;
  await installPackages([name], tests);
  if (onPath([command]) === undefined) say(`- ${tests}: skipped, there is no ${command} here (install ${name})`);
}

/** Debian keeps servers where PATH may not look, and each version of PostgreSQL in its folder. */
const SERVERS = [
  { package: 'mariadb-server-core', also: ['mariadb-client-core'], isHere: () => existsSync('/usr/sbin/mariadbd') },
  { package: 'docker-registry', also: [], isHere: () => existsSync('/usr/bin/docker-registry') },
  { package: 'postgresql', also: [], isHere: () => existsSync('/usr/lib/postgresql') },
  { package: 'openssh-server', also: [], isHere: () => existsSync('/usr/sbin/sshd') },
];

async function ensureServers() {
  const tests = 'the tests of repositories in databases and registries';
  const wanted = SERVERS.filter(({ isHere }) => !isHere());
  if (wanted.length > 0)
    await installPackages(
      wanted.flatMap((one) => [one.package, ...one.also]),
      tests,
    );
  for (const { package: name, isHere } of wanted) {
    if (!isHere()) say(`- ${tests}: skipped in part, there is no ${name} here`);
  }
}

export async function ensureTestPrograms() {
  if (process.platform !== 'linux') return;
  await ensureCommand({ command: 'bwrap', package: 'bubblewrap', tests: 'the tests of the sandbox' });
  await ensureServers();
  await ensureCommand({ command: 'microsocks', package: 'microsocks', tests: 'the tests of SOCKS proxies' });
  for (const shell of ['zsh', 'fish'])
    await ensureCommand({ command: shell, package: shell, tests: `the tests of completion in ${shell}` });
}
