/** Database servers of this machine: started for a test on a free port, in its folder; ended by their process. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { findProgram } from '../../lib/processes.ts';

export interface Server {
  readonly port: number;
  end(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Debian keeps each version's programs apart. */
const postgresBin = (): string | undefined => {
  const all = '/usr/lib/postgresql';
  const versions = existsSync(all) ? readdirSync(all).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions
    .map((version) => path.join(all, version, 'bin'))
    .find((bin) => existsSync(path.join(bin, 'initdb')));
  const onPath = findProgram(['initdb']);
  return found ?? (onPath === undefined ? undefined : path.dirname(onPath));
};
/** PostgreSQL refuses to run as root. */
const user = (name: string): { uid: number; gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  try {
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
};
const mariadb = () => findProgram(['mariadbd', 'mysqld'], { PATH: `${process.env.PATH}:/usr/sbin` });

export const missingPostgres = (): string | undefined =>
  postgresBin() === undefined || (process.getuid?.() === 0 && user('postgres') === undefined)
    ? 'there is no PostgreSQL here (install postgresql)'
    : undefined;
export const missingMariadb = (): string | undefined =>
  mariadb() === undefined || findProgram(['mariadb-install-db']) === undefined
    ? 'there is no MariaDB here (install mariadb-server-core)'
    : undefined;

/** Until its output says that it is ready. */
function ready(child: ChildProcess, words: RegExp): Promise<void> {
  let said = '';
  return new Promise((resolve, reject) => {
    const hear = (part: Buffer) => {
      said += part.toString();
      if (words.test(said)) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (status) => reject(new Error(`ended with ${status}: ${said.slice(-2_000)}`)));
  });
}
const ended = (child: ChildProcess, signal: NodeJS.Signals): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('exit', () => resolve()).kill(signal);
  });

/** @param dir absolute; made with its data where it is not there. The superuser is `postgres`, with the password `super-secret`. */
export async function startPostgres(dir: string, given?: number): Promise<Server> {
  const bin = postgresBin() ?? '';
  const as = user('postgres');
  const data = path.join(dir, 'pgdata');
  if (!existsSync(data)) {
    for (let up = dir; up.startsWith(os.tmpdir()) && up !== os.tmpdir(); up = path.dirname(up)) chmodSync(up, 0o755);
    mkdirSync(data);
    if (as !== undefined) chownSync(data, as.uid, as.gid);
    const pass = path.join(data, '..', 'pass');
    execFileSync('sh', ['-c', `printf super-secret > '${pass}' && chmod 644 '${pass}'`]);
    const init = [
      '-D',
      data,
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '--pwfile',
      pass,
      '-N',
      '-E',
      'UTF8',
      '--locale=C.UTF-8',
    ];
    execFileSync(path.join(bin, 'initdb'), init, { stdio: 'pipe', ...as });
  }
  const port = given ?? (await freePort());
  const options = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', port: String(port) };
  const args = Object.entries(options).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(path.join(bin, 'postgres'), ['-D', data, ...args], { stdio: 'pipe', ...as });
  await ready(child, /ready to accept connections/);
  return { port, end: () => ended(child, 'SIGINT') };
}

/** Like `startPostgres`; the superuser is `root`, without a password until one is set. */
export async function startMariadb(dir: string, given?: number): Promise<Server> {
  const program = mariadb() ?? '';
  const data = path.join(dir, 'mysql');
  const root = process.getuid?.() === 0 ? ['--user=root'] : [];
  if (!existsSync(data)) {
    const init = [
      '--no-defaults',
      `--datadir=${data}`,
      '--auth-root-authentication-method=normal',
      '--skip-test-db',
      ...root,
    ];
    execFileSync('mariadb-install-db', init, { stdio: 'pipe' });
  }
  const port = given ?? (await freePort());
  const child = spawn(
    program,
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${path.join(dir, 's')}`,
      `--pid-file=${path.join(dir, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--innodb-flush-log-at-trx-commit=0',
      '--innodb-buffer-pool-size=32M',
      ...root,
    ],
    { stdio: 'pipe' },
  );
  await ready(child, /ready for connections/);
  return { port, end: () => ended(child, 'SIGKILL') };
}
