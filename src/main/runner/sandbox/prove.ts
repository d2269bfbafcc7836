/** Proves that this machine's sandbox works: small attacks on test objects in a temporary folder. */

import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../../shared/errors.ts';
import type { ContainerSettings, ProvenKind } from '../../../shared/sandbox.ts';
import { EMBEDDED_PYTHON } from '../interpreters.ts';
import { homeMark, listProcesses } from '../process.ts';
import { createRunner, type Runner } from '../runner.ts';
import { type ConfiningKind, kindsFor } from './choose-sandbox.ts';

export interface KindProof {
  readonly kind: ProvenKind;
  readonly available: boolean;
  readonly reason: string;
  /** Descriptions of the attacks that succeeded; empty if none did, or if there was nothing to prove. */
  readonly leaks: readonly string[];
}

const TIMEOUT_SECONDS = 30;
const GONE_WITHIN_MS = 3000;

/** For bash, whose redirections also reach the network. Prints what succeeded. */
const attackScript = (file: string, port: number, home: string, quote: (word: string) => string): string =>
  `could=
tries() { name=$1; shift; "$@" >/dev/null 2>&1 && could="$could|$name"; }
reads() { cat ${quote(file)}; }
writes() { echo x > ${quote(file)}; }
home() { for f in ${quote(home)}/.[!.]* ${quote(home)}/*; do [ -f "$f" ] && return 0; done; return 1; }
system() { echo x > /usr/skilldeck-probe && rm -f /usr/skilldeck-probe; }
network() { (exec 3<>/dev/tcp/127.0.0.1/${port}); }
tries 'read a file outside' reads
tries 'write a file outside' writes
tries 'see files of the home folder' home
tries 'write to the system' system
tries 'use the network' network
[ -n "$BASH_VERSION" ] && echo "could:$could"`;

/** Ways out of Pyodide: the host's JavaScript, its files, its programs, its network. */
const pythonAttacks = (file: string, port: number): string => `
could = []
def tries(name, work):
    try:
        if work() is not False: could.append(name)
    except BaseException: pass
def javascript():
    import js
    return bool(getattr(js, 'process', None) or getattr(js, 'Function', None) or getattr(js, 'globalThis', None))
def evaluated():
    from pyodide.code import run_js
    return bool(run_js('process.version'))
def module():
    import pyodide_js
def program():
    import os
    return os.system('echo x > ${file}') == 0
def process():
    import subprocess
    return subprocess.run(['true']).returncode == 0
def network():
    import socket
    socket.create_connection(('127.0.0.1', ${port}), 2)
    return False
def fetched():
    from pyodide.http import open_url
    open_url('http://127.0.0.1:${port}/')
tries('read a file outside', lambda: open('${file}').read())
tries('write a file outside', lambda: open('${file}', 'w').write('x'))
tries("reach the host's JavaScript", javascript)
tries('evaluate JavaScript', evaluated)
tries("reach Pyodide's own JavaScript", module)
tries('start a shell', program)
tries('start a program', process)
tries('open a socket', network)
tries('fetch an address', fetched)
print('could:' + '|'.join([''] + could))
`;

/** Descriptions of the attempts; the last is detected from outside. */
export const PYTHON_ATTACKS = [
  'read a file outside',
  'write a file outside',
  "reach the host's JavaScript",
  'evaluate JavaScript',
  "reach Pyodide's own JavaScript",
  'start a shell',
  'start a program',
  'open a socket',
  'fetch an address',
  'use the network',
] as const;

/** Outlives its parent and the request to end. */
const DAEMON = `(setsid sh -c 'trap "" TERM HUP; while :; do sleep 1; done' </dev/null >/dev/null 2>&1 &); echo ready; sleep 300`;

type Command = (file: string, port: number, quote: (word: string) => string) => string;

const UNFINISHED = 'the probe did not finish';
const inWords = (what: string): string => (what.startsWith(UNFINISHED) ? what : `a script could ${what}`);

/** @returns what got through; that they did not come to their end is no proof either. */
async function attacks(runner: Runner, outside: string, command: Command): Promise<string[]> {
  let reached = false;
  const server = createServer((socket) => {
    reached = true;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    const file = path.join(outside, 'secret');
    await writeFile(file, 'secret');
    const result = await runner.run({
      sessionId: 'proof',
      callId: 'attacks',
      timeoutSeconds: TIMEOUT_SECONDS,
      command: command(file, port, (await runner.interpreters()).quote),
      signal: new AbortController().signal,
    });
    const could = /^could:(.*)$/m.exec(result.output)?.[1];
    if (could === undefined) return [`${UNFINISHED}: ${result.output.trim().slice(0, 200)}`];
    const said = could.split('|').filter((what) => what !== '');
    const changed = (await readFile(file, 'utf8').catch(() => '')) !== 'secret';
    // Detected from outside, whatever the script reports.
    if (reached && !said.includes('use the network')) said.push('use the network');
    if (changed && !said.includes('write a file outside')) said.push('write a file outside');
    return said;
  } finally {
    server.close();
  }
}

async function survivors(runner: Runner, home: string): Promise<string[]> {
  const stop = new AbortController();
  await runner.run({
    sessionId: 'proof',
    callId: 'daemon',
    command: DAEMON,
    timeoutSeconds: TIMEOUT_SECONDS,
    signal: stop.signal,
    onData: () => stop.abort(),
  });
  // The kernel takes a namespace's processes along one by one; on a busy machine some are seen a moment longer.
  const mark = await homeMark(home);
  for (const until = performance.now() + GONE_WITHIN_MS; performance.now() < until; await sleep(20)) {
    if (!(await listProcesses()).some(({ marker }) => marker?.startsWith(mark))) return [];
  }
  return ['a process outlived the end of its run'];
}

async function withRunner<T>(
  options: Pick<Parameters<typeof createRunner>[0], 'sandbox' | 'container'>,
  use: (runner: Runner, home: string, outside: string) => Promise<T>,
): Promise<T> {
  const folder = await realpath(await mkdtemp(path.join(os.tmpdir(), 'skilldeck-proof-')));
  try {
    const [home, outside] = [path.join(folder, 'home'), path.join(folder, 'outside')];
    for (const dir of [home, outside]) await mkdir(dir);
    return await use(createRunner({ home, ...options }), home, outside);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Never rejects. Takes about a second; writes only to the folder for temporary files. */
export async function proveKind(kind: ConfiningKind, container?: ContainerSettings): Promise<KindProof> {
  const found: Pick<KindProof, 'kind' | 'reason'> = { kind, reason: '' };
  return withRunner({ sandbox: kind, container }, async (runner, home, outside) => {
    const sandbox = await runner.sandbox();
    if (sandbox.kind === 'none') return { ...found, available: false, reason: sandbox.reason, leaks: [] };
    const shell: Command = (file, port, quote) => attackScript(file, port, os.homedir(), quote);
    const leaks = [...(await attacks(runner, outside, shell)).map(inWords), ...(await survivors(runner, home))];
    return { ...found, available: true, leaks };
  }).catch((error: unknown) => ({ ...found, available: false, reason: messageOf(error), leaks: [] }));
}

/** @param program as on PATH. @returns which of `PYTHON_ATTACKS` got through, without a sandbox around it. */
export const pythonLeaks = (program: string): Promise<string[]> =>
  withRunner({ sandbox: 'none' }, async (runner, _home, outside) => {
    const python: Command = (file, port, quote) => `${program} -c ${quote(pythonAttacks(file, port))}`;
    return attacks(runner, outside, python);
  });

/** Tests the embedded Python without a sandbox around it. Never rejects; takes some seconds. */
async function proveEmbeddedPython(): Promise<KindProof> {
  const found = { kind: 'embedded-python', reason: '' } as const;
  try {
    return { ...found, available: true, leaks: (await pythonLeaks(EMBEDDED_PYTHON)).map(inWords) };
  } catch (error) {
    return { ...found, available: false, reason: messageOf(error), leaks: [] };
  }
}

/** Each kind of this system, best first, and the embedded Python. Never rejects. */
export async function proveKinds(container?: ContainerSettings): Promise<readonly KindProof[]> {
  return Promise.all([...kindsFor(process.platform).map((kind) => proveKind(kind, container)), proveEmbeddedPython()]);
}
