import { expect, it } from 'vitest';
import { keyFault } from './model-options.ts';

it.each([
  ['sk-test_0.9+/=', undefined],
  [' sk-test \r\n', undefined],
  ['', undefined],
  ['sk-te\nst', 'line-break'],
  ['sk-te\u2028st', 'line-break'],
  ['sk-密钥', 'not-ascii'],
  ['sk-té', 'not-ascii'],
  ['sk-te\u200bst', 'not-ascii'],
  ['sk-te\u0000st', 'not-ascii'],
  ['\u201csk-test\u201d', 'not-ascii'],
])('%j: %s', (key, fault) => {
  expect(keyFault(key)).toBe(fault);
});
