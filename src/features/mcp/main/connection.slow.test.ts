/** A real server over stdio, started by the real runner: what it does to its client, and what it may see. */
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ApprovalAnswer, AskPerson } from '../../../main/agent/ports.ts';
import { findProgram } from '../../../main/lib/processes.ts';
import { tempFolder } from '../../../main/lib/test-kit/temp-folder.ts';
import type { Clock } from '../../../main/lib/timing.ts';
import { createRunner, type Runner } from '../../../main/runner/runner.ts';
import type { ApprovalDetail } from '../../../shared/events.ts';
import { type Connection, createConnection } from './connection.ts';
import { createToolServers } from './connections.ts';
import { readResult } from './server-tools.ts';
import { McpFailure } from './session.ts';

const SERVER = path.join(import.meta.dirname, 'test-kit', 'odd-server-main.ts');
const never = new AbortController().signal;

let home: string;
let runner: Runner;
let opened: Connection[] = [];
beforeEach(async () => {
  home = tempFolder();
  runner = createRunner({ home: path.join(home, 'data'), sandbox: 'auto' });
});
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  opened = [];
  vi.unstubAllEnvs();
});

const folder = (): string => path.join(home, 'data', 'mcp', 'odd');
const notes = (): string => path.join(folder(), 'notes.txt');
const told = (): string[] => readFileSync(notes(), 'utf8').trim().split('\n');

interface Given {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly clock?: Clock;
  readonly timeout?: number;
  onChange?(): void;
}

function open({
  command = process.execPath,
  args = [SERVER, notes()],
  env = {},
  clock,
  timeout,
  onChange,
}: Given = {}) {
  const connection = createConnection(
    {
      name: 'srv',
      server: { command, args: [...args], ...(timeout === undefined ? {} : { timeout }) },
      folder: folder(),
      fill: async () => ({ values: env, secrets: Object.values(env) }),
      signIn: { read: async () => undefined, write: async () => {} },
    },
    { runner, version: '0', onChange: () => onChange?.(), ...(clock === undefined ? {} : { clock }) },
  );
  opened.push(connection);
  return connection;
}
const call = (
  connection: Connection,
  tool: string,
  signal = never,
  onProgress: (text: string) => void = () => {},
  ask: AskPerson = async () => 'unasked',
) =>
  connection
    .call(tool, {}, { signal, ask, onProgress: ({ message = '' }) => onProgress(message) })
    .then((result) => readResult(result, 'odd'));
const faultOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof McpFailure ? error.fault : error),
  );
/** Pauses end when the test says so. */
function heldClock() {
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const waiting: (() => void)[] = [];
  const clock: Clock = {
    now: () => 0,
    sleep: (ms) =>
      new Promise((resolve) => {
        pauses.push({ ms, end: resolve });
        for (const tell of waiting.splice(0)) tell();
      }),
  };
  const pause = async (count: number) => {
    while (pauses.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
    return pauses[count - 1];
  };
  return { clock, pause };
}

it('lists tools with what others wrote made visible, and reports results, errors and files', async () => {
  const connection = open();
  expect(await connection.ready(never)).toMatchObject({ state: 'ready', info: { name: 'odd', version: '1.2.3' } });
  const { tools } = connection.view();
  expect(tools.find(({ name }) => name === 'crash')?.description).toBe('Ends.\\u{202E}desrever\\u{1B}[31m');
  expect(tools.find(({ name }) => name === 'big')?.hints).toEqual({ readOnly: true, destructive: false });
  expect(await call(connection, 'fail')).toEqual({ ok: false, text: 'It is closed on Sundays.', files: [] });
  const mixed = await call(connection, 'mixed');
  expect(mixed.text).toBe(
    [
      'a\\u{202E}b\\u{1B}[2J',
      '[image (image/png): kept as out/odd.png, 3 bytes]',
      '[resource note://1]\na note',
      '[link: X https://example.com/x]',
    ].join('\n'),
  );
  expect(mixed.files.map(({ name, bytes }) => [name, Buffer.from(bytes).toString()])).toEqual([['odd.png', 'png']]);
});

it('gives the program its declared variables alone, and keeps them out of its log', async () => {
  process.env.SKILLDECK_TEST_SECRET = 'of-the-host';
  try {
    const connection = open({ env: { TOKEN: 'tok-123456' } });
    const variables = JSON.parse((await call(connection, 'variables')).text) as Record<string, string>;
    expect(variables.TOKEN).toBe('tok-123456');
    expect(Object.keys(variables)).not.toContain('SKILLDECK_TEST_SECRET');
    await faultOf(call(connection, 'crash'));
    expect(connection.log()).toContain('odd is here\nabout to end **********');
    expect(connection.mask('tok-123456')).toBe('**********');
  } finally {
    delete process.env.SKILLDECK_TEST_SECRET;
  }
});

it('tells the server of a stop, and shows its progress', async () => {
  const connection = open();
  const stop = new AbortController();
  const seen: string[] = [];
  const work = call(connection, 'wait', stop.signal, (text) => {
    seen.push(text);
    stop.abort();
  });
  await expect(work).rejects.toThrow();
  expect(seen).toEqual(['waiting']);
  // The server notes the stop before it answers the next call.
  await call(connection, 'fail');
  expect(told()).toContain('cancelled');
});

it('ends a call that brings no answer, and goes on', async () => {
  const connection = open({ timeout: 1 });
  await connection.ready(never);
  expect(await faultOf(call(connection, 'wait'))).toEqual({ code: 'no-answer', values: { seconds: 1 } });
  expect((await call(connection, 'fail')).text).toBe('It is closed on Sundays.');
});

it('takes a list with sloppy schemas, each tool for itself', async () => {
  const { tools, leftOut } = await open().ready(never);
  const parametersOf = (name: string) => tools.find((tool) => tool.name === name)?.parameters;
  expect(parametersOf('bare')).toEqual({ type: 'object', properties: {} });
  expect(parametersOf('either')).toEqual({ type: 'object', properties: { a: {} }, required: ['a'] });
  expect(leftOut).toEqual([{ tool: 'list', why: 'schema' }]);
});

it('calls a tool by the names that its server has for fields', async () => {
  const server = { command: process.execPath, args: [SERVER, '/dev/null'] };
  const absent = async () => undefined;
  const given = () => [{ name: 'srv', source: 'environment', server, on: true } as const];
  const ports = { home, runner, version: '0', given, secret: absent, keep: absent, variable: () => undefined };
  const servers = createToolServers(ports);
  onTestFinished(servers.close);
  const scope = { environment: 'default', tools: [], workspace: home, needed: [] };
  await servers.connect(scope, never, false);
  const tool = servers.definitions(scope).find(({ name }) => name.endsWith('named'));
  expect(tool?.parameters).toMatchObject({ properties: { _top_n: { title: '$top n' } } });
  const how = { signal: never, ask: async () => 'unasked' as const, onProgress: () => {} };
  const result = await servers.find(scope, tool?.name ?? '')?.call({ _top_n: 3 }, how);
  expect(result?.text).toBe('{"$top n":3}');
});

it('tells the server of no stop when a request was answered', async () => {
  const connection = open();
  const stop = new AbortController();
  await call(connection, 'fail', stop.signal);
  stop.abort();
  await connection.close();
  expect(told().filter((line) => line.includes('stop'))).toEqual([]);
});

it('puts a server’s questions to the person, one at a time, and no question for a secret', async () => {
  const asked: ApprovalDetail[] = [];
  const replies: ApprovalAnswer[] = [{ answers: { pet: 'c', site: 'x' } }, { answers: { n: 4 } }, { words: 'Why?' }];
  const result = await call(open(), 'ask', never, undefined, async (detail) => {
    asked.push(detail);
    // The first is open until the one beside it was declined.
    if (asked.length === 1) await vi.waitFor(() => expect(told()).toContain('second question answered'));
    return replies.shift() ?? 'unasked';
  });
  const [answers] = result.text.split('\n');
  expect(JSON.parse(answers ?? '')).toEqual([
    [[{ action: 'accept', content: { pet: 'c', site: 'x' } }, { action: 'decline' }], { action: 'cancel' }],
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'decline' },
  ]);
  expect(result.text).toContain('with these words instead: “Why?”');
  expect(asked.map(({ asks }) => asks?.url ?? asks?.form?.fields.map(({ name }) => name))).toEqual([
    ['pet', 'site'],
    ['pet'],
    'https://pay.example/x',
  ]);
  expect(asked[0]?.asks).toMatchObject({
    server: 'srv',
    message: 'Which?\\u{202E}',
    form: {
      fields: [
        { kind: 'choice', required: false, options: [{ value: 'c', label: 'Cat' }, { label: 'Dog' }] },
        { kind: 'text', required: true, label: 'Site\\u{1B}[2J' },
      ],
      values: { pet: 'd' },
    },
  });
});

it('declines to lend the model, and says so to the server and the person', async () => {
  const connection = open();
  const line = 'The server asked to use your model (sampling), which is not offered: declined.';
  const { ok, text } = await call(connection, 'sample');
  expect([ok, text.split('\n').filter((one) => one !== '')]).toEqual([
    true,
    [expect.stringMatching(/^-32601 .*sampling\/createMessage is not offered$/), line],
  ]);
  expect(connection.log()).toContain(line);
});

it('announces the folders of the conversation that uses it when they change', async () => {
  const connection = open();
  await connection.ready(never, false, ['/trips/a']);
  await call(connection, 'fail');
  await connection.ready(never, false, ['/trips/a']);
  await connection.ready(never, false, ['/trips/b c']);
  await vi.waitFor(() => expect(told()).toContain('roots file:///trips/b%20c'));
  expect(told().filter((line) => line.startsWith('roots'))).toEqual(['roots file:///trips/b%20c']);
});

it('follows a changed list', async () => {
  const changed = Promise.withResolvers<void>();
  const connection = open({
    onChange: () => {
      if (connection.view().tools.some(({ name }) => name === 'grown')) changed.resolve();
    },
  });
  await call(connection, 'grow');
  await changed.promise;
});

it('starts a crashed server again after growing pauses, then leaves it to the person', async () => {
  const { clock, pause } = heldClock();
  const connection = open({ clock });
  await connection.ready(never);
  const waits: (number | undefined)[] = [];
  for (const count of [1, 2, 3, 4, 5]) {
    expect(await faultOf(call(connection, 'crash'))).toEqual({ code: 'ended', values: { how: 'exit code 7' } });
    const held = await pause(count);
    waits.push(held?.ms);
    expect(connection.view()).toMatchObject({ state: 'restarting', fault: { code: 'ended' } });
    held?.end();
    // A call waits for the restart.
    if (count < 5) expect((await call(connection, 'fail')).ok).toBe(false);
  }
  expect(waits).toEqual([500, 2000, 5000, 15_000, 30_000]);
  await connection.ready(never);
  await faultOf(call(connection, 'crash'));
  expect(connection.view()).toMatchObject({ state: 'failed', fault: { code: 'too-many-ends' } });
  expect(await connection.ready(never, true)).toMatchObject({ state: 'ready' });
});

it.each([
  ['a program that is not there', { command: 'no-such-program-anywhere' }, 'not-found'],
  ['one that ends at once', { args: ['-e', 'process.exit(3)'] }, 'ended'],
])('says what is wrong with %s', async (_title, given: Given, code) => {
  const connection = open(given);
  expect(await connection.ready(never)).toMatchObject({ state: 'failed', fault: { code } });
});

/** Counts programs on this machine, by their command lines. */
function running(): number {
  const commands = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return commands.filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(notes());
    } catch {
      return false;
    }
  }).length;
}

it.skipIf(process.platform !== 'linux')('leaves no process behind', async () => {
  const connection = open();
  await connection.ready(never);
  expect(running()).toBeGreaterThan(0);
  await connection.close();
  expect(running()).toBe(0);
  await expect(call(connection, 'fail')).rejects.toThrow();
});

it('sees its own folder and what its command names, and no more', async () => {
  if ((await runner.sandbox()).kind === 'none') return;
  const secret = path.join(home, 'secret.txt');
  const program = `
    const fs = require('node:fs');
    const can = (work) => { try { work(); return true } catch { return false } };
    console.error(JSON.stringify({
      secret: can(() => fs.readFileSync(${JSON.stringify(secret)})),
      home: process.env.HOME,
      own: can(() => fs.writeFileSync('x', 'x')),
    }));`;
  const connection = open({ args: ['-e', program] });
  await connection.ready(never);
  expect(JSON.parse(connection.log())).toEqual({ secret: false, home: path.join(folder(), 'home'), own: true });
  expect(existsSync(path.join(folder(), 'x'))).toBe(true);
});

/** A version manager as pyenv is one: launchers in `shims/`, and a program that says what they start. */
function manager(which: string): { readonly shims: string; readonly version: string } {
  const root = path.join(home, 'my snakes');
  const version = path.join(root, 'versions', '3.99', 'bin');
  for (const folder of ['shims', 'libexec', 'versions/3.99/bin'])
    mkdirSync(path.join(root, folder), { recursive: true });
  const put = (file: string, text: string) => writeFileSync(path.join(root, file), text, { mode: 0o755 });
  const head = '#!/usr/bin/env bash\nset -e\n';
  put('shims/snake', `${head}export SNAKES_ROOT="${root}"\nexec "${root}/libexec/snakes" exec "snake" "$@"\n`);
  put('libexec/snakes', `${head}[ "$1" = which ] || exit 97\n[ -n "$SNAKES_ROOT" ]\n${which}\n`);
  put('versions/3.99/bin/snake', `#!/bin/sh\necho "$0" >&2\nexec "${process.execPath}" "$@"\n`);
  return { shims: path.join(root, 'shims'), version };
}

it.each([
  ['by its name', (shims: string) => ({ command: 'snake', PATH: `${shims}:${process.env.PATH}` })],
  ['by its path', (shims: string) => ({ command: path.join(shims, 'snake'), PATH: `${process.env.PATH}` })],
])('starts the program behind a version manager’s launcher, given %s', async (_how, given) => {
  // A person's own choice of folder and version reaches it, and no key.
  vi.stubEnv('PYENV_VERSION', '3.99');
  vi.stubEnv('MISE_DATA_DIR', '/mine');
  vi.stubEnv('PYENV_TOKEN', 'secret');
  const of = '[ "$MISE_DATA_DIR$PYENV_TOKEN" = /mine ] && echo "warning: old"';
  const { shims, version } = manager(`${of}\necho "$SNAKES_ROOT/versions/$PYENV_VERSION/bin/$2"`);
  const { command, PATH } = given(shims);
  vi.stubEnv('PATH', PATH);
  const connection = open({ command });
  expect(await connection.ready(never)).toMatchObject({ state: 'ready' });
  expect(connection.log()).toContain(path.join(version, 'snake'));
});

it('says what a version manager lacks', async () => {
  const { shims } = manager('echo "snakes: snake: command not found in version 3.98" >&2; exit 127');
  const connection = open({ command: path.join(shims, 'snake') });
  const { fault } = await connection.ready(never);
  expect(fault).toEqual({
    code: 'no-version',
    values: { command: 'snake', manager: 'snakes', message: 'snakes: snake: command not found in version 3.98' },
  });
});

it.each(['link', 'copy'])('says that rye, whose launcher is a %s of it, cannot be asked', async (how) => {
  const shims = path.join(home, '.rye', 'shims');
  mkdirSync(shims, { recursive: true });
  const rye = path.join(home, '.rye', 'rye');
  writeFileSync(rye, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
  if (how === 'link') symlinkSync(rye, path.join(shims, 'snake'));
  else cpSync(rye, path.join(shims, 'snake'));
  const { fault } = await open({ command: path.join(shims, 'snake') }).ready(never);
  expect(fault).toMatchObject({
    code: 'no-version',
    values: { manager: 'rye', message: expect.stringContaining('.venv') },
  });
});

it.skipIf(findProgram(['python3']) === undefined)('sees the virtual environment that its program is in', async () => {
  if ((await runner.sandbox()).kind === 'none') return;
  const environment = path.join(home, 'an environment');
  execFileSync('python3', ['-m', 'venv', '--without-pip', environment]);
  const python = path.join(environment, 'bin', 'python3');
  const [library = ''] = globSync(path.join(environment, 'lib', '*', 'site-packages'));
  writeFileSync(path.join(library, 'only_there.py'), 'import sys\nsys.stderr.write("found")');
  const connection = open({ command: python, args: ['-c', 'import only_there'] });
  expect(await connection.ready(never)).toMatchObject({ fault: { code: 'ended', values: { how: 'exit code 0' } } });
  expect(connection.log()).toBe('found');
});
