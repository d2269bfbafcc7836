import { expect, it } from 'vitest';
import { addressSecrets, keylessAddress, lacksKey } from './keyless-address.ts';

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
] as const)('hides the keys of %s', ([typed, shown, secrets]) => {
  expect(keylessAddress(typed)).toBe(shown);
  expect(keylessAddress(shown)).toBe(shown);
  expect(addressSecrets(typed)).toEqual(secrets);
  expect(addressSecrets(shown)).toEqual([]);
  expect(lacksKey(typed)).toBe(false);
  expect(lacksKey(shown)).toBe(/[=?]\*\*\*/.test(shown) && !shown.includes('@'));
});
