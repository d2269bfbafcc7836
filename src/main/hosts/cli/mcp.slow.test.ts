/** The two public servers of the protocol's authors: a model calls their tools. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ApprovalDetail } from '../../../shared/events.ts';
import { tempFolder } from '../../lib/test-kit/temp-folder.ts';
import {
  call,
  type ScriptedModel,
  type ScriptedStep,
  say,
  startScriptedModel,
} from '../../models/test-kit/scripted-model.ts';
import { skilldeck as program } from './test-kit/command-line.ts';
import { fakeTerminal } from './test-kit/fake-terminal.ts';
import { lines } from './test-kit/skilldeck.ts';

const require = createRequire(import.meta.url);
const entryOf = (manifest: string): string => path.join(path.dirname(manifest), 'dist', 'index.js');
const EVERYTHING = entryOf(require.resolve('@modelcontextprotocol/server-everything/package.json'));
const FILES = entryOf(require.resolve('@modelcontextprotocol/server-filesystem/package.json'));

let home: string;
let model: ScriptedModel | undefined;
let child: ChildProcess | undefined;
beforeEach(() => {
  home = tempFolder();
  vi.stubEnv('EVERYTHING_KEY', 'key-of-everything');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await model?.close();
  child?.kill();
  model = undefined;
  child = undefined;
});

const skilldeck = (given: readonly string[], input?: string) =>
  program(['--home', path.join(home, 'data'), ...given], fakeTerminal({ input }));
async function ok(...given: readonly string[]) {
  const ended = await skilldeck(given);
  expect(ended.status, ended.err).toBe(0);
  return ended;
}
const add = async (name: string, options: readonly string[], command: readonly string[]) => {
  await ok('mcp', 'add', name, ...options, '--', ...command);
  await ok('mcp', 'enable', name);
};

const run = (options: readonly string[], ...steps: ScriptedStep[]) => runSaying('hello', options, ...steps);

async function runSaying(words: string, options: readonly string[], ...steps: ScriptedStep[]) {
  model = await startScriptedModel([...steps, say('Done.')]);
  const endpoint = ['--skills', 'none', '--base-url', model.url, '--model', 'm', '--json'];
  const ended = await skilldeck(['run', ...endpoint, ...options, words]);
  const events = lines(ended.out);
  const messages = model.requests.at(-1)?.body.messages ?? [];
  return {
    ...ended,
    events,
    session: String(events[0]?.session),
    offered: model.requests.map(({ body }) =>
      (body.tools ?? []).map((tool) => tool.function.name).filter((name) => name.startsWith('mcp__')),
    ),
    results: messages.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : [])),
  };
}
const verified = async (session: string): Promise<unknown> =>
  JSON.parse((await skilldeck(['sessions', 'verify', session, '--json'])).out);

it('calls tools of a program: text, numbers, an image; the log rebuilds every request', async () => {
  await add('everything', [], ['node', EVERYTHING]);
  const { status, events, results, session, offered } = await run(
    ['--approve', 'auto'],
    call('mcp__everything__echo', { message: 'hi there' }),
    call('mcp__everything__get-sum', { a: 19, b: 23 }),
    call('mcp__everything__get-tiny-image', {}),
    call('mcp__everything__get-sum', { a: 'x' }),
  );
  expect(status).toBe(0);
  expect(offered[0]).toContain('mcp__everything__get-sum');
  expect(results[0]).toBe('Echo: hi there');
  expect(results[1]).toContain('42');
  expect(results[2]).toMatch(/\[image \(image\/png\): kept as out\/everything-get-tiny-image\.png, \d+ bytes\]/);
  expect(results[3]).toMatch(/invalid/i);
  expect(events).toContainEqual(expect.objectContaining({ type: 'artifact-saved', mime: 'image/png' }));
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'tool-server-changed', server: 'everything', state: 'ready' }),
  );
  const sent = events.find(({ type }) => type === 'request-sent') as { tokens: { parts: readonly object[] } };
  expect(sent.tokens.parts).toContainEqual(
    expect.objectContaining({ kind: 'tools', label: 'everything', server: 'everything', reason: 'server-tool' }),
  );
  expect(await verified(session)).toMatchObject({ ok: true, verified: 5, differing: [] });
});

it('offers nothing of a server that is off, and only the tools that are on', async () => {
  await ok('mcp', 'add', 'everything', '--', 'node', EVERYTHING);
  const off = await run(['--approve', 'auto'], call('mcp__everything__echo', { message: 'hi' }));
  expect(off.offered).toEqual([[], []]);
  expect(off.results[0]).toMatch(/^There is no tool "mcp__everything__echo"/);
  await ok('mcp', 'enable', 'everything', 'echo');
  const some = await run(['--approve', 'auto'], call('mcp__everything__get-sum', { a: 1, b: 2 }));
  expect(some.offered).toEqual([['mcp__everything__echo'], ['mcp__everything__echo']]);
  expect(some.results[0]).toMatch(/^There is no tool "mcp__everything__get-sum"/);
  await ok('mcp', 'disable', 'everything');
  expect((await run(['--approve', 'auto'])).offered).toEqual([[]]);
});

it('asks before a call; with nobody to ask it is not made', async () => {
  await add('everything', [], ['node', EVERYTHING]);
  const asked = await run([], call('mcp__everything__echo', { message: 'hi' }));
  expect(asked.events).toContainEqual(
    expect.objectContaining({
      type: 'approval-requested',
      action: 'call-tool',
      detail: expect.objectContaining({
        command: 'echo {\n  "message": "hi"\n}',
        facts: expect.objectContaining({
          subject: 'tool',
          server: expect.objectContaining({ name: 'everything', tool: 'echo' }),
          offers: ['once', 'session', 'always'],
        }),
      }),
    }),
  );
  expect(asked.results[0]).toMatch(/^Not run: it needs a person's yes/);
  const never = await run(['--approve', 'never'], call('mcp__everything__echo', { message: 'hi' }));
  expect(never.results[0]).toMatch(/^Not run: calls to MCP servers are switched off/);
});

it('declines a server’s form where no one can fill it in, and keeps the question', async () => {
  await add('everything', [], ['node', EVERYTHING]);
  const { events, results } = await run(
    ['--approve', 'auto'],
    call('mcp__everything__trigger-elicitation-request', {}),
  );
  expect(results[0]).toContain('"action": "decline"');
  const asked = events.find(({ type }) => type === 'approval-requested') as { detail: ApprovalDetail } | undefined;
  expect(asked?.detail.asks).toMatchObject({
    server: 'everything',
    message: 'Please provide inputs for the following fields:',
    form: { fields: { length: 13 }, values: { integer: 42, titledMultipleSelectEnum: ['fish-1'] } },
  });
  expect(events).toContainEqual(
    expect.objectContaining({ type: 'approval-resolved', decision: 'denied', unasked: true }),
  );
});

it('sends a prompt as the message, tells the folder of the conversation and no other, and says what a prompt lacks', async () => {
  await add('everything', [], ['node', EVERYTHING]);
  const { events, results, session } = await runSaying(
    '/everything:args-prompt city="New York"',
    ['--approve', 'auto'],
    call('mcp__everything__get-roots-list', {}),
  );
  expect(events.find(({ type }) => type === 'user-message-added')?.text).toBe(
    [
      '/everything:args-prompt city="New York"',
      '',
      '<mcp-prompt>',
      'Text of this prompt, by the MCP server "everything":',
      "What's weather in New York?",
      '</mcp-prompt>',
    ].join('\n'),
  );
  expect(results[0]?.match(/file:\S+/g)).toEqual([expect.stringContaining(session)]);
  const { status, err } = await skilldeck(['run', '--model', 'demo', '/everything:args-prompt state=NY']);
  expect(status).not.toBe(0);
  expect(err).toContain('/everything:args-prompt needs city.');
});

it('gives a program its variables from the store and the environment, and shows neither', async () => {
  await ok(
    'mcp',
    'add',
    'everything',
    '--var',
    'KEY=$EVERYTHING_KEY',
    '--var',
    'STORED=a-stored-value',
    '--',
    'node',
    EVERYTHING,
  );
  await ok('mcp', 'enable', 'everything');
  const config = readFileSync(path.join(home, 'data', 'environments', 'default', 'config.jsonc'), 'utf8');
  expect(config).toContain('"STORED": null');
  const { results, out } = await run(['--approve', 'auto'], call('mcp__everything__get-env', {}));
  expect(results[0]).toContain('"KEY": "*****************"');
  expect(results[0]).toContain('"STORED": "**************"');
  expect(`${config}${out}`).not.toMatch(/key-of-everything|a-stored-value/);
  expect((await skilldeck(['mcp', 'list', '--json'])).out).not.toContain('a-stored-value');
});

it('lets a file server read its folder, and write only where it is allowed', async () => {
  const trips = path.join(home, 'trips');
  mkdirSync(trips);
  writeFileSync(path.join(trips, 'tokyo.txt'), 'Three days.');
  writeFileSync(path.join(home, 'secret.txt'), 'not for servers');
  const { out } = await ok('doctor', '--json');
  const confined = JSON.parse(out).sandbox.available as boolean;
  await add('files', [], ['node', FILES, trips]);
  const write = call('mcp__files__write_file', { path: path.join(trips, 'new.txt'), content: 'new' });
  const first = await run(
    ['--approve', 'auto'],
    call('mcp__files__read_text_file', { path: path.join(trips, 'tokyo.txt') }),
    call('mcp__files__read_text_file', { path: path.join(home, 'secret.txt') }),
    write,
  );
  expect(first.results[0]).toBe('Three days.');
  expect(first.results[1]).not.toContain('not for servers');
  if (confined) {
    expect(first.results[2]).toMatch(/EROFS|read-only/);
    await ok('mcp', 'remove', 'files');
    await add('files', ['--write', trips], ['node', FILES, trips]);
    await run(['--approve', 'auto'], write);
  }
  expect(existsSync(path.join(trips, 'new.txt'))).toBe(true);
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

it('calls tools at an address on this computer', async () => {
  const port = await freePort();
  const started = spawn(process.execPath, [EVERYTHING, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child = started;
  await new Promise<void>((resolve) => {
    started.stderr.on('data', (text: Buffer) => String(text).includes('listening') && resolve());
    started.stdout.on('data', (text: Buffer) => String(text).includes('listening') && resolve());
  });
  await ok(
    'mcp',
    'add',
    'remote',
    '--url',
    `http://127.0.0.1:${port}/mcp`,
    '--header',
    'Authorization: Bearer abc123456',
  );
  await ok('mcp', 'enable', 'remote');
  const { results, session, status } = await run(['--approve', 'auto'], call('mcp__remote__echo', { message: 'far' }));
  expect(results[0]).toBe('Echo: far');
  expect(status).toBe(0);
  expect(await verified(session)).toMatchObject({ ok: true });
});

it('says plainly that a server cannot be used, and answers without it', async () => {
  await add('gone', [], ['no-such-program-anywhere']);
  const { status, err, offered } = await run(['--approve', 'auto']);
  expect(status).toBe(0);
  expect(offered).toEqual([[]]);
  const plain = await skilldeck(['mcp', 'test', 'gone']);
  expect(plain.status).toBe(1);
  expect(`${err}${plain.err}`).toContain('The program no-such-program-anywhere wasn’t found.');
});

/** @returns the folder that holds it. */
function skillNeeding(server: string, front: string): string {
  const dir = path.join(home, 'given', 'sayer');
  mkdirSync(dir, { recursive: true });
  writeFileSync(
    path.join(dir, 'SKILL.md'),
    `---\nname: sayer\ndescription: Says it by ${server}.\n${front}\n---\nUse ${server}.\n`,
  );
  return path.dirname(dir);
}

it('lets a skill use a server that is off, once it is allowed, for as long as the skill is loaded', async () => {
  await ok('mcp', 'add', 'everything', '--', 'node', EVERYTHING);
  const skills = ['--skills', skillNeeding('everything', 'allowed-tools: mcp__everything__echo')];
  const steps = [
    call('load_skill', { name: 'sayer' }),
    call('mcp__everything__connect', {}),
    call('mcp__everything__echo', { message: 'for the skill' }),
    call('unload_skill', { name: 'sayer' }),
  ];
  const { offered, results, session } = await run(['--approve', 'auto', ...skills], ...steps);
  expect(offered).toEqual([[], ['mcp__everything__connect'], ['mcp__everything__echo'], ['mcp__everything__echo'], []]);
  expect(results[1]).toBe('MCP server "everything" is connected. Its tools are there from now on.');
  expect(results[2]).toBe('Echo: for the skill');
  expect(await verified(session)).toMatchObject({ ok: true, verified: 5 });

  const asked = await run(skills, ...steps.slice(0, 2));
  expect(asked.events).toContainEqual(
    expect.objectContaining({
      type: 'approval-requested',
      detail: expect.objectContaining({
        skill: 'sayer',
        facts: expect.objectContaining({ server: { name: 'everything', claims: 'none' } }),
      }),
    }),
  );
  expect(asked.offered.at(-1)).toEqual(['mcp__everything__connect']);
});

it('says that a server which a skill needs is not there', async () => {
  const skills = ['--skills', skillNeeding('calendar', 'metadata: {requires-mcp: calendar}')];
  const { results } = await run(
    ['--approve', 'auto', ...skills],
    call('load_skill', { name: 'sayer' }),
    call('mcp__calendar__connect', {}),
  );
  expect(results[1]).toMatch(/^There is no MCP server "calendar" here, which the skill sayer uses/);
});

it('knows a project’s servers once its folder is trusted, off until they are turned on as they are', async () => {
  const project = path.join(home, 'project');
  mkdirSync(project);
  const write = (args: readonly string[]) =>
    writeFileSync(
      path.join(project, '.mcp.json'),
      JSON.stringify({ mcpServers: { shared: { command: 'node', args, env: { KEY: `\${EVERYTHING_KEY}` } } } }),
    );
  write([EVERYTHING]);
  vi.spyOn(process, 'cwd').mockReturnValue(project);
  const here = async (...given: readonly string[]) => {
    const ended = await skilldeck([...given, '--json'], 'a-stored-value');
    return JSON.parse(ended.out) as { servers: { name: string; on: boolean; source: string }[]; fault?: object };
  };
  expect((await here('mcp', 'list')).servers).toEqual([]);
  await here('trust');
  expect((await here('mcp', 'list')).servers).toMatchObject([{ name: 'shared', source: 'project', on: false }]);
  // It reads no variable of the host.
  expect((await here('mcp', 'test', 'shared')).fault).toMatchObject({ code: 'variable-missing' });
  await here('mcp', 'secret', 'shared', 'EVERYTHING_KEY');
  expect(await here('mcp', 'test', 'shared')).toMatchObject({ ok: true });
  await here('mcp', 'enable', 'shared');
  expect((await here('mcp', 'list')).servers).toMatchObject([{ name: 'shared', on: true }]);
  write([EVERYTHING, 'other']);
  expect((await here('mcp', 'list')).servers).toMatchObject([{ name: 'shared', on: false }]);
  // The stored secret was for another command.
  expect((await here('mcp', 'test', 'shared')).fault).toMatchObject({ code: 'variable-missing' });
});
