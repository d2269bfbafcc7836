/** Proof that the sandbox of this machine holds: small attacks, each on things made for it, in a folder of their own. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { messageOf } from '../../../shared/errors.ts';
import type { SandboxKind, SandboxWish } from '../../../shared/sandbox.ts';
import { createRunner, type Runner } from '../run-command.ts';

export interface SandboxProof {
  readonly kind: SandboxKind;
  /** Why there is none. */
  readonly reason: string;
  /** What got through, in words; empty where all was refused, or where there is nothing to prove. */
  readonly leaks: readonly string[];
}

const TIMEOUT_SECONDS = 30;

/** Arguments: a file outside, a port, the person's home. Prints what it could do. */
const ATTACKS = `
const fs = require('fs');
const [file, port, home] = process.argv.slice(1);
const could = [];
const tries = (name, work) => { try { if (work() !== false) could.push(name); } catch {} };
tries('read a file outside', () => fs.readFileSync(file));
tries('write a file outside', () => fs.writeFileSync(file, 'x'));
tries('see files of the home folder', () => fs.readdirSync(home, { withFileTypes: true }).some((it) => it.isFile()));
tries('write to the system', () => fs.writeFileSync('/usr/skilldeck-probe', ''));
const done = () => { console.log('could:' + could.join('|')); process.exit(0); };
const socket = require('net').connect(Number(port), '127.0.0.1');
socket.on('connect', () => { could.push('use the network'); done(); });
socket.on('error', done);
`;

/** Outlives its parent and the request to end. */
const DAEMON = `(setsid sh -c 'trap "" TERM HUP; while :; do sleep 1; done' </dev/null >/dev/null 2>&1 &); echo ready; sleep 300`;

async function attacks(runner: Runner, outside: string): Promise<string[]> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const file = path.join(outside, 'secret');
    await writeFile(file, 'secret');
    const { quote } = runner.interpreters;
    const result = await runner.run({
      ...{ sessionId: 'proof', callId: 'attacks', timeoutSeconds: TIMEOUT_SECONDS },
      command: ['node', '-e', ATTACKS, file, String(port), os.homedir()].map(quote).join(' '),
      signal: new AbortController().signal,
    });
    const could = /^could:(.*)$/m.exec(result.output)?.[1];
    if (could === undefined) return [`the probe did not finish: ${result.output.trim().slice(0, 200)}`];
    return could === '' ? [] : could.split('|').map((what) => `a script could ${what}`);
  } finally {
    server.close();
  }
}

/** Processes whose environment names this folder. */
async function living(home: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map((pid) =>
      readFile(`/proc/${pid}/environ`, 'latin1').then(
        (text) => text.includes(home),
        () => false,
      ),
    ),
  );
  return found.filter(Boolean).length;
}

async function survivors(runner: Runner, home: string): Promise<string[]> {
  const stop = new AbortController();
  await runner.run({
    ...{ sessionId: 'proof', callId: 'daemon', command: DAEMON, timeoutSeconds: TIMEOUT_SECONDS },
    signal: stop.signal,
    onData: () => stop.abort(),
  });
  return (await living(home)) === 0 ? [] : ['a process outlived the end of its run'];
}

/** Never rejects. Takes about a second; writes to the folder for temporary files alone. */
export async function proveSandbox(wish: SandboxWish): Promise<SandboxProof> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'skilldeck-proof-')));
  try {
    const home = path.join(folder, 'home');
    const outside = path.join(folder, 'outside');
    for (const dir of [home, outside]) await mkdir(dir);
    const runner = await createRunner({ home, sandbox: wish });
    const { kind, reason } = await runner.sandbox();
    if (kind === 'none') return { kind, reason, leaks: [] };
    return { kind, reason, leaks: [...(await attacks(runner, outside)), ...(await survivors(runner, home))] };
  } catch (error) {
    return { kind: 'none', reason: messageOf(error), leaks: [] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
