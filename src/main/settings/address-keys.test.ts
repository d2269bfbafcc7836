import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import type { Config } from './config-file.ts';
import { keyFile } from './keys.ts';
import { createSettings } from './settings.ts';

let home: string;
beforeEach(() => {
  home = tempFolder();
});
const open = (given: Config = {}) => createSettings({ home, given, keys: keyFile(home), env: {} });
const file = () => path.join(home, 'config.jsonc');
const whole = 'https://h.example/v1?key=SECRET-1';
const keyless = 'https://h.example/v1?key=***';

it('stores and shows an address without its key, and gives requests the whole', async () => {
  const settings = open();
  const view = await settings.change({ baseUrl: whole, model: 'm' });
  expect(view.baseUrl).toBe(keyless);
  expect(readFileSync(file(), 'utf8')).not.toContain('SECRET-1');
  expect((await open().endpoint({})).baseUrl).toBe(whole);
});

it('leaves an address that the file has by hand, and takes a new key', async () => {
  writeFileSync(file(), JSON.stringify({ baseUrl: whole, model: 'm' }));
  const settings = open();
  expect((await settings.view()).baseUrl).toBe(keyless);
  await settings.change({ baseUrl: keyless, model: 'n' });
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ baseUrl: whole, model: 'n' });
  await settings.change({ baseUrl: 'https://h.example/v1?key=SECRET-2' });
  expect((await settings.endpoint({})).baseUrl).toBe('https://h.example/v1?key=SECRET-2');
});

it('tests a connection with the key of the shown address', async () => {
  const settings = open();
  await settings.change({ baseUrl: whole, model: 'm' });
  expect((await settings.connection({ baseUrl: keyless, model: 'm' })).choice.baseUrl).toBe(whole);
  expect((await settings.connection({})).choice.baseUrl).toBe(whole);
});

it('prefers the address that was given to the one that is kept', async () => {
  await open().keepAddress(whole);
  expect((await open().endpoint({ baseUrl: keyless, model: 'm' })).baseUrl).toBe(whole);
  const given = 'https://h.example/v1?key=SECRET-2';
  expect((await open({ baseUrl: given }).endpoint({ baseUrl: keyless, model: 'm' })).baseUrl).toBe(given);
});

it('gives the key of one address to no other', async () => {
  const settings = open();
  await settings.keepAddress(whole);
  for (const baseUrl of ['https://other.example/v1?key=***', 'https://h.example/v2?key=***', `${keyless}&b=***`]) {
    await expect(settings.endpoint({ baseUrl, model: 'm' })).rejects.toMatchObject({
      code: 'config-invalid',
      message: `The key in the address ${baseUrl} isn't on this computer. Enter the whole address again: in the settings, or with --base-url.`,
    });
  }
});

it('keeps no account of an address', async () => {
  const settings = open();
  const typed = 'https://ann:SECRET-1@h.example/v1?key=SECRET-2';
  expect(await settings.keepAddress(typed)).toBe('https://***@h.example/v1?key=***');
  expect(existsSync(path.join(home, 'key'))).toBe(false);
});

it('keeps the password of a proxy in the key store, and shows the rest', async () => {
  const settings = open();
  const proxy = 'http://me:geheim@proxy.example:8080';
  const view = await settings.change({ network: { proxy, noProxy: 'a.example' } });
  expect(view.network).toEqual({ proxy: 'http://***@proxy.example:8080', noProxy: 'a.example' });
  expect(readFileSync(file(), 'utf8')).not.toContain('geheim');
  expect(await open().network()).toEqual({ proxy, noProxy: 'a.example' });
  // Another field, with the address as it is shown.
  await settings.change({ network: { ...view.network, certificates: '/ca.pem' } });
  expect(await settings.network()).toEqual({ proxy, noProxy: 'a.example', certificates: '/ca.pem' });
  await settings.change({ network: { proxy: 'none' } });
  expect(await settings.network()).toEqual({ proxy: 'none' });
});
