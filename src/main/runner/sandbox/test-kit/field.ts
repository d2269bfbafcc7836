/** Targets of the sandbox suite's attacks: all created here, outside the workspace, and removed afterwards. */

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { RunRequest, RunResult } from '../../run-request.ts';
import { createRunner, type Runner } from '../../runner.ts';
import { type Protection, TEST_CONTAINER } from './implementations.ts';

export interface Field {
  readonly runner: Runner;
  /** The data folder. */
  readonly home: string;
  /** Holds `keep.txt` (`untouched`), `secret.txt` and `home/.ssh/id`; a socket `door`. Recreated before each attack. */
  readonly outside: string;
  /** Part of every secret, and of no command. */
  readonly token: string;
  readonly ports: { readonly tcp: number; readonly tcp6: number; readonly udp: number };
  /** Abstract name of a Unix socket, without its NUL. */
  readonly abstract: string;
  /** True if a port or socket received anything since the last reset. */
  reached(): boolean;
  /** Has the secret in its environment and its arguments. */
  readonly bystander: ChildProcess & { readonly pid: number };
  lay(): void;
  run(command: string, more?: Partial<RunRequest>): Promise<RunResult>;
  remove(): void;
}

/** Undefined where this machine has no such address (IPv6 may be off). */
async function listening(server: Server, ...at: [string] | [number, string]): Promise<number> {
  return new Promise((resolve) => {
    server.once('error', () => resolve(0));
    const ready = (): void => resolve((server.address() as AddressInfo).port ?? 1);
    if (at.length === 1) server.listen(at[0], ready);
    else server.listen(at[0], at[1], ready);
  });
}

export async function openField(wish: Protection): Promise<Field> {
  const folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'skilldeck-field-')));
  const [home, outside] = [path.join(folder, 'data'), path.join(folder, 'outside')];
  const token = randomUUID();
  const abstract = `skilldeck-${token.slice(0, 8)}`;
  let received = false;
  const server = (): Server =>
    createServer((socket) => {
      received = true;
      socket.destroy();
    });
  const [tcp, tcp6, door, hidden] = [server(), server(), server(), server()];
  const udp = createSocket('udp4').on('message', () => {
    received = true;
  });
  udp.bind(0, '127.0.0.1');
  await once(udp, 'listening');
  mkdirSync(home);
  mkdirSync(outside);
  const ports = {
    tcp: await listening(tcp, 0, '127.0.0.1'),
    tcp6: await listening(tcp6, 0, '::1'),
    udp: udp.address().port,
  };
  await listening(hidden, `\0${abstract}`);
  await listening(door, path.join(folder, 'door'));
  const bystander = spawn('/bin/sleep', ['600'], {
    argv0: `sleep-${token}`,
    env: { SECRET: token },
    stdio: 'ignore',
  });
  if (bystander.pid === undefined) throw new Error('The bystander could not be started.');
  const lay = (): void => {
    received = false;
    rmSync(outside, { recursive: true, force: true });
    for (const dir of ['.git/hooks', 'home/.ssh', 'skill/scripts']) {
      mkdirSync(path.join(outside, dir), { recursive: true });
    }
    writeFileSync(path.join(outside, 'keep.txt'), 'untouched');
    writeFileSync(path.join(outside, 'skill/SKILL.md'), 'untouched');
    for (const file of ['secret.txt', 'home/.ssh/id']) writeFileSync(path.join(outside, file), token);
    const other = path.join(home, 'workspaces', 'other', 'out');
    mkdirSync(other, { recursive: true });
    writeFileSync(path.join(other, 'mine.txt'), token);
    writeFileSync(path.join(home, 'keys.json'), token);
    for (const name of ['config.jsonc', 'skilldeck.db']) writeFileSync(path.join(home, name), 'untouched');
    // A project that the person lets scripts write to.
    for (const dir of ['.git/hooks', '.claude/skills/mine', 'src/mine']) {
      mkdirSync(path.join(outside, 'project', dir), { recursive: true });
    }
    for (const name of ['.git/config', '.git/hooks/pre-commit', '.claude/skills/mine/SKILL.md', 'src/mine/SKILL.md']) {
      writeFileSync(path.join(outside, 'project', name), 'untouched');
    }
  };
  lay();
  // The run's own home: of the field, so that no attack reaches the person's.
  const host = { ...process.env, HOME: path.join(outside, 'home'), OPENAI_API_KEY: token };
  const runner = createRunner({ home, sandbox: wish, environment: host, container: TEST_CONTAINER });
  let calls = 0;
  return {
    runner,
    home,
    outside,
    token,
    ports,
    abstract,
    lay,
    bystander: bystander as Field['bystander'],
    reached: () => received,
    run(command, more) {
      calls += 1;
      const request = { sessionId: 'attack', callId: `call_${calls}`, command, timeoutSeconds: 60 };
      return runner.run({ ...request, signal: new AbortController().signal, ...more });
    },
    remove() {
      bystander.kill('SIGKILL');
      for (const open of [tcp, tcp6, door, hidden]) open.close();
      udp.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
