import { expect, it } from 'vitest';
import { nextVersion } from './repositories.ts';

it.each([
  [[], undefined, '1.0.0'],
  [[], '0.3', '0.3'],
  [['1.2.9', '1.2.8'], undefined, '1.2.10'],
  [['1.2.9'], '1.2.9', '1.2.10'],
  [['1.2.9'], '2.0.0', '2.0.0'],
  [['2.0.0-rc.1', '1.0.0'], undefined, '2.0.0'],
  [['v3'], undefined, 'v4'],
  [['1.0.0', '1.0.1'], undefined, '1.0.2'],
  [['1.0'], 'not a version', '1.1'],
])('after %j, with %j of its own, proposes %j', (published, own, next) => {
  expect(nextVersion(published, own)).toBe(next);
});
