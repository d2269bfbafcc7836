import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { configSchema } from './config-file.ts';

it('docs/settings.md has every field of config.jsonc, and no other', () => {
  const page = readFileSync(path.resolve(import.meta.dirname, '../../../docs/settings.md'), 'utf8');
  const table = page.slice(page.indexOf('## `config.jsonc`'), page.indexOf('## `agents.jsonc`'));
  const fields = table.split('\n').flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)]);
  expect(fields.map(([, name]) => name).sort()).toEqual(Object.keys(configSchema.shape).sort());
});
