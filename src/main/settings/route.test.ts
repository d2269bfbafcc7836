import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../lib/test-kit/temp-folder.ts';
import { limitsFile, routeOf } from './route.ts';

it('caches the limits an endpoint reported for a day, and survives a broken file', () => {
  const home = tempFolder();
  let now = Date.parse('2026-11-22T12:00:00Z');
  const file = limitsFile(home, () => now);
  file.keep('https://a/v1', 'm', { maxContext: 4096 });
  file.keep('https://a/v1', 'n', {});
  file.keep('https://a/v1', 'm', { maxContext: 8192, maxOutput: 10 });
  expect(file.get('https://a/v1', 'm')).toEqual({ maxContext: 8192, maxOutput: 10 });
  expect(file.get('https://a/v1', 'n')).toEqual({});
  expect(file.get('https://b/v1', 'm')).toBeUndefined();
  now += 24 * 60 * 60 * 1000;
  expect(file.get('https://a/v1', 'm')).toBeUndefined();
  writeFileSync(path.join(home, 'endpoint-limits.json'), '{');
  expect(file.get('https://a/v1', 'm')).toBeUndefined();
  file.keep('https://a/v1', 'm', { maxContext: 1 });
  expect(file.get('https://a/v1', 'm')).toEqual({ maxContext: 1 });
});

it('keeps prices for longer than limits, by endpoint', () => {
  let now = 0;
  const file = limitsFile(tempFolder(), () => now);
  file.keep('https://a/v1', 'm', { prices: { input: 1, output: 2 } });
  file.keep('https://b/v1', 'm', { prices: { input: 3, output: 4 } });
  now += 2 * 24 * 60 * 60 * 1000;
  file.keep('https://b/v1', 'n', { maxContext: 1 });
  expect(file.prices('https://a/v1')).toEqual({ m: { input: 1, output: 2 } });
  expect(file.prices('https://c/v1')).toEqual({});
  expect(file.prices()).toEqual({ m: { input: 3, output: 4 } });
});

it('leaves out of a new conversation what its endpoint refused in another', () => {
  const limits = limitsFile(tempFolder());
  const choice = { baseUrl: 'https://a/v1', model: 'mixtral' };
  const route = { wire: 'chat', endpoint: 'https://a/v1', rules: { callIds: 'nine' } };
  expect(routeOf(choice, limits)).toEqual(route);
  limits.keep(route.endpoint, 'mixtral', { maxContext: 1, refuses: ['stream_options'] });
  const rules = { callIds: 'nine', refuses: ['stream_options'] };
  expect(routeOf(choice, limits)).toEqual({ ...route, rules });
  expect(routeOf({ ...choice, model: 'mistral' }, limits)).toEqual(route);
});
