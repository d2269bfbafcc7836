/** The words of the first paint are there: the rest of the catalogue comes with the views that are fetched later. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { first } from '../shared/messages/en/first.ts';
import { en } from '../shared/messages/en/rest.ts';

const STATIC_IMPORT = /^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']+)';/gm;
/** Groups whose words are taken only when something has happened. */
const AFTER_START = new Set(['details', 'evidence', 'failures', 'remedies']);

/** `main.tsx` and all that comes with it, without what is fetched on demand. */
function comesFirst(file: string, found = new Map<string, string>()): ReadonlyMap<string, string> {
  if (found.has(file)) return found;
  const source = readFileSync(file, 'utf8');
  found.set(file, source);
  for (const [, name = ''] of source.matchAll(STATIC_IMPORT))
    if (!name.endsWith('.css')) comesFirst(path.join(path.dirname(file), name), found);
  return found;
}

it('has every word of the modules that the page starts with', () => {
  const groups = Object.keys(en).filter((group) => !Object.hasOwn(first, group) && !AFTER_START.has(group));
  const key = new RegExp(`\\bt\\(\\s*['\`](${groups.join('|')})\\.`);
  const modules = [...comesFirst(path.join(import.meta.dirname, 'main.tsx'))];
  expect(modules.map(([file]) => path.basename(file))).toEqual(expect.arrayContaining(['header.tsx', 'composer.tsx']));
  const missing = modules
    .filter(([, source]) => key.test(source))
    .map(([file, source]) => `${path.basename(file)}: ${key.exec(source)?.[1]}`);
  expect(missing).toEqual([]);
});
