/** A key in an endpoint's address: the requests have it, and nothing that is stored or shown. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { modelOfTest } from '../../models/test-kit/model-of-test.ts';
import { say } from '../../models/test-kit/scripted-model.ts';
import { type CommandLine, commandLine, skilldeck } from './test-kit/command-line.ts';
import { lines } from './test-kit/skilldeck.ts';

const SECRET = 'Zq8-4f0b77c1d2';
let at: CommandLine;
beforeEach(() => {
  at = commandLine();
});

afterEach(() => vi.unstubAllEnvs());

/** Files of the data folder that hold the key. */
const holders = (): string[] =>
  (existsSync(at.at('home')) ? readdirSync(at.at('home'), { recursive: true, withFileTypes: true }) : [])
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => readFileSync(file, 'latin1').includes(SECRET))
    .map((file) => path.relative(at.at('home'), file));

const options = () => ['--home', at.at('home'), '--skills', 'none'];
const run = async (...args: readonly string[]) => {
  const { out, err, status } = await skilldeck(['run', ...options(), '--json', ...args]);
  return { out, err, status, session: String(lines(out || '{}')[0]?.session) };
};

it('runs and continues with it, and shows it nowhere', async () => {
  const model = await modelOfTest([say(`You sent ${SECRET}.`), say('Two.'), say('Three.')]);
  const first = await run('--base-url', `${model.url}?key=${SECRET}&api-version=3`, '--model', 'm', 'hello');
  expect(first.status).toBe(0);
  const { session } = first;
  expect((await run('--session', session, 'again')).status).toBe(0);
  expect(model.requests.map((request) => request.path)).toEqual(
    Array(2).fill(`/v1/chat/completions?key=${SECRET}&api-version=3`),
  );
  const created = lines(first.out).find(({ type }) => type === 'session-created');
  expect(created).toMatchObject({ pinned: { baseUrl: `${model.url}?key=***&api-version=3` } });
  expect(holders()).toEqual(['key']);

  const shown: string[] = [first.out, first.err];
  for (const command of [
    ['sessions', 'show', session],
    ['sessions', 'show', session, '--json'],
    ['sessions', 'export', session],
    ['sessions', 'export', session, '--format', 'otlp'],
  ]) {
    const { status, out, err } = await skilldeck([...command, ...options()]);
    expect({ command, status, err }).toMatchObject({ status: 0 });
    shown.push(out, err);
  }
  expect(shown.join('')).not.toContain(SECRET);
  const verified = await skilldeck(['sessions', 'verify', session, '--json', ...options()]);
  expect(JSON.parse(verified.out)).toMatchObject({ ok: true });
});

it('shows an address of the settings without its key', async () => {
  at.write('home/config.jsonc', { baseUrl: `http://127.0.0.1:9/v1?key=${SECRET}`, model: 'm' });
  at.write('home/environments/default/models.jsonc', {
    own: { baseUrl: `http://127.0.0.1:9/v2?key=${SECRET}`, model: 'm' },
  });
  const { out, err } = await skilldeck(['doctor', '--json', ...options()]);
  expect(out).toContain('http://127.0.0.1:9/v1?key=***');
  const models = await skilldeck(['models', 'list', '--json', ...options()]);
  expect(JSON.parse(models.out).named).toEqual([{ name: 'own', model: 'm', baseUrl: 'http://127.0.0.1:9/v2?key=***' }]);
  expect(models.out + models.err).not.toContain(SECRET);
  expect(out + err).not.toContain(SECRET);
});

it('asks for the address again where the key is not kept, and takes it', async () => {
  const model = await modelOfTest([say('One.'), say('Two.')]);
  const address = `${model.url}?key=${SECRET}`;
  const { session } = await run('--base-url', address, '--model', 'm', 'hello');
  at.write('home/key', '{}');
  const refused = await run('--session', session, 'again');
  expect(refused.status).not.toBe(0);
  expect(refused.out + refused.err).toContain(`The key in the address ${model.url}?key=*** isn't on this computer`);
  expect(model.requests).toHaveLength(1);
  expect((await run('--session', session, '--base-url', address, 'again')).status).toBe(0);
  expect(model.requests[1]?.path).toContain(SECRET);
});

it('sends no account of an address, and stores none', async () => {
  const model = await modelOfTest([]);
  const address = model.url.replace('//', `//ann:${SECRET}@`);
  const { status, out, err } = await run('--base-url', address, '--model', 'm', 'hello');
  expect(status).not.toBe(0);
  expect(out + err).not.toContain(SECRET);
  expect(model.requests).toEqual([]);
  expect(holders()).toEqual([]);
});

it('masks the key in what a server answers with', async () => {
  const model = await modelOfTest([{ kind: 'status', status: 400, body: { error: { message: `bad key ${SECRET}` } } }]);
  const { out, err } = await run('--base-url', `${model.url}?key=${SECRET}`, '--model', 'm', 'hello');
  expect(out + err).not.toContain(SECRET);
  expect(holders()).toEqual(['key']);
});

it.each([
  { args: ['repos', 'add', `ann:${SECRET}@host.example`] },
  { args: ['repos', 'add', `ann:${SECRET}@host.example/owner/skills`] },
  { args: ['run', '--attach', `http://ann:${SECRET}@host.example/x.pdf`, 'hi'] },
  { args: [`http://ann:${SECRET}@host.example/?key=${SECRET}`] },
  { args: ['sessions', 'import', `/nowhere/http://ann:${SECRET}@host.example/s.jsonl`] },
  { args: ['archive', 'add', `ann:${SECRET}@host.example`] },
  { args: ['skills', 'import', `ann:${SECRET}@host.example/o/r`] },
  { args: ['sessions', 'export', 'last', '--to', `http://ann:${SECRET}@host.example/`] },
  { args: ['run', '--model', 'm', `--base-url=htp://ann:${SECRET}@host.example/?key=${SECRET}`, 'hi'] },
])('stores and shows no key of an address that is refused: $args', async ({ args }) => {
  const { status, out, err } = await skilldeck([...args, ...options()]);
  expect(status).not.toBe(0);
  expect(out + err).not.toContain(SECRET);
  expect(holders()).toEqual([]);
});

it('writes no key of the address for traces into the log', async () => {
  const model = await modelOfTest([say('Hello.')]);
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://ann:${SECRET}@127.0.0.1:1/v1?key=${SECRET}`);
  expect((await run('--base-url', model.url, '--model', 'm', 'hello')).status).toBe(0);
  expect(readFileSync(at.at('home/skilldeck.log'), 'utf8')).toContain('The traces are kept and sent later.');
  expect(holders()).toEqual([]);
});
