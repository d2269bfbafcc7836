/** Keys in what a person gives the command line besides an endpoint: none is stored outside the file of secrets, or shown. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { writeZip } from '../../skills/import/read-zip.ts';
import { type CommandLine, commandLine, skilldeck } from './test-kit/command-line.ts';

const SECRET = 'Zq8-4f0b77c1d2';
const SKILL = '---\nname: alpha\ndescription: Says hello to everyone.\n---\nHello.\n';

const holders = ({ at }: CommandLine): string[] =>
  readdirSync(at('home'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, 'latin1').includes(SECRET))
    .map((file) => path.relative(at('home'), file));

/** @returns each command's status. Fails if the key is in its output. */
async function ran(line: CommandLine, commands: readonly (readonly string[])[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const command of commands) {
    const { status, out, err } = await skilldeck(['--home', line.at('home'), ...command]);
    expect({ command, shown: out + err }).not.toMatchObject({ shown: expect.stringContaining(SECRET) });
    statuses.push(status ?? -1);
  }
  return statuses;
}

async function webHost(): Promise<string> {
  const zip = await writeZip([{ path: 'alpha/SKILL.md', executable: false, read: () => Buffer.from(SKILL) }], 1e6);
  const server = createServer((request, answer) => {
    const isThere = [`/ok.zip?token=${SECRET}`, '/ok.zip?file=7'].includes(request.url ?? '');
    answer.writeHead(isThere ? 200 : 404).end(isThere ? zip : 'no');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it('imports from an address with a key, records it without, and asks for it again', async () => {
  const line = commandLine();
  const host = await webHost();
  const address = `http://${host}/ok.zip?token=${SECRET}`;
  const shown = ['skills', 'show', 'alpha', '--json'];
  expect(await ran(line, [['skills', 'import', address, '--yes'], shown])).toEqual([0, 0]);
  const update = await skilldeck(['--home', line.at('home'), 'skills', 'update', 'alpha', '--yes']);
  expect(update.err).toContain(`"alpha" came from http://${host}/ok.zip?token=***, whose key isn't stored`);
  expect(holders(line)).toEqual([]);
});

it('asks for nothing again where a parameter holds no key', async () => {
  const line = commandLine();
  const address = `http://${await webHost()}/ok.zip?file=7`;
  const commands = [
    ['skills', 'import', address, '--yes'],
    ['skills', 'update', 'alpha', '--yes'],
  ];
  expect(await ran(line, commands)).toEqual([0, 0]);
});

it.each([
  'http://ann:KEY@HOST/ok.zip',
  'http://KEY@HOST/ok.zip',
  'http://KEY@HOST/o/r.git',
  'ssh://ann:KEY@HOST/x.git',
  'ftp://ann:KEY@HOST/x',
  'http://HOST/o/r.git?private_token=KEY',
  'http://HOST/no.zip?sig=KEY',
])('shows and keeps nothing of the refused source %s', async (source) => {
  const line = commandLine();
  const address = source.replace('KEY', SECRET).replace('HOST', await webHost());
  const [status] = await ran(line, [
    ['skills', 'import', address, '--yes'],
    ['skills', 'list', '--json'],
  ]);
  expect(status).not.toBe(0);
  expect(holders(line)).toEqual([]);
});

it.each([
  ['http://HOST/ok.zip?token=KEY', 2],
  ['http://KEY@HOST/o/r.git', 2],
  ['http://HOST/marketplace.json?k=KEY', 2],
  ['nacos://ann@HOST/a?accessToken=KEY', 2],
  ['postgres://ann@HOST/a?password=KEY', 2],
  // The password is in no file where the server cannot be reached, as nothing is added then.
  ['postgres://ann:KEY@HOST/a?sslmode=disable', 1],
  ['gopher://ann:KEY@HOST/', 2],
])('keeps no key of the repository %s in its files', async (source, status) => {
  const line = commandLine();
  const address = source.replace('KEY', SECRET).replace('HOST', await webHost());
  const statuses = await ran(line, [
    ['repos', 'add', address],
    ['repos', 'list', '--json'],
    ['repos', 'sync'],
  ]);
  expect(statuses[0]).toBe(status);
  expect(holders(line).filter((file) => file !== 'skill-secrets.key')).toEqual([]);
});

it('refuses a key in the query of an archive', async () => {
  const line = commandLine();
  const address = `postgres://ann@127.0.0.1:1/a?password=${SECRET}`;
  expect(await ran(line, [['archive', 'add', address]])).toEqual([2]);
  expect(existsSync(line.at('home'))).toBe(false);
});

it.each([
  [`api_key="${SECRET}"`, 2],
  [`extra={"auth":{"accessToken":"${SECRET}"}}`, 2],
  [`api_key=${SECRET}`, 2],
  [SECRET, 2],
])('refuses the secret parameter %s', async (given, status) => {
  const line = commandLine();
  const endpoint = ['--base-url', 'http://127.0.0.1:9/v1', '--model', 'm'];
  expect(await ran(line, [['run', ...endpoint, '--param', given, 'hi']])).toEqual([status]);
  // Refused before anything is stored.
  expect(existsSync(line.at('home'))).toBe(false);
});

it.each([
  [['--', 'node', 'none.js', `--token=${SECRET}`, '--api-key', SECRET]],
  [['--url', `http://127.0.0.1:9/mcp?key=${SECRET}`]],
  [['--url', `http://ann:${SECRET}@127.0.0.1:9/mcp`]],
  [['--header', `Authorization: Bearer ${SECRET}`, '--url', 'http://127.0.0.1:9/mcp']],
  [['--var', `API_TOKEN=${SECRET}`, 'node', 'none.js']],
])('shows no key of the MCP server %j', async (given) => {
  const line = commandLine();
  const list = ['mcp', 'list'];
  const commands = [['mcp', 'add', 'srv', ...given], list, [...list, '--json'], ['mcp', 'test', 'srv']];
  expect(await ran(line, commands)).toEqual([0, 0, 0, 1]);
  expect(holders(line).filter((file) => !/^skill-secrets\.key$|config\.jsonc$/.test(file))).toEqual([]);
});
