import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { SandboxWish } from '../../../shared/sandbox.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import { chooseSandbox, type SandboxSurroundings } from './choose-sandbox.ts';
import { DEFAULT_LIMITS } from './sandbox.ts';

const home = tempFolder();
const bin = path.join(home, 'bin');
mkdirSync(bin);

/** Replaces the program on PATH: records its arguments, one per line, and starts the command after them. */
function standIn(name: string, takes: string): string {
  const record = path.join(home, `${name}.args`);
  writeFileSync(path.join(bin, name), `#!/bin/sh\nprintf '%s\\n' "$@" > '${record}'\n${takes}\nexec "$@"\n`);
  chmodSync(path.join(bin, name), 0o755);
  return record;
}
const seatbelt = standIn('sandbox-exec', 'shift 2');
const podman = standIn('podman', '[ "$1" = rm ] && exit 0; while [ "$1" != the-image ]; do shift; done; shift');

const choose = (wish: SandboxWish, more: Partial<SandboxSurroundings> = {}) =>
  chooseSandbox(wish, {
    home,
    host: { PATH: `${bin}:/bin:/usr/bin`, HOME: '/home/me' },
    found: {},
    support: [],
    limits: DEFAULT_LIMITS,
    ...more,
  });
const program = {
  file: '/bin/sh',
  args: ['-c', 'exec "$0" -c true', '/bin/sh'],
  cwd: home,
  env: { PATH: '/shims:/bin' },
};
const image = { image: 'the-image', program: 'podman' } as const;

it('uses sandbox-exec on macOS, with a profile of what the run is granted', async () => {
  const sandbox = await choose('auto', { platform: 'darwin' });
  expect(sandbox).toMatchObject({ kind: 'sandbox-exec', reason: '' });
  const confined = await sandbox.wrap(program, {
    readable: [home],
    writable: [],
    access: { hosts: ['example.com'], programs: [] },
  });
  const [flag, profile = '', ...rest] = confined.args;
  expect([path.basename(confined.file), flag]).toEqual(['sandbox-exec', '-p']);
  expect(profile).toContain(`(allow file-read* (subpath "${home}"))`);
  const port = /network-outbound \(remote ip "localhost:(\d+)"\)/.exec(profile)?.[1];
  expect(confined.env).toMatchObject({ HTTPS_PROXY: `http://127.0.0.1:${port}`, PATH: '/shims:/bin' });
  expect(profile).toContain(`(allow file-read* file-write* (subpath "${confined.env.HOME}"))`);
  expect(rest.slice(-4)).toEqual(['/bin/sh', ...program.args]);
  await confined.dispose();
  expect(readFileSync(seatbelt, 'utf8').split('\n').slice(0, 2)).toEqual(['-p', '(version 1)']);
});

it('does not count on a sandbox in which our own Node does not start', async () => {
  const ownNode = 'echo no framework here; exit 6';
  const refused = await choose('auto', { platform: 'darwin', ownNode });
  expect(refused).toMatchObject({ kind: 'none', reason: expect.stringContaining('no framework here') });
  expect(await choose('auto', { platform: 'darwin', ownNode: 'true' })).toMatchObject({ kind: 'sandbox-exec' });
});

it('uses a container when one is named, and starts it with this command line (podman mocked)', async () => {
  const sandbox = await choose('container', { platform: 'linux', container: image });
  expect(sandbox).toMatchObject({ kind: 'container', reason: '' });
  for (const name of ['out', 'a,b']) mkdirSync(path.join(home, name));
  const env = { PATH: '/shims', HOME: '/home/me', SECRET: 'value', SHELL: '/bin/zsh' };
  const confined = await sandbox.wrap(
    { ...program, env },
    { readable: [path.join(home, 'a,b'), home], writable: [path.join(home, 'out')] },
  );
  const { args } = confined;
  const after = (flag: string): (string | undefined)[] =>
    args.flatMap((word, index) => (word === flag ? [args[index + 1]] : []));
  expect(args.slice(0, 3)).toEqual(['--log-level', 'fatal', 'run']);
  for (const flag of ['--rm', '--read-only', '--init', '--interactive', '--tty']) expect(args).toContain(flag);
  expect(['--network', '--cap-drop', '--security-opt', '--pids-limit', '--memory', '--pull'].map(after)).toEqual([
    ['none'],
    ['ALL'],
    ['no-new-privileges', 'label=disable', `seccomp=${path.join(home, 'sandbox/container-seccomp.json')}`],
    ['512'],
    [String(2 * 1024 ** 3)],
    ['never'],
  ]);
  expect(after('--user')).toEqual([`${process.getuid?.()}:${process.getgid?.()}`]);
  const bind = (at: string, how = ',readonly'): string => `type=bind,src=${at},dst=${at}${how}`;
  expect(after('--mount')).toEqual([
    bind(path.join(home, 'sandbox/container-bin')),
    bind(home),
    bind(path.join(home, 'out'), ''),
    `type=bind,"src=${home}/a,b","dst=${home}/a,b",readonly`,
  ]);
  expect(after('--tmpfs').map((text) => text?.split(':')[0])).toEqual(['/tmp', '/home/me']);
  // Values that are not the client's own stay out of the machine's list of processes.
  expect(after('--env')).toContain('SECRET');
  expect(args.join(' ')).not.toContain('value');
  expect(confined.env).toMatchObject({ SECRET: 'value', PATH: `${bin}:/bin:/usr/bin` });
  expect(args.slice(-6)).toEqual(['', 'the-image', 'sh', '-c', 'exec "$0" -c true', 'sh']);
  await confined.dispose();
  expect(readFileSync(podman, 'utf8').split('\n')).toEqual(['rm', '--force', after('--name')[0], '']);
});

it('reports what is missing, and runs nothing if a sandbox was requested', async () => {
  const host = { PATH: '/nowhere' };
  expect(await choose('auto', { platform: 'win32' })).toMatchObject({
    kind: 'none',
    reason: 'scripts are confined on Linux and macOS only',
  });
  const named = await choose('container', { platform: 'linux' });
  expect(named).toMatchObject({ kind: 'none', reason: 'config.jsonc names no image for containers' });
  await expect(named.wrap(program, { readable: [], writable: [] })).rejects.toThrow(
    'config.jsonc says "sandbox": "container", and there is none: config.jsonc names no image for containers.',
  );
  expect(await choose('sandbox-exec', { platform: 'linux' })).toMatchObject({
    reason: 'sandbox-exec is not of this system (linux)',
  });
  expect((await choose('container', { platform: 'linux', host, container: image })).reason).toBe(
    'podman is not installed',
  );
  expect((await choose('none')).kind).toBe('none');
});
