import { expect, it } from 'vitest';
import { quoteServer } from './create-model.ts';

const said = (content: string) => JSON.stringify({ messages: [{ role: 'user', content }] });

it('masks runs of 16 characters of the conversation, and keeps shorter ones', () => {
  const json = said('the quick brown fox jumps over it');
  expect(quoteServer('near "quick brown fox " here', { json })).toBe('near "…" here');
  expect(quoteServer('X:e quick brown fo', { json })).toBe('X:…');
  expect(quoteServer('near "quick brown fox" here', { json })).toBe('near "quick brown fox" here');
});

it('masks a whole message of 4 characters, and keeps one of 3', () => {
  expect(quoteServer('bad 订机票吗 here', { json: said('订机票吗') })).toBe('bad … here');
  expect(quoteServer('bad 订机票 here', { json: said('订机票') })).toBe('bad 订机票 here');
});

it('quotes up to exactly 300 characters', () => {
  expect(quoteServer('x'.repeat(300), {})).toBe('x'.repeat(300));
  expect(quoteServer('x'.repeat(301), {})).toBe(`${'x'.repeat(300)}…`);
});

it('masks any form of key, and keeps the names of tools', () => {
  expect(quoteServer('bad p4ss here', { apiKey: 'p4ss' })).toBe('bad … here');
  expect(quoteServer('see https://u:p4ss@h.example/v1?token=p5ss, proxy http://p6ss@px:3128/', {})).toBe(
    'see https://***@h.example/v1?token=***, proxy http://***@px:3128/',
  );
  const json = JSON.stringify({ tools: [{ name: 'a tool with a long name' }], messages: [] });
  expect(quoteServer('unknown: a tool with a long name', { json })).toBe('unknown: a tool with a long name');
});
