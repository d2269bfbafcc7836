/** A private repository behind a real sshd on loopback: fetched by the installed git with the person's key. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findProgram } from '../../lib/processes.ts';
import { freePort } from '../../lib/test-kit/listen.ts';
import { from, type Importer, makeImporter, SKILL } from './test-kit/importer.ts';

const SSHD = findProgram(['sshd'], { PATH: `${process.env.PATH}:/usr/sbin` });
const missing = SSHD === undefined ? 'there is no sshd here (install openssh-server)' : undefined;

let kit: Importer;
let sshd: ChildProcess | undefined;
let port: number;

const newKey = (file: string): string => {
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', file]);
  return readFileSync(`${file}.pub`, 'utf8').trim();
};
/** Entry of a person's own configuration of ssh. */
const withKey = (file: string): string =>
  `ssh -F none -o IdentitiesOnly=yes -o UserKnownHostsFile=${kit.at('known')} -o StrictHostKeyChecking=yes -i ${file}`;

async function startSshd(): Promise<void> {
  port = await freePort();
  const host = newKey(kit.at('host-key'));
  writeFileSync(kit.at('known'), `[127.0.0.1]:${port} ${host}\n`);
  writeFileSync(kit.at('authorized'), `${newKey(kit.at('mine'))}\n`, { mode: 0o600 });
  newKey(kit.at('stranger'));
  writeFileSync(
    kit.at('sshd.conf'),
    `Port ${port}
ListenAddress 127.0.0.1
HostKey ${kit.at('host-key')}
AuthorizedKeysFile ${kit.at('authorized')}
PidFile none
StrictModes no
UsePAM no
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
`,
  );
  // Needed where sshd separates its privileges.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const child = spawn(SSHD ?? '', ['-D', '-e', '-f', kit.at('sshd.conf')], { stdio: 'pipe' });
  sshd = child;
  await new Promise<void>((resolve, reject) => {
    let said = '';
    child.stderr.on('data', (part: Buffer) => {
      said += part.toString();
      if (said.includes('Server listening')) resolve();
    });
    child.once('exit', () => reject(new Error(said)));
  });
}

describe.skipIf(missing !== undefined)(`git over ssh${missing === undefined ? '' : ` (${missing})`}`, () => {
  beforeEach(async () => {
    kit = makeImporter();
    mkdirSync(kit.at('work'));
    const run = (...args: readonly string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
        cwd: kit.at('work'),
        stdio: 'pipe',
      });
    run('init', '-q', '-b', 'main');
    kit.write('work/skills/pdf-forms/SKILL.md', SKILL);
    run('add', '-A');
    run('commit', '-qm', 'Skills');
    await startSshd();
  });
  afterEach(async () => {
    vi.unstubAllEnvs();
    const child = sshd;
    if (child !== undefined && child.exitCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    }
    kit.close();
  });
  const address = () => `ssh://${os.userInfo().username}@127.0.0.1:${port}${kit.at('work')}`;

  it('fetches with the key that the server knows', async () => {
    vi.stubEnv('GIT_SSH_COMMAND', `env > '${kit.at('given')}'; ${withKey(kit.at('mine'))}`);
    const others = ['OPENAI_API_KEY', 'MY_TOKEN', 'GH_PAT', 'AWS_SECRET_ACCESS_KEY', 'DB_PASSWORD', 'GIT_TOKEN'];
    for (const name of others) vi.stubEnv(name, 'sk-of-another');
    vi.stubEnv('GIT_WORK_TREE', '/nowhere');
    vi.stubEnv('SSH_ASKPASS', '/usr/bin/true');
    const plan = await kit.imports.inspect(from(address(), { path: 'skills' }));
    expect(plan.skills.map(({ id }) => id)).toEqual(['pdf-forms']);
    expect(plan.source).toMatchObject({
      kind: 'git',
      address: address(),
      commit: expect.stringMatching(/^[0-9a-f]{40}$/),
    });
    const given = readFileSync(kit.at('given'), 'utf8');
    expect([given.includes('SSH_ASKPASS='), given.includes('sk-of-another')]).toEqual([true, false]);
  });

  it('says that it was not let in with another key, and asks nobody', async () => {
    vi.stubEnv('GIT_SSH_COMMAND', withKey(kit.at('stranger')));
    await expect(kit.imports.inspect(from(address()))).rejects.toMatchObject({
      code: 'import-refused',
      reason: 'sign-in',
    });
  });

  it('does not trust another host’s key', async () => {
    writeFileSync(kit.at('known'), `[127.0.0.1]:${port} ${readFileSync(kit.at('stranger.pub'), 'utf8')}`);
    vi.stubEnv('GIT_SSH_COMMAND', withKey(kit.at('mine')));
    await expect(kit.imports.inspect(from(address()))).rejects.toMatchObject({ code: 'import-refused' });
  });
});
