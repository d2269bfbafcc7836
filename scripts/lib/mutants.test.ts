/** A mutant whose text has moved would end `npm run mutate` before it has judged anything. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { MUTANTS } from '../../bench/mutants/index.ts';

const ROOT = path.resolve(import.meta.dirname, '..', '..');

it('has mutants that each fit one place in a file, and tests that are there', () => {
  const stale = MUTANTS.flatMap(({ id, file, find, tests }) => {
    const at = path.join(ROOT, file);
    const places = existsSync(at) ? readFileSync(at, 'utf8').split(find).length - 1 : 0;
    const gone = tests.filter((test) => !existsSync(path.join(ROOT, test)));
    return places === 1 && gone.length === 0
      ? []
      : [`${id}: ${places} places in ${file}; not there: ${gone.join(', ')}`];
  });
  expect(stale).toEqual([]);
  expect(new Set(MUTANTS.map(({ id }) => id)).size).toBe(MUTANTS.length);
});
