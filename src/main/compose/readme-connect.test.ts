/** The README's *Connect a model*, followed for each preset: what is then asked, of which address, and with which header. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MODEL_PRESETS } from '../../shared/model-presets.ts';
import { limitsFile } from '../config/endpoint-limits.ts';
import { keyFile } from '../config/key-file.ts';
import { createSettings } from '../config/settings.ts';
import { WIRE } from '../model/wires/index.ts';
import { modelTests } from './model-tests.ts';

const KEY = 'key-from-the-provider';
const README = readFileSync(path.resolve(import.meta.dirname, '../../../README.md'), 'utf8');
const section = README.slice(README.indexOf('## Connect a model'), README.indexOf('## The command line'));
const rows = [...section.matchAll(/^\| (.+?) \| `(.+?)` \| `(.+?)` \| `(chat|responses|anthropic)` \|$/gm)].map(
  ([, provider = '', address = '', model = '', wire = '']) => ({ provider, address, model, wire: wire as 'chat' }),
);

let home = '';
const sent: { url: string; headers: Headers; body: string }[] = [];
beforeEach(() => {
  home = mkdtempSync(path.join(os.tmpdir(), 'skilldeck-readme-'));
  sent.length = 0;
  // In place of every provider: it lists no models, records the request and refuses it.
  vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
    const body = init.body instanceof Uint8Array ? Buffer.from(init.body).toString('utf8') : '';
    sent.push({ url: String(url), headers: new Headers(init.headers), body });
    return init.method === 'POST'
      ? Response.json({ error: { message: 'recorded' } }, { status: 400 })
      : Response.json({ data: [] });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  rmSync(home, { recursive: true, force: true });
});

it('names every preset with its address and first model', () => {
  expect(rows.map(({ address, model }) => [address, model])).toEqual(
    MODEL_PRESETS.map(({ baseUrl, models }) => [baseUrl, models[0]]),
  );
});

it.each(rows)('$provider: the address, the protocol, the key and the model are those of the README', async (row) => {
  const { address, model, wire } = row;
  const settings = createSettings({ home, given: {}, keys: keyFile(home), env: {} });
  await settings.change({ baseUrl: address, model, apiKey: KEY });
  const test = await modelTests(settings, limitsFile(home)).test({});
  expect([test.wire, test.steps.at(-1)?.name]).toEqual([wire, 'tool-call']);
  const posted = sent.find(({ body }) => body.includes('look_up_city'));
  expect(posted?.url).toBe(`${address}${WIRE[wire].path}`);
  expect(JSON.parse(posted?.body ?? '{}')).toMatchObject({ model, stream: true });
  for (const [name, value] of Object.entries(WIRE[wire].headers(KEY, model)))
    expect(posted?.headers.get(name)).toBe(value);
  expect(JSON.stringify([...(posted?.headers ?? [])])).toContain(KEY);
});
