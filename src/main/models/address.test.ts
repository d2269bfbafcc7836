import { expect, it } from 'vitest';
import { below, parseAddress, requestHeaders, shownAddress } from './address.ts';

it('hides the query of an address, as it may hold a key', () => {
  expect(shownAddress(new URL('https://h:8443/v1/?key=SECRET'))).toBe('https://h:8443/v1');
});

it('refuses an address with only a user name or only a password', () => {
  expect(['https://me@h/v1', 'https://:pw@h/v1', 'https://h/v1'].map((typed) => parseAddress(typed).kind)).toEqual([
    'wrong',
    'wrong',
    'address',
  ]);
});

it('adds /v1 only if there is no path, and keeps the query after the endpoint path', () => {
  const base = (typed: string) => {
    const address = parseAddress(typed);
    return address.kind === 'address' ? address.baseUrl : address.kind;
  };
  expect([base('https://h/#part'), base('https://h/api'), base('https://h/v1/messages?a=1')]).toEqual([
    'https://h/v1',
    'https://h/api',
    'https://h/v1?a=1',
  ]);
  expect(below('https://h/v1?a=1', '/chat/completions')).toBe('https://h/v1/chat/completions?a=1');
});

it('sends the key as api-key to Azure hosts only', () => {
  const own = (key: string | undefined): Record<string, string> => (key === undefined ? {} : { authorization: key });
  const names = (host: string) => Object.keys(requestHeaders(`https://${host}/v1`, { apiKey: ' key ' }, own));
  expect([
    names('x.openai.azure.com'),
    names('openai.azure.com.example.com'),
    names('notopenai.azure.com'),
    names('x.openai.azure.com.'),
  ]).toEqual([['api-key'], ['authorization'], ['authorization'], ['authorization']]);
  expect(requestHeaders('https://h/v1', { apiKey: '  ' }, own)).toEqual({});
});
