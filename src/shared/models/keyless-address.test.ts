import { expect, it } from 'vitest';
import {
  addressSecrets,
  fetchedAddress,
  holdsKey,
  keylessAddress,
  keylessText,
  lacksKey,
  namesAccount,
} from './keyless-address.ts';

it.for([
  ['https://h.example/v1', 'https://h.example/v1', []],
  ['https://h.example/v1?key=SECRET-1', 'https://h.example/v1?key=***', ['SECRET-1']],
  [
    'https://h.example/v1?api-version=2026-01&key=S%2Bx',
    'https://h.example/v1?api-version=2026-01&key=***',
    ['S%2Bx', 'S+x'],
  ],
  ['https://h.example/v1?SECRET-1', 'https://h.example/v1?***', ['SECRET-1']],
  ['https://h.example/v1?a=1;token=T=2==', 'https://h.example/v1?a=***;token=***', ['1', 'T=2==']],
  ['https://h.example/v1?key=&x=', 'https://h.example/v1?key=&x=', []],
  ['https://ann:pa:ss@h.example/v1', 'https://***@h.example/v1', ['ann', 'pa:ss']],
  ['http://token@h.example/v1?k=v', 'http://***@h.example/v1?k=***', ['token', 'v']],
  ['https://ann:p@ss@h.example/', 'https://***@h.example/', ['ann', 'p@ss']],
  ['https:ann:pass@h.example/v1', 'https:***@h.example/v1', ['ann', 'pass']],
  ['ann:pass@h.example/v1', '***@h.example/v1', ['ann', 'pass']],
  ['h.example/v1?key=SECRET-1', 'h.example/v1?key=***', ['SECRET-1']],
  ['https://h.example/v1#SECRET-1', 'https://h.example/v1#***', ['SECRET-1']],
  ['https://h.example/@team/v1', 'https://h.example/@team/v1', []],
  ['https://[::1]:8080/v1?API-Version=1', 'https://[::1]:8080/v1?API-Version=1', []],
  ['https://h.example/?api%2Dversion=1&%6Bey=S', 'https://h.example/?api%2Dversion=1&%6Bey=***', ['S']],
  ['', '', []],
  ['https://h.example/v1;key=SECRET-1/chat', 'https://h.example/v1;key=***/chat', ['SECRET-1']],
  ['https://h.example/v1;a=1;version=2/x;b=/y', 'https://h.example/v1;a=***;version=2/x;b=/y', ['1']],
  ['https://h.example/v1&key=SECRET-1', 'https://h.example/v1&key=***', ['SECRET-1']],
  ['https://h.example/v1;beta/chat', 'https://h.example/v1;beta/chat', []],
  ['u:a/SECRET-1@h', '***@h', ['u', 'a/SECRET-1']],
  ['https://u:a/SECRET-1@h/v1?key=b', 'https://***@h/v1?key=***', ['u', 'a/SECRET-1', 'b']],
  ['https://u:a?SECRET-1@h', 'https://***@h', ['u', 'a?SECRET-1']],
  ['https://u:a#SECRET-1@h', 'https://***@h', ['u', 'a#SECRET-1']],
  ['https://u:p@a/SECRET-1@h/v1', 'https://***@h/v1', ['u', 'p@a/SECRET-1']],
  ['https://h.example:8080/@team/v1', 'https://h.example:8080/@team/v1', []],
  ['git@h.example:team/a@b', '***@h.example:team/a@b', ['git']],
  ['C:/skills/@team', 'C:/skills/@team', []],
  ['ht\ttp://u:SECRET-1@h', 'http://***@h', ['u', 'SECRET-1']],
  ['http:/\r\n/u:SEC\tRET@h', 'http://***@h', ['u', 'SECRET']],
  ['\ufeff"http://u:SECRET-1@h', '\ufeff"http://***@h', ['u', 'SECRET-1']],
  ['https://h.example/v1？key=SECRET-1', 'https://h.example/v1？key=***', ['SECRET-1']],
  ['https://h.example/v1?a=b＆key＝SECRET-1', 'https://h.example/v1?a=***＆key＝***', ['b', 'SECRET-1']],
  ['https://SECRET？1@h.example', 'https://***@h.example', ['SECRET？1']],
  ['https：／／u：SECRET-1＠h', 'https：／／***＠h', ['u', 'SECRET-1']],
  ['https://h.example/v1？再试一次', 'https://h.example/v1？再试一次', []],
] as const)('hides the keys of %s', ([typed, shown, secrets]) => {
  expect(keylessAddress(typed)).toBe(shown);
  expect(keylessAddress(shown)).toBe(shown);
  expect(addressSecrets(typed)).toEqual(secrets);
  expect(addressSecrets(shown)).toEqual([]);
  expect(lacksKey(typed)).toBe(false);
  expect(lacksKey(shown)).toBe(/[=?]\*\*\*/.test(shown) && !shown.includes('@'));
});

it.each([
  ['https://h.example/a?foo=bar', false],
  ['https://h.example/a.zip?plain&edition=summer-2026-for-teams', false],
  ['https://h.example/a?commit=0f3c5b7a9d1e2f4a6b8c0d2e4f6a8b0c2d4e6f80', false],
  ['postgres://ann:pass@h.example/db?sslmode=require&options=-c%20x', false],
  ['https://h.example/a?apiKey=short', true],
  ['postgres://h.example/db?sslpassword=x', true],
  ['https://h.example/a?X-Amz-Signature=0', true],
  ['https://h.example/a?private%5Ftoken=x', true],
  ['https://h.example/a;token=x/b', true],
  ['https://h.example/a?foo=ghp_16C7e42F292c6912E7', true],
  ['https://h.example/a?16C7e42F292c6912E7', true],
  ['https://h.example/a?token=', false],
])('knows what looks like a key in %s', (address, holds) => {
  expect(holdsKey(address)).toBe(holds);
});

it.each([
  ['http://h/a.zip?file=7&lang=en', 'http://h/a.zip?file=7&lang=en'],
  ['http://ann:b@h/a.zip?file=7&token=x&id=3f9a1c77d0e24b58', 'http://***@h/a.zip?file=7&token=***&id=***'],
  ['http://h/a.zip?token=***&file=7', 'http://h/a.zip?token=***&file=7'],
])('stores the source %s', (address, stored) => {
  expect(fetchedAddress(address)).toBe(stored);
  expect(fetchedAddress(stored)).toBe(stored);
});

it.each([
  ['ann:SECRET-1@h/x', true],
  ['T0KEN@h.example/o/r', true],
  ['T0KEN@h.example:8443/o', true],
  ['ann@h.example', false],
  ['owner/repo@1.2/x', false],
  ['./T0KEN@h.example/o', false],
  ['work@home/skills', false],
])('finds the account of an address without a scheme: %s', (address, isAccount) => {
  expect(namesAccount(address)).toBe(isAccount);
  expect(keylessText(`There is no "${address}".`).includes('***@')).toBe(isAccount);
});
